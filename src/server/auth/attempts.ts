import type { Queryable } from '#server/db/types.ts'
import { tooMany } from '#server/kit/errors.ts'

/** One try at an account's password. */
export interface Attempt {
  /** The account, the same for every way to write its name. */
  account: string
  /** The client's address. */
  address: string
  /** Whether the account has signed in from there before: failures elsewhere then do not lock it out. */
  trusted: boolean
}

/**
 * Counts the attempt before the password is verified, so that parallel attempts all count; refuses with 429 and the
 * seconds to wait after 10 failures in 15 minutes from the address, or 100 in an hour from anywhere.
 */
export const countAttempt = async (db: Queryable, { account, address, trusted }: Attempt) => {
  await take(db, account, address, perAddress)
  if (!(await counted(db, account, everywhere, perAccount)) && !trusted)
    await refuse(db, account, everywhere, perAccount)
}

/**
 * Counts costly requests (a mail, an account, disk space) per address, or per account as `#` and its id. Refuses the
 * eleventh in 15 minutes with 429 and the seconds to wait.
 */
export const countRequest = async (db: Queryable, what: string, by: string, limit = perAddress) => {
  const name = `request ${what}`
  if (!(await counted(db, name, by, limit))) await refuse(db, name, by, limit, 'messages.too_many_requests')
}

/**
 * Counts sign-ins per address over all names, against trying one password on every account. Successful ones are
 * subtracted, so that an office behind one address is not locked out.
 */
export const countSignIn = (db: Queryable, address: string) =>
  countRequest(db, 'sign-in', address, { failures: 30, within: '1 minute' })

/** Resets the limits of an account whose owner has been verified. */
export const liftLimits = async (tx: Queryable, userId: number) => {
  await tx.query('delete from sign_in_failures where account = $1', [`#${userId}`], 'attempts_lift')
}

/** The password was right: the address starts afresh; failures from elsewhere stay counted. */
export const attemptSucceeded = async (tx: Queryable, { account, address }: Attempt) => {
  await tx.query(
    'delete from sign_in_failures where account = $1 and address = $2',
    [account, address],
    'attempt_clear',
  )
  await tx.query(
    `update sign_in_failures set moments = moments[1:cardinality(moments) - 1]
     where account = $1 and address = $2`,
    [account, everywhere],
    'attempt_return',
  )
  await tx.query(
    `update sign_in_failures set moments = moments[1:cardinality(moments) - 1]
     where account = 'request sign-in' and address = $1`,
    [address],
    'sign_in_return',
  )
}

/** The part of an address that one household or company holds: an IPv6 subscriber has 2^64 addresses, and all are one. */
export const addressKey = (address: string) => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** How often something may be done, and in which time (PostgreSQL's words; an hour at most). */
export interface Limit {
  failures: number
  within: string
}
const perAddress: Limit = { failures: 10, within: '15 minutes' }
const perAccount: Limit = { failures: 100, within: '1 hour' }
const everywhere = '*'

const take = async (db: Queryable, account: string, address: string, limit: Limit) => {
  if (!(await counted(db, account, address, limit))) await refuse(db, account, address, limit)
}

/** Adds this moment if the window has room. One statement, so the row's lock puts a parallel burst in line. */
const counted = async (db: Queryable, account: string, address: string, { failures, within }: Limit) => {
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
