import { useSyncExternalStore } from 'react'

/** What `/api/health` says of the portal: its version, and whether demo accounts exist. Asked once, when it is first drawn. */
export const useHealth = (): Health => useSyncExternalStore(subscribe, () => health)

interface Health {
  demo?: boolean
  version?: string
}

let health: Health = {}
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
  health = (await answer?.json().catch(() => null)) ?? {}
  for (const listener of listeners) listener()
}
