import type { Area } from '#shared/kit/area.ts'
import { listName } from '#shared/kit/worklist.ts'
import { createStore } from '#web/hooks/create-store.ts'

/** Stores the last query of a list in this tab, for links from records back to the list. */
export const rememberList = (area: Area, search: string) => {
  if (rememberedList(area) === search) return
  sessionStorage.setItem(`list:${listName(area)}`, search)
  changes.set(changes.get() + 1)
}
const changes = createStore(0)

/** The address of the area's list with its last query in this tab. */
export const listAddress = (area: Area): string => {
  const search = sessionStorage.getItem(`list:${listName(area)}`)
  return `${area.path}${search ? `?${search}` : ''}`
}

/** `listAddress` as a hook, which renders again when a step to another record changes the list's page. */
export const useListAddress = (area: Area): string => {
  changes.use()
  return listAddress(area)
}

/** The last query of a list in this tab; null if the list was not opened. */
export const rememberedList = (area: Area): string | null => sessionStorage.getItem(`list:${listName(area)}`)

/** The zero-based position of a record on its page of the list. */
export interface ListPlace {
  id: number
  index: number
}

/**
 * Stores the position of the viewed record, so that its neighbours are known even when it no longer matches the list.
 */
export const rememberPlace = (area: Area, position: ListPlace) =>
  sessionStorage.setItem(`place:${listName(area)}`, JSON.stringify(position))

/** The last viewed record of the list in this tab; null without one. */
export const rememberedPlace = (area: Area): ListPlace | null =>
  JSON.parse(sessionStorage.getItem(`place:${listName(area)}`) ?? 'null')

/** Deletes the stored position. */
export const forgetPlace = (area: Area) => sessionStorage.removeItem(`place:${listName(area)}`)
