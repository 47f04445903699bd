import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Going back closes the dialog, menu or sheet that lies over the page, as Escape does, and only then leaves the page: on a
 * phone, whoever presses back means what is on top, and would lose what is typed in it.
 */
export const useBackCloses = () => {
  const { key } = useLocation()
  const place = useRef<number | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every entry of the history
  useEffect(() => {
    place.current = placeNow()
  }, [key])
  useEffect(() => {
    let isReturning = false
    const heed = (event: PopStateEvent) => {
      const top = topOverlay()
      const steps = (place.current ?? Number.NaN) - (placeNow() ?? Number.NaN)
      if (isReturning) {
        isReturning = false
        event.stopImmediatePropagation()
        top?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      } else if (top && steps > 0) {
        isReturning = true
        event.stopImmediatePropagation()
        history.go(steps)
      }
    }
    // Before the router hears of it.
    addEventListener('popstate', heed, true)
    return () => removeEventListener('popstate', heed, true)
  }, [])
}

/** Which entry of the portal's history this is, as the router counts them. */
const placeNow = (): number | undefined => history.state?.idx

const topOverlay = () => [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1)
