import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { settingSections } from './sections'

/** The settings, by what they are about. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area} sections={settingSections} />
