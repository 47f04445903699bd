import { useState } from 'react'
import { keepPreference, readPreference } from './preferences'

export type Density = 'compact' | 'standard' | 'comfortable'

/** Row heights in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 32, standard: 36, comfortable: 44 }

/** How dense the person likes lists: one choice for all of them. */
export const useDensity = () => {
  const [density, setDensity] = useState<Density>(() => {
    const kept = readPreference<Density>('density')
    return kept && kept in rowHeights ? kept : 'standard'
  })
  return [
    density,
    (next: Density) => {
      keepPreference('density', next)
      setDensity(next)
    },
  ] as const
}
