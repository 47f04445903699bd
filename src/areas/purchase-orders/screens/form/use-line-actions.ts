import type { RefObject } from 'react'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { emptyRow } from '#web/kit/form/empty-row.ts'
import { dismiss, notify } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../../area'
import { screenText } from '../texts'
import type { LineOutline } from './line-groups'
import type { SizeRow } from './line-sizes'

/** Adds, copies and removes lines of the form; `box` is the element that contains their inputs. */
export const useLineActions = (
  box: RefObject<HTMLElement | null>,
  { fields, append, insert, remove }: UseFieldArrayReturn<Record<string, unknown[]>, 'lines', 'key'>,
) => {
  const { getValues, setValue } = useFormContext()
  const focusLine = (index: number) =>
    focusSoon(() => inputsIn(box.current?.querySelector(`[data-line="lines.${index}"]`))[0])
  const focusQuantity = (index: number) =>
    focusSoon(() =>
      box.current?.querySelector<HTMLElement>(
        `[data-row="lines.${index}"] [data-cell$=":0"], [data-line="lines.${index}"] input[inputmode="numeric"]`,
      ),
    )
  const add = () => {
    append(emptyRow(purchaseOrders, 'lines'), { shouldFocus: false })
    focusLine(fields.length)
  }
  const duplicate = (index: number) => {
    insert(index + 1, copyOf(getValues(`lines.${index}`)), { shouldFocus: false })
    focusLine(index + 1)
  }
  /** Adds a copy of the first line for each colourway; a line without a colourway takes the first one. */
  const addColourways = (members: readonly LineOutline[], colourways: readonly number[]) => {
    const [withoutColourway] = members.filter(({ colourway_id }) => colourway_id === null)
    const [first] = colourways
    const further = withoutColourway && first ? colourways.slice(1) : colourways
    if (withoutColourway && first)
      setValue(`lines.${withoutColourway.index}.colourway_id`, first, { shouldDirty: true })
    const after = Math.max(...members.map(({ index }) => index))
    const model = getValues(`lines.${members[0]?.index}`)
    const remainingLines = maxLines - fields.length
    focusQuantity(withoutColourway ? withoutColourway.index : after + 1)
    const added = further
      .slice(0, remainingLines)
      .map((colourway_id) => ({ ...copyOf(model), colourway_id, sizes: [], qty: null }))
    if (added.length > 0) insert(after + 1, added, { shouldFocus: false })
  }
  const removeLine = (index: number) => {
    const line: Record<string, unknown> = getValues(`lines.${index}`)
    remove(index)
    notify({
      key: 'line-removed',
      tone: 'info',
      text: screenText('form.removed', { number: line.line_no ?? (index + 1) * 10 }),
      action: {
        label: screenText('form.undo'),
        run: () => {
          insert(index, line, { shouldFocus: false })
          dismiss('line-removed')
        },
      },
    })
  }
  return { add, duplicate, addColourways, removeLine }
}

/** Maximum number of lines of an order. */
export const maxLines = Number(purchaseOrders.fields.lines.options.max)

/** The text inputs of an element in order, without date pickers and buttons. */
export const inputsIn = (element: Element | null | undefined): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('input:not([type="date"]):not([type="radio"]):not([readonly])') ?? []),
]

/** A copy of a line for another colourway, without the values that are specific to one line. */
const copyOf = ({ id, line_no, colourway_id, sizes, ...line }: Record<string, unknown>) => ({
  ...line,
  line_no: null,
  colourway_id: null,
  sizes: (Array.isArray(sizes) ? (sizes as SizeRow[]) : []).map(({ size_id, qty }) => ({ size_id, qty })),
})
