import type { FastifyInstance } from 'fastify'
import type { Change, Work } from '../../../server/kit/area-server'
import { idOf } from '../../../server/kit/asked'
import { day, flag, idParameter, list, number, object, ok, refusals } from '../../../server/kit/description'
import { forbidden, notFound } from '../../../server/kit/errors'
import type { Kit } from '../../../server/kit/kit'
import {
  fewestJudged,
  monthsBefore,
  type ScoreCount,
  type Scorecard,
  type ScoreFigure,
  scoreBands,
  scoreFigures,
  scoreOf,
  scoreParts,
  weightField,
} from '../../../shared/scorecard'
import { suppliers } from '../area'

/**
 * Counts once a day what every supplier did in the months that are over, works out the scores, and proposes the standing
 * that a score deserves. A block is lifted by people alone, and what was refused is not proposed again in the same month.
 */
export const settleScores = async (work: Work) => {
  const { tx, context } = work
  const [done] = await tx.query('select 1 from suppliers where scored_on = $1 limit 1', [context.today], 'scores_done')
  if (done) return
  await countFigures(work)
  await proposeByScore(work, await writeScores(work))
}

/** Counts every figure anew for the months before today. */
export const countFigures = async ({ tx, context }: Work) => {
  const months = monthsBefore(context.today)
  const until = `${context.today.slice(0, 8)}01`
  await tx.query('delete from supplier_figures', [], 'figures_forgotten')
  for (const [figure, count] of Object.entries(countings))
    await tx.query(
      `insert into supplier_figures (supplier_id, figure, month, part, whole)
       select supplier_id, '${figure}', month, part, whole from (${count}) x where whole > 0`,
      [months[0], until],
      `figures_${figure}`,
    )
}

/** Works the scores out anew from what was counted, when what a figure counts for or deserves has changed. */
export const followSettings = async (work: Work, changes: readonly Change[]) => {
  const isOther = changes.some(
    ({ before, after }) => before && scoreSettings.some((field) => before[field] !== after[field]),
  )
  if (!isOther || work.isTrial) return
  const [counted] = await work.tx.query<{ day: string | null }>(
    'select max(scored_on)::text as day from suppliers',
    [],
    'scores_day',
  )
  const settings = changes.at(-1)?.after
  if (counted?.day) await writeScores(work, counted.day, settings)
}

const scoreSettings: readonly string[] = [...scoreParts.map(weightField), 'score_watch_from', 'score_approved_from']

/** Answers the counts by supplier that the scores come from. */
const writeScores = async (
  { tx, context, touched }: Work,
  day: string = context.today,
  settings: Readonly<Record<string, unknown>> = context.settings,
) => {
  const counts = await tx.query<Counted>(`${storedCounts} order by supplier_id`, [], 'figures_all')
  const counted = bySupplier(counts)
  const months = monthsBefore(day)
  const scores = [...counted].map(([id, own]) => ({ id, score: scoreOf(own, months, settings).score }))
  await tx.query(
    `update suppliers s set score = x.score, scored_on = $2
     from suppliers o left join jsonb_to_recordset($1::jsonb) as x(id bigint, score numeric) on x.id = o.id
     where o.id = s.id and (s.score, s.scored_on) is distinct from (x.score, $2::date)`,
    [JSON.stringify(scores), day],
    'scores_written',
  )
  touched.add(suppliers.name)
  return counted
}

const proposeByScore = async (work: Work, counted: ReadonlyMap<number, Counted[]>) => {
  const { tx, kit, context } = work
  const judged = await tx.query<{ id: number; version: number; standing: string; score: string; last: string | null }>(
    `select s.id, s.version, s.standing, s.score::text,
       (select t.to_standing from supplier_standings t where t.supplier_id = s.id and t.basis = 'scorecard'
          and t.proposed_at >= date_trunc('month', $1::date) order by t.id desc limit 1) as last
     from suppliers s
     where s.score is not null and s.status = 'active' and s.archived_at is null and s.standing <> 'blocked'
       and s.proposed_standing is null
     order by s.id`,
    [context.today],
    'scores_judged',
  )
  const months = monthsBefore(context.today)
  for (const { id, version, standing, score, last } of judged) {
    const { band, isEnough } = scoreOf(counted.get(id) ?? [], months, context.settings)
    if (!isEnough || band === null || band === standing || band === last) continue
    await kit.repository(suppliers.name).move({ ...work, action: 'propose_standing' }, id, 'propose_standing', {
      version,
      standing: band,
      // The reason in every language.
      reason: `${score} / 100`,
    })
  }
}

/** `GET /api/suppliers/:id/scorecard`, for the office alone. */
export const scorecardRoutes = (app: FastifyInstance, kit: Kit) => {
  app.get(`/api/${suppliers.name}/:id/scorecard`, async ({ me, params }) => {
    if (!kit.can(me.role, suppliers.name, 'read') || !kit.mayRead(me.role, suppliers, 'score')) throw forbidden()
    const id = idOf({ params })
    const [seen] = await kit.repository(suppliers.name).find(kit.db, me, [id])
    const [supplier] = await kit.db.query<{ scored_on: string | null }>(
      'select scored_on::text from suppliers where id = $1',
      [id],
      'scorecard_supplier',
    )
    if (!seen || !supplier) throw notFound()
    if (!supplier.scored_on) return { scored_on: null, scorecard: null }
    const counts = await kit.db.query<Counted>(`${storedCounts} where supplier_id = $1`, [id], 'figures_of_one')
    const scorecard: Scorecard = scoreOf(counts, monthsBefore(supplier.scored_on), await kit.settings())
    return { scored_on: supplier.scored_on, scorecard }
  })
}

interface Counted extends ScoreCount {
  supplier_id: number
}
const bySupplier = (counts: readonly Counted[]): Map<number, Counted[]> => {
  const found = new Map<number, Counted[]>()
  for (const count of counts) found.set(count.supplier_id, [...(found.get(count.supplier_id) ?? []), count])
  return found
}

const storedCounts = `
  select supplier_id, figure, month::text as month, part::int as part, whole::int as whole from supplier_figures`

// $1 is the first day looked at, $2 the first no more. What is open now stands under the last of the months.
const countings: Record<ScoreFigure, string> = {
  // Whoever declined or asked for a change has answered too, and otherwise: neither counts.
  acknowledged: `
    select o.supplier_id, date_trunc('month', o.ack_due_date)::date as month,
      count(*) filter (where (o.acknowledged_at at time zone 'UTC')::date <= o.ack_due_date) as part, count(*) as whole
    from purchase_orders o
    where o.issued_at is not null and o.archived_at is null
      and o.status not in ('cancelled', 'declined', 'change_proposed')
      and o.ack_due_date >= $1::date and o.ack_due_date < $2::date
    group by 1, 2`,
  // Kept: forecast for the planned day or before it, and no longer being made now that the day is over.
  ex_factory: `
    select o.supplier_id, date_trunc('month', l.ex_factory_date)::date as month,
      count(*) filter (where coalesce(l.forecast_ex_factory_date, l.ex_factory_date) <= l.ex_factory_date
        and l.delivery_stage not in ('pre_production', 'production')) as part,
      count(*) as whole
    from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    where o.issued_at is not null and o.archived_at is null and o.status not in ('cancelled', 'declined')
      and l.line_status <> 'cancelled' and l.ex_factory_date >= $1::date and l.ex_factory_date < $2::date
    group by 1, 2`,
  // Of lines whose making was reported: all packed, or gone, by the planned day as the last reports until then say it.
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
    from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    where o.issued_at is not null and o.archived_at is null and o.status not in ('cancelled', 'declined')
      and l.line_status <> 'cancelled' and l.ex_factory_date >= $1::date and l.ex_factory_date < $2::date
      and exists (select 1 from wip_reports w where w.po_line_id = l.id and w.archived_at is null)
    group by 1, 2`,
  compliance: `
    select o.supplier_id, ($2::date - interval '1 month')::date as month,
      coalesce(sum(a.qty) filter (where f.status = 'approved'
        and f.business_licence_expiry >= coalesce(l.ex_factory_date, $2::date)), 0) as part,
      sum(a.qty) as whole
    from factory_allocations a join po_lines l on l.id = a.po_line_id
      join purchase_orders o on o.id = l.purchase_order_id join factories f on f.id = a.factory_id
    where $1::date is not null and a.status = 'approved' and a.archived_at is null and a.process_stage = 'main' and l.line_status = 'open'
      and o.status in ('issued', 'change_proposed', 'confirmed') and o.archived_at is null
    group by 1, 2`,
}

const percent = { type: ['string', 'null'], description: 'Percent with one decimal.' }
const figure = object({
  figure: { enum: Object.keys(scoreFigures) },
  value: percent,
  part: number,
  whole: number,
  months: list(object({ month: day, part: number, whole: number })),
})
const part = object({
  part: { enum: scoreParts },
  weight: number,
  share: percent,
  value: percent,
  figures: list(figure),
})
const card = object({
  months: list(day),
  score: percent,
  band: { enum: [...scoreBands, null] },
  isEnough: flag,
  parts: list(part),
})
const scored = object({
  scored_on: { ...day, type: ['string', 'null'] },
  scorecard: { oneOf: [{ type: 'null' }, card] },
})

/** How the description of the API tells it. */
export const scorecardPaths = {
  [`/api/${suppliers.name}/{id}/scorecard`]: {
    get: {
      tags: [suppliers.name],
      summary: 'What a supplier’s score is made of',
      description: `For admin and Office. Counted once a day over the last twelve months that are over; the band is proposed as standing from ${fewestJudged} orders or lines on.`,
      parameters: [idParameter],
      responses: {
        ...ok('The counts and what they come to; null before the first count.', scored),
        ...refusals(400, 401, 403, 404),
      },
    },
  },
}
