import type { Queryable } from '#server/db/types.ts'
import { tooMany } from '#server/kit/errors.ts'

/** An attempt to sign in with an account's password. */
export interface Attempt {
  /** The key of the account, the same for its address and its username. */
  account: string
  /** The client's network address. */
  address: string
  /** Whether the account has signed in from this address before, so that failures elsewhere do not lock it out. */
  trusted: boolean
}

/**
 * Counts an attempt before the password is verified, so that parallel attempts all count. Throws 429 with the seconds
 * to wait after 10 failures in 15 minutes from the address, or 100 in an hour from all addresses.
 */
export const countAttempt = async (db: Queryable, { account, address, trusted }: Attempt) => {
  if (!(await count(db, account, address, perAddress))) await refuse(db, account, address, perAddress)
  if (!(await count(db, account, allAddresses, perAccount)) && !trusted)
    await refuse(db, account, allAddresses, perAccount)
}

/**
 * Counts costly requests (those that send a mail, create an account or use disk space) per address, or per account as
 * `#` and its id. Throws 429 with the seconds to wait beyond the limit, by default ten in 15 minutes.
 */
export const countRequest = async (db: Queryable, kind: string, by: string, limit = perAddress) => {
  const name = `request ${kind}`
  if (!(await count(db, name, by, limit))) await refuse(db, name, by, limit, 'messages.too_many_requests')
}

/**
 * Counts sign-ins per address over all accounts, against attempts of one password on many accounts. Successful ones are
 * subtracted, so that an office behind one address is not locked out.
 */
export const countSignIn = (db: Queryable, address: string) =>
  countRequest(db, 'sign-in', address, { failures: 30, within: '1 minute' })

/** Resets the limits of an account whose owner has been verified. */
export const liftLimits = async (tx: Queryable, userId: number) => {
  await tx.query('delete from sign_in_failures where account = $1', [`#${userId}`], 'attempts_lift')
}

/** Resets the address's count after a successful sign-in; failures from other addresses stay counted. */
export const attemptSucceeded = async (tx: Queryable, { account, address }: Attempt) => {
  await tx.query(
    'delete from sign_in_failures where account = $1 and address = $2',
    [account, address],
    'attempt_clear',
  )
  await tx.query(
    `update sign_in_failures set moments = moments[1:cardinality(moments) - 1]
     where account = $1 and address = $2`,
    [account, allAddresses],
    'attempt_return',
  )
  await tx.query(
    `update sign_in_failures set moments = moments[1:cardinality(moments) - 1]
     where account = 'request sign-in' and address = $1`,
    [address],
    'sign_in_return',
  )
}

/** The part of an address that identifies a subscriber: of an IPv6 address the /64 prefix, which has 2^64 addresses. */
export const addressKey = (address: string) => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const leading = head.split(':').filter(Boolean)
  const trailing = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0') : []
  const groups = [...leading, ...zeros, ...trailing].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The number of attempts that are permitted within a time (a PostgreSQL interval of at most an hour). */
export interface Limit {
  failures: number
  within: string
}
const perAddress: Limit = { failures: 10, within: '15 minutes' }
const perAccount: Limit = { failures: 100, within: '1 hour' }
const allAddresses = '*'

/**
 * Counts an attempt, unless the limit is reached; returns whether it was counted. The row's lock serialises parallel
 * ones.
 */
const count = async (db: Queryable, account: string, address: string, { failures, within }: Limit) => {
  const rows = await db.query(
    `insert into sign_in_failures as f (account, address, moments) values ($1, $2, array[now()])
     on conflict (account, address) do update
       set moments = array(select m from unnest(f.moments) m where m > now() - $3::interval order by m) || now()
       where (select count(*) from unnest(f.moments) m where m > now() - $3::interval) < $4::int
     returning account`,
    [account, address, within, failures],
    'attempt_count',
  )
  return rows.length === 1
}

/** Throws 429 with the time until the next attempt is permitted. */
const refuse = async (
  db: Queryable,
  account: string,
  address: string,
  { within }: Limit,
  key = 'messages.too_many_attempts',
) => {
  const [row] = await db.query<{ wait: number }>(
    `select greatest(1, ceil(extract(epoch from min(m) + $3::interval - now())))::int as wait
     from sign_in_failures, unnest(moments) m
     where account = $1 and address = $2 and m > now() - $3::interval`,
    [account, address, within],
    'attempt_wait',
  )
  const seconds = row?.wait ?? 1
  const minutes = Math.ceil(seconds / 60)
  throw tooMany({ key, params: { count: minutes } }, { retry_after: seconds })
}
