import type { Queryable } from '#server/db/types.ts'
import { signedOut } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { roleOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'

/** An account with everything that signing in needs. */
export interface Account {
  id: number
  email: string
  first_name: string
  last_name: string
  type: string
  is_super_user: number
  supplier_id: number | null
  company: string | null
  /** The portfolios that confine the account, and the ids of their suppliers. */
  portfolio: { names: { id: number; name_en: string; name_zh: string | null }[]; suppliers: number[] } | null
  phone: string | null
  /** The language that the person has chosen; null: that of the browser. */
  language: Language | null
  /** The language of mails to this account. */
  mail_language: Language
  status: string
  archived_at: string | null
  /** Whether a setting lets supplier staff see prices. */
  prices: boolean
  shortcuts: string[]
  settings: Record<string, unknown>
  password_hash: string | null
  /** The id of the file with the person's photo. */
  photo_id: number | null
}

/** Finds an account by e-mail address or username, ignoring case. */
export const accountNamed = async (db: Queryable, name: string): Promise<Account | undefined> => {
  const [account] = name.includes('@')
    ? await db.query<Account>(`${select} where u.email = $1`, [name.toLowerCase()], 'account_by_email')
    : await db.query<Account>(`${select} where u.username = $1`, [name.toLowerCase()], 'account_by_username')
  return account
}

/**
 * Whether the address and password hash that were verified before the transaction are still those of an active account.
 * Records the sign-in and locks the account until the commit.
 */
export const hasActiveSignIn = async (tx: Queryable, { id, email, password_hash }: Account): Promise<boolean> => {
  const active = await tx.query(
    `update users set last_login_at = now()
     where id = $1 and email = $2 and status = 'active' and archived_at is null returning id`,
    [id, email],
    'sign_in_account',
  )
  const [credential] = await tx.query<{ password_hash: string }>(
    'select password_hash from credentials where user_id = $1 for share',
    [id],
    'sign_in_credential',
  )
  return active.length > 0 && credential?.password_hash === password_hash
}

/** The account of a signed-in user; throws 401 if it is gone. */
export const accountOf = async (db: Queryable, userId: number): Promise<Account> => {
  const [account] = await db.query<Account>(`${select} where u.id = $1`, [userId], 'account_by_id')
  if (!account) throw signedOut()
  return account
}

/** The full name: Chinese names have the last name first and no space. */
export const fullName = (first: string, last: string) =>
  /^\p{Script=Han}+$/u.test(first + last) ? last + first : `${first} ${last}`.trim()

/** The principal of an account that has no session yet. */
export const principalOf = (account: Account): Principal => ({
  id: account.id,
  role: roleOf(account) ?? 'user',
  prices: account.prices,
  supplier_id: account.supplier_id,
  portfolio: account.portfolio?.suppliers ?? null,
  name: fullName(account.first_name, account.last_name),
  email: account.email,
  sid: '',
  language: account.mail_language,
})

/** Returns the short-lived URL of a person's photo; null if there is none. */
export type PhotoAddress = (account: Pick<Account, 'photo_id'>) => string | null

/** The answer to a sign-in: the token, `info` as specified, and `user` with the person's settings. */
export const signInAnswer = (account: Account, token: string, photoURL: string | null) => {
  const { id, type, is_super_user, email, first_name, last_name, supplier_id, company } = account
  const { phone, language, shortcuts, settings, portfolio, prices } = account
  return {
    token,
    info: { type, is_super_user, email, first_name, last_name, supplier_id, company },
    user: {
      id,
      phone,
      language,
      photoURL,
      shortcuts,
      settings,
      ...(portfolio && { portfolio }),
      ...(prices && { prices }),
    },
  }
}

/** The account with its current rights; undefined if it may no longer sign in. */
export const readPrincipal = (on: Queryable, id: number): Promise<Principal | undefined> =>
  principalFrom(on, '', '', [id], 'principal')

/** The account with its current rights if the session is still active; otherwise undefined. */
export const readSignedIn = (on: Queryable, id: number, sid: string): Promise<Principal | undefined> =>
  principalFrom(
    on,
    'join sessions s on s.user_id = u.id and s.id = $2 and s.ended_at is null and s.expires_at > now()',
    sid,
    [id, sid],
    'principal_signed_in',
  )

const principalFrom = async (on: Queryable, joins: string, sid: string, values: unknown[], name: string) => {
  const [row] = await on.query<PrincipalRow>(
    `select u.id, u.type, u.is_super_user, u.supplier_id, to_json(portfolio_of(u.id)) as portfolio, u.full_name as name,
       u.email, mail_language(u) as language, (select staff_see_prices from settings) as prices
     from users u ${joins} where u.id = $1 and u.status = 'active' and u.archived_at is null`,
    values,
    name,
  )
  const role = row && roleOf(row)
  if (!role) return undefined
  const { type: _type, is_super_user: _super, ...person } = row
  return { ...person, role, sid }
}

interface PrincipalRow extends Omit<Principal, 'role' | 'sid'> {
  type: string
  is_super_user: number
}

const select = `
  select u.id, u.email, u.first_name, u.last_name, u.type, u.is_super_user, u.supplier_id, u.company, u.phone,
    u.language, mail_language(u) as mail_language, u.status, u.archived_at, u.shortcuts, u.settings, c.password_hash,
    (select staff_see_prices from settings) as prices,
    case when portfolio_of(u.id) is not null then json_build_object('suppliers', to_json(portfolio_of(u.id)), 'names', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name_en', p.name_en, 'name_zh', p.name_zh) order by p.name_en), '[]')
      from user_portfolios h join portfolios p on p.id = h.portfolio_id where h.user_id = u.id)) end as portfolio,
    (select f.id from files f where f.area = 'users' and f.slot = 'photo' and f.record_id = u.id) as photo_id
  from users u left join credentials c on c.user_id = u.id`
