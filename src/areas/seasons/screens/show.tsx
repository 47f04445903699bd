import type { Area } from '#shared/kit/area.ts'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { sections } from './sections'

/** The standard page with the windows below each other. */
export const Show = ({ area }: { area: Area }) => <AreaShow area={area} sections={sections} />
