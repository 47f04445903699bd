import { afterEach, expect, it, vi } from 'vitest'
import { dataOf, readStored, type Session, sessionOf, storeSignIn, writeStored } from '#web/providers/session-store.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const tokenOf = (sub: number, jti: string) => {
  const now = Math.floor(Date.now() / 1000)
  return ['head', btoa(JSON.stringify({ sub, jti, iat: now, exp: now + 3600 })), 'signature'].join('.')
}

const sessionWith = (token: string, remember: boolean): Session => {
  const info = { type: 'Office', is_super_user: 0, email: 'kim@example.test', first_name: 'Kim', last_name: 'Lee' }
  const session = sessionOf(token, { ...info, supplier_id: null, company: null }, dataOf(null), remember)
  if (!session) throw new Error('The token makes no session.')
  return session
}

it('a renewed token never leaves other tabs without a session, not for a moment', () => {
  writeStored(sessionWith(tokenOf(1, 'first'), true))
  const states: string[] = []
  for (const name of ['setItem', 'removeItem'] as const) {
    const original = Storage.prototype[name] as (...items: string[]) => void
    vi.spyOn(Storage.prototype, name).mockImplementation(function (this: Storage, ...items: string[]) {
      original.apply(this, items)
      states.push(readStored().state)
    })
  }
  writeStored(sessionWith(tokenOf(1, 'second'), true))
  expect(new Set(states)).toEqual(new Set(['usable']))
})

it('one storage holds the session, as Remember Me says', () => {
  storeSignIn(sessionWith(tokenOf(1, 'first'), true))
  storeSignIn(sessionWith(tokenOf(1, 'second'), false))
  expect(localStorage.length).toBe(0)
  expect(readStored()).toMatchObject({ state: 'usable', session: { remember: false } })
})
