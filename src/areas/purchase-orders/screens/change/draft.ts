import type { ChangeField } from '#shared/trade/change-terms.ts'
import { type ChangeItem, currentValue, dropItems, itemProblems } from '#shared/trade/order-changes.ts'
import { renderText } from '#web/i18n.ts'
import { fieldMessages } from '#web/kit/form/error-lines.ts'
import { HttpError } from '#web/providers/http.ts'
import { linesPromisedLater } from '../../rules'
import type { OpenOrder } from '../open-order'

/** A unique key of a value by line, size and field. */
export const keyOf = ({ po_line_id, size_id, field }: Pick<ChangeItem, 'po_line_id' | 'size_id' | 'field'>) =>
  `${po_line_id}/${size_id ?? ''}/${field}`

/** The initial values of a change: a dropped line, promised later dates, or the proposal to answer. */
export const startingValues = (
  order: OpenOrder,
  move: string,
  drop: number | undefined,
): ReadonlyMap<string, string> => {
  const dropped = order.lines.find(({ id }) => id === drop)
  if (dropped) return new Map(dropItems(dropped).map((item) => [keyOf(item), item.new_value ?? '']))
  if (move === 'propose_change')
    return new Map(
      linesPromisedLater(order).map(({ id = 0, promised_ex_factory_date }) => [
        keyOf({ po_line_id: id, size_id: null, field: 'ex_factory_date' }),
        promised_ex_factory_date ?? '',
      ]),
    )
  const proposal = move === 'counter' ? order.changes?.find(({ outcome }) => outcome === 'proposed') : undefined
  return new Map(proposal?.items.map((item) => [keyOf(item), item.new_value ?? '']))
}

/** The values that differ from the order's. */
export const itemsOf = (order: OpenOrder, typed: ReadonlyMap<string, string>): ChangeItem[] =>
  [...typed].flatMap(([key, new_value]) => {
    const [lineId = '', size = '', field = ''] = key.split('/')
    const target = { po_line_id: Number(lineId), size_id: size ? Number(size) : null, field: field as ChangeField }
    const line = order.lines.find(({ id }) => id === target.po_line_id)
    const old_value = line ? currentValue(line, target) : null
    const isSame = old_value === new_value || (field === 'unit_price' && Number(old_value) === Number(new_value))
    return isSame ? [] : [{ ...target, old_value, new_value }]
  })

/** Errors by value key, from the rules and from the server's response. */
export const faultsOf = (order: OpenOrder, items: readonly ChangeItem[], refusal: unknown): Map<string, string> => {
  const messages: Record<string, string> = {
    ...(refusal instanceof HttpError ? fieldMessages(refusal.errors) : {}),
    ...Object.fromEntries(itemProblems(order, items).map(({ field = '', text }) => [field, renderText(text)])),
  }
  return new Map(
    Object.entries(messages).flatMap(([path, message]): [string, string][] => {
      const item = items[Number(/^items\.(\d+)/.exec(path)?.[1])]
      return item ? [[keyOf(item), message]] : []
    }),
  )
}
