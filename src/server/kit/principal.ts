import { type Role, roleOfSubject, type Subject, subjectOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'

/** The account that sends a request, as it is in the database now. */
export interface Principal {
  id: number
  role: Role
  /** Whether a setting lets supplier staff see prices. */
  prices: boolean
  /** The supplier of an Agent or staff account; without one, such an account sees nothing. */
  supplier_id: number | null
  /** The suppliers that an office account is confined to, by id; null: all. */
  portfolio: readonly number[] | null
  name: string
  email: string
  /** The session that the token belongs to. */
  sid: string
  /** The language of mails to this account. */
  language: Language
}

/** The portal itself: for demo data, scheduled work and moves that follow from other writes. */
export const system: Principal = {
  id: 0,
  role: 'admin',
  prices: false,
  supplier_id: null,
  portfolio: null,
  name: 'system',
  email: '',
  sid: '',
  language: 'en',
}

/**
 * Decides which rows and fields a caller's statements return: the subject, and whether a portfolio confines the caller.
 * The caller's ids are filled in when the statement runs. Branded, so that a bare role cannot be passed by mistake.
 */
export type ReadScope = string & { readonly kind: 'readScope' }

/** The read scope of a caller. */
export const readScopeOf = (me: Pick<Principal, 'role' | 'prices' | 'portfolio'>): ReadScope =>
  (me.portfolio ? `${subjectOf(me)}${confined}` : subjectOf(me)) as ReadScope
/** The subject of a read scope. */
export const subjectIn = (readScope: ReadScope): Subject =>
  (isConfined(readScope) ? readScope.slice(0, -confined.length) : readScope) as Subject
/** The role of a read scope. */
export const roleIn = (readScope: ReadScope): Role => roleOfSubject(subjectIn(readScope))
/** Whether a portfolio confines a read scope. */
export const isConfined = (readScope: ReadScope): boolean => readScope.endsWith(confined)
const confined = ' in a portfolio'

/** The read scope of the portal itself: all rows and fields. */
export const fullReadScope: ReadScope = readScopeOf(system)
