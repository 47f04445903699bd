import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { watchDossier } from '#web/kit/dossier/watch.ts'
import { session, startSession } from '#web/providers/session.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))

it('tells that a dossier is ready, also after the token was renewed meanwhile', async () => {
  answerWith(({ path }) => (path === 'dossiers/3' ? { body: { id: 3, status: 'ready', title: 'PO-1' } } : { body: [] }))
  draw(<MessageBar />, '/')
  watchDossier(3, () => undefined)
  const before = session()
  const claims = btoa(JSON.stringify({ sub: before?.id, iat: 1, exp: 4_000_000_000 }))
  localStorage.setItem('jwt_access_token', `x.${claims}.z`)
  await startSession()
  expect([session()?.id, session()?.token === before?.token]).toEqual([before?.id, false])
  await waitFor(() => expect(screen.getByText(/PO-1/)).toBeTruthy(), { timeout: 6000 })
})
