import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { isComposing } from '#web/hooks/composing.ts'
import { fieldLabel, loadAllAreas } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { type Size, useSizes } from '#web/kit/form/use-sizes.ts'
import { Section } from '#web/kit/page/section.tsx'
import { purchaseOrders } from '../../area'
import { screenText } from '../texts'
import { LineEditor } from './line-editor'
import { groupLines, type LineOutline, outlineOf } from './line-groups'
import { inputsIn, maxLines, useLineActions } from './use-line-actions'
import { useOfferedSizes } from './use-offered-sizes'

/** The lines in the form of an order. Enter moves to the next input, and from the last one to a new line. */
export function LinesEditor() {
  const { mayEdit, record } = useFormScope()
  const lines = useFieldArray({ name: 'lines', keyName: 'key' })
  const { fields } = lines
  const error = useFieldError('lines')
  useShownPath('lines')
  const box = useRef<HTMLDivElement>(null)
  const outline = useOutline(fields)
  const sizes = useSizesByScale(outline)
  const offeredTo = useOfferedSizes(outline)
  const mayAdd = mayEdit(purchaseOrders, 'lines') && fields.length < maxLines
  const [opened, setOpened] = useState<string | null>(null)
  // The index of a new line, which has no key yet.
  const [newIndex, setNewIndex] = useState<number | null>(null)
  // Size grids are only for drafts: on issued orders, fields other than quantities are edited, line by line.
  const isDraft = record.status === undefined || record.status === 'draft'
  const groups = isDraft
    ? groupLines(outline, ({ size_scale_id }) => (sizes(size_scale_id).length > 0 ? size_scale_id : null))
    : outline.map((line) => [line])

  const { add, duplicate, addColourways, removeLine } = useLineActions(box, lines)
  const duplicateLine = (index: number) => {
    duplicate(index)
    setOpened(null)
    setNewIndex(index + 1)
  }
  const remove = (index: number) => {
    removeLine(index)
    setNewIndex(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target as HTMLElement
    if (isComposing(event)) return
    // An open list of options handles Enter itself.
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
                  sizes={offeredTo(members, sizes(line.size_scale_id))}
                  opened={members.find(({ key, index }) => key === opened || index === newIndex)?.index ?? null}
                  onOpen={(index) => {
                    setNewIndex(null)
                    setOpened(members.find((member) => member.index === index)?.key ?? null)
                  }}
                  onAdd={(colourways) => addColourways(members, colourways)}
                  onDuplicate={duplicateLine}
                  onRemove={remove}
                />
              </Suspense>
            )
          return (
            <LineEditor
              key={line.key}
              prefix={`lines.${line.index}.`}
              position={line.index + 1}
              sizes={(scale) => offeredTo(members, sizes(scale))}
              mayRemove={mayAdd || mayEdit(purchaseOrders, 'lines')}
              onAddColourways={mayAdd && isDraft ? (ids) => addColourways(members, ids) : undefined}
              onDuplicate={() => duplicateLine(line.index)}
              onRemove={() => remove(line.index)}
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
  const [module] = await Promise.all([import('../grid/style-block'), loadAllAreas()])
  return { default: module.StyleBlock }
})

/** The fields that decide how lines are rendered; returns the same array until one of them changes. */
const useOutline = (fields: readonly { key: string }[]): readonly LineOutline[] => {
  const outlines = useWatch({ name: 'lines', compute: outlineOf })
  return useMemo(
    () =>
      fields.flatMap(({ key }, index) => {
        const line = outlines[index]
        return line ? [{ ...line, key, index }] : []
      }),
    [fields, outlines],
  )
}

/** The sizes of a scale, in order; returns the same array each time. */
const useSizesByScale = (lines: readonly LineOutline[]) => {
  const sizes = useSizes(lines.map(({ size_scale_id }) => size_scale_id))
  const byScale = useMemo(() => {
    const scales = new Map<number | null, Size[]>()
    for (const size of sizes) scales.set(size.size_scale_id, [...(scales.get(size.size_scale_id) ?? []), size])
    return scales
  }, [sizes])
  return useCallback((scale: number | null): readonly Size[] => byScale.get(scale) ?? noSizes, [byScale])
}

const noSizes: readonly Size[] = []
