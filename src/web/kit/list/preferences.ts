import { session } from '#web/providers/session.ts'
import type { Density } from './density'
import type { PageSize } from './list-address'

/** How a person likes one list. */
export interface ListChoices {
  columns?: string[]
  density?: Density
  size?: PageSize
}

/** Preferences of a list in this browser: the choices, and the view it opens with. */
export interface ListPreferences extends ListChoices {
  /** The account's id. */
  by?: number
  /** The choices are not stored on the account yet. */
  unsaved?: boolean
  /** The address of the view that the list opens with. */
  opens?: string
  /** The initial filters of the list for this person when no view opens it; empty for none. */
  starts?: string
}

/** The person's choices for a list: of the account, or of this browser until the account has them. */
export const readList = (area: string): ListPreferences => {
  const kept = readKept(area)
  const saved = session()?.data.settings[settingOf(area)] as ListChoices | undefined
  if (kept.unsaved || !saved) return kept
  const { opens, starts } = kept
  return { ...saved, opens, starts }
}

/** Preferences of a list in this browser, if they are this person's. */
export const readKept = (area: string): ListPreferences => {
  try {
    const kept = JSON.parse(localStorage.getItem(`list:${area}`) ?? '{}') as ListPreferences
    return kept.by === session()?.id ? kept : {}
  } catch {
    return {}
  }
}

/** The name that the account keeps the choices under. */
export const settingOf = (area: string) => `list:${area}`
