import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Change, Kit, Work } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { isCurrent } from '#shared/trade/accreditation-sql.ts'
import { shippedStates } from '#shared/trade/booking-terms.ts'
import { isReceived, onTimeInFull } from '#shared/trade/delivered-sql.ts'
import { rightFirstColumns } from '#shared/trade/payables-sql.ts'
import { isInspected, qualityColumns } from '#shared/trade/qa-sql.ts'
import { approvedStates, supplierStates } from '#shared/trade/samples.ts'
import {
  minJudged,
  monthsBefore,
  type ScoreCount,
  type Scorecard,
  type ScoreFigure,
  scoreBands,
  scoreFigures,
  scoreOf,
  scoreParts,
  weightField,
} from '#shared/trade/scorecard.ts'
import { suppliers } from '../area'

/**
 * Daily work: counts the figures of past months, calculates the scores, and proposes standings. Only users lift a
 * block, and a refused proposal is not repeated in the same month. Suppliers already counted today get the score of
 * their existing counts.
 */
export const settleScores = async (work: Work, after: number): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number; is_counted: boolean }>(
    `select id, scored_on is not distinct from $2::date as is_counted from suppliers where id > $1 order by id limit ${scoredAtOnce}`,
    [after, work.context.today],
    'scores_to_do',
  )
  const uncounted = rows.flatMap(({ id, is_counted }) => (is_counted ? [] : [id])).slice(0, countedAtOnce)
  const last =
    uncounted.length === countedAtOnce ? uncounted.at(-1) : rows.length === scoredAtOnce ? rows.at(-1)?.id : null
  const ids = rows.flatMap(({ id }) => (last && id > last ? [] : [id]))
  await countFigures(work, uncounted)
  await proposeByScore(work, await writeScores(work, ids), uncounted)
  return last ?? null
}

/** Suppliers per portion: counting a year of a large supplier takes up to a second, calculating a score almost none. */
const countedAtOnce = 1
const scoredAtOnce = 100

/** Counts all figures of some suppliers again, for the months before the current one. */
export const countFigures = async ({ tx, context }: Work, suppliers: readonly number[]) => {
  const months = monthsBefore(context.today)
  const until = `${context.today.slice(0, 8)}01`
  await tx.query('delete from supplier_figures where supplier_id = any($1::bigint[])', [suppliers], 'figures_forgotten')
  for (const [figure, count] of Object.entries(countings))
    await tx.query(
      `insert into supplier_figures (supplier_id, figure, month, part, whole)
       select supplier_id, '${figure}', month, part, whole from (${count}) x where whole > 0`,
      [months[0], until, suppliers],
      `figures_${figure}`,
    )
}

/** Recalculates the scores from existing counts after weights or bands have changed. */
export const followSettings = async (work: Work, changes: readonly Change[]) => {
  const isOther = changes.some(
    ({ before, after }) => before && scoreSettings.some((field) => before[field] !== after[field]),
  )
  const settings = changes.at(-1)?.after
  if (isOther && settings && !work.isTrial)
    await restartDailyWork({ ...work, context: { ...work.context, settings } }, suppliers.name)
}

const scoreSettings: readonly string[] = [...scoreParts.map(weightField), 'score_watch_from', 'score_approved_from']

/** Stores the scores and returns the counts by supplier. */
const writeScores = async ({ tx, context, touched }: Work, ids: readonly number[]) => {
  const counts = await tx.query<Counted>(
    `${storedCounts} where supplier_id = any($1::bigint[]) order by supplier_id`,
    [ids],
    'figures_of_some',
  )
  const counted = bySupplier(counts)
  const months = monthsBefore(context.today)
  const scores = [...counted].map(([id, counts]) => ({ id, score: scoreOf(counts, months, context.settings).score }))
  await tx.query(
    `update suppliers s set score = x.score, scored_on = $2
     from suppliers o left join jsonb_to_recordset($1::jsonb) as x(id bigint, score numeric) on x.id = o.id
     where o.id = s.id and o.id = any($3::bigint[])
       and (s.score, s.scored_on) is distinct from (x.score, $2::date)`,
    [JSON.stringify(scores), context.today, ids],
    'scores_written',
  )
  if (ids.length > 0) touched.add(suppliers.name)
  return counted
}

const proposeByScore = async (work: Work, countsBySupplier: ReadonlyMap<number, Counted[]>, ids: readonly number[]) => {
  const { tx, kit, context } = work
  const judged = await tx.query<{ id: number; version: number; standing: string; score: string; last: string | null }>(
    `select s.id, s.version, s.standing, s.score::text,
       (select t.to_standing from supplier_standings t where t.supplier_id = s.id and t.basis = 'scorecard'
          and t.proposed_at >= date_trunc('month', $1::date) order by t.id desc limit 1) as last
     from suppliers s
     where s.id = any($2::bigint[]) and s.score is not null and s.status = 'active' and s.archived_at is null and s.standing <> 'blocked'
       and s.proposed_standing is null
     order by s.id`,
    [context.today, ids],
    'scores_judged',
  )
  const months = monthsBefore(context.today)
  for (const { id, version, standing, score, last } of judged) {
    const { band, isEnough } = scoreOf(countsBySupplier.get(id) ?? [], months, context.settings)
    if (!isEnough || band === null || band === standing || band === last) continue
    await kit.repository(suppliers.name).move({ ...work, action: 'propose_standing' }, id, 'propose_standing', {
      version,
      standing: band,
      // Readable in every language.
      reason: `${score} / 100`,
    })
  }
}

/** `GET /api/suppliers/:id/scorecard`, for the office only. */
export const scorecardRoutes = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${suppliers.name}/:id/scorecard`,
      tags: [suppliers.name],
      summary: 'What a supplier’s score is made of',
      description: `For admin and Office. Counted once a day over the last twelve months that are over; the band is proposed as standing from ${minJudged} orders or lines on.`,
      mayCall: ({ role }) => kit.can(role, suppliers.name, 'read') && kit.mayRead(role, suppliers, 'score'),
      params: z.object({ id: idParam }),
      answer: { description: 'The counts and what they come to; null before the first count.', schema: scoreAnswer },
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { params: { id } }) => {
      const [readableSupplier] = await kit.repository(suppliers.name).find(kit.db, me, [id])
      const [supplier] = await kit.db.query<{ scored_on: string | null }>(
        'select scored_on::text from suppliers where id = $1',
        [id],
        'scorecard_supplier',
      )
      if (!readableSupplier || !supplier) throw notFound()
      if (!supplier.scored_on) return { scored_on: null, scorecard: null }
      const counts = await kit.db.query<Counted>(`${storedCounts} where supplier_id = $1`, [id], 'figures_of_one')
      const scorecard: Scorecard = scoreOf(counts, monthsBefore(supplier.scored_on), await kit.settings())
      return { scored_on: supplier.scored_on, scorecard }
    },
  )

const percent = z.string().nullable().meta({ description: 'Percent with one decimal.' })

const scoreAnswer = z.object({
  scored_on: z.iso.date().nullable(),
  scorecard: z
    .object({
      months: z.array(z.iso.date()),
      score: percent,
      band: z.enum(scoreBands).nullable(),
      isEnough: z.boolean(),
      parts: z.array(
        z.object({
          part: z.enum(scoreParts),
          weight: z.int(),
          share: percent,
          value: percent,
          figures: z.array(
            z.object({
              figure: z.enum(Object.keys(scoreFigures) as [ScoreFigure, ...ScoreFigure[]]),
              value: percent,
              part: z.int(),
              whole: z.int(),
              months: z.array(z.object({ month: z.iso.date(), part: z.int(), whole: z.int() })),
            }),
          ),
        }),
      ),
    })
    .nullable(),
})

interface Counted extends ScoreCount {
  supplier_id: number
}
const bySupplier = (counts: readonly Counted[]): Map<number, Counted[]> => {
  const countsBySupplier = new Map<number, Counted[]>()
  for (const count of counts)
    countsBySupplier.set(count.supplier_id, [...(countsBySupplier.get(count.supplier_id) ?? []), count])
  return countsBySupplier
}

const storedCounts = `
  select supplier_id, figure, month::text as month, part::int as part, whole::int as whole from supplier_figures`

/**
 * SQL: lines with an ex-factory date in the period. Uses the counters per line, because their index holds the lines of
 * a supplier by this date.
 */
const linesLeavingInPeriod = `counted_lines c join po_lines l on l.id = c.po_line_id join purchase_orders o on o.id = l.purchase_order_id
    where c.supplier_id = any($3::bigint[]) and c.issued_at is not null and c.ex_factory_date >= $1::date
      and c.ex_factory_date < $2::date and c.line_status <> 'cancelled' and c.order_status not in ('cancelled', 'declined')`

const quality = qualityColumns('q')
const invoiceRight = rightFirstColumns('i')

// Parameters: $1 is the first day, $2 the day after the last, $3 the suppliers. Open items count in the last month.
const countings: Record<ScoreFigure, string> = {
  // Declined orders and orders with a change request do not count.
  acknowledged: `
    select o.supplier_id, date_trunc('month', o.ack_due_date)::date as month,
      count(*) filter (where (o.acknowledged_at at time zone 'UTC')::date <= o.ack_due_date) as part, count(*) as whole
    from purchase_orders o
    where o.supplier_id = any($3::bigint[]) and o.issued_at is not null and o.archived_at is null
      and o.status not in ('cancelled', 'declined', 'change_proposed')
      and o.ack_due_date >= $1::date and o.ack_due_date < $2::date
    group by 1, 2`,
  // On time means left by the planned day. Goods that left on an unknown day do not count; goods that have not left are
  // late.
  ex_factory: `
    select o.supplier_id, date_trunc('month', l.ex_factory_date)::date as month,
      count(*) filter (where l.goods_state = 'left' and l.actual_ex_factory_date <= l.ex_factory_date) as part,
      count(*) as whole
    from ${linesLeavingInPeriod} and o.archived_at is null
      and (l.goods_state is distinct from 'left' or l.actual_ex_factory_date is not null)
    group by 1, 2`,
  // Counts lines with reports: on time when all units were packed or had left by the planned day, as reported until
  // then.
  packed: `
    select o.supplier_id, date_trunc('month', l.ex_factory_date)::date as month,
      count(*) filter (where l.qty <= (
        select max(units) from (
          select sum(told.cumulative_qty) as units from (
            select distinct on (w.stage, w.factory_id) w.stage, w.cumulative_qty
            from wip_reports w
            where w.po_line_id = l.id and w.archived_at is null and w.stage in ('packing', 'ex_factory')
              and w.report_date <= l.ex_factory_date
            order by w.stage, w.factory_id, w.report_date desc) told
          group by told.stage) by_stage)) as part,
      count(*) as whole
    from ${linesLeavingInPeriod} and o.archived_at is null
      and exists (select 1 from wip_reports w where w.po_line_id = l.id and w.archived_at is null)
    group by 1, 2`,
  // Counts first final inspections; a lot that was not ready has not passed.
  first_pass: `
    select q.supplier_id, date_trunc('month', q.inspected_on)::date as month, ${quality.first_passed} as part,
      ${quality.first} as whole
    from qa_activities q
    where q.supplier_id = any($3::bigint[]) and ${isInspected('q')} and q.inspected_on >= $1::date and q.inspected_on < $2::date
    group by 1, 2`,
  // On time when everything was sent by the due date; unsent samples are late.
  samples_sent: `
    select r.supplier_id, date_trunc('month', r.due_date)::date as month,
      count(*) filter (where r.dispatch_date <= r.due_date and r.status not in (${quoted(supplierStates)})) as part,
      count(*) as whole
    from sample_requests r
    where r.supplier_id = any($3::bigint[]) and r.requested_at is not null and r.status <> 'cancelled'
      and r.archived_at is null and r.due_date >= $1::date and r.due_date < $2::date
    group by 1, 2`,
  // Counts first rounds, by the day of their evaluation.
  right_first: `
    select r.supplier_id, date_trunc('month', r.evaluated_at at time zone 'UTC')::date as month,
      count(*) filter (where r.result in (${quoted(approvedStates)})) as part, count(*) as whole
    from sample_requests r
    where r.supplier_id = any($3::bigint[]) and r.round = 1 and r.result in ('rejected', ${quoted(approvedStates)})
      and r.archived_at is null and r.evaluated_at >= ($1::date)::timestamp at time zone 'UTC'
      and r.evaluated_at < ($2::date)::timestamp at time zone 'UTC'
    group by 1, 2`,
  compliance: `
    select o.supplier_id, ($2::date - interval '1 month')::date as month,
      coalesce(sum(a.qty) filter (where f.status = 'approved'
        and f.business_licence_expiry >= coalesce(l.ex_factory_date, $2::date)), 0) as part,
      sum(a.qty) as whole
    from factory_allocations a join po_lines l on l.id = a.po_line_id
      join purchase_orders o on o.id = l.purchase_order_id join factories f on f.id = a.factory_id
    where o.supplier_id = any($3::bigint[]) and $1::date is not null and a.status = 'approved' and a.archived_at is null and a.process_stage = 'main' and l.line_status = 'open'
      and o.status in ('issued', 'change_proposed', 'confirmed') and o.archived_at is null
    group by 1, 2`,
  // A factory may be accredited by several programmes; one social programme that covers the day suffices.
  accredited: `
    select o.supplier_id, ($2::date - interval '1 month')::date as month,
      coalesce(sum(a.qty) filter (where exists (
        select 1 from factory_accreditations x join standard_programs s on s.id = x.standard_program_id
        where x.factory_id = a.factory_id and x.archived_at is null and s.kind = 'social'
          and x.status in ('valid', 'expiring', 'expired') and ${isCurrent('x')}
          and coalesce(l.ex_factory_date, o.ex_factory_date, $2::date) between x.valid_from and x.valid_to)), 0) as part,
      sum(a.qty) as whole
    from factory_allocations a join po_lines l on l.id = a.po_line_id
      join purchase_orders o on o.id = l.purchase_order_id
    where o.supplier_id = any($3::bigint[]) and $1::date is not null and a.status = 'approved' and a.archived_at is null and a.process_stage = 'main' and l.line_status = 'open'
      and o.status in ('issued', 'change_proposed', 'confirmed') and o.archived_at is null
    group by 1, 2`,
  // Counts lines by the day on which their last goods were received.
  otif: `
    select o.supplier_id, date_trunc('month', l.received_on)::date as month,
      count(*) filter (where ${onTimeInFull('l', 'o')}) as part, count(*) as whole
    from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    where o.supplier_id = any($3::bigint[]) and l.received_on >= $1::date and l.received_on < $2::date
      and ${isReceived('l', 'o')} and l.line_status <> 'cancelled' and o.status not in ('cancelled', 'declined')
    group by 1, 2`,
  // Counts bookings that have departed; on time when the set of documents was complete by its due date.
  documents: `
    select b.supplier_id, date_trunc('month', b.atd)::date as month,
      count(*) filter (where b.documents_complete_on <= b.documents_due) as part, count(*) as whole
    from bookings b
    where b.supplier_id = any($3::bigint[]) and b.atd >= $1::date and b.atd < $2::date and b.documents_due is not null
      and b.status in (${quoted(shippedStates)})
    group by 1, 2`,
  // Counts commercial invoices by the day of approval; those that were disputed or rejected before were not right the
  // first time.
  invoices_right_first: `
    select i.supplier_id, date_trunc('month', i.approved_at at time zone 'UTC')::date as month,
      ${invoiceRight.right} as part, count(*) as whole
    from invoices i
    where i.supplier_id = any($3::bigint[]) and ${invoiceRight.counts}
      and i.approved_at >= ($1::date)::timestamp at time zone 'UTC' and i.approved_at < ($2::date)::timestamp at time zone 'UTC'
    group by 1, 2`,
}
