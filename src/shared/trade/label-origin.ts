import type { LabelLanguage } from './label-parts'

/** The statement of origin for a country by its ISO 3166-1 code: `Made in China`, `Fabriqué en Chine`, `中国制造`. */
export const originText = (country: string, language: LabelLanguage): string => {
  const name = countryIn(country, language)
  switch (language) {
    case 'en':
      return `Made in ${name}`
    case 'fr':
      return `Fabriqué ${frenchPlace(country, name)}`
    case 'de':
      return `Hergestellt ${germanPlaces[country] ?? `in ${name}`}`
    case 'es':
      return `Hecho en ${name}`
    case 'it':
      return `Prodotto ${italianPlaces[country] ?? `in ${name}`}`
    case 'zh':
      return `${name}制造`
  }
}

/** The short name of the country (Hong Kong, Myanmar) on labels. */
const countryIn = (country: string, language: LabelLanguage): string => {
  const printed = printedNames[language]?.[country]
  if (printed) return printed
  namesIn[language] ??= new Intl.DisplayNames([language], { type: 'region', style: 'short', fallback: 'code' })
  return namesIn[language].of(country) ?? country
}
const namesIn: Partial<Record<LabelLanguage, Intl.DisplayNames>> = {}

/** Names that Intl abbreviates, or gives without the article that the sentence needs. */
const printedNames: Partial<Record<LabelLanguage, Readonly<Record<string, string>>>> = {
  en: {
    AE: 'the United Arab Emirates',
    BA: 'Bosnia and Herzegovina',
    DO: 'the Dominican Republic',
    GB: 'the United Kingdom',
    NL: 'the Netherlands',
    PH: 'the Philippines',
    US: 'USA',
  },
  fr: { US: 'États-Unis', GB: 'Royaume-Uni', MM: 'Myanmar' },
  es: { US: 'Estados Unidos', GB: 'Reino Unido', MM: 'Myanmar' },
  it: { MM: 'Myanmar' },
  // Names for Chinese labels, which are made for mainland China.
  zh: { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' },
}

/**
 * French prepositions: `en` before feminine names and vowels, `aux` before plurals, `à` before islands and cities
 * without article.
 */
const frenchPlace = (country: string, name: string): string => {
  if (frenchCities.has(country)) return `à ${name}`
  if (frenchPlurals.has(country)) return `aux ${name}`
  const isFeminine = (name.endsWith('e') && !frenchMasculine.has(country)) || frenchFeminine.has(country)
  return isFeminine || /^[AEIOUÉÎ]/.test(name) ? `en ${name}` : `au ${name}`
}
const frenchCities: ReadonlySet<string> = new Set(['CU', 'CY', 'HK', 'MG', 'MO', 'MT', 'MU', 'SG', 'TW', 'BH'])
const frenchPlurals: ReadonlySet<string> = new Set(['US', 'NL', 'PH', 'AE', 'MV', 'FJ', 'SC', 'KM', 'BS'])
const frenchFeminine: ReadonlySet<string> = new Set(['KR', 'KP', 'MK', 'HT'])
const frenchMasculine: ReadonlySet<string> = new Set(['KH', 'MX', 'MZ', 'ZW', 'BZ'])

/** German names of countries that take an article. */
const germanPlaces: Readonly<Record<string, string>> = {
  AE: 'in den Vereinigten Arabischen Emiraten',
  CH: 'in der Schweiz',
  DO: 'in der Dominikanischen Republik',
  GB: 'im Vereinigten Königreich',
  IQ: 'im Irak',
  IR: 'im Iran',
  LB: 'im Libanon',
  MD: 'in der Republik Moldau',
  MN: 'in der Mongolei',
  MU: 'auf Mauritius',
  NL: 'in den Niederlanden',
  PH: 'auf den Philippinen',
  SK: 'in der Slowakei',
  TR: 'in der Türkei',
  UA: 'in der Ukraine',
  US: 'in den USA',
}
const italianPlaces: Readonly<Record<string, string>> = {
  AE: 'negli Emirati Arabi Uniti',
  CU: 'a Cuba',
  DO: 'nella Repubblica Dominicana',
  GB: 'nel Regno Unito',
  HK: 'a Hong Kong',
  MG: 'in Madagascar',
  MO: 'a Macao',
  MT: 'a Malta',
  MU: 'a Mauritius',
  NL: 'nei Paesi Bassi',
  PH: 'nelle Filippine',
  SG: 'a Singapore',
  TW: 'a Taiwan',
  US: 'negli Stati Uniti',
}
