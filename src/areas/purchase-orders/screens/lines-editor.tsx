import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useRef } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { fieldLabel } from '../../../web/i18n'
import { emptyRow } from '../../../web/kit/empty-row'
import { useFieldError } from '../../../web/kit/field'
import { useFormScope, useShownPath } from '../../../web/kit/form-scope'
import { Section } from '../../../web/kit/section'
import { dismiss, notify } from '../../../web/shell/messages'
import { purchaseOrders } from '../area'
import { LineEditor } from './line-editor'
import type { SizeRow } from './size-inputs'
import { useSizes } from './size-matrix'
import { word } from './words'

/** The lines of an order's form. Enter goes on to the next input, and from the last one to a new line. */
export function LinesEditor() {
  const { mayEdit } = useFormScope()
  const { getValues } = useFormContext()
  const { fields, append, insert, remove } = useFieldArray({ name: 'lines', keyName: 'key' })
  const error = useFieldError('lines')
  useShownPath('lines')
  const box = useRef<HTMLDivElement>(null)
  const lines = useWatch({ name: 'lines' }) as { size_scale_id?: number | null }[] | undefined
  const sizes = useSizes((lines ?? []).map((line) => line.size_scale_id ?? null))
  const mayAdd = mayEdit(purchaseOrders, 'lines') && fields.length < maxLines

  const focusLine = (index: number) =>
    requestAnimationFrame(() => inputsIn(box.current?.querySelector(`[data-line="lines.${index}"]`))[0]?.focus())
  const add = () => {
    append(emptyRow(purchaseOrders, 'lines'), { shouldFocus: false })
    focusLine(fields.length)
  }
  const duplicate = (index: number) => {
    insert(index + 1, copyOf(getValues(`lines.${index}`)), { shouldFocus: false })
    focusLine(index + 1)
  }
  const take = (index: number) => {
    const line: Record<string, unknown> = getValues(`lines.${index}`)
    remove(index)
    notify({
      key: 'line-removed',
      tone: 'info',
      text: word('form.removed', { number: line.line_no ?? (index + 1) * 10 }),
      action: {
        label: word('form.undo'),
        run: () => {
          insert(index, line, { shouldFocus: false })
          dismiss('line-removed')
        },
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target as HTMLElement
    // An open list of choices takes Enter for itself.
    if (event.key !== 'Enter' || input.tagName !== 'INPUT' || input.getAttribute('aria-expanded') === 'true') return
    event.preventDefault()
    const inputs = inputsIn(box.current)
    const next = inputs[inputs.indexOf(input) + 1]
    if (next) next.focus()
    else if (mayAdd) add()
  }
  return (
    <Section title={fieldLabel(purchaseOrders, 'lines')} help={mayAdd ? word('form.lines_help') : undefined}>
      {error && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main', mb: 1 }}>
          {error}
        </Box>
      )}
      <Box
        ref={box}
        onKeyDown={onKeyDown}
        sx={{ mt: -2, '& > * + *': { borderTop: '1px solid', borderColor: 'divider' } }}
      >
        {fields.map(({ key }, index) => (
          <LineEditor
            key={key}
            prefix={`lines.${index}.`}
            position={index + 1}
            sizes={(scale) => sizes.filter(({ size_scale_id }) => size_scale_id === scale)}
            mayRemove={mayAdd || mayEdit(purchaseOrders, 'lines')}
            onDuplicate={() => duplicate(index)}
            onRemove={() => take(index)}
          />
        ))}
      </Box>
      {mayEdit(purchaseOrders, 'lines') && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<AddRounded />}
          disabled={!mayAdd}
          onClick={add}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
        >
          {word('form.add_line')}
        </Button>
      )}
    </Section>
  )
}

const maxLines = Number(purchaseOrders.fields.lines.options.max)

/** Inputs that a person can type into, in their order; calendars and buttons are not among them. */
const inputsIn = (element: Element | null | undefined): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('input:not([type="date"]):not([type="radio"]):not([readonly])') ?? []),
]

/** The same article again, for its next colour: what belongs to one line alone is left out. */
const copyOf = ({ id, line_no, colourway_id, sizes, ...line }: Record<string, unknown>) => ({
  ...line,
  line_no: null,
  colourway_id: null,
  sizes: (Array.isArray(sizes) ? (sizes as SizeRow[]) : []).map(({ size_id, qty }) => ({ size_id, qty })),
})
