import { useCallback } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether the person has left the page for another one, which may still be loading: the page stays mounted until then,
 * and an answer that arrives meanwhile must not lead back to it.
 */
export const useIsLeft = (): (() => boolean) => {
  const { pathname } = useLocation()
  // While the next page loads, the browser's address is ahead of the path that is drawn.
  return useCallback(() => window.location.pathname !== pathname, [pathname])
}
