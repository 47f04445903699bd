/** Stands in for the grid's default parts: `kit/list/grid-slots.tsx` passes the grid those that a list draws. */
export const DATA_GRID_DEFAULT_SLOTS_COMPONENTS = {}
