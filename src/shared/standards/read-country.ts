import { fold } from '#shared/kit/fold.ts'
import { alpha3, countryAliases } from './country-aliases'
import { countryNames } from './country-table'

/**
 * Parses a country as people write it (`CHINA`, `Viet Nam`, `UK`, `TUR`, `越南`) to its alpha-2 code; null if unknown.
 */
export const readCountry = (text: string): string | null => {
  forms ??= writtenForms()
  return forms.get(keyOf(text.slice(0, 200))) ?? null
}

let forms: Map<string, string> | undefined

const writtenForms = () => {
  const forms = new Map<string, string>()
  for (const pair of alpha3.split(' ')) {
    const code = pair.slice(0, 2)
    for (const form of [code, pair.slice(2), ...(countryNames[code] ?? []), ...(countryAliases[code] ?? [])])
      forms.set(keyOf(form), code)
  }
  return forms
}

const keyOf = (text: string) =>
  fold(text)
    .replaceAll('&', ' and ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\bthe\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
