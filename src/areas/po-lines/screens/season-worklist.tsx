import type { Area } from '#shared/kit/area.ts'
import { Sorting } from './sorting'

/** Lines whose season wants a look. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="season_id" warning="season_warning" />
}
