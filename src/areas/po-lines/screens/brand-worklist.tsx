import type { Area } from '#shared/kit/area.ts'
import { Sorting } from './sorting'

/** Lines with a warning about their house brand. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="house_brand_id" warning="brand_warning" />
}
