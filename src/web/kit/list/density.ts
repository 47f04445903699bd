import type { densities } from '#shared/kit/saved-view.ts'

export type Density = (typeof densities)[number]

/** Row heights in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 32, standard: 36, comfortable: 44 }
