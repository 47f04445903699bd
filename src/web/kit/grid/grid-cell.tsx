import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import { useSyncExternalStore } from 'react'
import { t } from '#web/i18n.ts'
import { CellEditor, type InputMode } from './cell-editor'
import type { RowActions } from './row-actions'
import type { SheetColumn } from './sheet'
import type { GridStore } from './store'

/** The row's part of the active cell and the range. */
export interface RowState {
  active?: number | undefined
  left?: number | undefined
  right?: number | undefined
  isEditing: boolean
}

/** Subscribes to the row's part of the grid's state only, so that other rows' changes do not render it. */
export const useRowState = (store: GridStore, row: number): RowState => {
  const state = useSyncExternalStore(store.subscribe, () => store.rowState(row))
  const [active, left, right, editing] = state === '' ? [] : state.split(',').map(Number)
  return { active, left, right, isEditing: editing === 1 }
}

/** The attributes of every cell of a grid. */
export const cellAttributes = (row: number, col: number, { left, right }: RowState) => ({
  role: 'gridcell',
  'data-cell': `${row}:${col}`,
  'aria-colindex': col + 2,
  'aria-selected': left !== undefined && right !== undefined && col >= left && col <= right,
})

/** A cell with its text, or with an input while it is being edited. */
export function GridCell({ at, col, column, state, label, shown, mark, faulty, inputMode, store, actions }: Props) {
  const attributes = cellAttributes(at, col, state)
  const isActive = col === state.active
  if (isActive && state.isEditing)
    return (
      <td {...attributes} className={column.kind} tabIndex={-1}>
        <CellEditor
          label={label}
          start={store.editing()}
          inputMode={inputMode}
          onFinish={actions.finish}
          onLeave={actions.leave}
        />
      </td>
    )
  return (
    <td
      {...attributes}
      className={column.kind}
      tabIndex={isActive ? 0 : -1}
      aria-label={[label, shown === '' ? t('grid.empty') : [shown, mark].filter(Boolean).join(t('kit.comma'))].join(
        t('kit.colon'),
      )}
      aria-invalid={faulty || undefined}
      data-active={isActive || undefined}
      data-mark={mark ? '' : undefined}
      title={mark}
    >
      {faulty && <ErrorOutlineRounded aria-hidden className="fault" />}
      {shown}
    </td>
  )
}

interface Props {
  at: number
  col: number
  column: SheetColumn
  state: RowState
  /** Accessible name, with the names of row and column. */
  label: string
  shown: string
  /** Why the cell is highlighted, as its title. */
  mark?: string | undefined
  faulty: boolean
  inputMode: InputMode
  store: GridStore
  actions: RowActions
}
