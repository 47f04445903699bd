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

/** Of the settings that hold now what `select` takes; the component is drawn again when just that changes. */
export const useSettings = <T>(select: (settings: Settings) => T): T =>
  useSyncExternalStore(state.subscribe, () => select(stateNow().current))

/** The settings that hold now, outside of components. */
export const settingsNow = (): Settings => stateNow().current

/** What the person has chosen, without what the page of the moment overrides. */
export const useDefaultSettings = <T>(select: (settings: Settings) => T): T =>
  useSyncExternalStore(state.subscribe, () => select(stateNow().defaults))

/** Changes what holds now, until the address changes. */
export const setSettings = (patch: SettingsPatch) => become(set(stateNow(), patch))

/** Changes the settings: stored in this tab for a guest, on the account for a signed-in person. */
export const setDefaultSettings = (patch: SettingsPatch) => keep(setDefault(stateNow(), patch))

/** Resets all settings to the defaults. */
export const setInitialSettings = () => keep(setInitial())

/** Ends what the last page overrode. */
export const resetSettings = () => become(reset(stateNow()))

/**
 * Applies the settings of the person: at sign-in, when another device changed them, and the defaults at sign-out.
 * Changes of this browser that are unsaved or being saved are newer than an answer.
 */
export const followPerson = (person: Person | null) => {
  stateNow()
  const arrived = savedOf(person)
  const isSame = person?.id === owner
  if (isSame && (unsaved || sending > 0 || arrived === known)) return
  if (!isSame) sessionStorage.removeItem(storageKey)
  owner = person?.id
  known = arrived
  unsaved = false
  const next = startState(parsed(person ? arrived : guestSaved()))
  // A database may give the same settings back in another order.
  if (savedText(next) !== savedText(stateNow())) become(next)
}

/** Saves pending changes: before a sign-out, and when the page is left. */
export const flushSettings = async () => {
  clearTimeout(timer)
  if (!unsaved || owner === undefined || session()?.id !== owner) return
  const shell = changesOf(stateNow().defaults)
  const text = JSON.stringify(shell)
  try {
    unsaved = false
    known = text
    sending += 1
    await saveUser({ settings: { shell } })
  } catch {
    // Tried again with the next change, or when the connection is back; what is on the screen stays.
    unsaved = true
  } finally {
    sending -= 1
  }
}

const storageKey = 'shell'
/** Milliseconds that a change waits for the next one. */
const patience = 400

const state = createStore<SettingsState | null>(null)
let owner: number | undefined
/** The saved settings as last read from the account or written to it. */
let known = ''
let unsaved = false
/** Saves that have no answer yet: answers to other requests still carry the settings before them. */
let sending = 0
let timer: ReturnType<typeof setTimeout> | undefined

const stateNow = (): SettingsState => {
  const current = state.get()
  if (current) return current
  const person = session()
  owner = person?.id
  known = savedOf(person)
  const first = startState(parsed(person ? known : guestSaved()))
  state.set(first)
  return first
}

const become = (next: SettingsState) => state.set(next)

const keep = (next: SettingsState) => {
  become(next)
  if (owner === undefined) return sessionStorage.setItem(storageKey, JSON.stringify(changesOf(next.defaults)))
  unsaved = true
  clearTimeout(timer)
  timer = setTimeout(flushSettings, patience)
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
