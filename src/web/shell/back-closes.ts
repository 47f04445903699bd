import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Creates the router and intercepts going back: back first closes the dialog, menu or sheet over the page, like Escape,
 * and only then leaves the page. On a phone, people who press back mean the topmost layer, and would lose what they
 * typed in it.
 */
export const closingByBack = (makeRouter: () => Router): Router => {
  let router: Router | undefined
  let historyIndex: number | undefined
  let isReturning = false
  // Once the person has agreed to leave a form, going back must work even while the question still fades out.
  const isAgreed = () => [...(router?.state.blockers.values() ?? [])].some(({ state }) => state === 'proceeding')
  addEventListener('popstate', (event) => {
    const top = topOverlay()
    const steps = (historyIndex ?? Number.NaN) - (currentHistoryIndex() ?? Number.NaN)
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
  historyIndex = currentHistoryIndex()
  let shown = made.state.location.key
  made.subscribe(({ location: { key } }) => {
    if (key === shown) return
    shown = key
    historyIndex = currentHistoryIndex()
  })
  return made
}

/** The index of the current history entry, as the router counts it. */
const currentHistoryIndex = (): number | undefined => history.state?.idx

const topOverlay = () => [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1)
