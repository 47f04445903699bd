import { isCountry } from './countries'

/**
 * The stored form of a UN/LOCODE: the country's alpha-2 code, then three letters, or digits 2 to 9 where letters have
 * run out.
 */
export const unlocodePattern = /^[A-Z]{2}[A-Z2-9]{3}$/

/** Functions of a location, by the function classifiers of UN/LOCODE. */
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

/** Whether the text is a UN/LOCODE in its stored form, with a country of ISO 3166-1 or XZ (international waters). */
export const isUnlocode = (text: string): boolean =>
  unlocodePattern.test(text) && (text.startsWith('XZ') || isCountry(text.slice(0, 2)))

/** Converts a printed code (`cn sha`) to its stored form; null if it is not one. */
export const readUnlocode = (text: string): string | null => {
  const code = text.trim().toUpperCase().replace(/\s+/, '')
  return isUnlocode(code) ? code : null
}

/** Parses the official function column (`1-3-----`, `12345---`). */
export const readFunctions = (text: string): UnlocodeFunction[] =>
  Object.entries(unlocodeFunctions)
    .filter(([code]) => text.toUpperCase().includes(code))
    .map(([, name]) => name)
