import { preloadable } from '#web/loading/preloadable.tsx'
import { isPhone } from '#web/shell/is-phone.ts'

// Phones never load the grid, which is a third of a list's scripts.

/** The rows of a list on wide screens. */
export const areaGrid = preloadable(
  () => import('./area-grid'),
  (module) => module.AreaGrid,
)

/** The rows of a list on a phone. */
export const areaCards = preloadable(
  () => import('./area-cards'),
  (module) => module.AreaCards,
)

/** Loads the grid or the cards, by the window's width. */
export const loadRows = (): Promise<unknown> => (isPhone() ? areaCards : areaGrid).load()
