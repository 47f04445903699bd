import { createStore, del, get, keys, set } from 'idb-keyval'
import { session } from '#web/providers/session.ts'
import type { Work } from './work'

// Opened on first use, because browsers may block it.
let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('inspections', 'entries')
  return opened
}

/** Keys include the account, so that other users of the device do not see the inspection. */
const keyOf = (activity: number, part: string) => `${session()?.id ?? 0} ${activity} ${part}`

/** The data that the inspection needs offline. */
export const readSheet = <T>(activity: number) => get<T>(keyOf(activity, 'sheet'), store())
export const writeSheet = (activity: number, sheet: unknown) => set(keyOf(activity, 'sheet'), sheet, store())

export const readWork = (activity: number) => get<Work>(keyOf(activity, 'work'), store())
export const writeWork = (work: Work) => set(keyOf(work.activity, 'work'), work, store())

export const readPhoto = (activity: number, key: string) => get<Blob>(keyOf(activity, `photo ${key}`), store())
export const writePhoto = (activity: number, key: string, photo: Blob) =>
  set(keyOf(activity, `photo ${key}`), photo, store())
export const forgetPhoto = (activity: number, key: string) => del(keyOf(activity, `photo ${key}`), store())

/** Deletes the inspection from this device. */
export const forget = async (activity: number) => {
  const prefix = keyOf(activity, '')
  for (const key of await keys(store())) if (String(key).startsWith(prefix)) await del(key, store())
}
