import type { GridEventListener } from '@mui/x-data-grid'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'

const CellEditor = lazy(() => import('./cell-editor').then((module) => ({ default: module.CellEditor })))

/**
 * Editing in the cells of a grid. Enter, F2, a double click or the cell's button opens the editor; closing it returns
 * the focus to the cell.
 */
export const useCellEdits = (list: AreaListState, edits: readonly string[]): CellEdits => {
  const [editedCell, setEditedCell] = useState<{ id: number; field: string } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const editable = list.columns.slice(1).filter((name) => edits.includes(name))
  const fields = editable.join()
  const open = useCallback(
    (id: number, field: string) => fields.split(',').includes(field) && setEditedCell({ id, field }),
    [fields],
  )
  const record = editedCell && list.records.find(({ id }) => id === editedCell.id)
  const anchor = editedCell && record ? cellOf(box.current, editedCell) : null
  const close = () => {
    setEditedCell(null)
    if (editedCell) requestAnimationFrame(() => cellOf(box.current, editedCell)?.focus())
  }
  const goToCell = (steps: 1 | -1) => {
    const cells = list.records.flatMap(({ id }) => editable.map((field) => ({ id, field })))
    const next = cells[cells.findIndex(({ id, field }) => id === editedCell?.id && field === editedCell.field) + steps]
    if (next) setEditedCell(next)
    else close()
  }
  return {
    box,
    open,
    onKeyDown: ({ id, field }, event) => {
      const isEditKey = event.key === 'Enter' || event.key === 'F2'
      if (!isEditKey || !editable.includes(field) || (event.target as HTMLElement).tagName === 'BUTTON') return false
      event.preventDefault()
      event.defaultMuiPrevented = true
      open(Number(id), field)
      return true
    },
    editor: editedCell && record && anchor && (
      <Suspense>
        <CellEditor
          key={`${editedCell.id} ${editedCell.field}`}
          area={list.area}
          record={record}
          name={editedCell.field}
          anchor={anchor}
          onGo={goToCell}
          onClose={close}
        />
      </Suspense>
    ),
  }
}

export interface CellEdits {
  /** Ref of the element around the grid. */
  box: React.RefObject<HTMLDivElement | null>
  open: (id: number, field: string) => void
  /** Returns whether the key opened the editor. */
  onKeyDown: (
    cell: Parameters<GridEventListener<'cellKeyDown'>>[0],
    event: Parameters<GridEventListener<'cellKeyDown'>>[1],
  ) => boolean
  editor: ReactNode
}

const cellOf = (box: HTMLElement | null, { id, field }: { id: number; field: string }) =>
  box?.querySelector<HTMLElement>(`[data-id="${id}"] [data-field="${field}"]`) ?? null
