import type { Area } from '#shared/kit/area.ts'
import { listName } from '#shared/kit/worklist.ts'

/** Keeps what a list was asked last in this tab, so that the way back from a record leads to it. */
export const rememberList = (area: Area, search: string) => sessionStorage.setItem(`list:${listName(area)}`, search)

/** The address of the area's list as it was left. */
export const listAddress = (area: Area): string => {
  const search = sessionStorage.getItem(`list:${listName(area)}`)
  return `${area.path}${search ? `?${search}` : ''}`
}

/** What the list was asked last in this tab; null where it was not open. */
export const rememberedList = (area: Area): string | null => sessionStorage.getItem(`list:${listName(area)}`)

/** Where a record stood on its page of the list, counted from 0. */
export interface ListPlace {
  id: number
  index: number
}

/** Keeps where the record stands that is looked at, so that the way on is known even when it leaves the list. */
export const rememberPlace = (area: Area, place: ListPlace) =>
  sessionStorage.setItem(`place:${listName(area)}`, JSON.stringify(place))

/** The record of the list that was looked at last in this tab. */
export const rememberedPlace = (area: Area): ListPlace | null =>
  JSON.parse(sessionStorage.getItem(`place:${listName(area)}`) ?? 'null')

/** Forgets it. */
export const forgetPlace = (area: Area) => sessionStorage.removeItem(`place:${listName(area)}`)
