import { createStore, del, get, keys, set } from 'idb-keyval'
import { session } from '#web/providers/session.ts'
import type { Work } from './work'

// Opened when it is first used: a browser may forbid it.
let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('inspections', 'entries')
  return opened
}

/** What belongs to an inspection of the signed-in person; others who use the device do not see it. */
const keyOf = (activity: number, part: string) => `${session()?.id ?? 0} ${activity} ${part}`

/** What the inspection needs without a network. */
export const readSheet = <T>(activity: number) => get<T>(keyOf(activity, 'sheet'), store())
export const writeSheet = (activity: number, sheet: unknown) => set(keyOf(activity, 'sheet'), sheet, store())

export const readWork = (activity: number) => get<Work>(keyOf(activity, 'work'), store())
export const writeWork = (work: Work) => set(keyOf(work.activity, 'work'), work, store())

export const readPhoto = (activity: number, key: string) => get<Blob>(keyOf(activity, `photo ${key}`), store())
export const writePhoto = (activity: number, key: string, photo: Blob) =>
  set(keyOf(activity, `photo ${key}`), photo, store())
export const forgetPhoto = (activity: number, key: string) => del(keyOf(activity, `photo ${key}`), store())

/** Forgets the inspection on this device. */
export const forget = async (activity: number) => {
  const prefix = keyOf(activity, '')
  for (const key of await keys(store())) if (String(key).startsWith(prefix)) await del(key, store())
}
