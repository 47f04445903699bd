import { type PropsWithChildren, useDeferredValue, useEffect } from 'react'

/**
 * What a person looks for first is drawn first: at the app's first drawing these children follow in one of their own,
 * which the browser may interrupt. Their place has to keep its size meanwhile.
 */
export const Afterwards = ({ children }: PropsWithChildren) => {
  const isDue = useDeferredValue(true, hasBegun)
  useEffect(() => {
    hasBegun = true
  }, [])
  return isDue && children
}

let hasBegun = false
