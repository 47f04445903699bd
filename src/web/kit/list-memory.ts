import type { Area } from '../../shared/area'

/** Keeps what a list was asked last in this tab, so that the way back from a record leads to it. */
export const rememberList = (area: Area, search: string) => sessionStorage.setItem(`list:${area.name}`, search)

/** The address of the area's list as it was left. */
export const listAddress = (area: Area): string => {
  const search = sessionStorage.getItem(`list:${area.name}`)
  return `${area.path}${search ? `?${search}` : ''}`
}
