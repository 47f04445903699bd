import type { Area } from '../../../shared/area'
import { AreaShow } from '../../../web/kit/area-show'
import { settingSections } from './sections'

/** The settings, by what they are about. */
export const Show = ({ area }: { area: Area }) => <AreaShow area={area} sections={settingSections} />
