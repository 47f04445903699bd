import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { fieldLabel, loadMemberTexts } from '#web/i18n.ts'
import { emptyRow } from '#web/kit/form/empty-row.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { dismiss, notify } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../area'
import { LineEditor } from './line-editor'
import { groupLines, type LineOutline, outlineOf } from './line-groups'
import type { SizeRow } from './line-sizes'
import { type Size, useSizes } from './size-matrix'
import { screenText } from './texts'

/** The lines of an order's form. Enter goes on to the next input, and from the last one to a new line. */
export function LinesEditor() {
  const { mayEdit, record } = useFormScope()
  const { getValues, setValue } = useFormContext()
  const { fields, append, insert, remove } = useFieldArray({ name: 'lines', keyName: 'key' })
  const error = useFieldError('lines')
  useShownPath('lines')
  const box = useRef<HTMLDivElement>(null)
  const outline = useOutline(fields)
  const sizes = useSizesByScale(outline)
  const mayAdd = mayEdit(purchaseOrders, 'lines') && fields.length < maxLines
  const [opened, setOpened] = useState<string | null>(null)
  // A line that was just made has no key yet.
  const [fresh, setFresh] = useState<number | null>(null)
  // Of an order that is out other things are written than quantities: each line stands by itself.
  const isDraft = record.status === undefined || record.status === 'draft'
  const groups = isDraft
    ? groupLines(outline, ({ size_scale_id }) => (sizes(size_scale_id).length > 0 ? size_scale_id : null))
    : outline.map((line) => [line])

  const focusLine = (index: number) =>
    requestAnimationFrame(() => inputsIn(box.current?.querySelector(`[data-line="lines.${index}"]`))[0]?.focus())
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
    setOpened(null)
    setFresh(index + 1)
    focusLine(index + 1)
  }
  /** A line for each further colourway, like the one of which the article is; one without a colourway takes the first. */
  const addColourways = (members: readonly LineOutline[], colourways: readonly number[]) => {
    const [open] = members.filter(({ colourway_id }) => colourway_id === null)
    const [first] = colourways
    const rest = open && first ? colourways.slice(1) : colourways
    if (open && first) setValue(`lines.${open.index}.colourway_id`, first, { shouldDirty: true })
    const after = Math.max(...members.map(({ index }) => index))
    const model = getValues(`lines.${members[0]?.index}`)
    const room = maxLines - fields.length
    focusQuantity(open ? open.index : after + 1)
    const added = rest.slice(0, room).map((colourway_id) => ({ ...copyOf(model), colourway_id, sizes: [], qty: null }))
    if (added.length > 0) insert(after + 1, added, { shouldFocus: false })
  }
  const take = (index: number) => {
    const line: Record<string, unknown> = getValues(`lines.${index}`)
    remove(index)
    setFresh(null)
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
    <Section title={fieldLabel(purchaseOrders, 'lines')} help={mayAdd ? screenText('form.lines_help') : undefined}>
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
        {groups.map((members) => {
          const [line] = members
          if (!line) return null
          if (members.length > 1)
            return (
              <Suspense key={line.key} fallback={<Skeleton variant="rounded" height={members.length * 34 + 120} />}>
                <StyleBlock
                  members={members}
                  sizes={sizes(line.size_scale_id)}
                  opened={members.find(({ key, index }) => key === opened || index === fresh)?.index ?? null}
                  onOpen={(index) => {
                    setFresh(null)
                    setOpened(members.find((one) => one.index === index)?.key ?? null)
                  }}
                  onAdd={(colourways) => addColourways(members, colourways)}
                  onDuplicate={duplicate}
                  onRemove={take}
                />
              </Suspense>
            )
          return (
            <LineEditor
              key={line.key}
              prefix={`lines.${line.index}.`}
              position={line.index + 1}
              sizes={sizes}
              mayRemove={mayAdd || mayEdit(purchaseOrders, 'lines')}
              onAddColourways={mayAdd && isDraft ? (ids) => addColourways(members, ids) : undefined}
              onDuplicate={() => duplicate(line.index)}
              onRemove={() => take(line.index)}
            />
          )
        })}
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
          {screenText('form.add_line')}
        </Button>
      )}
    </Section>
  )
}

const StyleBlock = lazy(async () => {
  const [module] = await Promise.all([import('./grid/style-block'), loadMemberTexts()])
  return { default: module.StyleBlock }
})

/** What of the lines says how they are drawn; the same array until one of it changes. */
const useOutline = (fields: readonly { key: string }[]): readonly LineOutline[] => {
  const known = useWatch({ name: 'lines', compute: outlineOf })
  return useMemo(
    () =>
      fields.flatMap(({ key }, index) => {
        const line = known[index]
        return line ? [{ ...line, key, index }] : []
      }),
    [fields, known],
  )
}

/** The sizes of a scale in their order, the same array each time. */
const useSizesByScale = (lines: readonly LineOutline[]) => {
  const sizes = useSizes(lines.map(({ size_scale_id }) => size_scale_id))
  const byScale = useMemo(() => {
    const scales = new Map<number | null, Size[]>()
    for (const size of sizes) scales.set(size.size_scale_id, [...(scales.get(size.size_scale_id) ?? []), size])
    return scales
  }, [sizes])
  return useCallback((scale: number | null): readonly Size[] => byScale.get(scale) ?? none, [byScale])
}

const none: readonly Size[] = []

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
