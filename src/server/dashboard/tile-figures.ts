import { sql } from 'kysely'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import type { TileSums } from '#shared/kit/wire/tile.ts'
import { hasLeft, isReceived, leftInTime, onTimeInFull } from '#shared/trade/delivered-sql.ts'
import { isInspected, qualityColumns } from '#shared/trade/qa-sql.ts'
import { type Conditions, listingOf, type TileContext } from './tile-listings'

/** The sums of a list, per currency if the caller may see values. */
export const sumsOf = async (context: TileContext, area: string, conditions: Conditions) =>
  (await context.lists.totals(listingOf(context, area, conditions), context.me)).sums as TileSums[]

/** The share of open units whose factories are accredited as their lines need, in percent; null without such lines. */
export const accreditationCoverage = async (context: TileContext, uncovered: Conditions): Promise<number | null> => {
  // One row of sums for each currency.
  const unitsOf = async (conditions: Conditions) =>
    (await sumsOf(context, 'po-lines', conditions)).reduce((units, { qty }) => units + Number(qty), 0)
  const open = await unitsOf(uncovered)
  const covered = await unitsOf({ ...uncovered, accreditation_readiness_in: 'ok,waived' })
  return open + covered === 0 ? null : Math.round((100 * covered) / (open + covered))
}

/**
 * Share of orders acknowledged by their due day, in percent, and mean hours from issue to acknowledgement; of the period
 * from `from` on and of the period between `earlier` and `from`.
 */
export const acknowledgements = async ({ kit, me }: TileContext, earlier: string, from: string) => {
  const orders = kit.register.get('purchase-orders')
  const statement = acknowledgementStatements(readScopeOf(me), () =>
    compile(sql`
      select
        round(100.0 * sum(records) filter (where is_now and on_time) / nullif(sum(records) filter (where is_now), 0))::int as on_time_pct,
        round(100.0 * sum(records) filter (where not is_now and on_time) / nullif(sum(records) filter (where not is_now), 0))::int as on_time_pct_before,
        round(sum(seconds) filter (where is_now) / 3600 / nullif(sum(answers) filter (where is_now), 0))::int as hours,
        round(sum(seconds) filter (where not is_now) / 3600 / nullif(sum(answers) filter (where not is_now), 0))::int as hours_before
      from (
        select f.acknowledged_at >= ${slot('from')}::date as is_now, f.acknowledged_late is not true as on_time,
          f.records, f.answers, f.answer_seconds as seconds
        from order_figures as f
        where f.kind = ${kit.selects.isScoped(orders, readScopeOf(me)) ? sql`'supplier_answered'` : sql`'answered'`}
          and f.acknowledged_at >= ${slot('earlier')}::date and ${kit.selects.inScope(orders, readScopeOf(me), 'f')}) as x`),
  )
  const [row] = await run<Record<string, number | null>>(kit.db, statement, { earlier, from, ...callerValues(me) })
  return row ?? {}
}

const acknowledgementStatements = memo<Statement>(10)

/** First-pass rate in percent, and defects per 100 inspected pieces; of both periods. */
export const qualityRates = async ({ kit, me }: TileContext, earlier: string, from: string) => {
  const activities = kit.register.get('qa-activities')
  const statement = qualityStatements(readScopeOf(me), () => {
    const { first_passed, first, defects, inspected } = qualityColumns('q')
    return compile(sql`
      select max(round(100.0 * passed / nullif(first, 0))::int) filter (where is_now) as first_pass_pct,
        max(round(100.0 * passed / nullif(first, 0))::int) filter (where not is_now) as first_pass_pct_before,
        max(round(100.0 * defects / nullif(inspected, 0), 1)::float) filter (where is_now) as defects_per_100,
        max(round(100.0 * defects / nullif(inspected, 0), 1)::float) filter (where not is_now) as defects_per_100_before
      from (
        select q.inspected_on >= ${slot('from')}::date as is_now, ${sql.raw(first_passed)} as passed,
          ${sql.raw(first)} as first, ${sql.raw(defects)} as defects, ${sql.raw(inspected)} as inspected
        from qa_activities as q
        where ${sql.raw(isInspected('q'))} and q.inspected_on >= ${slot('earlier')}::date
          and ${kit.selects.inScope(activities, readScopeOf(me), 'q')}
        group by 1) as x`)
  })
  const [row] = await run<Record<string, number | null>>(kit.db, statement, { earlier, from, ...callerValues(me) })
  return row ?? {}
}

const qualityStatements = memo<Statement>(10)

/** Share of lines that left by their ordered day, or were received on time and in full, in percent; of both periods. */
export const deliveryRates = async (
  { kit, me }: TileContext,
  rate: keyof typeof deliveryRateSql,
  earlier: string,
  from: string,
) => {
  const lines = kit.register.get('po-lines')
  const scope = readScopeOf(me)
  const statement = deliveryStatements[rate](scope, () => {
    const { day, counts, isGood } = deliveryRateSql[rate]
    const share = (isInPeriod: string) =>
      sql.raw(
        `round(100.0 * count(*) filter (where ${isInPeriod} and ${isGood}) / nullif(count(*) filter (where ${isInPeriod}), 0))::int`,
      )
    return compile(sql`
      select ${share('is_now')} as ${sql.id(`${rate}_pct`)}, ${share('not is_now')} as ${sql.id(`${rate}_pct_before`)}
      from (
        select l.*, ${sql.raw(day)} >= ${slot('from')}::date as is_now from po_lines as l
        where ${sql.raw(day)} >= ${slot('earlier')}::date and ${kit.selects.inScope(lines, scope, 'l')}) as l
      join purchase_orders as o on o.id = l.purchase_order_id where ${sql.raw(counts)}`)
  })
  const [row] = await run<Record<string, number | null>>(kit.db, statement, { earlier, from, ...callerValues(me) })
  return row ?? {}
}

const deliveryRateSql = {
  left_in_time: { day: 'l.actual_ex_factory_date', counts: hasLeft('l'), isGood: leftInTime('l') },
  otif: { day: 'l.received_on', counts: isReceived('l', 'o'), isGood: onTimeInFull('l', 'o') },
}
const deliveryStatements = { left_in_time: memo<Statement>(10), otif: memo<Statement>(10) }
