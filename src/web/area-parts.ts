import { readFile } from 'node:fs/promises'
import { register } from '#areas/index.ts'
import { type Area, bodyKeys, rowsOf } from '#shared/kit/area.ts'
import { packPolicy } from '#shared/kit/packed-policy.ts'
import { areaLines } from '#shared/kit/policy.ts'
import { type Language, languages } from '#shared/kit/text.ts'

/** The module source of one part of the register, see `areas-build.ts`. Throws an error for an unknown part. */
export const partSource = async (part: string, language = '', name = ''): Promise<string> => {
  const texts = (names: readonly string[]) => textsOf(language as Language, names)
  switch (part) {
    case 'areas':
      return headsSource(register.areas)
    case 'area-bodies':
      return `export const bodies = ${sourceOf(bodiesOf(register.areas))}`
    case 'area-names':
      return namesSource(await texts(register.areas.map((area) => area.name)))
    case 'area-list': {
      const shown = shownIn(register.get(name))
      const areas = await texts(shown.map((area) => area.name))
      return `export const bodies = ${sourceOf(bodiesOf(shown))}\nexport const texts = ${JSON.stringify({ areas })}`
    }
    default:
      throw new Error(`the register has no part "${part}": see areas-build.ts for the known ones`)
  }
}

/** The part that every signed-in page loads: heads, rights and how to load the list of each area. */
export const headsSource = (areas: readonly Area[]): string => `
  export const heads = ${JSON.stringify(areas.map(headOf))}
  export const rights = ${JSON.stringify(packPolicy(areaLines(areas)))}
  export const lists = { ${languages
    .map((language) => `${language}: { ${areas.filter(isListed).map(listImport(language))} }`)
    .join()} }`

/** The part with the names of areas, from their texts. */
export const namesSource = (texts: Record<string, Texts>): string => {
  const names = Object.entries(texts).map(([area, { name, name_one }]) => [area, { name, name_one }])
  return `export const texts = ${JSON.stringify({ areas: Object.fromEntries(names) })}`
}

const isListed = ({ path, single }: Area) => path !== undefined && !single

const listImport =
  (language: Language) =>
  ({ name }: Area) =>
    `'${name}': () => import('virtual:area-list/${language}/${name}')`

const isBody = (key: string) => bodyKeys.some((known) => known === key)

const headOf = (area: Area) => Object.fromEntries(Object.entries(area).filter(([key]) => !isBody(key)))

const bodiesOf = (areas: readonly Area[]) =>
  Object.fromEntries(
    areas.map((area) => [area.name, Object.fromEntries(Object.entries(area).filter(([key]) => isBody(key)))]),
  )

/** The areas whose fields a list shows: the area itself and, recursively, those of its rows. */
const shownIn = (area: Area): Area[] => [
  area,
  ...rowsOf(area).flatMap(([, { options }]) => shownIn(register.get(options.to ?? ''))),
]

const textsOf = async (language: Language, names: readonly string[]): Promise<Record<string, Texts>> =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [
        name,
        JSON.parse(await readFile(`locales/${language}/areas/${name}.json`, 'utf8')) as Texts,
      ]),
    ),
  )

type Texts = Record<string, unknown>

/** A value as JavaScript source: JSON plus regular expressions. */
const sourceOf = (value: unknown): string => {
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return `[${value.map(sourceOf)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${JSON.stringify(key)}:${sourceOf(part)}`)}}`
}
