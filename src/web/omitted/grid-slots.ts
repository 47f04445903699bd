/** Replaces the grid's default slots: `kit/list/grid-slots.tsx` passes those that a list uses. */
export const DATA_GRID_DEFAULT_SLOTS_COMPONENTS = {}
