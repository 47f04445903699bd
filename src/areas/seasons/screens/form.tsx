import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { sections } from './sections'

/** The standard form with the windows below each other. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area} sections={sections} />
