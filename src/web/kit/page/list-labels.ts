import type { Area } from '#shared/kit/area.ts'
import { areaName, fieldLabel, hasText, language, t } from '#web/i18n.ts'

/** The title of an area's list: the worklist's title, else the area's text `list`, else the name of its records. */
export const listTitle = (area: Area): string => {
  if (area.worklist) return t(worklistKey(area, 'title'))
  const key = `areas.${area.name}.list`
  return hasText(key) ? t(key) : areaName(area)
}

/** The accessible name of a list's rows: a worklist's title, else the name of the area's records. */
export const listLabel = (area: Area): string => (area.worklist ? listTitle(area) : areaName(area))

/** The heading of a column of titles (`titleOf`), which may be in two languages. */
export const titleHeading = ({ name, title, titleZh }: Area): string =>
  fieldLabel(name, language() === 'zh' && titleZh ? titleZh : title)

/** The key of a text of a worklist. */
export const worklistKey = ({ name, worklist }: Area, key: string) => `areas.${name}.worklists.${worklist?.name}.${key}`

/** A name for use within a sentence: `purchase order`, but `PO line`. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1)
