import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/system'
import { Suspense, useLayoutEffect } from 'react'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router'
import { loadPortalTexts, muiTexts, useLanguage } from './i18n'
import { Draw, preloadable } from './loading/preloadable'
import { useSession } from './providers/session'
import { closingByBack } from './shell/back-closes'
import { loadLayout } from './shell/lazy-layout'
import { Loading } from './shell/loading'
import { Broken } from './shell/messages/broken'
import { MessageBar } from './shell/messages/message-bar'
import { ThemeColours } from './shell/settings/colours'
import { followPerson } from './shell/settings/settings'
import { themeOf } from './theme'

/**
 * The root component: theme, router and messages, and inside the router the portal for a signed-in person or the guest
 * pages.
 */
export const Boot = () => {
  useLanguage()
  const person = useSession()
  useLayoutEffect(() => followPerson(person), [person])
  return (
    <ThemeProvider theme={themeOf(muiTexts())}>
      <CssBaseline />
      <ThemeColours />
      <RouterProvider router={router} />
      <MessageBar />
    </ThemeProvider>
  )
}

const Pages = () => {
  const person = useSession()
  const { key } = useLocation()
  // The address changes before the next page is rendered. This attribute tells which history entry is rendered.
  useLayoutEffect(() => {
    document.documentElement.dataset.drawn = key
  }, [key])
  return (
    <Broken>
      <Suspense fallback={<Loading />}>
        {person ? <Draw key={person.id} page={portal} with={{}} /> : <Draw page={guestPages} with={{}} />}
      </Suspense>
    </Broken>
  )
}

// A data router, because `useBlocker`, which lets a form block leaving it, needs one. The pages are matched further
// inside.
const router = closingByBack(() => createBrowserRouter([{ path: '*', Component: Pages }]))

/** The app for a signed-in person, with the texts of its frame and of every list. */
export const portal = preloadable(
  async () => {
    const [module] = await Promise.all([import('./app'), loadPortalTexts(), loadLayout()])
    return module
  },
  (module) => module.Portal,
)

/** Sign-in and the other pages for guests. */
export const guestPages = preloadable(
  () => import('./pages/guest'),
  (module) => module.Guest,
)
