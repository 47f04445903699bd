import type { Area } from '#shared/kit/area.ts'
import { Sorting } from './sorting'

/** Lines with a warning about their product category. */
export function List({ area }: { area: Area }) {
  return <Sorting area={area} field="product_category_id" warning="category_warning" />
}
