interface Grid {
  current: Record<string, unknown>
}

/**
 * Replaces the grid's editing: cells of lists are edited by `kit/inline`. Rows, focus and selection ask for the edit
 * mode and always get `view`.
 */
export const editingStateInitializer = <S extends object>(state: S) => ({ ...state, editRows: {} })

export const useGridEditing = (grid: Grid) => {
  Object.assign(grid.current, { getCellMode: readOnly, getRowMode: readOnly, isCellEditable: () => false })
}

const readOnly = () => 'view'
