import i18next, { type TOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { formatDate, today } from '#shared/base/dates.ts'
import { currencyDigits, formatDecimal } from '#shared/base/money.ts'
import { type Area, baseFields } from '#shared/kit/area.ts'
import { type Language, languages, type Text } from '#shared/kit/text.ts'
import { hasToken, languageKey } from './providers/session-store'
import type { MuiTexts } from './theme'

/**
 * Texts of the web app. One key space: the first part of a key is the file under `locales/<language>/`
 * (`kit.list.search`, `areas.purchase-orders.fields.po_no`). Only the language in use is loaded, in parts: what the
 * sign-in page needs, what every list needs, what the list of one area needs, and the rest. The fields of areas come with
 * their texts.
 */
export const t = (key: string, params?: TOptions): string => i18next.t(key, params)

/** Whether the current language has a text for the key. */
export const hasText = (key: string) => i18next.exists(key)

/** Renders a `Text` of shared rules in the current language; texts may be nested, and days are written out. */
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

/** The language in use and how to change it; the component is drawn again when it changes. */
export const useLanguage = () => {
  useTranslation()
  return { language: language(), setLanguage }
}

/**
 * Switches the language; null follows the browser's. The choice is stored in this browser until sign-out, for a guest
 * in this tab.
 */
export const setLanguage = async (chosen: Language | null) => {
  const next = chosen ?? browserLanguage()
  await load(next, wanted)
  if (chosen) chosenIn().setItem(languageKey, chosen)
  else chosenIn().removeItem(languageKey)
  // A choice made before signing in is superseded.
  if (guestLanguage() !== chosen) sessionStorage.removeItem(languageKey)
  await speak(next)
}

/** After a session, returns to the preferred language: the person's choice does not apply to the next one. */
export const applyPreferredLanguage = async () => {
  const next = preferredLanguage()
  await load(next, wanted)
  await speak(next)
}

const speak = async (next: Language) => {
  await i18next.changeLanguage(next)
  document.documentElement.lang = langTag[next]
}

/** Starts with what the sign-in page needs, in the preferred language. Later calls keep what is loaded. */
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
    // A key on a screen is a fault of ours: a part of the texts was not loaded, or a text not written.
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.error(`There is no text for ${key}.`),
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = langTag[first]
  await load(first, ['core'])
}

/** Loads the texts of the signed-in part: the shell's, the lists', and the names of all areas. */
export const loadPortalTexts = () => follow('portal')

/** Loads what the list of an area needs: its texts and fields. */
export const loadListOf = (area: string) => follow(`list/${area}`)

/** Loads what all other pages need: texts and fields of all areas, and the texts that only some pages need. */
export const loadAllAreas = () => Promise.all([loadAllTexts(), loadBodies()])

/** Loads the texts alone, for pages that guests see too. */
export const loadAllTexts = () => follow('all')

const follow = async (part: Part) => {
  wanted = [...new Set([...wanted, part])]
  await load(language(), wanted)
}

/** Renders texts of a given language, independent of the current one, for papers. Loads them first. */
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
export const muiTexts = (): MuiTexts[] => wanted.flatMap((part) => loaded.get(`${language()}/${part}`)?.mui ?? [])

/** The area's name: of many, or with `one` of a single record (`Purchase orders`, `Purchase order`). */
export const areaName = (area: Area | string, single = false) =>
  t(`areas.${nameOf(area)}.${single ? 'name_one' : 'name'}`)

/** The label of a field; fields that every area has share theirs. */
export const fieldLabel = (area: Area | string, field: string) => {
  const key = `areas.${nameOf(area)}.fields.${field}`
  return (field in baseFields || field === 'status') && !hasText(key) ? t(`areas.base.fields.${field}`) : t(key)
}

/** A line of help under a field, where one was written. */
export const fieldHint = (area: Area | string, field: string) => optional(`areas.${nameOf(area)}.hints.${field}`)

/** The name of a state. */
export const stateLabel = (area: Area | string, state: string) => t(`areas.${nameOf(area)}.states.${state}`)

/** The verb of a move, for its button. */
export const moveLabel = (area: Area | string, move: string) => t(`areas.${nameOf(area)}.moves.${move}`)

/** The help text of a move, if there is one. */
export const moveHelp = (area: Area | string, move: string) => optional(`areas.${nameOf(area)}.moves_help.${move}`)

/** The label of a move's input: its own text, else the label of the field of that name. */
export const moveInputLabel = (area: Area | string, name: string) =>
  optional(`areas.${nameOf(area)}.asks.${name}`) ?? fieldLabel(area, name)

/** The label of a value of a choice; of `status` that is the state's. */
export const choiceLabel = (area: Area | string, field: string, value: string) =>
  field === 'status' ? stateLabel(area, value) : t(`areas.${nameOf(area)}.choices.${field}.${value}`)

/** Formats values in the current language; absent values give an empty text. */
export const format = {
  /** `YYYY-MM-DD` as `12 Mar 2026`, `2026年3月12日`. */
  date: (value: string | null | undefined) => (value ? formatDate(value, language()) : ''),
  /** An ISO moment as day and time in the reader's zone: `12 Mar 2026, 14:05`. */
  moment: (value: string | null | undefined) => {
    if (!value) return ''
    const moment = new Date(value)
    const time = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
    return `${formatDate(today(undefined, moment), language())}${language() === 'zh' ? ' ' : ', '}${time}`
  },
  /** A number or decimal text with its groups; `digits` fixes the places after the point. */
  number: (value: string | number | null | undefined, digits?: number) =>
    isNothing(value) ? '' : formatDecimal(String(value), language(), digits ?? 0, digits ?? 6),
  /** An amount with the decimals of its currency; the currency code is shown in the column head or next to it. */
  money: (value: string | number | null | undefined, currency: string | null | undefined) => {
    const digits = currencyDigits(currency ?? '')
    return isNothing(value) ? '' : formatDecimal(String(value), language(), digits, digits)
  },
}

const isNothing = (value: string | number | null | undefined) => value === null || value === undefined || value === ''

type ListPart = `list/${string}`
type Part = 'core' | 'portal' | ListPart | 'all'
type Texts = Record<string, unknown>
interface Loaded {
  texts: Texts
  mui?: MuiTexts[]
}

let wanted: Part[] = ['core']
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

// Guests need no areas, so the register is loaded with the first part of it.
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

/** The language chosen by the signed-in person, or by a guest in this tab; else the browser's. */
export const preferredLanguage = (): Language => storedIn(chosenIn()) ?? browserLanguage()

/** The language chosen in this tab before signing in. */
export const guestLanguage = () => storedIn(sessionStorage)

const storedIn = (storage: Storage): Language | null => {
  const stored = storage.getItem(languageKey)
  return languages.find((known) => known === stored) ?? null
}

const chosenIn = () => (hasToken() ? localStorage : sessionStorage)

/** The first language of the browser that is one of ours. */
const browserLanguage = (): Language => {
  const spoken = navigator.languages.map((tag) => languages.find((known) => tag.startsWith(known)))
  return spoken.find((known) => known !== undefined) ?? 'en'
}

const nameOf = (area: Area | string) => (typeof area === 'string' ? area : area.name)
const optional = (key: string) => (hasText(key) ? t(key) : undefined)
