import { type PropsWithChildren, useDeferredValue, useEffect } from 'react'
import { isPhone } from '#web/shell/is-phone.ts'

/**
 * On a phone, what a person looks for first is drawn first: at the app's first drawing these children follow in one of
 * their own, which the browser may interrupt. Their place has to keep its size meanwhile. A desk is drawn in one go.
 */
export const Afterwards = ({ children }: PropsWithChildren) => {
  const isDue = useDeferredValue(true, hasBegun || !isPhone())
  useEffect(() => {
    hasBegun = true
  }, [])
  return isDue && children
}

let hasBegun = false
