import type { Area } from '../../../shared/area'
import { Sorting } from './sorting'

/** Lines whose house brand wants a look. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="house_brand_id" warning="brand_warning" />
}
