interface Grid {
  current: Record<string, unknown>
}

/** Replaces the grid's column groups, a row above the column heads, which lists do not have. */
export const columnGroupsStateInitializer = <S extends object>(state: S) => ({ ...state, columnGrouping: undefined })

export const useGridColumnGrouping = (grid: Grid) => {
  Object.assign(grid.current, { getColumnGroupPath: () => [], getAllGroupDetails: () => undefined })
}
