import { type Role, roleOf, type Subject, subjectOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'
import { isExpired, readToken } from './token'

/** The personal data in the sign-in answer (specification, sections 3 and 7). */
export interface Info {
  type: string
  is_super_user: number
  email: string
  first_name: string
  last_name: string
  supplier_id: number | null
  company: string | null
}

/** Data stored with the account: personal data, shortcuts (ids of menu entries), and settings by part of the app. */
export interface PersonData {
  phone: string | null
  /** The chosen language; null follows the browser. */
  language: Language | null
  photoURL: string | null
  shortcuts: string[]
  settings: Record<string, unknown>
  /** The portfolios that the account is limited to; null if it reads all suppliers. */
  portfolio: Portfolio | null
  /** Whether prices are shown to staff of suppliers. */
  prices: boolean
}

/** The portfolios of an office account, and the ids of their suppliers. */
export interface Portfolio {
  names: { id: number; name_en: string; name_zh: string | null }[]
  suppliers: number[]
}

/** The signed-in person; `id` comes from the token. */
export interface Person {
  id: number
  role: Role
  /** The subject of permission checks. */
  subject: Subject
  name: string
  info: Info
  data: PersonData
  /** Whether the session is stored in local storage, beyond this tab. */
  remember: boolean
}

/** The person with the token; `expires` (in seconds) comes from the token. */
export interface Session extends Person {
  token: string
  expires: number
}

/** The stored session: none, a usable one, or a token that cannot start one by itself. */
export type Stored =
  | { state: 'none' }
  | { state: 'usable'; session: Session }
  | { state: 'expired' }
  | { state: 'unreadable' }
  | { state: 'unknown_person'; token: string; remember: boolean }

/**
 * Reads the stored session by the keys of the specification. A session of this tab takes precedence over a remembered
 * one.
 */
export const readStored = (): Stored => {
  const remember = isRemembered()
  const storage = storageFor(remember)
  const token = storage.getItem(tokenKey)
  if (token === null) return { state: 'none' }
  const claims = readToken(token)
  if (!claims) return { state: 'unreadable' }
  if (isExpired(claims)) return { state: 'expired' }
  const info = readInfo(storage.getItem('info'))
  const session = info && sessionOf(token, info, dataOf(readJson(storage.getItem('data'))), remember)
  return session && storage.getItem('role') === session.role
    ? { state: 'usable', session }
    : { state: 'unknown_person', token, remember }
}

/** Combines a token and a person to a session; null if the token is unreadable or the person has no role. */
export const sessionOf = (token: string, info: Info, data: PersonData, remember: boolean): Session | null => {
  const claims = readToken(token)
  const role = roleOf(info)
  if (!claims || !role) return null
  return {
    id: claims.sub,
    role,
    subject: subjectOf({ role, prices: data.prices }),
    name: fullName(info),
    info,
    data,
    token,
    expires: claims.exp,
    remember,
  }
}

/** Stores the session of a new sign-in, and removes an earlier one from the other storage. */
export const storeSignIn = (session: Session) => {
  forgetIn(storageFor(!session.remember))
  writeStored(session)
}

/**
 * Writes the session under the keys of the specification: to local storage if remembered, otherwise to session storage.
 * The other storage belongs to sessions of other tabs. The token is written last and is never missing in between,
 * because other tabs react to it and must find the other keys complete.
 */
export const writeStored = ({ token, role, name, info, data, remember }: Session) => {
  const storage = storageFor(remember)
  storage.setItem('role', role)
  storage.setItem('info', JSON.stringify(info))
  storage.setItem('data', JSON.stringify(data))
  storage.setItem('first_name', info.first_name)
  storage.setItem('full_name', name)
  storage.setItem('last_name', info.last_name)
  storage.setItem('is_super_user', String(info.is_super_user))
  storage.setItem(tokenKey, token)
}

/** Removes the session from both storages, and the language that its person chose. */
export const clearStored = () => {
  for (const storage of [localStorage, sessionStorage]) forgetIn(storage)
  localStorage.removeItem(languageKey)
}

/** Removes only the session that this tab uses; one that is remembered for other tabs stays. */
export const clearOwn = () => {
  forgetIn(storageFor(isRemembered()))
  localStorage.removeItem(languageKey)
}

/** Whether a session is stored, usable or not. */
export const hasToken = () => [localStorage, sessionStorage].some((storage) => storage.getItem(tokenKey) !== null)

/** Storage key of the chosen language: in local storage for a signed-in person, in session storage for a guest. */
export const languageKey = 'language'

/** Storage key of the access token. */
export const tokenKey = 'jwt_access_token'
const keys = [tokenKey, 'role', 'info', 'data', 'first_name', 'full_name', 'last_name', 'is_super_user']

const forgetIn = (storage: Storage) => {
  for (const key of keys) storage.removeItem(key)
}

/** Whether this tab has no session of its own and uses the remembered one. */
const isRemembered = () => sessionStorage.getItem(tokenKey) === null

const storageFor = (remember: boolean) => (remember ? localStorage : sessionStorage)

const readInfo = (text: string | null): Info | null => {
  const info = readJson(text)
  return info && 'type' in info ? (info as unknown as Info) : null
}

/** The person's data from an answer or the storage, with the defaults of a new account for missing parts. */
export const dataOf = (data: Partial<PersonData> | null | undefined): PersonData => ({
  phone: data?.phone ?? null,
  language: data?.language ?? null,
  photoURL: data?.photoURL ?? null,
  shortcuts: data?.shortcuts ?? [],
  settings: data?.settings ?? {},
  portfolio: data?.portfolio ?? null,
  prices: data?.prices ?? false,
})

const readJson = (text: string | null): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const fullName = ({ first_name, last_name }: Info) =>
  /^\p{Script=Han}+$/u.test(first_name + last_name) ? last_name + first_name : `${first_name} ${last_name}`.trim()
