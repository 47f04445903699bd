import type { Area } from '#shared/kit/area.ts'
import { areaName, fieldLabel, hasText, language, t } from '#web/i18n.ts'

/** What the page with an area's list is called, where the menu's word for it is not what its records are called. */
export const listTitle = (area: Area): string => {
  if (area.worklist) return t(worklistKey(area, 'title'))
  const key = `areas.${area.name}.list`
  return hasText(key) ? t(key) : areaName(area)
}

/** The name of a list's rows: a worklist's title, else the area's records. */
export const listLabel = (area: Area): string => (area.worklist ? listTitle(area) : areaName(area))

/** The heading over the titles of records (`titleOf`), which are in the reader's language where there are two. */
export const titleHeading = ({ name, title, titleZh }: Area): string =>
  fieldLabel(name, language() === 'zh' && titleZh ? titleZh : title)

/** The key of a text about a worklist. */
export const worklistKey = ({ name, worklist }: Area, what: string) =>
  `areas.${name}.worklists.${worklist?.name}.${what}`

/** A name for use within a sentence: `purchase order`, but `PO line`. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1)
