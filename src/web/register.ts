import { heads, lists } from 'virtual:areas'
import { type Area, type AreaBody, type AreaHead, bodyKeys, createRegister } from '#shared/kit/area.ts'
import type { Language } from '#shared/kit/text.ts'

/** Bodies of declarations, by area. */
export type Bodies = Record<string, Partial<AreaBody>>

/** What the list of an area needs: declarations, and texts of one language. */
export interface AreaPart {
  bodies: Bodies
  texts: Record<string, unknown>
}

/**
 * The register in the browser: name, address and rights of every area at once, its fields and lifecycle as soon as they
 * are loaded, which `i18n.ts` does with the texts. Asked for them before, an area throws.
 */
const areaOf = (head: AreaHead): Area =>
  Object.defineProperties(
    { ...head } as Area,
    Object.fromEntries(bodyKeys.map((key) => [key, { enumerable: true, get: () => bodyOf(head.name)[key] }])),
  )

const bodyOf = (name: string): Partial<AreaBody> => {
  const body = bodies.get(name)
  if (!body) throw new Error(`the declaration of ${name} is not loaded`)
  return body
}

const bodies = new Map<string, Partial<AreaBody>>()

const declare = (loaded: Bodies) => {
  for (const [name, body] of Object.entries(loaded)) if (!bodies.has(name)) bodies.set(name, body)
}

export const register = createRegister(heads.map(areaOf))

/** Loads the fields of all areas. */
export const loadBodies = async (): Promise<void> => declare((await import('virtual:area-bodies')).bodies)

/** Loads what the list of an area needs; answers its texts. */
export const loadListPart = async (language: Language, name: string): Promise<AreaPart['texts']> => {
  const part = await lists[language][name]?.()
  if (!part) throw new Error(`${name} has no list`)
  declare(part.bodies)
  return part.texts
}
