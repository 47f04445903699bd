import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/system'
import { Suspense, useLayoutEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { loadAllTexts, muiTexts, useLanguage } from './i18n'
import { awaited, Draw } from './loading/awaited'
import { useSession } from './providers/session'
import { Loading } from './shell/loading'
import { Broken } from './shell/messages/broken'
import { MessageBar } from './shell/messages/message-bar'
import { ThemeColours } from './shell/settings/colours'
import { followPerson } from './shell/settings/settings'
import { loadLayout } from './shell/shell-later'
import './shell/pop-gate'
import { themeOf } from './theme'

/** The app around everything: theme, address, messages; then the portal for who is signed in, else the guests' pages. */
export const Boot = () => {
  useLanguage()
  const person = useSession()
  useLayoutEffect(() => followPerson(person), [person])
  return (
    <ThemeProvider theme={themeOf(muiTexts())}>
      <CssBaseline />
      <ThemeColours />
      <Broken>
        <BrowserRouter>
          <Suspense fallback={<Loading />}>
            {person ? <Draw key={person.id} page={portal} with={{}} /> : <Draw page={guestPages} with={{}} />}
          </Suspense>
        </BrowserRouter>
      </Broken>
      <MessageBar />
    </ThemeProvider>
  )
}

/** The signed-in half, with all texts of the language in use. */
export const portal = awaited(
  async () => {
    const [module] = await Promise.all([import('./app'), loadAllTexts(), loadLayout()])
    return module
  },
  (module) => module.Portal,
)

/** Sign-in and what else a guest may open. */
export const guestPages = awaited(
  () => import('./pages/guest'),
  (module) => module.Guest,
)
