import { useSyncExternalStore } from 'react'

/** Whether keys without Ctrl or ⌘ do something in this browser: who speaks to the computer turns them off (WCAG 2.1.4). */
export const useSingleKeys = () => useSyncExternalStore(subscribe, hasSingleKeys)

export const hasSingleKeys = () => localStorage.getItem(storageKey) !== 'off'

/** Turns them on or off, for next time too. */
export const setSingleKeys = (on: boolean) => {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const listener of listeners) listener()
}

const storageKey = 'single_keys'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
