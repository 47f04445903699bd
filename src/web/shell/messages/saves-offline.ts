import { useEffect } from 'react'
import { createStore } from '#web/hooks/create-store.ts'

/** Whether the current page stores entries on the device while offline and shows that itself. */
export const savesOffline = createStore(false)

/** Declares that the calling page does so. */
export const useSavesOffline = () =>
  useEffect(() => {
    savesOffline.set(true)
    return () => savesOffline.set(false)
  }, [])
