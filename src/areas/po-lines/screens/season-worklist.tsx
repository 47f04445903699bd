import type { Area } from '#shared/kit/area.ts'
import { Sorting } from './sorting'

/** Lines with a warning about their season. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="season_id" warning="season_warning" />
}
