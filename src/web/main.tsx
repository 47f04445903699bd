import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Boot, guestPages, portal } from './boot'
import { muiTexts, startTexts } from './i18n'
import { scrollbarSize } from './kit/list/scrollbar-size'
import { confirmSession, session, startSession } from './providers/session'
import { isPhone } from './shell/is-phone'
import { makeColours } from './shell/settings/colours'
import { themeOf } from './theme'

// Pages for offline use are stored with every file that they have loaded (`use-kept-offline.ts`).
performance.setResourceTimingBufferSize(2000)

// A function instead of top-level await: the chunks that it loads import this module and would wait for it forever.
void start()

async function start() {
  await startTexts()
  await startSession()
  // Await the chunks of the first page before React renders, because rendering a fallback first is slower. A failed
  // chunk fails again when its page is rendered, and is reported there.
  const page = firstPage().catch(() => undefined)
  warmCaches()
  await page
  // On slow phones rendering in a transition keeps the page responsive; on a desktop everything is rendered at once.
  if (isPhone()) startTransition(draw)
  else draw()
  whenIdle(() => location.pathname !== '/logout' && confirmSession())
}

function draw() {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Boot />)
}

// Warms expensive caches while the chunks download.
function warmCaches() {
  themeOf(muiTexts())
  makeColours()
  scrollbarSize()
}

// The renewal of the session can wait until the first rows are requested.
function whenIdle(run: () => unknown) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 500)
}

async function firstPage() {
  const person = session()
  if (!person) return guestPages.load()
  const { prepare } = await portal.load()
  await prepare(person.subject, location.pathname)
}
