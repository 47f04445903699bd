import { createRoot } from 'react-dom/client'
import { Boot, guestPages, portal } from './boot'
import { startTexts } from './i18n'
import { confirmSession, session, startSession } from './providers/session'

// The first page's chunks are awaited before React draws anything: a fallback on first paint costs more than it shows.
await startTexts()
await startSession()
// What cannot be loaded fails again where it is drawn, and is told there.
await firstPage().catch(() => undefined)

const root = document.getElementById('root')
if (root) createRoot(root).render(<Boot />)
void confirmSession()

async function firstPage() {
  const person = session()
  if (!person) return guestPages.load()
  const { prepare } = await portal.load()
  await prepare(person.role, location.pathname)
}
