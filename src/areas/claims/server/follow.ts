import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { answerReminderDays, claimedDecisions, slipWindowDays } from '#shared/trade/claim-terms.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { deliveredTerms } from '#shared/trade/invoice-terms.ts'
import { claims } from '../area'
import { settleSource } from './draft'
import { notifySupplier } from './notices'
import { answeredFor, type Source } from './sources'

const isIn = (states: readonly string[], doc: Doc | null): boolean => states.includes(String(doc?.status))

/** Runs after containers were written; settles those that were received or are being counted again. */
export const followContainers = async (work: Work, changes: readonly Change[]): Promise<void> => {
  for (const { before, after } of byId(changes))
    if (isIn(countedStates, before) !== isIn(countedStates, after))
      await settleSource(work, { kind: 'container', id: Number(after.id) })
}

/** Runs after activities were written; settles inspections whose decision changed. */
export const followActivities = async (work: Work, changes: readonly Change[]): Promise<void> => {
  for (const { before, after } of byId(changes))
    if (after.original_type === 'final' && isIn(claimedDecisions, before) !== isIn(claimedDecisions, after))
      await settleSource(work, { kind: 'inspection', id: Number(after.id) })
}

/** Ordered by id, so that concurrent writers wait for each other instead of deadlocking. */
const byId = (changes: readonly Change[]) => changes.toSorted((a, b) => Number(a.after.id) - Number(b.after.id))

/** Runs after rules were written: recomputes the drafts that were made with them. */
export const followRules = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ids = changes.flatMap(({ before, after }) => (before ? Number(after.id) : []))
  if (ids.length === 0 || work.isTrial) return
  const rows = await work.tx.query<{ container: number | null; activity: number | null; line: number | null }>(
    `select distinct c.container_id as container, c.qa_activity_id as activity,
       case when c.container_id is null and c.qa_activity_id is null then l.po_line_id end as line
     from claims c join claim_lines l on l.claim_id = c.id
     where c.rule_id = any($1::bigint[]) and c.status = 'draft' and l.source_key is not null
     order by 1, 2, 3 limit ${maxRecomputed}`,
    [ids],
    'claims_of_rules',
  )
  for (const row of rows) await settleSource(work, sourceOf(row), { anew: true })
}

/**
 * Drafts that one write of a rule recomputes; the others are recomputed when their facts change or when they are
 * shared.
 */
const maxRecomputed = 100

const sourceOf = ({ container, activity, line }: Record<'container' | 'activity' | 'line', number | null>): Source =>
  container !== null
    ? { kind: 'container', id: Number(container) }
    : activity !== null
      ? { kind: 'inspection', id: Number(activity) }
      : { kind: 'line', id: Number(line) }

/** One portion of the daily work: first overdue answers, then lines that became late or are no longer late. */
export const settleClaimsOfDay = async (work: Work, after: number): Promise<number | null> => {
  if (after === 0 && (await settleAnswers(work)) === portion) return 0
  const rows = await work.tx.query<{ id: number }>(
    `select id from (
       select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
       where l.id > $1 and l.line_status <> 'cancelled' and ${answeredFor('l')} and ${isLateSince('$2::date')}
         and not exists (select 1 from claim_lines x where x.source_key = 'late:l' || l.id)
       union
       select x.po_line_id from claim_lines x join claims c on c.id = x.claim_id
       where x.po_line_id > $1 and c.status = 'draft' and c.type = 'late' and x.source_key is not null) as lines
     order by id limit ${portion}`,
    [after, addDays(work.context.today, -slipWindowDays)],
    'claims_of_day',
  )
  for (const { id } of rows) await settleSource(work, { kind: 'line', id: Number(id) })
  if (rows.length > 0) work.touched.add(claims.name)
  return rows.length < portion ? null : Number(rows.at(-1)?.id)
}

const portion = 20

/**
 * SQL condition: the goods of line `l` of order `o` left (or, under a delivered incoterm, arrived) after the agreed
 * day, and not before `since`.
 */
export const isLateSince = (since: string): string => `(case when o.incoterm in (${quoted(deliveredTerms)})
  then l.received_on >= ${since} and l.received_on > o.in_dc_date
  else l.goods_state = 'left' and l.actual_ex_factory_date >= ${since}
    and l.actual_ex_factory_date > coalesce(l.ex_factory_date, o.ex_factory_date) end)`

/** Accepts claims that were not answered in time, and reminds suppliers once of answers that are due soon. */
const settleAnswers = async (work: Work): Promise<number> => {
  const { tx, context, kit } = work
  const unanswered = await tx.query<{ id: number }>(
    `select id from claims where status = 'shared' and answer_due < $1::date and archived_at is null
     order by id limit ${portion}`,
    [context.today],
    'claims_unanswered',
  )
  for (const { id } of unanswered)
    await kit.repository(claims.name).move(asPortal(work, 'lapse'), Number(id), 'lapse', {})
  const due = await tx.query<{ id: number }>(
    `select id from claims where status = 'shared' and not is_reminded and archived_at is null
       and answer_due >= $1::date and answer_due <= $2::date order by id limit ${portion} for no key update`,
    [context.today, addDays(context.today, answerReminderDays)],
    'claims_due_soon',
  )
  const ids = due.map(({ id }) => Number(id))
  for (const claim of await kit.repository(claims.name).find(tx, system, ids))
    await notifySupplier(work, 'claim_due', claim, '')
  // Keeps the version, because users who have the claim open are not affected.
  await tx.query('update claims set is_reminded = true where id = any($1::bigint[])', [ids], 'claims_reminded')
  if (unanswered.length + due.length > 0) work.touched.add(claims.name)
  return Math.max(unanswered.length, due.length)
}
