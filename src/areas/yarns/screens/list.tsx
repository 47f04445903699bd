import type { Area } from '#shared/kit/area.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'

/** The list of yarns; names and compositions have wide columns, because yarns differ in them. */
export const List = ({ area }: { area: Area }) => <AreaList area={area} cellOverrides={widths} />

const widths = {
  code: { width: 128 },
  name_en: { width: 208 },
  name_zh: { width: 208 },
  count_notation: { width: 128 },
  composition_en: { width: 256 },
  composition_zh: { width: 256 },
}
