import type { GridEventListener } from '@mui/x-data-grid'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'

const CellEditor = lazy(() => import('./cell-editor').then((module) => ({ default: module.CellEditor })))

/** Which cell of a grid is being changed: opened by Enter, F2, a double click or its button, closed back onto the cell. */
export const useCellEdits = (list: AreaListState, edits: readonly string[]): CellEdits => {
  const [at, setAt] = useState<{ id: number; field: string } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const editable = list.columns.slice(1).filter((name) => edits.includes(name))
  const fields = editable.join()
  const open = useCallback(
    (id: number, field: string) => fields.split(',').includes(field) && setAt({ id, field }),
    [fields],
  )
  const record = at && list.records.find(({ id }) => id === at.id)
  const anchor = at && record ? cellOf(box.current, at) : null
  const close = () => {
    setAt(null)
    if (at) requestAnimationFrame(() => cellOf(box.current, at)?.focus())
  }
  const go = (steps: 1 | -1) => {
    const cells = list.records.flatMap(({ id }) => editable.map((field) => ({ id, field })))
    const next = cells[cells.findIndex(({ id, field }) => id === at?.id && field === at.field) + steps]
    if (next) setAt(next)
    else close()
  }
  return {
    box,
    open,
    onKeyDown: ({ id, field }, event) => {
      const isWanted = event.key === 'Enter' || event.key === 'F2'
      if (!isWanted || !editable.includes(field) || (event.target as HTMLElement).tagName === 'BUTTON') return false
      event.preventDefault()
      event.defaultMuiPrevented = true
      open(Number(id), field)
      return true
    },
    editor: at && record && anchor && (
      <Suspense>
        <CellEditor
          key={`${at.id} ${at.field}`}
          area={list.area}
          record={record}
          name={at.field}
          anchor={anchor}
          onGo={go}
          onClose={close}
        />
      </Suspense>
    ),
  }
}

export interface CellEdits {
  /** Around the grid. */
  box: React.RefObject<HTMLDivElement | null>
  open: (id: number, field: string) => void
  /** Returns whether the key started an edit. */
  onKeyDown: (
    cell: Parameters<GridEventListener<'cellKeyDown'>>[0],
    event: Parameters<GridEventListener<'cellKeyDown'>>[1],
  ) => boolean
  editor: ReactNode
}

const cellOf = (box: HTMLElement | null, { id, field }: { id: number; field: string }) =>
  box?.querySelector<HTMLElement>(`[data-id="${id}"] [data-field="${field}"]`) ?? null
