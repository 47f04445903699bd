import { useEffect } from 'react'
import { createStore } from '#web/hooks/create-store.ts'

/**
 * The portal's version, and whether demo accounts exist (`/api/health`). Requested once, by the first component that
 * uses it.
 */
export const useHealth = (): Health => {
  useEffect(() => {
    if (!isRequested) void requestHealth()
    isRequested = true
  }, [])
  return health.use()
}

interface Health {
  demo?: boolean
  version?: string
}

const health = createStore<Health>({})
let isRequested = false

const requestHealth = async () => {
  const response = await fetch('/api/health').catch(() => null)
  health.set((await response?.json().catch(() => null)) ?? {})
}
