import { saveUser, session } from '#web/providers/session.ts'
import { type ListChoices, type ListPreferences, readKept, readList, settingOf } from './preferences'

/**
 * Keeps choices for the next visit: in this browser at once, with the account once the choosing rests; what fails is
 * tried again at the next visit.
 */
export const keepChoices = (area: string, changes: ListChoices) => {
  saveListPreferences(area, { ...readList(area), ...changes, unsaved: true })
  saveSoon(area)
}

/** Remembers what a list starts with, so that the next visit asks for it before the app is there (`boot-early.js`). */
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

/** At the start of a visit: what is not with the account yet goes there, what is there is copied here for the next start. */
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
  // Chosen anew while this travelled: that is on its way itself.
  const isSame = JSON.stringify({ columns: now.columns, density: now.density, size: now.size }) === choices
  if (isSame) saveListPreferences(area, now)
}

/** Milliseconds without a further choice. */
const rest = 800
const waiting = new Map<string, number>()
/** One after the other, or an earlier choice could arrive last. */
let queue: Promise<unknown> = Promise.resolve()
