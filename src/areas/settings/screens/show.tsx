import type { Area } from '#shared/kit/area.ts'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { settingSections } from './sections'

/** The settings, by what they are about. */
export const Show = ({ area }: { area: Area }) => <AreaShow area={area} sections={settingSections} />
