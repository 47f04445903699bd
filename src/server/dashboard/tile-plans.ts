import { findWorklist } from '#areas/worklists.ts'
import { addDays } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { listParams } from '#shared/kit/list-query.ts'
import { isOfficeRole, type Role } from '#shared/kit/roles.ts'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { bookingFilters, sailingThisWeek } from '#shared/trade/booking-filters.ts'
import { claimFilters } from '#shared/trade/claim-filters.ts'
import { overdueFilters } from '#shared/trade/delivery.ts'
import { invoiceFilters, dueThisWeek as invoicesDueThisWeek } from '#shared/trade/invoice-filters.ts'
import { licenceEndsBy } from '#shared/trade/licence.ts'
import { activityFilters, failedFirst, plannedThisWeek } from '#shared/trade/qa.ts'
import { dueThisWeek, sampleFilters } from '#shared/trade/samples.ts'
import { accreditationCoverage, acknowledgements, deliveryRates, qualityRates, sumsOf } from './tile-figures'
import type { Conditions, TileContext } from './tile-listings'

/** A tile before it is counted. */
export interface TilePlan {
  name: string
  area: string
  /** The worklist that the tile links to if the caller may open it. */
  worklist?: string
  conditions: Conditions
  /** The conditions of the period before, for a figure of a period. */
  before?: Conditions
  parts?: Record<string, Conditions>
  details?: (context: TileContext) => Promise<Partial<Tile>>
}

/** Days of a period; it is compared with as many days before it. */
const periodDays = 30
/** Days before the expiry of a factory's licence from which it counts as expiring. */
const licenceDays = 60

/**
 * The tiles of a role on a day, in the order of the dashboard. `departments` are those for which the user reviews
 * artwork.
 */
export const tilePlans = (role: Role, day: string, departments: readonly string[]): TilePlan[] => {
  const from = addDays(day, -periodDays)
  const period: Period = { from, earlier: addDays(from, -periodDays) }
  return [
    ...orderTiles(role, day, period),
    ...(isOfficeRole(role) ? officeTiles(day, departments) : supplierTiles(day)),
    ...dateTiles(day),
    ...rateTiles(period),
    { name: 'actions_overdue', area: 'factory-accreditations', conditions: { cap_status: 'overdue' } },
    { name: 'on_hold', area: 'purchase-orders', conditions: { on_hold: 'true' } },
    ...deliveryTiles(day),
  ]
}

/** First days of the current period and of the period before it. */
interface Period {
  from: string
  earlier: string
}

const orderTiles = (role: Role, day: string, { from, earlier }: Period): TilePlan[] => {
  const issued = { status: 'issued' }
  const inPeriod = { acknowledged_at_gte: from }
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
  ]
}

/** Work that waits for the office. */
const officeTiles = (day: string, departments: readonly string[]): TilePlan[] => [
  { name: 'approval', area: 'po-lines', conditions: { status: 'pending' } },
  { name: 'to_verify', area: 'fibre-allocations', conditions: { status: 'submitted' } },
  { name: 'care_to_approve', area: 'care-allocations', conditions: { status: 'submitted' } },
  { name: 'specs_to_review', area: 'specifications', conditions: { status: 'under_review' } },
  {
    name: 'artwork_to_review',
    area: 'artworks',
    // Reviewers without a department see the artwork of all departments.
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

/** Work that waits for the supplier. */
const supplierTiles = (day: string): TilePlan[] => [
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
]

/** Dates of this week and missed dates, for both sides. */
const dateTiles = (day: string): TilePlan[] => [
  samplesTile('samples_late', sampleFilters.late),
  qualityTile('inspections_week', plannedThisWeek(day)),
  bookingsTile('sailing_week', ...sailingThisWeek(day)),
  bookingsTile('documents_late', bookingFilters.documents_late),
  {
    name: 'accreditations_expiring',
    area: 'factory-accreditations',
    conditions: { status: 'expiring', is_current: 'true' },
  },
]

/** Failures of the period, each with the rate that it lowers. */
const rateTiles = ({ from, earlier }: Period): TilePlan[] => [
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
    details: async (context) => ({ facts: { covered_pct: await accreditationCoverage(context, uncovered) } }),
  },
]

/** Undelivered lines by their delay, and expiring licences of factories. */
const deliveryTiles = (day: string): TilePlan[] => {
  const open = undelivered()
  const ofLines = { area: 'po-lines', worklist: deliveries }
  return [
    {
      name: 'open',
      ...ofLines,
      conditions: open,
      details: async (context) => ({ sums: await sumsOf(context, 'po-lines', open) }),
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

const samplesTile = (name: string, filter: Filter): TilePlan => ({
  name,
  area: 'sample-requests',
  conditions: conditionsFrom([filter]),
})

const qualityTile = (name: string, filter: Filter): TilePlan => ({
  name,
  area: 'qa-activities',
  conditions: conditionsFrom([filter]),
})

const bookingsTile = (name: string, ...filters: Filter[]): TilePlan => ({
  name,
  area: 'bookings',
  conditions: conditionsFrom(filters),
})

const claimsTile = (name: string, filter: Filter): TilePlan => ({
  name,
  area: 'claims',
  conditions: conditionsFrom([filter]),
})

const invoicesTile = (name: string, filters: readonly Filter[]): TilePlan => ({
  name,
  area: 'invoices',
  conditions: conditionsFrom(filters),
})

/** A tile of invoices with the sum of their amounts in each currency. */
const owedTile = (name: string, filters: readonly Filter[]): TilePlan => {
  const plan = invoicesTile(name, filters)
  return {
    ...plan,
    details: async (context) => ({ sums: await sumsOf(context, plan.area, plan.conditions) }),
  }
}

/** Lines whose goods left after their ordered day. */
const leftLate: Conditions = { goods_state: 'left', slip_days_gt: '0' }

/** Open lines whose factories lack an accreditation that the lines need. */
const uncovered: Conditions = { line_status: 'open', accreditation_readiness_in: 'missing,in_progress,rejected' }

/** The conditions of the delivery worklist. */
const undelivered = (): Conditions => conditionsFrom(findWorklist(deliveries)?.worklist?.where ?? [])
const conditionsFrom = (filters: readonly Filter[]): Conditions =>
  Object.fromEntries(
    listParams({
      // Conditions are keyed by name, so several values of one field need `_in`.
      filters: filters.map((filter) =>
        filter.op === '' && filter.values.length > 1 ? { ...filter, op: '_in' } : filter,
      ),
    }),
  )
const deliveries = 'delivery-worklist'
