/** Replaces the grid's default slots: `kit/list/grid-slots.tsx` passes the slots that lists use. */
export const DATA_GRID_DEFAULT_SLOTS_COMPONENTS = {}
