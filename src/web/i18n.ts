import i18next, { type TOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { formatDate, today } from '#shared/base/dates.ts'
import { currencyDigits, formatDecimal } from '#shared/base/money.ts'
import { type Area, baseFields } from '#shared/kit/area.ts'
import { type Language, languages, type Text } from '#shared/kit/text.ts'
import { hasToken, languageKey } from './providers/session-store'
import type { MuiTexts } from './theme'

/**
 * The text of a key in the current language. The first part of a key is the file under `locales/<language>/`
 * (`kit.list.search`, `areas.purchase-orders.fields.po_no`). Only the language in use is loaded, in parts: for the
 * sign-in page, for every list, for the list of one area, and everything else. The fields of areas are loaded together
 * with their texts.
 */
export const t = (key: string, params?: TOptions): string => i18next.t(key, params)

/** Whether the current language has a text for the key. */
export const hasText = (key: string) => i18next.exists(key)

/** Renders a `Text` of shared rules in the current language. Nested texts are rendered too, and dates are formatted. */
export const renderText = ({ key, params = {} }: Text): string =>
  t(
    key,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'object'
          ? renderText(value)
          : typeof value === 'string'
            ? formatDate(value, language())
            : value,
      ]),
    ),
  )

/** The language in use. */
export const language = (): Language => (i18next.language === 'zh' ? 'zh' : 'en')

/** The current language and its setter; the component renders again when the language changes. */
export const useLanguage = () => {
  useTranslation()
  return { language: language(), setLanguage }
}

/**
 * Switches the language; null follows the browser. The choice is stored in this browser until sign-out, and for a guest
 * only in this tab.
 */
export const setLanguage = async (chosen: Language | null) => {
  const next = chosen ?? browserLanguage()
  await load(next, requestedParts)
  if (chosen) chosenIn().setItem(languageKey, chosen)
  else chosenIn().removeItem(languageKey)
  // A choice made before signing in no longer applies.
  if (guestLanguage() !== chosen) sessionStorage.removeItem(languageKey)
  await applyLanguage(next)
}

/**
 * Applies the preferred language after a session has ended, so that the person's choice does not apply to the next one.
 */
export const applyPreferredLanguage = async () => {
  const next = preferredLanguage()
  await load(next, requestedParts)
  await applyLanguage(next)
}

const applyLanguage = async (next: Language) => {
  await i18next.changeLanguage(next)
  document.documentElement.lang = langTag[next]
}

/**
 * Initialises i18next and loads the texts of the sign-in page in the preferred language. Later calls only apply the
 * preferred language.
 */
export const startTexts = async () => {
  if (i18next.isInitialized) return applyPreferredLanguage()
  const first = preferredLanguage()
  await i18next.use(initReactI18next).init({
    lng: first,
    fallbackLng: false,
    resources: {},
    keySeparator: '.',
    nsSeparator: false,
    returnNull: false,
    // A missing text is an error in the code: its part was not loaded, or the text does not exist.
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.error(`There is no text for ${key}.`),
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = langTag[first]
  await load(first, ['core'])
}

/** Loads the texts for signed-in people: of the shell, of lists, and the names of all areas. */
export const loadPortalTexts = () => request('portal')

/** Loads the texts and fields for the list of an area. */
export const loadListOf = (area: string) => request(`list/${area}`)

/** Loads the texts and fields of all areas, and all texts that only some pages need. */
export const loadAllAreas = () => Promise.all([loadAllTexts(), loadBodies()])

/** Loads all texts without fields, for pages that guests see too. */
export const loadAllTexts = () => request('all')

const request = async (part: Part) => {
  requestedParts = [...new Set([...requestedParts, part])]
  await load(language(), requestedParts)
}

/** Loads a language and returns a translator for it, independent of the current language, for printed papers. */
export const translatorFor = async (which: Language): Promise<Translator> => {
  await load(which, ['core', 'portal', 'all'])
  const say = i18next.getFixedT(which)
  return { language: which, say: (key, params) => say(key, params ?? {}) }
}
export interface Translator {
  language: Language
  say: (key: string, params?: TOptions) => string
}

/** MUI's own texts in the current language. */
export const muiTexts = (): MuiTexts[] =>
  requestedParts.flatMap((part) => loaded.get(`${language()}/${part}`)?.mui ?? [])

/** The name of an area, or with `single` the name of one record (`Purchase orders`, `Purchase order`). */
export const areaName = (area: Area | string, single = false) =>
  t(`areas.${nameOf(area)}.${single ? 'name_one' : 'name'}`)

/** The label of a field. Base fields have a common label unless the area has its own. */
export const fieldLabel = (area: Area | string, field: string) => {
  const key = `areas.${nameOf(area)}.fields.${field}`
  return (field in baseFields || field === 'status') && !hasText(key) ? t(`areas.base.fields.${field}`) : t(key)
}

/** The help text of a field, if there is one. */
export const fieldHint = (area: Area | string, field: string) => textIfPresent(`areas.${nameOf(area)}.hints.${field}`)

/** The name of a state. */
export const stateLabel = (area: Area | string, state: string) => t(`areas.${nameOf(area)}.states.${state}`)

/** The verb of a move, for its button. */
export const moveLabel = (area: Area | string, move: string) => t(`areas.${nameOf(area)}.moves.${move}`)

/** The help text of a move, if there is one. */
export const moveHelp = (area: Area | string, move: string) => textIfPresent(`areas.${nameOf(area)}.moves_help.${move}`)

/** The label of a move's input: its own text, else the label of the field of that name. */
export const moveInputLabel = (area: Area | string, name: string) =>
  textIfPresent(`areas.${nameOf(area)}.asks.${name}`) ?? fieldLabel(area, name)

/** The label of a value of a choice; for `status`, the name of the state. */
export const choiceLabel = (area: Area | string, field: string, value: string) =>
  field === 'status' ? stateLabel(area, value) : t(`areas.${nameOf(area)}.choices.${field}.${value}`)

/** Formats values in the current language; empty values give an empty text. */
export const format = {
  /** `YYYY-MM-DD` as `12 Mar 2026`, `2026年3月12日`. */
  date: (value: string | null | undefined) => (value ? formatDate(value, language()) : ''),
  /** An ISO moment as date and time in the reader's time zone: `12 Mar 2026, 14:05`. */
  moment: (value: string | null | undefined) => {
    if (!value) return ''
    const moment = new Date(value)
    const time = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
    return `${formatDate(today(undefined, moment), language())}${language() === 'zh' ? ' ' : ', '}${time}`
  },
  /** A number or decimal text with thousands separators; `digits` sets the number of decimals (up to 6). */
  number: (value: string | number | null | undefined, digits?: number) =>
    isEmpty(value) ? '' : formatDecimal(String(value), language(), digits ?? 0, digits ?? 6),
  /** An amount with the decimals of its currency, without its code, which is shown in the column head or beside it. */
  money: (value: string | number | null | undefined, currency: string | null | undefined) => {
    const digits = currencyDigits(currency ?? '')
    return isEmpty(value) ? '' : formatDecimal(String(value), language(), digits, digits)
  },
}

const isEmpty = (value: string | number | null | undefined) => value === null || value === undefined || value === ''

type ListPart = `list/${string}`
type Part = 'core' | 'portal' | ListPart | 'all'
type Texts = Record<string, unknown>
interface Loaded {
  texts: Texts
  mui?: MuiTexts[]
}

let requestedParts: Part[] = ['core']
const loaded = new Map<string, Loaded>()
const langTag: Record<Language, string> = { en: 'en', zh: 'zh-Hans' }

const parts: Record<Language, Record<Exclude<Part, ListPart>, () => Promise<Loaded>>> = {
  en: {
    core: () => import('./texts/en-core'),
    portal: () => import('./texts/en-portal'),
    all: () => import('./texts/en-all'),
  },
  zh: {
    core: () => import('./texts/zh-core'),
    portal: () => import('./texts/zh-portal'),
    all: () => import('./texts/zh-all'),
  },
}

const load = (which: Language, wantedParts: readonly Part[]) =>
  Promise.all(
    wantedParts.map(async (part) => {
      const key = `${which}/${part}`
      if (loaded.has(key) || (isListPart(part) && hasBodies && loaded.has(`${which}/all`))) return
      const module = isListPart(part) ? await loadList(which, part) : await parts[which][part]()
      loaded.set(key, module)
      i18next.addResourceBundle(which, 'translation', module.texts, true, true)
    }),
  )

// Imported dynamically, because guests need no areas.
const loadList = async (which: Language, part: ListPart): Promise<Loaded> => {
  const { loadListPart } = await import('./register')
  return { texts: await loadListPart(which, part.slice('list/'.length)) }
}

let hasBodies = false
const loadBodies = async () => {
  const register = await import('./register')
  await register.loadBodies()
  hasBodies = true
}

const isListPart = (part: Part): part is ListPart => part.startsWith('list/')

/** The language that the signed-in person chose, or a guest in this tab; otherwise the browser's. */
export const preferredLanguage = (): Language => storedIn(chosenIn()) ?? browserLanguage()

/** The language chosen in this tab before signing in. */
export const guestLanguage = () => storedIn(sessionStorage)

const storedIn = (storage: Storage): Language | null => {
  const stored = storage.getItem(languageKey)
  return languages.find((known) => known === stored) ?? null
}

const chosenIn = () => (hasToken() ? localStorage : sessionStorage)

/** The first supported language in the preferences of the browser. */
const browserLanguage = (): Language => {
  const spoken = navigator.languages.map((tag) => languages.find((known) => tag.startsWith(known)))
  return spoken.find((known) => known !== undefined) ?? 'en'
}

const nameOf = (area: Area | string) => (typeof area === 'string' ? area : area.name)
const textIfPresent = (key: string) => (hasText(key) ? t(key) : undefined)
