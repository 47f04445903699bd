interface Grid {
  current: Record<string, unknown>
}

/** Replaces the grid's groups of columns, which stand in a row above their heads: a list has none. */
export const columnGroupsStateInitializer = <S extends object>(state: S) => ({ ...state, columnGrouping: undefined })

export const useGridColumnGrouping = (grid: Grid) => {
  Object.assign(grid.current, { getColumnGroupPath: () => [], getAllGroupDetails: () => undefined })
}
