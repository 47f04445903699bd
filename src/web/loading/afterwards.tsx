import { type PropsWithChildren, useDeferredValue, useEffect } from 'react'
import { isPhone } from '#web/shell/is-phone.ts'

/**
 * On phones, renders its children in a second, interruptible pass of the app's first rendering. The container must keep
 * its size meanwhile. On larger screens children are rendered at once.
 */
export const Afterwards = ({ children }: PropsWithChildren) => {
  const isDue = useDeferredValue(true, hasBegun || !isPhone())
  useEffect(() => {
    hasBegun = true
  }, [])
  return isDue && children
}

let hasBegun = false
