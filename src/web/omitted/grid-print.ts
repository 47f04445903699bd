/** Replaces the grid's printing, which opens from its toolbar: a list has none, and is printed as the page is. */
export const useGridPrintExport = () => {}
