import { saveUser, session } from '#web/providers/session.ts'
import { type ListChoices, type ListPreferences, readKept, readList, settingOf } from './preferences'

/**
 * Stores choices for the next visit: in this browser at once, on the account after a pause; failures are retried at the
 * next visit.
 */
export const keepChoices = (area: string, changes: ListChoices) => {
  saveListPreferences(area, { ...readList(area), ...changes, unsaved: true })
  saveSoon(area)
}

/**
 * Stores the initial filters of a list, so that the next visit can prefetch it before the app is loaded
 * (`boot-early.js`).
 */
export const saveDefaultView = (area: string, starts: string) => {
  const kept = readKept(area)
  if (kept.starts !== starts) saveListPreferences(area, { ...kept, starts })
}

/** Puts down what this browser holds of a list. */
export const saveListPreferences = (area: string, kept: ListPreferences) =>
  localStorage.setItem(`list:${area}`, JSON.stringify({ ...kept, by: session()?.id }))

const saveSoon = (area: string) => {
  clearTimeout(waiting.get(area))
  waiting.set(
    area,
    window.setTimeout(() => {
      queue = queue.then(() => save(area)).catch(() => undefined)
    }, rest),
  )
}

/** At the start of a visit, sends unsaved choices to the account, or copies the account's to this browser. */
export const syncWithAccount = (area: string) => {
  if (readKept(area).unsaved) saveSoon(area)
  else saveListPreferences(area, readList(area))
}

const save = async (area: string) => {
  const { columns, density, size, unsaved } = readKept(area)
  if (!unsaved) return
  const choices = JSON.stringify({ columns, density, size })
  await saveUser({ settings: { [settingOf(area)]: JSON.parse(choices) } })
  const { unsaved: _, ...now } = readKept(area)
  // Changed again meanwhile: the newer choice is saved separately.
  const isSame = JSON.stringify({ columns: now.columns, density: now.density, size: now.size }) === choices
  if (isSame) saveListPreferences(area, now)
}

/** Milliseconds without a further choice. */
const rest = 800
const waiting = new Map<string, number>()
/** Saves run one after the other, so that the last choice wins. */
let queue: Promise<unknown> = Promise.resolve()
