import { GRID_STRING_COL_DEF } from '@mui/x-data-grid'

/**
 * Replaces the grid's column types, each with cells, editors and filters: columns of lists have the default type and
 * render cells by their field kind. A getter, because the grid's modules import each other.
 */
export const DEFAULT_GRID_COL_TYPE_KEY = 'string'

export const getGridDefaultColumnTypes = () => ({
  get string() {
    return GRID_STRING_COL_DEF
  },
})
