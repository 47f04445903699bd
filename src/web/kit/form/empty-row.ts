import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { formValues } from './form-values'

/** The form values of a new row of the rows field `field`, with its defaults. */
export const emptyRow = (area: Area, field: string): Values =>
  formValues(areaOf(area, field), register, fieldRights().mayWrite)
