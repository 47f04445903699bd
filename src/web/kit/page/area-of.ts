import { findListed } from '#areas/worklists.ts'
import { register } from '#register'
import { type Area, allFields } from '#shared/kit/area.ts'

/** The target area of a reference or rows field. Throws for fields of other kinds. */
export const areaOf = (area: Area, field: string): Area => register.get(allFields(area)[field]?.options.to ?? '')

/** The address of a record, by the name of its area. */
export const recordAddress = (name: string, id: number): string => `${register.get(name).path}/${id}`

/** The address of an area's list, by the area's name. */
export const listOf = (name: string): string => register.get(name).path ?? '/'

/** An area by its name. Throws if there is none. */
export const areaNamed = (name: string): Area => register.get(name)

/** A worklist, or a page that lists records like one, by its name. Throws if there is none. */
export const worklistNamed = (name: string): Area => {
  const worklist = findListed(name)
  if (!worklist) throw new Error(`There is no worklist "${name}". Declare it in areas/worklists.ts.`)
  return worklist
}
