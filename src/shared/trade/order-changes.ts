import { addDays, daysBetween, firstDate, isDate, isRecordDate, lastDate } from '#shared/base/dates.ts'
import { compare, divide, isDecimalText, multiply, subtract, withoutTrailingZeros } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { ChangeField } from './change-terms'
import { orderValueInBase, type ValuedOrder } from './order-value'

/**
 * One changed value of a line, or with `size_id` of one of its sizes. Quantities and prices are text as well; dates are
 * `YYYY-MM-DD`.
 */
export interface ChangeItem {
  po_line_id: number
  size_id: number | null
  field: ChangeField
  old_value: string | null
  new_value: string | null
}

/** An order line, as far as changes need it. */
export interface ChangedLine extends Record<Exclude<ChangeField, 'qty'>, string | null> {
  id?: number
  qty: number
  line_status: string
  packed_qty: number
  booked_qty?: number | null
  shipped_qty: number
  etd: string | null
  eta: string | null
  promised_ex_factory_date: string | null
  forecast_ex_factory_date: string | null
  sizes: { size_id: number; qty: number; booked_qty: number | null; shipped_qty?: number | null }[]
}

/** A purchase order, as far as changes need it. */
export interface ChangedOrder {
  order_type: string | null
  ex_factory_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  etd: string | null
  eta: string | null
  in_dc_date: string | null
  in_store_date: string | null
  lines: ChangedLine[]
}

/**
 * The current value of the field that an item changes; null if it is empty, `'0'` for a size that is not ordered yet.
 */
export const currentValue = (
  line: ChangedLine,
  { size_id, field }: Pick<ChangeItem, 'size_id' | 'field'>,
): string | null => {
  if (field !== 'qty') return field === 'unit_price' ? plain(line.unit_price) : line[field]
  if (size_id === null) return String(line.qty)
  return String(line.sizes.find((size) => size.size_id === size_id)?.qty ?? 0)
}

/** The items with `old_value` set to the order's current value; items that change nothing are left out. */
export const completeItems = (order: ChangedOrder, items: readonly ChangeItem[]): ChangeItem[] =>
  items.flatMap((item) => {
    const line = lineOf(order, item)
    const old_value = line ? currentValue(line, item) : null
    const new_value = item.field === 'unit_price' ? plain(item.new_value) : item.new_value
    return old_value === new_value ? [] : [{ ...item, old_value, new_value }]
  })

/**
 * Problems of the items, with paths such as `items.3.new_value`. For example a quantity must not fall below what is
 * booked or shipped already.
 */
export const itemProblems = (order: ChangedOrder, items: readonly ChangeItem[]): Problem[] => {
  const seen = new Set<string>()
  const problems = items.flatMap((item, index) => {
    const path = `items.${index}.`
    const line = lineOf(order, item)
    if (!line) return [problem(textOf('problems.po-changes.no_such_line'), `${path}po_line_id`)]
    if (line.line_status !== 'open') return [problem(textOf('problems.po-changes.line_not_open'), `${path}po_line_id`)]
    const key = keyOf(item)
    if (seen.has(key)) return [problem(textOf('problems.po-changes.said_twice'), `${path}field`)]
    seen.add(key)
    return valueProblems(order, line, item).map((text) => problem(text, `${path}new_value`))
  })
  return [...problems, ...dropProblems(order, items)]
}

/** Whether the items set all quantities of a line to 0, which drops the line. */
export const dropsLine = (line: Pick<ChangedLine, 'id' | 'qty' | 'sizes'>, items: readonly ChangeItem[]): boolean => {
  const wanted = new Map(
    items.flatMap(({ po_line_id, size_id, field, new_value }) =>
      po_line_id === line.id && field === 'qty' ? [[size_id, new_value ?? '']] : [],
    ),
  )
  if (wanted.size === 0) return false
  for (const { size_id, qty } of line.sizes) if (!wanted.has(size_id)) wanted.set(size_id, String(qty))
  return [...wanted.values()].every((qty) => /^0+$/.test(qty))
}

/** The items that drop a line: quantity 0 for every size. */
export const dropItems = ({ id = 0, sizes }: Pick<ChangedLine, 'id' | 'sizes'>): ChangeItem[] =>
  (sizes.length > 0 ? sizes.map(({ size_id }) => size_id) : [null]).map((size_id) => ({
    po_line_id: id,
    size_id,
    field: 'qty',
    old_value: null,
    new_value: '0',
  }))

/** Problems of dropped lines: goods of the line exist already, or no other open line would remain. */
const dropProblems = (order: ChangedOrder, items: readonly ChangeItem[]): Problem[] => {
  const open = order.lines.filter(({ line_status }) => line_status === 'open')
  const dropped = open.filter((line) => dropsLine(line, items))
  return dropped.flatMap((line) => {
    const lastIndex = items.findLastIndex(({ po_line_id, field }) => po_line_id === line.id && field === 'qty')
    const path = `items.${lastIndex}.new_value`
    return [
      ...(hasGoods(line) ? [problem(textOf('problems.po-changes.drop_has_goods'), path)] : []),
      ...(dropped.length === open.length ? [problem(textOf('problems.po-changes.drop_last'), path)] : []),
    ]
  })
}

const hasGoods = (line: ChangedLine) =>
  line.packed_qty > 0 || [null, ...line.sizes.map(({ size_id }) => size_id)].some((id) => leastOf(line, id) > 0)

const valueProblems = (order: ChangedOrder, line: ChangedLine, { size_id, field, new_value }: ChangeItem) => {
  switch (field) {
    case 'qty': {
      if (!/^\d{1,9}$/.test(new_value ?? '')) return [textOf('validation.not_number')]
      if (Number(new_value) > mostUnits) return [textOf('validation.too_big', { max: mostUnits })]
      if (size_id === null && line.sizes.length > 0) return [textOf('problems.po-changes.say_the_size')]
      const least = leastOf(line, size_id)
      return Number(new_value) < least ? [textOf('problems.po-changes.below_shipped', { least })] : []
    }
    case 'unit_price':
      if (new_value === null || !isDecimalText(new_value) || (new_value.split('.')[1] ?? '').length > 4)
        return [textOf('validation.not_a_decimal')]
      if ((new_value.split('.')[0] ?? '').length > wholeDigitsOfPrice)
        return [textOf('validation.too_many_whole', { max: wholeDigitsOfPrice })]
      return isPriceFor(order, new_value) ? [] : [textOf('problems.po-changes.no_price')]
    default:
      if (new_value === null || !isDate(new_value)) return [textOf('validation.not_date')]
      return isRecordDate(new_value)
        ? []
        : [textOf('validation.date_out_of_range', { from: firstDate.slice(0, 4), to: lastDate.slice(0, 4) })]
  }
}

/** Limits of a line: units of one size, and digits before the point of its price. */
const mostUnits = 10_000_000
const wholeDigitsOfPrice = 10

/** The price of a sample may be 0; any other price must be above 0. */
const isPriceFor = ({ order_type }: ChangedOrder, price: string) =>
  compare(price, '0') >= (order_type === 'sample' ? 0 : 1)

/** The smallest allowed quantity: the units booked or shipped of a size, or of the whole line for null. */
const leastOf = (line: ChangedLine, id: number | null) => {
  const counted = id === null ? line : line.sizes.find(({ size_id }) => size_id === id)
  return Math.max(counted?.booked_qty ?? 0, counted?.shipped_qty ?? 0)
}

/** The items whose `old_value` differs from the order's current value (`now`), because the order has changed since. */
export const staleItems = (
  order: ChangedOrder,
  items: readonly ChangeItem[],
): (ChangeItem & { now: string | null })[] =>
  items.flatMap((item) => {
    const line = lineOf(order, item)
    const now = line ? currentValue(line, item) : null
    return now === item.old_value ? [] : [{ ...item, now }]
  })

/** Whether an item raises the price. */
export const isPriceRise = ({ field, old_value, new_value }: ChangeItem): boolean =>
  field === 'unit_price' && compare(new_value ?? '0', old_value ?? '0') > 0

/** How far price and quantity of a line may rise without a new approval, in percent as decimal text. */
export interface GrowthLimits {
  price: string
  qty: string
}

/**
 * The lines whose price or quantity the items raise beyond the limits, by id, with the reasons. Measured from the last
 * approved order, so that several small steps add up.
 */
export const grownLines = (
  order: ChangedOrder,
  items: readonly ChangeItem[],
  limits: GrowthLimits,
  approved: ChangedOrder = order,
): Map<number, ('price_raised' | 'qty_raised')[]> => {
  const after = structuredClone(order)
  applyItems(after, items)
  const grown = new Map<number, ('price_raised' | 'qty_raised')[]>()
  for (const [index, line] of order.lines.entries()) {
    const [base, next] = [approved.lines[index], after.lines[index]]
    if (!base || !next || line.id === undefined) continue
    const isBeyond = (fieldValue: (line: ChangedLine) => string, limit: string) =>
      compare(fieldValue(next), fieldValue(line)) > 0 && growsBeyond(fieldValue(base), fieldValue(next), limit)
    const reasons = [
      ...(isBeyond(({ unit_price }) => unit_price ?? '0', limits.price) ? (['price_raised'] as const) : []),
      ...(isBeyond((candidate) => String(unitsOf(candidate)), limits.qty) ? (['qty_raised'] as const) : []),
    ]
    if (reasons.length > 0) grown.set(line.id, reasons)
  }
  return grown
}

const growsBeyond = (old: string, next: string, limit: string) => {
  const grown = subtract(next, old)
  if (compare(grown, '0') <= 0) return false
  return compare(old, '0') <= 0 || compare(divide(multiply(grown, '100'), old, 4), limit) > 0
}

/** An applied change with the times that tell whether it was approved. */
export interface DecidedChange extends AppliedChange {
  proposed_at: string
  /** Later than `proposed_at` if the change was approved before it was sent to the supplier. */
  sent_at: string | null
  answered_at: string | null
}

/** The order with the last approved prices and quantities: changes applied since without approval are undone. */
export const asApproved = <O extends ChangedOrder & { lines: { decided_at: string | null }[] }>(
  order: O,
  changes: readonly DecidedChange[],
): O => {
  const approved = structuredClone(order)
  const unapproved = changes
    .filter((change) => change.applied_revision !== null && !isLater(change.sent_at, change.proposed_at))
    .sort((a, b) => Number(b.applied_revision) - Number(a.applied_revision))
  for (const { answered_at, items } of unapproved)
    for (const item of items) {
      const line = lineOf(approved, item) as O['lines'][number] | undefined
      if (line && (item.field === 'qty' || item.field === 'unit_price') && isLater(answered_at, line.decided_at))
        applyItem(line, { ...item, new_value: item.old_value })
    }
  return approved
}

const isLater = (moment: string | null, other: string | null) =>
  moment !== null && (other === null || Date.parse(moment) > Date.parse(other))

/** The value of the order in the base currency after applying the items; null if no exchange rate is known. */
export const valueWithItems = (
  order: ChangedOrder & ValuedOrder,
  items: readonly ChangeItem[],
  baseCurrency: string,
): string | null => {
  const after = structuredClone(order)
  applyItems(after, items)
  return orderValueInBase(after, baseCurrency)
}

/**
 * Applies the items to the order in place. A new ex-factory date of a line shifts its later dates by the same number of
 * days and extends its ship window if needed; the order's own dates follow if all open lines agree. A dropped line is
 * cancelled and keeps its quantities, as a record of what was ordered.
 */
export const applyItems = (order: ChangedOrder, items: readonly ChangeItem[]) => {
  const dropped = new Set(order.lines.filter((line) => dropsLine(line, items)))
  for (const item of items) {
    const line = lineOf(order, item)
    if (line && !(dropped.has(line) && item.field === 'qty')) applyItem(line, item)
  }
  for (const line of dropped) line.line_status = 'cancelled'
  for (const line of order.lines) if (line.sizes.length > 0) line.qty = unitsOf(line)
  followLines(order)
}

const applyItem = (line: ChangedLine, { size_id, field, new_value }: ChangeItem) => {
  if (field === 'qty') {
    const qty = Number(new_value)
    // This happens only when an earlier revision is restored, which reopens a dropped line.
    if (line.line_status === 'cancelled') line.line_status = 'open'
    if (size_id === null) line.qty = qty
    else {
      const size = line.sizes.find((entry) => entry.size_id === size_id)
      if (size) size.qty = qty
      else line.sizes.push({ size_id, qty, booked_qty: 0 })
    }
    return
  }
  const days = field === 'ex_factory_date' ? shift(line.ex_factory_date, new_value) : 0
  line[field] = new_value
  if (field !== 'ex_factory_date') return
  line.etd = moved(line.etd, days)
  line.eta = moved(line.eta, days)
  line.promised_ex_factory_date = new_value
  line.forecast_ex_factory_date = new_value
  if (line.ship_window_end && new_value && line.ship_window_end < new_value) line.ship_window_end = new_value
}

/** Sets the dates of the order from its open lines, as far as these agree. */
const followLines = (order: ChangedOrder) => {
  const open = order.lines.filter(({ line_status }) => line_status === 'open')
  const agreed = (field: 'ex_factory_date' | 'ship_window_start' | 'ship_window_end') => {
    const [first, ...others] = new Set(open.map((line) => line[field]))
    return others.length === 0 ? (first ?? null) : null
  }
  const date = agreed('ex_factory_date')
  const days = date ? shift(order.ex_factory_date, date) : 0
  if (date && days !== 0) {
    order.ex_factory_date = date
    for (const field of ['etd', 'eta', 'in_dc_date', 'in_store_date'] as const) order[field] = moved(order[field], days)
  }
  for (const field of ['ship_window_start', 'ship_window_end'] as const) order[field] = agreed(field) ?? order[field]
  const latest = open.reduce(
    (late, line) => ((line.ship_window_end ?? '') > late ? (line.ship_window_end ?? '') : late),
    '',
  )
  if (order.ship_window_end && latest > order.ship_window_end) order.ship_window_end = latest
}

/** A change of an order; `applied_revision` is the revision that it created, null until it is applied. */
export interface AppliedChange {
  applied_revision: number | null
  items: readonly ChangeItem[]
}

/** The differences from one revision of an order to another: one item for each value that differs. */
export const compareRevisions = (changes: readonly AppliedChange[], from: number, to: number): ChangeItem[] => {
  const [early, late] = from <= to ? [from, to] : [to, from]
  const itemByKey = new Map<string, ChangeItem>()
  for (const { applied_revision, items } of [...changes].sort(
    (a, b) => (a.applied_revision ?? 0) - (b.applied_revision ?? 0),
  )) {
    if (applied_revision === null || applied_revision <= early || applied_revision > late) continue
    for (const item of items) {
      const earlier = itemByKey.get(keyOf(item))
      itemByKey.set(keyOf(item), earlier ? { ...earlier, new_value: item.new_value } : { ...item })
    }
  }
  const differing = [...itemByKey.values()].filter(({ old_value, new_value }) => old_value !== new_value)
  return from <= to
    ? differing
    : differing.map(({ old_value, new_value, ...item }) => ({ ...item, old_value: new_value, new_value: old_value }))
}

const lineOf = (order: ChangedOrder, { po_line_id }: Pick<ChangeItem, 'po_line_id'>) =>
  order.lines.find(({ id }) => id === po_line_id)
const keyOf = ({ po_line_id, size_id, field }: ChangeItem) => `${po_line_id}/${size_id}/${field}`
const unitsOf = ({ qty, sizes }: ChangedLine) =>
  sizes.length > 0 ? sizes.reduce((units, size) => units + size.qty, 0) : qty
const shift = (old: string | null, next: string | null) => (old && next ? daysBetween(old, next) : 0)
const moved = (date: string | null, days: number) => (date && days !== 0 ? addDays(date, days) : date)
const plain = (price: string | null) => (price !== null && isDecimalText(price) ? withoutTrailingZeros(price) : price)
