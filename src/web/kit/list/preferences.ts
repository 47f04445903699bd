import { session } from '#web/providers/session.ts'
import type { Density } from './density'
import type { PageSize } from './list-address'

/** A person's settings of one list. */
export interface ListChoices {
  columns?: string[]
  density?: Density
  size?: PageSize
}

/** The preferences of a list as this browser stores them: the choices, and the view that it opens with. */
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

/** The person's preferences of a list: choices from the account, or from this browser while they are not sent yet. */
export const readListPreferences = (area: string): ListPreferences => {
  const local = readLocalPreferences(area)
  const onAccount = session()?.data.settings[settingOf(area)] as ListChoices | undefined
  if (local.unsaved || !onAccount) return local
  const { opens, starts } = local
  return { ...onAccount, opens, starts }
}

/** Preferences of a list in this browser, if they are this person's. */
export const readLocalPreferences = (area: string): ListPreferences => {
  try {
    const stored = JSON.parse(localStorage.getItem(`list:${area}`) ?? '{}') as ListPreferences
    return stored.by === session()?.id ? stored : {}
  } catch {
    return {}
  }
}

/** Key of the choices among the account's settings. */
export const settingOf = (area: string) => `list:${area}`
