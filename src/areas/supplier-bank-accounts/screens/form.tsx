import type { Area } from '../../../shared/area'
import { AreaForm } from '../../../web/kit/area-form'
import { sections } from './sections'

/** The standard form in the order of a transfer. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area} sections={sections} />
