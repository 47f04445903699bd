const noSpans = { caches: { spannedCells: {}, hiddenCells: {}, hiddenCellOriginMap: {} } }

/** Replaces the grid's row spanning, which compares the values of all rows; lists do not use it. */
export const rowSpanningStateInitializer = <S extends object>(state: S) => ({
  ...state,
  rowSpanning: { ...noSpans, processedRange: { firstRowIndex: 0, lastRowIndex: 0 } },
})

export const useGridRowSpanning = () => {}
