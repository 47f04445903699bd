import type { Area } from '#shared/kit/area.ts'
import { Sorting } from './sorting'

/** Lines whose house brand wants a look. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="house_brand_id" warning="brand_warning" />
}
