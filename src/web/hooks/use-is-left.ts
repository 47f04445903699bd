import { useCallback } from 'react'
import { useLocation } from 'react-router'

/**
 * Returns a function that tells whether the person has navigated to another page. Until that page is loaded, this one
 * stays mounted, and an answer that arrives meanwhile must not navigate back.
 */
export const useIsLeft = (): (() => boolean) => {
  const { pathname } = useLocation()
  // The address changes before the next page is rendered.
  return useCallback(() => window.location.pathname !== pathname, [pathname])
}
