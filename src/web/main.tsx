import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Boot, guestPages, portal } from './boot'
import { muiTexts, startTexts } from './i18n'
import { scrollbarSize } from './kit/list/scrollbar-size'
import { confirmSession, session, startSession } from './providers/session'
import { isPhone } from './shell/is-phone'
import { makeColours } from './shell/settings/colours'
import { themeOf } from './theme'

// Pages that are kept for use without a network are kept with all that they have loaded (`use-kept-offline.ts`).
performance.setResourceTimingBufferSize(2000)

// A function, not top-level await: the chunks that it loads import this one, and would wait for it for ever.
void start()

async function start() {
  await startTexts()
  await startSession()
  // The chunks of the first page are awaited before React renders: a fallback on first paint costs more than it shows.
  // A failed chunk fails again where it is rendered, and is reported there.
  const page = firstPage().catch(() => undefined)
  makeReady()
  await page
  // A phone's slow processor answers to a thumb meanwhile; a desk is drawn in one go, with its menu and bars.
  if (isPhone()) startTransition(draw)
  else draw()
  whenIdle(() => location.pathname !== '/logout' && confirmSession())
}

function draw() {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Boot />)
}

// Warms expensive caches while the chunks are downloading.
function makeReady() {
  themeOf(muiTexts())
  makeColours()
  scrollbarSize()
}

// The renewal can wait until the first rows are on their way.
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
