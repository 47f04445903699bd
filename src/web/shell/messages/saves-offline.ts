import { useEffect } from 'react'
import { createStore } from '#web/hooks/create-store.ts'

/** Whether the page in sight keeps entries on the device while there is no network, and says so itself. */
export const savesOffline = createStore(false)

/** Declares that of the page that calls it. */
export const useSavesOffline = () =>
  useEffect(() => {
    savesOffline.set(true)
    return () => savesOffline.set(false)
  }, [])
