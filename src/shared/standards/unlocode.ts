import { isCountry } from './countries'

/** A UN/LOCODE as stored: alpha-2 of the country, then three letters, or digits 2 to 9 where letters ran out. */
export const unlocodePattern = /^[A-Z]{2}[A-Z2-9]{3}$/

/** Functions of a location, by the function codes of UN/LOCODE. */
export const unlocodeFunctions = {
  '1': 'port',
  '2': 'rail',
  '3': 'road',
  '4': 'airport',
  '5': 'postal',
  '6': 'multimodal',
  '7': 'fixed',
  B: 'border',
} as const
export type UnlocodeFunction = (typeof unlocodeFunctions)[keyof typeof unlocodeFunctions]

/** Whether the text is a UN/LOCODE as stored, with a country of ISO 3166-1 or XZ (international waters). */
export const isUnlocode = (text: string): boolean =>
  unlocodePattern.test(text) && (text.startsWith('XZ') || isCountry(text.slice(0, 2)))

/** The code as stored for one as printed (`cn sha`), or null where it is none. */
export const readUnlocode = (text: string): string | null => {
  const code = text.trim().toUpperCase().replace(/\s+/, '')
  return isUnlocode(code) ? code : null
}

/** The functions in the official column's way of writing (`1-3-----`, `12345---`), by name. */
export const readFunctions = (text: string): UnlocodeFunction[] =>
  Object.entries(unlocodeFunctions)
    .filter(([code]) => text.toUpperCase().includes(code))
    .map(([, name]) => name)
