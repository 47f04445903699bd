import { type Role, roleOfSubject, type Subject, subjectOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'

/** Who is asking, as the database has the account now. */
export interface Principal {
  id: number
  role: Role
  /** The office shows prices to suppliers' staff. */
  prices: boolean
  /** The company that an Agent or staff account acts for; without one such an account sees nothing. */
  supplier_id: number | null
  /** The suppliers that an office account is confined to, by id; null: all. */
  portfolio: readonly number[] | null
  name: string
  email: string
  /** The session that the token belongs to. */
  sid: string
  /** The language of mails to the account. */
  language: Language
}

/** The portal itself: imports of demo data, timers, moves that follow from facts. */
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
 * What decides which rows a caller's statements find and what of them: as whom the caller reads, and whether a portfolio
 * confines it. Whose rows they are is filled in when the statement runs. A kind of its own, so that nobody reads by the
 * role alone.
 */
export type ReadScope = string & { readonly kind: 'sight' }

/** The sight of a caller. */
export const readScopeOf = (me: Pick<Principal, 'role' | 'prices' | 'portfolio'>): ReadScope =>
  (me.portfolio ? `${subjectOf(me)}${confined}` : subjectOf(me)) as ReadScope
/** As whom a sight reads. */
export const subjectIn = (sight: ReadScope): Subject =>
  (isConfined(sight) ? sight.slice(0, -confined.length) : sight) as Subject
/** The role that a sight belongs to. */
export const roleIn = (sight: ReadScope): Role => roleOfSubject(subjectIn(sight))
/** Whether a portfolio confines it. */
export const isConfined = (sight: ReadScope): boolean => sight.endsWith(confined)
const confined = ' in a portfolio'

/** As the portal itself sees: everything. */
export const fullReadScope: ReadScope = readScopeOf(system)
