import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { Suspense, useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { loadAllTexts, muiTexts, useLanguage } from './i18n'
import { useSession } from './providers/session'
import { awaited, Draw } from './shell/awaited'
import { Broken } from './shell/broken'
import { Loading } from './shell/loading'
import { MessageBar } from './shell/message-bar'
import { useMode } from './shell/mode'
import './shell/pop-gate'
import { themeOf } from './theme'

/** The app around everything: theme, address, messages; then the portal for who is signed in, else the guests' pages. */
export const Boot = () => {
  useLanguage()
  const mode = useMode()
  const person = useSession()
  const theme = themeOf(mode, muiTexts())
  useEffect(() => {
    document.documentElement.dataset.mode = mode
  }, [mode])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
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
    const [module] = await Promise.all([import('./app'), loadAllTexts()])
    return module
  },
  (module) => module.Portal,
)

/** Sign-in and what else a guest may open. */
export const guestPages = awaited(
  () => import('./pages/guest'),
  (module) => module.Guest,
)
