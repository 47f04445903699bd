import { saveUser } from '../providers/session'
import { readKept, readList, settingOf, writeKept } from './preferences'

/** Brings what was chosen for a list to the account, once the choosing rests; what fails is tried again at the next visit. */
export const saveChoices = (area: string) => {
  clearTimeout(waiting.get(area))
  waiting.set(
    area,
    window.setTimeout(() => {
      queue = queue.then(() => save(area)).catch(() => undefined)
    }, rest),
  )
}

/** At the start of a visit: what is not with the account yet goes there, what is there is copied here for the next start. */
export const agreeWithAccount = (area: string) => {
  if (readKept(area).unsaved) saveChoices(area)
  else writeKept(area, readList(area))
}

const save = async (area: string) => {
  const { columns, density, size, unsaved } = readKept(area)
  if (!unsaved) return
  const choices = JSON.stringify({ columns, density, size })
  await saveUser({ settings: { [settingOf(area)]: JSON.parse(choices) } })
  const { unsaved: _, ...now } = readKept(area)
  // Chosen anew while this travelled: that is on its way itself.
  const isSame = JSON.stringify({ columns: now.columns, density: now.density, size: now.size }) === choices
  if (isSame) writeKept(area, now)
}

/** Milliseconds without a further choice. */
const rest = 800
const waiting = new Map<string, number>()
/** One after the other, or an earlier choice could arrive last. */
let queue: Promise<unknown> = Promise.resolve()
