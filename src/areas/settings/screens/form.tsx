import type { Area } from '../../../shared/area'
import { AreaForm } from '../../../web/kit/area-form'
import { settingSections } from './sections'

/** The settings, by what they are about. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area} sections={settingSections} />
