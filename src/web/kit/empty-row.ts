import { register } from '../../areas'
import type { Area } from '../../shared/area'
import type { Values } from '../../shared/schema'
import { fieldRights } from '../providers/permission'
import { areaOf } from './area-of'
import { formValues } from './form-values'

/** A new row of the rows `field`, with its defaults, as a form holds it. */
export const emptyRow = (area: Area, field: string): Values =>
  formValues(areaOf(area, field), register, fieldRights().mayWrite)
