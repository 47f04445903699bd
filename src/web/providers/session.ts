import type { Language } from '#shared/kit/text.ts'
import { createStore } from '#web/hooks/create-store.ts'
import { applyPreferredLanguage, guestLanguage, setLanguage, t } from '#web/i18n.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { call } from './call'
import { HttpError } from './http-error'
import {
  clearOwn,
  clearStored,
  dataOf,
  type Info,
  type Person,
  type PersonData,
  type Portfolio,
  readStored,
  type Session,
  sessionOf,
  storeSignIn,
  tokenKey,
  writeStored,
} from './session-store'
import { isDue, isExpired, readToken } from './token'

export type { Info, Person, PersonData, Portfolio }

/** The current session; null for a guest. */
export const session = (): Session | null => current

/** The signed-in person, without the token. The same object until something about the person changes. */
export const person = (): Person | null => personStore.get()

/** The signed-in person; the component renders again when the person changes, but not when the token is renewed. */
export const useSession = (): Person | null => personStore.use()

/** Why a session ended without a sign-out, each with a notice of the specification. */
export type End = 'expired' | 'invalid' | 'failed'

/**
 * Starts the session from the stored token: immediately if the person's data is stored, after a request if only the
 * token is, and not at all if it is missing, expired or unreadable. `confirmSession` follows.
 */
export const startSession = async () => {
  const stored = readStored()
  if (stored.state === 'usable') setSession(stored.session)
  else if (stored.state === 'expired') endSession('expired')
  else if (stored.state === 'unreadable') endSession('failed')
  else if (stored.state === 'unknown_person') await fetchPerson(stored.token, stored.remember)
  addEventListener('storage', followOtherTabs)
  setInterval(watchExpiry, minute)
  document.addEventListener('visibilitychange', watchExpiry)
}

/**
 * Renews the session with its token, so that the API decides whether it is still valid. Silent, because the notices of
 * the specification belong to an explicit sign-in.
 */
export const confirmSession = async () => {
  if (current) await renew()
}

/**
 * Signs in. `ready` is awaited before the session is set, so that the first page can load while the spinner is shown.
 * Throws HttpError with `errors` at the field concerned.
 */
export const signIn = async ({ ready, ...entry }: SignIn): Promise<Session> =>
  startSignedIn(await call<SignInAnswer>('POST', '/api/auth/login', { body: entry }), entry.remember, ready)

export interface SignIn {
  email: string
  password: string
  remember: boolean
  ready?: Ready
}

/**
 * Registers an account. With an invitation the person is signed in at once, as by `signIn`; otherwise a mail is sent
 * and `session` is null. Throws HttpError with `errors` at the field concerned.
 */
export const register = async (entry: object, ready: Ready): Promise<{ session: Session | null; message: string }> => {
  const answer = await call<{ data: SignInAnswer['data'] | null; message: string }>('POST', '/api/auth/register', {
    body: entry,
  })
  const { data, message } = answer
  return { session: data && (await startSignedIn({ data, message }, false, ready)), message }
}

type Ready = (session: Session) => Promise<unknown>

const startSignedIn = async ({ data, message }: SignInAnswer, remember: boolean, ready?: Ready): Promise<Session> => {
  notify({ tone: 'info', text: t('shell.session.logging_in'), key: 'session' })
  const next = sessionOf(data.token, data.info, dataOf(data.user), remember)
  if (!next) throw new HttpError(t('pages.login.no_role'), 403)
  storeSignIn(next)
  // A language chosen on the sign-in page takes precedence over that of the account.
  await setLanguage(guestLanguage() ?? data.user?.language ?? null)
  await ready?.(next)
  setSession(next)
  notify({ tone: 'success', text: message, key: 'session' })
  return next
}

/**
 * Signs out: forgets the session in this browser at once and asks the API to end it. Continues after its answer or a
 * short timeout, as this browser cannot use the session any more.
 */
export const signOut = async () => {
  const token = current?.token
  if (!token || isLeaving) return
  isLeaving = true
  clearStored()
  const ended = call('POST', '/api/auth/logout', { token }).catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, signOutTimeout))])
  isLeaving = false
  if (current?.token === token) clearSession()
}

/** Changes of the person's own account. */
export type UserChanges = Partial<Omit<PersonData, 'photoURL' | 'portfolio'> & Pick<Info, 'first_name' | 'last_name'>>

/**
 * Saves changes of the signed-in person's account and updates the session with the answer. Saves run one after the
 * other, so that the last one wins. Throws HttpError.
 */
export const saveUser = (changes: UserChanges): Promise<void> => {
  const person = current?.id
  const saved = saving.then(() => (current?.id === person ? sendChanges(changes) : undefined))
  saving = saved.catch(() => undefined)
  return saved
}

let saving: Promise<void> = Promise.resolve()

const sendChanges = async (changes: UserChanges) => {
  const token = current?.token
  if (!token) return
  try {
    updatePerson(
      await call<PersonAnswer>('POST', '/api/auth/user/update', {
        token,
        body: { user: changes },
      }),
    )
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) handleUnauthorized(token)
    throw error
  }
}

/** The answer to a change of one's own account, with the current person. */
export interface PersonAnswer {
  data: { info: Info; user: PersonData }
}

/** Updates the session with the API's answer about the signed-in person. */
export const updatePerson = ({ data }: PersonAnswer) => {
  // A save that completes after sign-out must not store the session again.
  if (isLeaving) return
  const next = current && sessionOf(current.token, data.info, dataOf(data.user), current.remember)
  if (!next || current?.id !== next.id) return
  changes += 1
  writeStored(next)
  setSession(next)
}

/**
 * Saves the chosen language with the account, for mails and other browsers. Failures are ignored, because this browser
 * already uses it.
 */
export const saveLanguage = (language: Language) => saveUser({ language }).catch(() => undefined)

/** Ends the session and shows its notice, once, even if several requests fail at the same time. */
export const endSession = (why: End) => {
  forgetSession()
  notify({ tone: 'warning', text: t(ends[why]), key: 'session' })
}

/** Handles a 401: ends the session whose token was refused. A late answer to an older token has no effect. */
export const handleUnauthorized = (token: string | undefined) => {
  if (current && token === current.token && !isLeaving)
    endSession(isTokenExpired(current.token) ? 'expired' : 'invalid')
}

const ends: Record<End, string> = {
  expired: 'messages.token_expired',
  invalid: 'messages.invalid_token',
  failed: 'shell.session.failed',
}

interface SignInAnswer {
  data: { token: string; info: Info; user?: Partial<PersonData> }
  message: string
}

const minute = 60_000
/** Milliseconds that signing out waits for the API. */
const signOutTimeout = 3000
let current: Session | null = null
/** The signed-in person for components. */
const personStore = createStore<Person | null>(null)
let renewalTriedAt = 0
/**
 * Counts saved changes of the person: an answer to a request that was sent before a change has the person without it.
 */
let changes = 0
let isLeaving = false
const setSession = (next: Session | null) => {
  current = next
  const person = next && personOf(next)
  if (JSON.stringify(person) !== JSON.stringify(personStore.get())) personStore.set(person)
}

const personOf = ({ token, expires, ...person }: Session): Person => person

const forgetSession = () => {
  clearOwn()
  clearSession()
}

const clearSession = () => {
  setSession(null)
  // If the texts cannot be loaded, the page keeps its language.
  applyPreferredLanguage().catch(() => undefined)
}

const isTokenExpired = (token: string) => {
  const claims = readToken(token)
  return !claims || isExpired(claims)
}

const fetchPerson = async (token: string, remember: boolean) => {
  try {
    const { data } = await call<SignInAnswer>('GET', '/api/auth/access-token', { token })
    const next = sessionOf(data.token, data.info, dataOf(data.user), remember)
    if (!next) return endSession('failed')
    writeStored(next)
    setSession(next)
  } catch (error) {
    endSession(error instanceof HttpError && error.statusCode === 401 ? 'invalid' : 'failed')
  }
}

/**
 * Renews the token and updates the person, unless a change was saved meanwhile. Returns whether it succeeded; without
 * an answer the session continues unchanged.
 */
const renew = async (): Promise<boolean> => {
  const session = current
  if (!session) return false
  renewalTriedAt = Date.now()
  const before = changes
  try {
    const { data } = await call<SignInAnswer>('GET', '/api/auth/access-token', { token: session.token })
    if (current?.token !== session.token || isLeaving) return false
    const { info, data: user } = changes === before ? { info: data.info, data: dataOf(data.user) } : current
    const next = sessionOf(data.token, info, user, session.remember)
    if (!next) {
      endSession('failed')
      return false
    }
    writeStored(next)
    setSession(next)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) handleUnauthorized(session.token)
    return false
  }
}

const watchExpiry = () => {
  if (!current) return
  const claims = readToken(current.token)
  if (!claims || isExpired(claims)) return endSession('expired')
  // Near the absolute end of a session tokens are not extended, so retrying every minute would not help.
  if (isDue(claims) && Date.now() - renewalTriedAt > 5 * minute) void renew()
}

const followOtherTabs = ({ key, storageArea }: StorageEvent) => {
  if (storageArea !== localStorage || (key !== null && key !== tokenKey)) return
  const stored = readStored()
  if (stored.state === 'usable') setSession(stored.session)
  else if (current?.remember && stored.state === 'none') clearSession()
}
