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

/** The session in use; null for a guest. */
export const session = (): Session | null => current

/** The signed-in person, without the token; the same object until something about them changes. */
export const person = (): Person | null => shown.get()

/** The signed-in person; renders again when they change, not when their token is renewed. */
export const useSession = (): Person | null => shown.use()

/** Why a session ended without the person asking for it, each with the notice of the specification. */
export type End = 'expired' | 'invalid' | 'failed'

/**
 * Starts from the stored token: with a session at once if the person's data is stored, after a request if only the
 * token is, and without one if it is missing, expired or unreadable. `confirmSession` follows.
 */
export const startSession = async () => {
  const stored = readStored()
  if (stored.state === 'usable') become(stored.session)
  else if (stored.state === 'expired') endSession('expired')
  else if (stored.state === 'unreadable') endSession('failed')
  else if (stored.state === 'unknown_person') await askWho(stored.token, stored.remember)
  addEventListener('storage', followOtherTabs)
  setInterval(watchExpiry, minute)
  document.addEventListener('visibilitychange', watchExpiry)
}

/**
 * Signs in again with the stored token: the API decides whether it is still valid. Silent, as the specification's
 * notices belong to an explicit sign-in.
 */
export const confirmSession = async () => {
  if (current) await renew()
}

/**
 * Signs in; `ready` is awaited before the session is set, so that the first page can load behind the spinner. Throws
 * HttpError with `errors` on the named field.
 */
export const signIn = async ({ ready, ...entry }: SignIn): Promise<Session> =>
  enter(await call<SignInAnswer>('POST', '/api/auth/login', { body: entry }), entry.remember, ready)

export interface SignIn {
  email: string
  password: string
  remember: boolean
  ready?: Ready
}

/**
 * Registers: with an invitation the person is signed in at once, as by `signIn`; otherwise it returns null and a mail
 * is sent. Throws HttpError with `errors` on the named field.
 */
export const register = async (entry: object, ready: Ready): Promise<{ session: Session | null; message: string }> => {
  const answer = await call<{ data: SignInAnswer['data'] | null; message: string }>('POST', '/api/auth/register', {
    body: entry,
  })
  const { data, message } = answer
  return { session: data && (await enter({ data, message }, false, ready)), message }
}

type Ready = (session: Session) => Promise<unknown>

const enter = async ({ data, message }: SignInAnswer, remember: boolean, ready?: Ready): Promise<Session> => {
  notify({ tone: 'info', text: t('shell.session.logging_in'), key: 'session' })
  const next = sessionOf(data.token, data.info, dataOf(data.user), remember)
  if (!next) throw new HttpError(t('pages.login.no_role'), 403)
  storeSignIn(next)
  // A choice on the sign-in page precedes the account's language.
  await setLanguage(guestLanguage() ?? data.user?.language ?? null)
  await ready?.(next)
  become(next)
  notify({ tone: 'success', text: message, key: 'session' })
  return next
}

/**
 * Signs out: the browser forgets the session at once and asks the API to end it; continues with its answer or after a
 * short timeout, as this browser cannot use the session any more.
 */
export const signOut = async () => {
  const token = current?.token
  if (!token || isLeaving) return
  isLeaving = true
  clearStored()
  const ended = call('POST', '/api/auth/logout', { token }).catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, farewell))])
  isLeaving = false
  if (current?.token === token) leave()
}

/** Changes of the person's own account. */
export type UserChanges = Partial<Omit<PersonData, 'photoURL' | 'portfolio'> & Pick<Info, 'first_name' | 'last_name'>>

/**
 * Saves changes of the signed-in person's account; the session has them at once. Saves run one after the other, so that
 * the last one wins. Throws HttpError.
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
    takePerson(
      await call<PersonAnswer>('POST', '/api/auth/user/update', {
        token,
        body: { user: changes },
      }),
    )
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) refused(token)
    throw error
  }
}

/** The answer to a change of one's own account: the current person. */
export interface PersonAnswer {
  data: { info: Info; user: PersonData }
}

/** Updates the session with the API's answer about the signed-in person. */
export const takePerson = ({ data }: PersonAnswer) => {
  // What was still being saved when the person signed out must not store the session again.
  if (isLeaving) return
  const next = current && sessionOf(current.token, data.info, dataOf(data.user), current.remember)
  if (!next || current?.id !== next.id) return
  changes += 1
  writeStored(next)
  become(next)
}

/**
 * Saves the chosen language on the account, for mails and other browsers; this browser has it already, so a failure is
 * ignored.
 */
export const saveLanguage = (language: Language) => saveUser({ language }).catch(() => undefined)

/** Ends the session with its notice: once, however many calls find out at the same time. */
export const endSession = (why: End) => {
  forget()
  notify({ tone: 'warning', text: t(ends[why]), key: 'session' })
}

/** The 401 rule: ends the session whose token was refused; a late answer to an older token has no effect. */
export const refused = (token: string | undefined) => {
  if (current && token === current.token && !isLeaving) endSession(isOver(current.token) ? 'expired' : 'invalid')
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
const farewell = 3000
let current: Session | null = null
/** The signed-in person for components. */
const shown = createStore<Person | null>(null)
let triedAt = 0
/** Changes of the person that the API has answered: answers to what was asked before one know the person without it. */
let changes = 0
let isLeaving = false
const become = (next: Session | null) => {
  current = next
  const person = next && personOf(next)
  if (JSON.stringify(person) !== JSON.stringify(shown.get())) shown.set(person)
}

const personOf = ({ token, expires, ...person }: Session): Person => person

const forget = () => {
  clearOwn()
  leave()
}

const leave = () => {
  become(null)
  // If texts cannot be loaded, the page keeps its language.
  applyPreferredLanguage().catch(() => undefined)
}

const isOver = (token: string) => {
  const claims = readToken(token)
  return !claims || isExpired(claims)
}

const askWho = async (token: string, remember: boolean) => {
  try {
    const { data } = await call<SignInAnswer>('GET', '/api/auth/access-token', { token })
    const next = sessionOf(data.token, data.info, dataOf(data.user), remember)
    if (!next) return endSession('failed')
    writeStored(next)
    become(next)
  } catch (error) {
    endSession(error instanceof HttpError && error.statusCode === 401 ? 'invalid' : 'failed')
  }
}

/**
 * Replaces the token by a fresh one and the person by what the API knows of them, unless a change was saved meanwhile;
 * true on success. Without an answer the session continues unchanged.
 */
const renew = async (): Promise<boolean> => {
  const session = current
  if (!session) return false
  triedAt = Date.now()
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
    become(next)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) refused(session.token)
    return false
  }
}

const watchExpiry = () => {
  if (!current) return
  const claims = readToken(current.token)
  if (!claims || isExpired(claims)) return endSession('expired')
  // Near the absolute end of a session tokens are not extended: retrying every minute would not help.
  if (isDue(claims) && Date.now() - triedAt > 5 * minute) void renew()
}

const followOtherTabs = ({ key, storageArea }: StorageEvent) => {
  if (storageArea !== localStorage || (key !== null && key !== tokenKey)) return
  const stored = readStored()
  if (stored.state === 'usable') become(stored.session)
  else if (current?.remember && stored.state === 'none') leave()
}
