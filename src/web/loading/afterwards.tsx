import { type PropsWithChildren, useDeferredValue, useEffect } from 'react'
import { isPhone } from '#web/shell/is-phone.ts'

/**
 * Defers children on phones: at the first rendering of the app they follow in a separate, interruptible one. Their
 * container must keep its size meanwhile. On larger screens everything is rendered at once.
 */
export const Afterwards = ({ children }: PropsWithChildren) => {
  const isDue = useDeferredValue(true, hasBegun || !isPhone())
  useEffect(() => {
    hasBegun = true
  }, [])
  return isDue && children
}

let hasBegun = false
