import type { Area } from '#shared/kit/area.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'

/** The tree as paths in a wide column, because only the whole path identifies a category. */
export function List({ area }: { area: Area }) {
  return <AreaList area={area} cellOverrides={cells} />
}

const cells: Record<string, Partial<AreaColumn>> = {
  full_path: { width: 336 },
  name_zh: { width: 128 },
  code: { width: 120 },
  level: { width: 108 },
}
