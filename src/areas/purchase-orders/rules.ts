import type { PoLineSize } from '#areas/po-line-sizes/area.ts'
import type { PoLine } from '#areas/po-lines/area.ts'
import { addDays } from '#shared/base/dates.ts'
import { compare, inBase, sum } from '#shared/base/money.ts'
import type { AnyRecord, BaseRecord } from '#shared/kit/area.ts'
import { type DateOrder, dateProblems, deliveryDates, missingProblems, repeatProblems } from '#shared/kit/checks.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { incoterms, isIncoterm } from '#shared/standards/incoterms.ts'
import { cartonWarnings } from '#shared/trade/cartons.ts'
import { type Caution, cautionTexts, isPast, lineCautions } from '#shared/trade/cautions.ts'
import { slipDays } from '#shared/trade/delivery.ts'
import { type ChangeItem, isPriceRise, staleItems } from '#shared/trade/order-changes.ts'
import { lineValue } from '#shared/trade/order-value.ts'
import { minUnits, type ProductionStatus, productionOf } from '#shared/trade/production.ts'
import type { PurchaseOrder } from './area'

/** An order with its lines and changes, as the rules use it. */
export type Order = Omit<PurchaseOrder, 'lines' | 'changes'> & { lines: Line[]; changes: OrderChange[] }

/** A change of the order, as the rules use it. */
export interface OrderChange {
  id?: number
  seq: number
  change_title: string
  initiated_by: 'buyer' | 'supplier'
  outcome: 'proposed' | 'in_approval' | 'applied' | 'refused' | 'withdrawn'
  reason_code: string | null
  comment: string | null
  proposed_by: number | null
  proposed_at: string
  sent_at: string | null
  answered_by: number | null
  answered_at: string | null
  answer_comment: string | null
  applied_revision: number | null
  items: ChangeItem[]
}

/** A line of an order, as `po-lines` declares it; a line that is not stored yet has no `id`. */
export type Line = Omit<PoLine, keyof BaseRecord | WithDefault | 'sizes'> & {
  [name in WithDefault]: NonNullable<PoLine[name]>
} & { id?: number; sizes: LineSize[] }

/** Fields that have a default, so that every line has a value. */
type WithDefault =
  | 'line_status'
  | 'packed_qty'
  | 'booked_qty'
  | 'taken_qty'
  | 'shipped_qty'
  | 'received_qty'
  | 'invoiced_qty'
  | 'balance_qty'
  | 'approval_round'

/** Reasons for an approver to check a line. */
export type ApprovalReason = PoLine['approval_reasons'][number]

/** A size of a line, as `po-line-sizes` declares it. */
type LineSize = Pick<PoLineSize, 'size_id' | 'qty' | 'gtin' | 'booked_qty'> & Partial<Pick<PoLineSize, 'sku'>>

/** The texts of warnings that are shown at their field. */
const fieldCautions: Record<Caution, string> = {
  ex_factory_passed: 'problems.purchase-orders.ex_factory_passed',
  ordered_late: 'problems.purchase-orders.ordered_late',
  no_sizes: 'problems.purchase-orders.no_sizes',
}

export const rules: Rules = {
  check: (record, { today }) => {
    const order = asOrder(record)
    return [
      ...dateProblems(record, dateOrders),
      ...(order.order_date && order.order_date > addDays(today, 1)
        ? [problem(textOf('problems.purchase-orders.order_date_ahead'), 'order_date')]
        : []),
      ...seaOnlyProblems(order),
      ...repeatProblems(
        order.lines,
        ({ line_no }) => line_no,
        (index) => problem(textOf('problems.purchase-orders.line_no_repeated'), `lines.${index}.line_no`),
      ),
      ...gtinProblems(order),
    ]
  },

  warn: (record, { today }) => {
    const order = asOrder(record)
    return [
      ...cautionsOf(order, today).map(({ caution, field }) => problem(textOf(fieldCautions[caution]), field)),
      ...repeatedLineWarnings(order),
      ...order.lines.flatMap((line, index) => [
        ...windowWarnings(order, line, index),
        ...(isCancelled(line) ? [] : cartonWarnings(line, `lines.${index}.`)),
      ]),
    ]
  },

  guards: {
    submit: (record) => {
      const order = asOrder(record)
      return [
        ...missingProblems(order, neededForApproval),
        ...order.lines.flatMap((line, index) => (isCancelled(line) ? [] : lineNeeds(order, line, `lines.${index}.`))),
      ]
    },
    approve: (record) =>
      asOrder(record).lines.some(({ status }) => status === 'rejected' || status === 'revision_requested')
        ? [problem(textOf('problems.purchase-orders.lines_refused'))]
        : [],
    recall: ({ first_viewed_at }) =>
      first_viewed_at ? [problem(textOf('problems.purchase-orders.opened_by_supplier'))] : [],
    acknowledge: (record) => lateProblems(asOrder(record)),
    propose_change: (record) => alreadyOpen(asOrder(record)),
    revise: (record) => alreadyOpen(asOrder(record)),
    request_change: (record) => alreadyOpen(asOrder(record)),
    accept_change: (record, context) => answerProblems(asOrder(record), context),
    accept_request: (record, context) => answerProblems(asOrder(record), context),
    refuse_change: (record, context) => answering(asOrder(record), context),
    refuse_request: (record, context) => answering(asOrder(record), context),
    counter: (record, context) => answering(asOrder(record), context),
    withdraw_change: (record, context) => withdrawing(asOrder(record), context),
    withdraw_request: (record, context) => withdrawing(asOrder(record), context),
    hold: ({ on_hold }) => (on_hold ? [problem(textOf('problems.purchase-orders.on_hold'))] : []),
    release: ({ on_hold }) => (on_hold ? [] : [problem(textOf('problems.purchase-orders.not_on_hold'))]),
    short_close: (record) =>
      openChange(asOrder(record)) ? [problem(textOf('problems.purchase-orders.change_waits'))] : [],
    complete: (record) =>
      isComplete(asOrder(record)) ? [] : [problem(textOf('problems.purchase-orders.not_complete'))],
    cancel: (record) => {
      const { lines } = asOrder(record)
      if (lines.some(({ shipped_qty }) => shipped_qty > 0))
        return [problem(textOf('problems.purchase-orders.shipped_already'))]
      return lines.some((line) => bookedQty(line) > 0)
        ? [problem(textOf('problems.purchase-orders.booked_already'))]
        : []
    },
  },

  cautions: { submit: orderCautions, approve: orderCautions, issue: orderCautions },

  // The fields that may be edited in each state; all others need a change request.
  editable: (record, { me }) => {
    if (record.status === 'draft') return () => true
    const paths = new Set((supplierEdits[me.role] ?? officeEdits)[String(record.status)] ?? [])
    return (path) => paths.has(path)
  },
}

/** The open change request; there is at most one. */
export const openChange = ({ changes = [] }: Pick<Order, 'changes'>): OrderChange | undefined =>
  changes.find(({ outcome }) => outcome === 'proposed' || outcome === 'in_approval')

/** Which side the user acts for when an order is changed. */
export const sideOf = ({ me }: Pick<RuleContext, 'me'>): OrderChange['initiated_by'] =>
  me.role === 'Agent' ? 'supplier' : 'buyer'

const alreadyOpen = (order: Order): Problem[] =>
  openChange(order) ? [problem(textOf('problems.purchase-orders.change_open'))] : []

/** Only the other side answers a proposal, and only an open one. */
const answering = (order: Order, context: RuleContext): Problem[] => {
  const open = openChange(order)
  if (open?.outcome !== 'proposed') return [problem(textOf('problems.purchase-orders.no_change'))]
  return open.initiated_by === sideOf(context) ? [problem(textOf('problems.purchase-orders.own_change'))] : []
}

const answerProblems = (order: Order, context: RuleContext): Problem[] => {
  const open = openChange(order)
  const raisesPrice = open?.initiated_by === 'supplier' && open.items.some(isPriceRise)
  return [
    ...answering(order, context),
    ...(raisesPrice && context.me.role !== 'admin'
      ? [problem(textOf('problems.purchase-orders.rise_needs_admin'))]
      : []),
    ...(open && staleItems(order, open.items).length > 0
      ? [problem(textOf('problems.purchase-orders.change_stale'))]
      : []),
  ]
}

const withdrawing = (order: Order, context: RuleContext): Problem[] => {
  const open = openChange(order)
  if (!open) return [problem(textOf('problems.purchase-orders.no_change'))]
  return open.initiated_by === sideOf(context) ? [] : [problem(textOf('problems.purchase-orders.not_own_change'))]
}

/** A line promised for a later date cannot be acknowledged: it needs a change request. */
const lateProblems = (order: Order): Problem[] =>
  linesPromisedLater(order).length > 0 ? [problem(textOf('problems.purchase-orders.promised_late'))] : []

/** Facts about the order's references for warnings before it is submitted. */
export interface OrderFacts {
  /** The standing of the supplier. */
  standing: string | null | undefined
  seasons: ReadonlyMap<number, SeasonWindow>
}
/** The facts that the API sends with a draft. */
export interface StatedFacts {
  standing: string | null
  seasons: (SeasonWindow & { id: number })[]
}
export interface SeasonWindow {
  purchase_from: string | null
  purchase_to: string | null
}

/** Warnings from facts outside the order: a supplier that is blocked or on watch, a season outside its buying period. */
export const factWarnings = (
  order: Pick<Order, 'order_date' | 'season_id' | 'lines'>,
  facts: OrderFacts,
  today: string,
) => {
  const isOutside = (season_id: number | null) =>
    season_id !== null && isOutsideSeason(order.order_date ?? today, facts.seasons.get(season_id))
  const outside = (path: string) => [problem(textOf('problems.purchase-orders.outside_season'), path)]
  return [
    ...(facts.standing === 'watch'
      ? [problem(textOf('problems.purchase-orders.supplier_on_watch'), 'supplier_id')]
      : []),
    ...(facts.standing === 'blocked'
      ? [problem(textOf('problems.purchase-orders.supplier_blocked'), 'supplier_id')]
      : []),
    ...(isOutside(order.season_id) ? outside('season_id') : []),
    ...order.lines.flatMap(({ season_id }, index) =>
      season_id !== order.season_id && isOutside(season_id) ? outside(`lines.${index}.season_id`) : [],
    ),
  ]
}

/** Whether a day is outside the season's buying period. */
export const isOutsideSeason = (day: string | null, season: SeasonWindow | undefined): boolean =>
  Boolean(
    day &&
      season &&
      ((season.purchase_from && day < season.purchase_from) || (season.purchase_to && day > season.purchase_to)),
  )

/**
 * Calculates the values that follow from an order's lines, in place: line values and balances, totals, the statuses of
 * production, shipping, receipt and invoicing, the side that has to answer a change, and the number of late lines. Money
 * is rounded to the currency's minor unit. Throws RangeError for a price or rate that is not a decimal.
 */
export const deriveTotals = (order: Order, baseCurrency: string) => {
  for (const line of order.lines) deriveLine(order, line)
  const activeLines = order.lines.filter((line) => !isCancelled(line))
  order.line_count = activeLines.length
  order.later_lines = linesPromisedLater(order).length
  order.total_qty = total(activeLines, 'qty')
  order.total_value = sum(activeLines.map(({ line_value }) => line_value ?? '0'))
  order.total_value_base = inBase(order.total_value, order.currency, baseCurrency, order.fx_rate)
  order.production_status = productionOfAll(activeLines)
  order.shipping_status = shippingOf(activeLines)
  order.receipt_status = receiptOf(activeLines)
  const change = openChange(order)
  order.change_awaits = change?.outcome === 'proposed' ? (change.initiated_by === 'buyer' ? 'supplier' : 'buyer') : null
  order.invoice_status = shareOf(
    withinOrdered(activeLines, ({ invoiced_qty }) => invoiced_qty),
    order.total_qty,
  )
}

/** Sets slips and forecast of lines and order in place. Call it after the goods states of the lines are settled. */
export const deriveSlips = (order: Order, today: string) => {
  for (const line of order.lines) line.slip_days = slipDays(line, today)
  const open = openLines(order)
  order.forecast_ex_factory_date = latest(open.map((line) => line.forecast_ex_factory_date))
  order.slip_days = largest(open.map((line) => line.slip_days))
}

/** Types a record as an order; rules and hooks of this area get no other records. */
export const asOrder = (record: AnyRecord | Record<string, unknown>): Order => record as unknown as Order

export const isCancelled = (line: Pick<Line, 'line_status'>) => line.line_status === 'cancelled'
/** Open lines that the supplier promised for a later date than ordered. */
export const linesPromisedLater = (order: Pick<Order, 'lines'>): Line[] =>
  openLines(order).filter(({ promised_ex_factory_date: promised, ex_factory_date: ordered }) =>
    Boolean(promised && ordered && promised > ordered),
  )
/** Whether all open lines are received within their tolerance, and the received units are invoiced. */
export const isComplete = (order: Order): boolean => {
  const lines = openLines(order)
  return (
    lines.every((line) => line.received_qty >= leastQty(order, line)) &&
    (order.invoice_status === 'full' ||
      lines.every(({ invoiced_qty, received_qty, qty }) => (invoiced_qty ?? 0) >= Math.min(received_qty, qty)))
  )
}
export const openLines = (order: Pick<Order, 'lines'>) => order.lines.filter((line) => line.line_status === 'open')

/** Fields of a line that follow the header as long as the line has the header's value. */
export const inheritedFields = [
  'house_brand_id',
  'season_id',
  'ex_factory_date',
  'ship_window_start',
  'ship_window_end',
  'etd',
  'eta',
] as const

const dateOrders: readonly DateOrder[] = [
  ...deliveryDates,
  { early: 'eta', late: 'in_dc_date', at: 'in_dc_date', text: 'problems.dates.in_dc_before_eta' },
  { early: 'in_dc_date', late: 'in_store_date', at: 'in_store_date', text: 'problems.dates.in_store_before_in_dc' },
]

/** Fields of the header that a draft may lack, but a submitted order needs. */
export const neededForApproval = [
  'order_type',
  'buyer_id',
  'house_brand_id',
  'season_id',
  'ship_to_country',
  'order_date',
  'ship_window_start',
  'ship_window_end',
  'ex_factory_date',
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'ship_to_location_id',
  'currency',
  'payment_term_id',
  'qty_tolerance_over_pct',
  'qty_tolerance_under_pct',
] as const satisfies readonly (keyof PurchaseOrder)[]

/** Fields that each line of a submitted order needs, in addition to its price. */
export const neededInLines = [
  'product_category_id',
  'house_brand_id',
  'season_id',
  'size_scale_id',
  'uom',
  'pack_type',
  'ex_factory_date',
] as const

const lineNeeds = (order: Order, line: Line, path: string): Problem[] => [
  ...missingProblems({ ...line }, [...neededInLines, 'unit_price'], path),
  ...(line.unit_price && order.order_type !== 'sample' && compare(line.unit_price, '0') <= 0
    ? [problem(textOf('problems.purchase-orders.price_is_nothing'), `${path}unit_price`)]
    : []),
]

const seaOnlyProblems = ({ incoterm, transport_mode }: Order): Problem[] => {
  if (!incoterm || !transport_mode || !isIncoterm(incoterm)) return []
  const { sea_only, alternative } = incoterms[incoterm]
  return sea_only && transport_mode !== 'sea'
    ? [problem(textOf('problems.purchase-orders.sea_only', { incoterm, instead: alternative ?? '' }), 'incoterm')]
    : []
}

// A GTIN identifies one size of one colourway, so a shared GTIN was mistyped.
const gtinProblems = ({ lines }: Order): Problem[] => {
  const owners = new Map<string, string>()
  return lines.flatMap(({ article_id, colourway_id, sizes }, line) =>
    sizes.flatMap(({ gtin, size_id }, size) => {
      if (!gtin) return []
      const owner = `${article_id} ${colourway_id} ${size_id}`
      const firstOwner = owners.get(gtin) ?? owner
      owners.set(gtin, firstOwner)
      return firstOwner === owner
        ? []
        : [problem(textOf('problems.purchase-orders.gtin_shared'), `lines.${line}.sizes.${size}.gtin`)]
    }),
  )
}

const repeatedLineWarnings = ({ lines }: Order) =>
  repeatProblems(
    lines,
    (line) =>
      line.article_id && [line.article_id, line.colourway_id, line.ship_window_start, line.ship_window_end].join(),
    (index) => problem(textOf('problems.purchase-orders.line_repeated'), `lines.${index}.article_id`),
  )

/**
 * Possible oversights in an order that is not issued yet, each with its field. Lines with the date of the header do not
 * repeat its cautions.
 */
const cautionsOf = (order: Order, today: string): { caution: Caution; field: string }[] => {
  if (order.issued_at) return []
  const { order_date, ex_factory_date } = order
  const isLate = (date: string | null) => Boolean(order_date && date && order_date > date)
  return [
    ...(isPast(ex_factory_date, today) ? [{ caution: 'ex_factory_passed' as const, field: 'ex_factory_date' }] : []),
    ...(isLate(ex_factory_date) ? [{ caution: 'ordered_late' as const, field: 'ex_factory_date' }] : []),
    ...order.lines.flatMap((line, index) => {
      const isOwnDate = line.ex_factory_date !== ex_factory_date
      return [
        ...lineCautions(line, today).filter((caution) => isOwnDate || caution !== 'ex_factory_passed'),
        ...(isOwnDate && line.line_status === 'open' && isLate(line.ex_factory_date)
          ? (['ordered_late'] as const)
          : []),
      ].map((caution) => ({
        caution,
        field: `lines.${index}.${caution === 'no_sizes' ? 'sizes' : 'ex_factory_date'}`,
      }))
    }),
  ]
}

/** The same cautions, asked again before the order is submitted, approved or issued. */
function orderCautions(record: AnyRecord, { today }: RuleContext): Problem[] {
  return cautionTexts(cautionsOf(asOrder(record), today).map(({ caution }) => caution))
}

const windowWarnings = (order: Order, line: Line, index: number): Problem[] => {
  const { ex_factory_date: date } = line
  const isOutside =
    date !== null &&
    date !== order.ex_factory_date &&
    ((order.ship_window_end && date > order.ship_window_end) ||
      (order.ship_window_start && date < order.ship_window_start))
  return isOutside ? [problem(textOf('problems.purchase-orders.outside_window'), `lines.${index}.ex_factory_date`)] : []
}

const notes = ['notes_shared', 'notes_internal']
// Packed quantities are facts of the production, not terms of the order: they may be entered once it is issued.
const progress = ['lines.packed_qty']
const supplierFields = ['lines.forecast_ex_factory_date', 'lines.supplier_style_ref']
const delivery = ['lines.delivery_status_id', 'lines.late_reason', 'lines.delivery_comment']
// Season, brand and category classify the goods for the retailer; they are not terms of the order either.
const attributes = ['lines.season_id', 'lines.house_brand_id', 'lines.product_category_id']
const officeEdits: Record<string, readonly string[]> = {
  approved: [...notes, 'agent_contact_id', ...attributes],
  issued: [...notes, 'agent_contact_id', ...progress, ...attributes],
  change_proposed: [...notes, 'agent_contact_id', ...attributes],
  declined: [...notes, 'agent_contact_id', ...attributes],
  confirmed: [...notes, ...progress, ...supplierFields, ...delivery, ...attributes],
  completed: ['notes_internal'],
  closed: ['notes_internal'],
  cancelled: ['notes_internal'],
}
const supplierEdits: Partial<Record<Role, Record<string, readonly string[]>>> = {
  Agent: { issued: ['lines.promised_ex_factory_date'], confirmed: [...supplierFields, ...delivery] },
  staff: { confirmed: ['lines.delivery_status_id'] },
}

const deriveLine = (order: Order, line: Line) => {
  if (line.sizes.length > 0) line.qty = total(line.sizes, 'qty')
  line.line_title = `${order.po_no} / ${line.line_no}`
  line.currency = order.currency
  line.line_value = lineValue(line, order.currency)
  line.production_status = productionOf(line)
  line.balance_qty = line.line_status === 'open' ? Math.max(line.qty - line.shipped_qty, 0) : 0
}

/** The smallest quantity of a line that counts as complete. */
export const leastQty = ({ qty_tolerance_under_pct }: Order, { qty }: Line) => minUnits(qty, qty_tolerance_under_pct)

const productionOfAll = (lines: readonly Line[]): ProductionStatus => {
  if (lines.every(({ production_status }) => production_status === 'not_started')) return 'not_started'
  return lines.every(({ production_status }) => production_status === 'finished') ? 'finished' : 'in_production'
}

const shippingOf = (lines: readonly Line[]) => {
  const ordered = total(lines, 'qty')
  const shipped = shareOf(
    withinOrdered(lines, ({ shipped_qty }) => shipped_qty),
    ordered,
  )
  if (shipped !== 'none') return shipped === 'full' ? 'shipped' : 'part_shipped'
  const booked = shareOf(withinOrdered(lines, bookedQty), ordered)
  return booked === 'none' ? 'not_booked' : booked === 'full' ? 'booked' : 'part_booked'
}

/** Booked units of a line: the sum of its sizes if it has sizes. */
export const bookedQty = ({ sizes, booked_qty }: Pick<Line, 'sizes' | 'booked_qty'>): number =>
  sizes.length > 0 ? sumOf(sizes.map((size) => size.booked_qty ?? 0)) : (booked_qty ?? 0)

const receiptOf = (lines: readonly Line[]) => {
  const [received, ordered] = [total(lines, 'received_qty'), total(lines, 'qty')]
  const share = shareOf(
    withinOrdered(lines, ({ received_qty }) => received_qty),
    ordered,
  )
  return share === 'full' && received > ordered ? 'over' : share
}

/** Units of all lines, capped at the ordered units of each, so that a surplus of one line does not fill another. */
const withinOrdered = (lines: readonly Line[], unitsOf: (line: Line) => number | null): number =>
  sumOf(lines.map((line) => Math.min(unitsOf(line) ?? 0, line.qty)))

const shareOf = (part: number, whole: number) => (part === 0 ? 'none' : part >= whole ? 'full' : 'part')

const total = <K extends string>(rows: readonly Record<K, number | null>[], field: K) =>
  sumOf(rows.map((row) => row[field] ?? 0))
const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const latest = (dates: readonly (string | null)[]) =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null)
const largest = (numbers: readonly (number | null)[]) =>
  numbers.reduce((most, number) => (number !== null && (most === null || number > most) ? number : most), null)
