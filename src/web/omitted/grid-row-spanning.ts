const nothing = { caches: { spannedCells: {}, hiddenCells: {}, hiddenCellOriginMap: {} } }

/** Replaces cells that span rows of the grid: it compares the values of all rows to find them, and a list has none. */
export const rowSpanningStateInitializer = <S extends object>(state: S) => ({
  ...state,
  rowSpanning: { ...nothing, processedRange: { firstRowIndex: 0, lastRowIndex: 0 } },
})

export const useGridRowSpanning = () => {}
