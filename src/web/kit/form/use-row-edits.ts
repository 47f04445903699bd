import type { KeyboardEvent, RefObject } from 'react'
import { type FieldValues, type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { formValues } from './form-values'

/** Adds, removes and moves the rows of a rows editor, and moves the focus along. Indexes are zero-based. */
export const useRowEdits = ({ path, child, position, list, box, max, mayAdd }: RowEditsOptions) => {
  const { getValues, setValue } = useFormContext()
  const { fields, append, remove, swap } = list
  const focusRow = (index: number) =>
    focusSoon(() => {
      const row = box.current?.querySelector(`[data-row="${path}.${index}"]`)
      return row?.querySelector<HTMLElement>('input, select, textarea, [data-head]')
    })
  const addRow = () => {
    if (fields.length >= max) return
    const rows: Record<string, unknown>[] = getValues(path) ?? []
    const lastPosition = Math.max(0, ...rows.map((row) => Number(row[position ?? '']) || 0))
    append(
      { ...formValues(child, register, fieldRights().mayWrite), ...(position ? { [position]: lastPosition + 1 } : {}) },
      { shouldFocus: false },
    )
    focusRow(fields.length)
  }
  const removeRow = (index: number) => {
    remove(index)
    if (fields.length > 1) focusRow(Math.min(index, fields.length - 2))
    else box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const moveRow = (index: number, target: number) => {
    if (!position || target < 0 || target >= fields.length) return
    const [ownPosition, targetPosition]: unknown[] = getValues([
      `${path}.${index}.${position}`,
      `${path}.${target}.${position}`,
    ])
    swap(index, target)
    setValue(`${path}.${index}.${position}`, ownPosition, { shouldDirty: true })
    setValue(`${path}.${target}.${position}`, targetPosition, { shouldDirty: true })
    focusRow(target)
  }
  const onKeyDown = (event: KeyboardEvent, index: number, column: string) => {
    if (isComposing(event)) return
    const input = event.target as HTMLElement
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      moveRow(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
    } else if (event.key === 'Enter' && input.tagName === 'INPUT' && input.getAttribute('aria-expanded') !== 'true') {
      event.preventDefault()
      if (index === fields.length - 1) {
        if (mayAdd) addRow()
      } else
        box.current
          ?.querySelector<HTMLElement>(`[data-cell="${path}.${index + 1}.${column}"] :is(input, select)`)
          ?.focus()
    }
  }
  return { addRow, removeRow, moveRow, onKeyDown }
}

interface RowEditsOptions {
  path: string
  child: Area
  /** The field with a row's position; null if the order of rows does not matter. */
  position: string | null
  list: UseFieldArrayReturn<FieldValues, string, 'key'>
  /** The element around the rows, to find their inputs in. */
  box: RefObject<HTMLDivElement | null>
  max: number
  mayAdd: boolean
}
