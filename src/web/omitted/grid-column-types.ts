import { GRID_STRING_COL_DEF } from '@mui/x-data-grid'

/**
 * Replaces the grid's types of columns, each with cells, editors and filters of its own: the columns of a list have the
 * default type, and cells of their field kinds. Read when it is used, as the grid's modules import each other.
 */
export const DEFAULT_GRID_COL_TYPE_KEY = 'string'

export const getGridDefaultColumnTypes = () => ({
  get string() {
    return GRID_STRING_COL_DEF
  },
})
