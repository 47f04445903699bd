import { createHash, randomBytes } from 'node:crypto'
import type { Db, Queryable } from '#server/db/types.ts'
import type { SendMail } from '#server/jobs/mail.ts'
import { enqueue, type Handler } from '#server/jobs/outbox.ts'
import { invalid } from '#server/kit/errors.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Account, accountNamed, accountOf, fullName } from './accounts'

/** The purpose of a mailed link: setting a new password, accepting an invitation, confirming an address. */
export type Purpose = 'reset' | 'invitation' | 'confirmation'

/** The purpose and the recipient: an account, or a name that a stranger has entered and that may not exist. */
export type LinkPurpose = { purpose: Purpose; user_id: number } | { purpose: Purpose; name: string }

/**
 * Queues a link. All work is done after the commit, so that response times do not reveal whether a name exists, and the
 * token is created only for the mail.
 */
export const queueLink = (tx: Queryable, link: LinkPurpose) => enqueue(tx, 'account_link', link)

export interface LinkOptions {
  db: Db
  /** The public address of the portal; never taken from a request. */
  publicUrl: string
  send: SendMail
}

/** The outbox handler of `account_link`: creates a token and mails the link, unless the account may not get one. */
export const linkHandler =
  ({ db, publicUrl, send }: LinkOptions): Handler =>
  async (payload, { id, attempt }) => {
    const link = payload as LinkPurpose
    const prepared = await db.transaction((tx) => prepareLink(tx, link, attempt > 1))
    if (!prepared) return
    const { account, token, mail } = prepared
    const [settings] = await db.query<{ company_name: string }>('select company_name from settings order by id limit 1')
    await send(
      {
        mail,
        to: account.email,
        language: account.mail_language,
        params: {
          name: mailableName(fullName(account.first_name, account.last_name)),
          company: settings?.company_name ?? '',
          link: `${publicUrl}${pages[link.purpose]}?token=${token}`,
        },
      },
      id,
    )
  }

/** The account of a token and whether it has expired; undefined if it was used or replaced or never existed. */
export const findToken = async (on: Queryable, purpose: Purpose, token: string) => {
  const [row] = await on.query<{ user_id: number; expired: boolean }>(
    'select user_id, expires_at <= now() as expired from account_tokens where hash = $1 and purpose = $2',
    [hashOf(token), purpose],
    'account_token_find',
  )
  return row
}

/** The account of a valid token; throws 422 at `token` if it was used or has expired. */
export const accountOfToken = async (on: Queryable, purpose: Purpose, token: string): Promise<Account> => {
  const stored = await findToken(on, purpose, token)
  if (!stored) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
  if (stored.expired) throw invalid({ token: [textOf('messages.link_expired')] }, textOf('messages.link_expired'))
  return accountOf(on, stored.user_id)
}

/** Uses up a token; throws 422 at `token` if it was used already. One of two concurrent calls succeeds. */
export const spendToken = async (tx: Queryable, purpose: Purpose, token: string) => {
  const spent = await tx.query(
    'delete from account_tokens where hash = $1 and purpose = $2 and expires_at > now() returning user_id',
    [hashOf(token), purpose],
    'account_token_spend',
  )
  if (spent.length === 0) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
}

/** Locks the account; throws 422 if its address or status has changed while its owner was choosing a password. */
export const requireUnchanged = async (tx: Queryable, { id, email }: Account, status: 'active' | 'invited') => {
  const same = await tx.query(
    'select 1 from users where id = $1 and email = $2 and status = $3 and archived_at is null for update',
    [id, email, status],
    'account_unchanged',
  )
  if (same.length === 0) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
}

/**
 * Reduces a name that an unknown person has entered to letters and joiners before it goes into a mail, so that nobody
 * can send addresses or messages in the portal's name.
 */
export const mailableName = (name: string) =>
  cutText(
    name
      .replace(/[^\p{L}\p{M}\s'’-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
    40,
  )

const lifetimes: Record<Purpose, string> = { reset: '60 minutes', invitation: '72 hours', confirmation: '72 hours' }
const pages: Record<Purpose, string> = {
  reset: '/pages/auth/reset',
  invitation: '/register',
  confirmation: '/pages/auth/mail-confirm',
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Creates the token; returns it with the account and the mail, or undefined if no mail may be sent. */
const prepareLink = async (tx: Queryable, link: LinkPurpose, isRetry: boolean) => {
  const { purpose } = link
  const account = 'user_id' in link ? await findAccount(tx, link.user_id) : await accountNamed(tx, link.name)
  const mail = account && (await mailFor(tx, purpose, account))
  if (!account || !mail) return undefined
  // Locked, so that two concurrent requests do not both find that there was no token before.
  await tx.query('select 1 from users where id = $1 for update', [account.id], 'account_token_lock')
  if (purpose === 'invitation')
    await tx.query('delete from account_tokens where user_id = $1 and purpose = $2', [account.id, purpose])
  // On a retry, the token of the failed attempt must not count against the limit.
  else if (!isRetry && (await isRateLimited(tx, account.id, purpose))) return undefined
  const token = randomBytes(32).toString('base64url')
  await tx.query(
    `insert into account_tokens (hash, user_id, purpose, expires_at) values ($1, $2, $3, now() + $4::interval)`,
    [hashOf(token), account.id, purpose, lifetimes[purpose]],
    'account_token_make',
  )
  return { account, token, mail }
}

const findAccount = (tx: Queryable, userId: number) => accountOf(tx, userId).catch(() => undefined)

/** The mail for the account's status; undefined if a link would admit somebody who is locked out. */
const mailFor = async (tx: Queryable, purpose: Purpose, { id, status, archived_at }: Account) => {
  if (archived_at !== null) return undefined
  if (purpose === 'invitation') return status === 'invited' ? 'invitation' : undefined
  if (purpose === 'reset') return status === 'active' ? 'reset' : undefined
  // Somebody has registered with an address that has an account: only its owner is informed.
  if (status === 'active') return 'account_exists'
  return status === 'invited' && (await hasRegistered(tx, id)) ? 'confirmation' : undefined
}

/** Whether the account was created by registration; other accounts were created by an invitation. */
const hasRegistered = async (tx: Queryable, id: number) => {
  const rows = await tx.query(
    `select 1 from history where area = 'users' and record_id = $1 and action = 'register' limit 1`,
    [id],
    'account_registered',
  )
  return rows.length > 0
}

/** Limits mails per account: one per minute, five per hour. */
const isRateLimited = async (tx: Queryable, userId: number, purpose: Purpose) => {
  const [history] = await tx.query<{ recent: boolean; count: number }>(
    `select coalesce(bool_or(created_at > now() - interval '1 minute'), false) as recent, count(*)::int as count
     from account_tokens where user_id = $1 and purpose = $2 and created_at > now() - interval '1 hour'`,
    [userId, purpose],
    'account_token_asked',
  )
  return history !== undefined && (history.recent || history.count >= 5)
}
