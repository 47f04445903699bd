import { sql } from 'kysely'
import { findWorklist } from '#areas/worklists.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { addDays, today } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { listParams, parseListQuery } from '#shared/kit/list-query.ts'
import { isOfficeRole, type Role, subjectOf } from '#shared/kit/roles.ts'
import { bookingFilters, sailingThisWeek } from '#shared/trade/booking-filters.ts'
import { claimFilters } from '#shared/trade/claim-filters.ts'
import { hasLeft, isReceived, leftInTime, onTimeInFull } from '#shared/trade/delivered-sql.ts'
import { overdueFilters } from '#shared/trade/delivery.ts'
import { invoiceFilters, dueThisWeek as invoicesDueThisWeek } from '#shared/trade/invoice-filters.ts'
import { licenceEndsBy } from '#shared/trade/licence.ts'
import { activityFilters, failedFirst, plannedThisWeek } from '#shared/trade/qa.ts'
import { isInspected, qualityColumns } from '#shared/trade/qa-sql.ts'
import { dueThisWeek, sampleFilters } from '#shared/trade/samples.ts'

/** A figure of the dashboard: the number of records of a list, and the list it links to. */
export interface Tile {
  name: string
  area: string
  /** The page of the list: the area's or a worklist's. */
  path: string
  /** The list's conditions, as its address and the API have them. */
  query: string
  count: number
  /** How many there were in the period before, for a figure of a period. */
  before?: number
  /** Further figures of the same records. */
  facts?: Record<string, number | null>
  /** Per currency where the caller may see values. */
  sums?: Record<string, unknown>[]
  /** The records by kind, each with its own list. */
  parts?: { name: string; query: string; count: number }[]
}

/** Days of a period; it is compared with as many before it. */
export const periodDays = 30
/** Days before its expiry from which a factory's licence counts as expiring. */
export const licenceDays = 60

/**
 * The figures that a caller may see, counted by the lists that they link to: in the caller's scope, and cached like
 * their counts.
 */
export const readTiles = async (context: TileContext): Promise<Tile[]> => {
  const departments = isOfficeRole(context.me.role) ? await departmentsOf(context) : []
  const plans = plansFor(context.me.role, today(), departments).filter((plan) => mayRead(context, plan))
  const countOf = await countAll(context, plans)
  const tiles: Tile[] = []
  // Sequential: a dashboard must not use every connection.
  for (const plan of plans) tiles.push(await tileOf(context, plan, countOf))
  return tiles
}

interface TileContext {
  kit: Kit
  lists: Lists
  me: Principal
}

interface Plan {
  name: string
  area: string
  /** The worklist that it links to, for callers who may open it. */
  worklist?: string
  conditions: Conditions
  before?: Conditions
  parts?: Record<string, Conditions>
  details?: (context: TileContext) => Promise<Partial<Tile>>
}
type Conditions = Record<string, string>

/** For whom the person reviews artwork. */
const departmentsOf = async ({ kit, me }: TileContext): Promise<readonly string[]> => {
  const [row] = await kit.db.query<{ review_departments: string[] }>(
    'select review_departments from users where id = $1',
    [me.id],
    'tile_departments',
  )
  return row?.review_departments ?? []
}

const plansFor = (role: Role, day: string, departments: readonly string[]): Plan[] => {
  const from = addDays(day, -periodDays)
  const earlier = addDays(from, -periodDays)
  const inPeriod = { acknowledged_at_gte: from }
  const issued = { status: 'issued' }
  const open = onTheirWay()
  const ofLines = { area: 'po-lines', worklist: deliveries }
  return [
    { name: 'awaiting', area: 'purchase-orders', conditions: issued },
    { name: 'overdue', area: 'purchase-orders', conditions: { ...issued, ack_due_date_lt: day } },
    {
      name: 'acknowledged',
      area: 'purchase-orders',
      conditions: inPeriod,
      before: { acknowledged_at_gte: earlier, acknowledged_at_lt: from },
      parts: { late: { ...inPeriod, acknowledged_late: 'true' } },
      details: async (context) => ({ facts: await acknowledgements(context, earlier, from) }),
    },
    {
      name: 'changes',
      area: 'purchase-orders',
      conditions: { change_awaits: isOfficeRole(role) ? 'buyer' : 'supplier' },
    },
    ...(isOfficeRole(role) ? [{ name: 'approval', area: 'po-lines', conditions: { status: 'pending' } }] : []),
    ...(isOfficeRole(role)
      ? [
          { name: 'to_verify', area: 'fibre-allocations', conditions: { status: 'submitted' } },
          { name: 'care_to_approve', area: 'care-allocations', conditions: { status: 'submitted' } },
          { name: 'specs_to_review', area: 'specifications', conditions: { status: 'under_review' } },
          {
            name: 'artwork_to_review',
            area: 'artworks',
            // Who belongs to no department sees what waits for any.
            conditions: departments.length > 0 ? { awaits_me: 'true' } : { status: 'in_review' },
          },
          { name: 'artwork_changes', area: 'artworks', conditions: { status: 'changes_requested' } },
          { name: 'proofs_to_judge', area: 'artwork-allocations', conditions: { status: 'submitted' } },
          { name: 'artwork_outdated', area: 'artwork-allocations', conditions: { status: 'outdated' } },
          {
            name: 'specs_missing',
            area: 'po-lines',
            conditions: { line_status: 'open', specification_readiness: 'missing' },
          },
          { name: 'specs_outdated', area: 'spec-allocations', conditions: { status: 'outdated' } },
          {
            name: 'audits_to_review',
            area: 'factory-accreditations',
            conditions: { status_in: 'submitted,under_review' },
          },
          samplesTile('samples_to_evaluate', sampleFilters.to_evaluate),
          samplesTile('comments_late', sampleFilters.comments_late),
          qualityTile('inspections_to_decide', activityFilters.to_decide),
          qualityTile('plans_to_review', activityFilters.plans_to_review),
          bookingsTile('bookings_to_approve', bookingFilters.to_approve),
          bookingsTile('bookings_to_confirm', bookingFilters.to_confirm),
          claimsTile('claims_to_share', claimFilters.to_share),
          claimsTile('claims_contested', claimFilters.contested),
          invoicesTile('invoices_to_review', invoiceFilters.to_review),
          invoicesTile('invoices_disputed', invoiceFilters.disputed),
          invoicesTile('invoices_overdue', invoiceFilters.overdue),
          owedTile('payable_week', invoicesDueThisWeek(day)),
        ]
      : [
          {
            name: 'to_declare',
            area: 'fibre-allocations',
            conditions: { status_in: 'allocated,acknowledged,rejected,outdated' },
          },
          {
            name: 'care_to_prove',
            area: 'care-allocations',
            conditions: { status_in: 'allocated,acknowledged,rejected' },
          },
          { name: 'artwork_to_acknowledge', area: 'artwork-allocations', conditions: { status: 'allocated' } },
          { name: 'proofs_rejected', area: 'artwork-allocations', conditions: { status: 'rejected' } },
          { name: 'specs_to_acknowledge', area: 'spec-allocations', conditions: { status: 'allocated' } },
          { name: 'audits_rejected', area: 'factory-accreditations', conditions: { status: 'rejected' } },
          samplesTile('samples_new', sampleFilters.new),
          samplesTile('samples_due', dueThisWeek(day)),
          samplesTile('samples_rejected', sampleFilters.rejected),
          qualityTile('plans_to_answer', activityFilters.plans_to_answer),
          bookingsTile('instructions_to_give', bookingFilters.awaiting_instruction),
          claimsTile('claims_to_answer', claimFilters.to_answer),
          invoicesTile('invoices_to_answer', invoiceFilters.disputed),
          owedTile('invoices_unpaid', invoiceFilters.to_pay),
        ]),
    samplesTile('samples_late', sampleFilters.late),
    qualityTile('inspections_week', plannedThisWeek(day)),
    bookingsTile('sailing_week', ...sailingThisWeek(day)),
    bookingsTile('documents_late', bookingFilters.documents_late),
    {
      name: 'accreditations_expiring',
      area: 'factory-accreditations',
      conditions: { status: 'expiring', is_current: 'true' },
    },
    {
      name: 'failed_first',
      area: 'qa-activities',
      conditions: conditionsFrom(failedFirst(from)),
      before: conditionsFrom([...failedFirst(earlier), { field: 'inspected_on', op: '_lt', values: [from] }]),
      details: async (context) => ({ facts: await qualityRates(context, earlier, from) }),
    },
    {
      name: 'left_late',
      area: 'po-lines',
      conditions: { ...leftLate, actual_ex_factory_date_gte: from },
      before: { ...leftLate, actual_ex_factory_date_gte: earlier, actual_ex_factory_date_lt: from },
      details: async (context) => ({ facts: await deliveryRates(context, 'left_in_time', earlier, from) }),
    },
    {
      name: 'otif_missed',
      area: 'po-lines',
      conditions: { otif: 'missed', received_on_gte: from },
      before: { otif: 'missed', received_on_gte: earlier, received_on_lt: from },
      details: async (context) => ({ facts: await deliveryRates(context, 'otif', earlier, from) }),
    },
    {
      name: 'accreditation_coverage',
      area: 'po-lines',
      conditions: uncovered,
      details: async ({ lists, me, kit }) => {
        const unitsOf = async (conditions: Conditions) =>
          Number((await lists.totals(listingOf({ kit, lists, me }, 'po-lines', conditions), me)).sums[0]?.qty ?? 0)
        const open = await unitsOf(uncovered)
        const covered = await unitsOf({ ...uncovered, accreditation_readiness_in: 'ok,waived' })
        return { facts: { covered_pct: open + covered === 0 ? null : Math.round((100 * covered) / (open + covered)) } }
      },
    },
    { name: 'actions_overdue', area: 'factory-accreditations', conditions: { cap_status: 'overdue' } },
    { name: 'on_hold', area: 'purchase-orders', conditions: { on_hold: 'true' } },
    {
      name: 'open',
      ...ofLines,
      conditions: open,
      details: async ({ lists, me, kit }) => ({
        sums: (await lists.totals(listingOf({ kit, lists, me }, 'po-lines', open), me)).sums,
      }),
    },
    {
      name: 'slipping',
      ...ofLines,
      conditions: { ...open, slip_days_gt: '0' },
      parts: {
        on_time: { ...open, slip_days_lte: '0' },
        week: { ...open, slip_days_gt: '0', slip_days_lte: '7' },
        fortnight: { ...open, slip_days_gt: '7', slip_days_lte: '14' },
        longer: { ...open, slip_days_gt: '14' },
        unknown: { ...open, slip_days_null: 'true' },
      },
    },
    { name: 'past', ...ofLines, conditions: { ...open, ...conditionsFrom(overdueFilters(day)) } },
    {
      name: 'licences',
      area: 'factories',
      conditions: conditionsFrom(licenceEndsBy(addDays(day, licenceDays))),
    },
  ]
}

const samplesTile = (name: string, filter: Filter): Plan => ({
  name,
  area: 'sample-requests',
  conditions: conditionsFrom([filter]),
})

const qualityTile = (name: string, filter: Filter): Plan => ({
  name,
  area: 'qa-activities',
  conditions: conditionsFrom([filter]),
})

const bookingsTile = (name: string, ...filters: Filter[]): Plan => ({
  name,
  area: 'bookings',
  conditions: conditionsFrom(filters),
})

const claimsTile = (name: string, filter: Filter): Plan => ({
  name,
  area: 'claims',
  conditions: conditionsFrom([filter]),
})

const invoicesTile = (name: string, filters: readonly Filter[]): Plan => ({
  name,
  area: 'invoices',
  conditions: conditionsFrom(filters),
})

/** Invoices with what they come to in each currency. */
const owedTile = (name: string, filters: readonly Filter[]): Plan => {
  const plan = invoicesTile(name, filters)
  return {
    ...plan,
    details: async ({ lists, me, kit }) => ({
      sums: (await lists.totals(listingOf({ kit, lists, me }, plan.area, plan.conditions), me)).sums,
    }),
  }
}

/** Lines whose goods left after the ordered day. */
const leftLate: Conditions = { goods_state: 'left', slip_days_gt: '0' }

/** Open lines whose factories are not accredited as the lines need. */
const uncovered: Conditions = { line_status: 'open', accreditation_readiness_in: 'missing,in_progress,rejected' }

/** The conditions of the delivery worklist. */
const onTheirWay = (): Conditions => conditionsFrom(findWorklist(deliveries)?.worklist?.where ?? [])
const conditionsFrom = (filters: readonly Filter[]): Conditions =>
  Object.fromEntries(
    listParams({
      // A name stands once in the conditions.
      filters: filters.map((filter) =>
        filter.op === '' && filter.values.length > 1 ? { ...filter, op: '_in' } : filter,
      ),
    }),
  )
const deliveries = 'delivery-worklist'

/** Whether the caller may read the area and all fields of the figure's filters. */
const mayRead = ({ kit, me }: TileContext, { area, conditions, parts = {} }: Plan) => {
  const { problems } = parseListQuery(
    kit.register.get(area),
    [conditions, ...Object.values(parts)].flatMap((part) => Object.entries(part)).filter(firstOfName),
    (field) => kit.mayRead(subjectOf(me), kit.register.get(area), field),
  )
  return kit.can(me.role, area, 'read') && problems.length === 0
}

const firstOfName = ([name]: [string, string], index: number, all: [string, string][]) =>
  all.findIndex(([candidate]) => candidate === name) === index

/** Counts the lists of the figures; those of one worklist together, as they share most filters. */
const countAll = async ({ kit, lists, me }: TileContext, plans: readonly Plan[]): Promise<CountOf> => {
  const counts = new Map<string, number>()
  for (const group of new Set(plans.map(groupOf))) {
    const counted = plans
      .filter((plan) => groupOf(plan) === group)
      .flatMap((plan) => conditionsOf(plan).map((conditions) => ({ plan, conditions })))
    const listings = counted.map(({ plan, conditions }) => listingOf({ kit, lists, me }, plan.area, conditions))
    const totals = await lists.counts(listings, me)
    for (const [index, { plan, conditions }] of counted.entries())
      counts.set(keyOf(plan, conditions), totals[index] ?? 0)
  }
  return (plan, conditions) => counts.get(keyOf(plan, conditions)) ?? 0
}
type CountOf = (plan: Plan, conditions: Conditions) => number

const groupOf = ({ name, worklist }: Plan) => worklist ?? name
const conditionsOf = ({ conditions, before, parts = {} }: Plan): Conditions[] => [
  conditions,
  ...(before ? [before] : []),
  ...Object.values(parts),
]
const keyOf = ({ area }: Plan, conditions: Conditions) => `${area}?${queryOf(conditions)}`

const tileOf = async (context: TileContext, plan: Plan, countOf: CountOf): Promise<Tile> => {
  const { name, area, conditions, before, parts, details } = plan
  return {
    name,
    area,
    path: pathOf(context, plan),
    query: queryOf(conditions),
    count: countOf(plan, conditions),
    ...(before && { before: countOf(plan, before) }),
    ...(parts && {
      parts: Object.entries(parts).map(([part, conditions]) => ({
        name: part,
        query: queryOf(conditions),
        count: countOf(plan, conditions),
      })),
    }),
    ...(await details?.(context)),
  }
}

/** The page that shows the records: the worklist if the caller may open it, else the area's list. */
const pathOf = ({ kit, me }: TileContext, { area, worklist }: Plan): string => {
  const path = worklist && findWorklist(worklist)?.path
  return path && kit.can(me.role, `page:${path}`, 'open') ? path : (kit.register.get(area).path ?? '')
}

const queryOf = (conditions: Conditions) => new URLSearchParams(conditions).toString()
const listingOf = ({ kit, lists, me }: TileContext, area: string, conditions: Conditions) =>
  lists.listing(kit.register.get(area), me, `${queryOf(conditions)}&_start=0&_end=1`)

/** Share of the orders acknowledged by the day they were due, in percent, and hours from issue to acknowledgement; now and in the period before. */
const acknowledgements = async ({ kit, me }: TileContext, earlier: string, from: string) => {
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

/** First-pass rate in percent and defective pieces per 100 that were inspected; now and in the period before. */
const qualityRates = async ({ kit, me }: TileContext, earlier: string, from: string) => {
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

/** The share of lines that left by the ordered day, or were received on time and in full, in percent; now and in the period before. */
const deliveryRates = async (
  { kit, me }: TileContext,
  rate: keyof typeof deliveryRateSql,
  earlier: string,
  from: string,
) => {
  const lines = kit.register.get('po-lines')
  const scope = readScopeOf(me)
  const statement = deliveryStatements[rate](scope, () => {
    const { day, counts, isGood } = deliveryRateSql[rate]
    const share = (is: string) =>
      sql.raw(
        `round(100.0 * count(*) filter (where ${is} and ${isGood}) / nullif(count(*) filter (where ${is}), 0))::int`,
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
