import { saveUser, session } from '#web/providers/session.ts'
import {
  type ListChoices,
  type ListPreferences,
  readListPreferences,
  readLocalPreferences,
  settingOf,
} from './preferences'

/**
 * Stores choices for the next visit: in this browser at once, on the account after a pause; failures are retried at the
 * next visit.
 */
export const keepChoices = (area: string, changes: ListChoices) => {
  saveListPreferences(area, { ...readListPreferences(area), ...changes, unsaved: true })
  saveSoon(area)
}

/**
 * Stores the initial filters of a list, so that the next visit can prefetch it before the app is loaded
 * (`boot-early.js`).
 */
export const saveDefaultView = (area: string, filters: string) => {
  const preferences = readLocalPreferences(area)
  if (preferences.starts !== filters) saveListPreferences(area, { ...preferences, starts: filters })
}

/** Writes the list's preferences to this browser, with the id of the account that they belong to. */
export const saveListPreferences = (area: string, preferences: ListPreferences) =>
  localStorage.setItem(`list:${area}`, JSON.stringify({ ...preferences, by: session()?.id }))

const saveSoon = (area: string) => {
  clearTimeout(timers.get(area))
  timers.set(
    area,
    window.setTimeout(() => {
      queue = queue.then(() => save(area)).catch(() => undefined)
    }, sendDelay),
  )
}

/** At the start of a visit, sends unsaved choices to the account, or copies the account's to this browser. */
export const syncWithAccount = (area: string) => {
  if (readLocalPreferences(area).unsaved) saveSoon(area)
  else saveListPreferences(area, readListPreferences(area))
}

const save = async (area: string) => {
  const { columns, density, size, unsaved } = readLocalPreferences(area)
  if (!unsaved) return
  const choices = JSON.stringify({ columns, density, size })
  await saveUser({ settings: { [settingOf(area)]: JSON.parse(choices) } })
  const { unsaved: _, ...current } = readLocalPreferences(area)
  // If the choices changed during the request, the newer ones are saved by a request of their own.
  const isSame = JSON.stringify({ columns: current.columns, density: current.density, size: current.size }) === choices
  if (isSame) saveListPreferences(area, current)
}

/** Milliseconds without a further change before choices are sent. */
const sendDelay = 800
const timers = new Map<string, number>()
/** Saves run one after the other, so that the last choice wins. */
let queue: Promise<unknown> = Promise.resolve()
