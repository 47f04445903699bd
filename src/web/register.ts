import { heads, lists } from 'virtual:areas'
import { type Area, type AreaBody, type AreaHead, bodyKeys, createRegister } from '#shared/kit/area.ts'
import type { Language } from '#shared/kit/text.ts'

/** Bodies of declarations, by the name of the area. */
export type Bodies = Record<string, Partial<AreaBody>>

/** The declarations, and the texts in one language, that the list of an area needs. */
export interface AreaPart {
  bodies: Bodies
  texts: Record<string, unknown>
}

/**
 * An area in the browser. Its head is available at once; fields and lifecycle (`bodyKeys`) are available once `i18n.ts`
 * has loaded them together with the texts, and reading them before throws an error.
 */
const areaOf = (head: AreaHead): Area =>
  Object.defineProperties(
    { ...head } as Area,
    Object.fromEntries(bodyKeys.map((key) => [key, { enumerable: true, get: () => bodyOf(head.name)[key] }])),
  )

const bodyOf = (name: string): Partial<AreaBody> => {
  const body = bodies.get(name)
  if (!body)
    throw new Error(`the declaration of ${name} is not loaded: await loadListOf or loadAllAreas first (i18n.ts)`)
  return body
}

const bodies = new Map<string, Partial<AreaBody>>()

const declare = (loaded: Bodies) => {
  for (const [name, body] of Object.entries(loaded)) if (!bodies.has(name)) bodies.set(name, body)
}

export const register = createRegister(heads.map(areaOf))

/** Loads the fields of all areas. */
export const loadBodies = async (): Promise<void> => declare((await import('virtual:area-bodies')).bodies)

/** Loads the declarations for the list of an area, and returns its texts. */
export const loadListPart = async (language: Language, name: string): Promise<AreaPart['texts']> => {
  const part = await lists[language][name]?.()
  if (!part) throw new Error(`${name} has no list`)
  declare(part.bodies)
  return part.texts
}
