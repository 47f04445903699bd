import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Makes the router of the portal, before which going back is heard here: back closes the dialog, menu or sheet that lies
 * over the page, as Escape does, and only then leaves the page. On a phone, whoever presses back means what is on top, and
 * would lose what is typed in it.
 */
export const closingByBack = (makeRouter: () => Router): Router => {
  let router: Router | undefined
  let place: number | undefined
  let isReturning = false
  // Whoever agreed to leave a form goes back while the question still fades.
  const isAgreed = () => [...(router?.state.blockers.values() ?? [])].some(({ state }) => state === 'proceeding')
  addEventListener('popstate', (event) => {
    const top = topOverlay()
    const steps = (place ?? Number.NaN) - (placeNow() ?? Number.NaN)
    if (isReturning) {
      isReturning = false
      event.stopImmediatePropagation()
      top?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    } else if (top && steps > 0 && !isAgreed()) {
      isReturning = true
      event.stopImmediatePropagation()
      history.go(steps)
    }
  })
  const made = makeRouter()
  router = made
  place = placeNow()
  let shown = made.state.location.key
  made.subscribe(({ location: { key } }) => {
    if (key === shown) return
    shown = key
    place = placeNow()
  })
  return made
}

/** Which entry of the portal's history this is, as the router counts them. */
const placeNow = (): number | undefined => history.state?.idx

const topOverlay = () => [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1)
