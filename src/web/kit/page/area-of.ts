import { findListed } from '#areas/worklists.ts'
import { register } from '#register'
import { type Area, allFields } from '#shared/kit/area.ts'

/** The area that a field leads to: of its rows, or of what it refers to. Throws for a field of another kind. */
export const areaOf = (area: Area, field: string): Area => register.get(allFields(area)[field]?.options.to ?? '')

/** The address of a record of another area, by the area's name. */
export const recordAddress = (name: string, id: number): string => `${register.get(name).path}/${id}`

/** The address of another area's list, by the area's name. */
export const listOf = (name: string): string => register.get(name).path ?? '/'

/** An area by its name. Throws if there is none. */
export const areaNamed = (name: string): Area => register.get(name)

/** A worklist, or a page with a list's conditions, by its name, for what belongs to it. Throws where there is none. */
export const worklistNamed = (name: string): Area => {
  const worklist = findListed(name)
  if (!worklist) throw new Error(`there is no worklist ${name}`)
  return worklist
}
