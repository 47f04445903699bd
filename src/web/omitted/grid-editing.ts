interface Grid {
  current: Record<string, unknown>
}

/**
 * Replaces the grid's editing of cells and rows: cells of a list are edited by `kit/inline`. Rows, focus and selection ask
 * what is being edited, and are told that nothing is.
 */
export const editingStateInitializer = <S extends object>(state: S) => ({ ...state, editRows: {} })

export const useGridEditing = (grid: Grid) => {
  Object.assign(grid.current, { getCellMode: readOnly, getRowMode: readOnly, isCellEditable: () => false })
}

const readOnly = () => 'view'
