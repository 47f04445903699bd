import { useSyncExternalStore } from 'react'
import { createStore } from '#web/hooks/create-store.ts'
import { type Person, saveUser, session } from '#web/providers/session.ts'
import {
  changesOf,
  readSaved,
  reset,
  type Settings,
  type SettingsPatch,
  type SettingsState,
  set,
  setDefault,
  setInitial,
  startState,
} from './state'

/** Selects from the current settings; the component renders again only when the selected value changes. */
export const useSettings = <T>(select: (settings: Settings) => T): T =>
  useSyncExternalStore(state.subscribe, () => select(stateNow().current))

/** The current settings, for use outside of components. */
export const settingsNow = (): Settings => stateNow().current

/** Selects from the settings that the person has chosen, without those that the current page overrides. */
export const useDefaultSettings = <T>(select: (settings: Settings) => T): T =>
  useSyncExternalStore(state.subscribe, () => select(stateNow().defaults))

/** Changes the current settings until the address changes. */
export const setSettings = (patch: SettingsPatch) => setState(set(stateNow(), patch))

/** Changes the person's settings: stored in this tab for a guest, on the account for a signed-in person. */
export const setDefaultSettings = (patch: SettingsPatch) => storeState(setDefault(stateNow(), patch))

/** Resets all settings to the defaults. */
export const setInitialSettings = () => storeState(setInitial())

/** Ends the overrides of the last page. */
export const resetSettings = () => setState(reset(stateNow()))

/**
 * Applies the settings of a person: at sign-in, when another device changed them, and the defaults at sign-out. Unsaved
 * changes of this browser, or those being saved, are newer than an answer.
 */
export const followPerson = (person: Person | null) => {
  stateNow()
  const savedOnAccount = savedOf(person)
  const isSame = person?.id === owner
  if (isSame && (unsaved || pendingSaves > 0 || savedOnAccount === lastSaved)) return
  if (!isSame) sessionStorage.removeItem(storageKey)
  owner = person?.id
  lastSaved = savedOnAccount
  unsaved = false
  const next = startState(parsed(person ? savedOnAccount : guestSaved()))
  // The database may return the same settings in another order.
  if (savedText(next) !== savedText(stateNow())) setState(next)
}

/** Saves pending changes, before a sign-out and when the page is left. */
export const flushSettings = async () => {
  clearTimeout(timer)
  if (!unsaved || owner === undefined || session()?.id !== owner) return
  const shell = changesOf(stateNow().defaults)
  const text = JSON.stringify(shell)
  try {
    unsaved = false
    lastSaved = text
    pendingSaves += 1
    await saveUser({ settings: { shell } })
  } catch {
    // Retried with the next change, or when the connection is back; the screen keeps the change.
    unsaved = true
  } finally {
    pendingSaves -= 1
  }
}

const storageKey = 'shell'
/** Milliseconds to wait for further changes before saving. */
const saveDelay = 400

const state = createStore<SettingsState | null>(null)
let owner: number | undefined
/** The settings as last read from or written to the account. */
let lastSaved = ''
let unsaved = false
/** Number of saves without an answer yet; answers to other requests may still have the earlier settings. */
let pendingSaves = 0
let timer: ReturnType<typeof setTimeout> | undefined

const stateNow = (): SettingsState => {
  const current = state.get()
  if (current) return current
  const person = session()
  owner = person?.id
  lastSaved = savedOf(person)
  const first = startState(parsed(person ? lastSaved : guestSaved()))
  state.set(first)
  return first
}

const setState = (next: SettingsState) => state.set(next)

const storeState = (next: SettingsState) => {
  setState(next)
  if (owner === undefined) return sessionStorage.setItem(storageKey, JSON.stringify(changesOf(next.defaults)))
  unsaved = true
  clearTimeout(timer)
  timer = setTimeout(flushSettings, saveDelay)
}

const savedText = ({ defaults }: SettingsState) => JSON.stringify(changesOf(defaults))
const savedOf = (person: Person | null) => JSON.stringify(person?.data.settings.shell ?? {})
const guestSaved = () => sessionStorage.getItem(storageKey) ?? '{}'

const parsed = (text: string): SettingsPatch => {
  try {
    return readSaved(JSON.parse(text))
  } catch {
    return {}
  }
}

addEventListener('online', flushSettings)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flushSettings())
