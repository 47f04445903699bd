import type { Area } from '../../shared/area'
import { areaName, hasText, t } from '../i18n'

/** What the page with an area's list is called, where the menu's word for it is not what its records are called. */
export const listTitle = (area: Area): string => {
  const own = `areas.${area.name}.list`
  return hasText(own) ? t(own) : areaName(area)
}

/** A name as it stands within a sentence: `purchase order`, but `PO line`. */
export const within = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1)
