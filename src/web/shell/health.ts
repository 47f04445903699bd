import { useSyncExternalStore } from 'react'

/** Whether demo accounts exist, as `/api/health` says; asked once, when the first banner is drawn. */
export const useDemo = () => useSyncExternalStore(subscribe, () => demo)

let demo = false
let asked = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (!asked) void askHealth()
  asked = true
  return () => listeners.delete(listener)
}

const askHealth = async () => {
  const answer = await fetch('/api/health').catch(() => null)
  const health: { demo?: boolean } | null = await answer?.json().catch(() => null)
  demo = health?.demo === true
  for (const listener of listeners) listener()
}
