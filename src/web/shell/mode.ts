import { useSyncExternalStore } from 'react'
import type { Mode } from '../theme'

/** Light or dark, as last chosen in this browser; dark at first (specification, section 9). */
export const useMode = () => useSyncExternalStore(subscribe, mode)

/** Changes the colours at once and for next time. */
export const setMode = (next: Mode) => {
  localStorage.setItem(key, next)
  for (const listener of listeners) listener()
}

const key = 'mode'
const listeners = new Set<() => void>()
const mode = (): Mode => (localStorage.getItem(key) === 'light' ? 'light' : 'dark')
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
