import type { Area } from '../../../shared/area'
import { AreaShow } from '../../../web/kit/area-show'
import { sections } from './sections'

/** The standard page with the windows below each other. */
export const Show = ({ area }: { area: Area }) => <AreaShow area={area} sections={sections} />
