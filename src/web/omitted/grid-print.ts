/**
 * Replaces the grid's print export, which is part of its toolbar: lists have no such toolbar and are printed as a page.
 */
export const useGridPrintExport = () => {}
