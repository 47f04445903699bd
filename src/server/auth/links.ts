import { createHash, randomBytes } from 'node:crypto'
import type { Db, Queryable } from '#server/db/types.ts'
import type { SendMail } from '#server/jobs/mail.ts'
import { enqueue, type Handler } from '#server/jobs/outbox.ts'
import { invalid } from '#server/kit/errors.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Account, accountNamed, accountOf, fullName } from './accounts'

/** What a mailed link permits: to set a new password, accept an invitation, confirm an address. */
export type Purpose = 'reset' | 'invitation' | 'confirmation'

/** The recipient: a known account, or a name entered by a stranger, which may not exist. */
export type LinkPurpose = { purpose: Purpose; user_id: number } | { purpose: Purpose; name: string }

/**
 * Queues a link. All work happens after the commit: the response time is the same for every name, and the token is
 * created only for the mail.
 */
export const queueLink = (tx: Queryable, link: LinkPurpose) => enqueue(tx, 'account_link', link)

export interface LinkOptions {
  db: Db
  /** The public address of the portal; never taken from a request. */
  publicUrl: string
  send: SendMail
}

/** The outbox handler of `account_link`: creates the token and mails the link, or does nothing when no mail is due. */
export const linkHandler =
  ({ db, publicUrl, send }: LinkOptions): Handler =>
  async (payload, { id, attempt }) => {
    const link = payload as LinkPurpose
    const letter = await db.transaction((tx) => makeLetter(tx, link, attempt > 1))
    if (!letter) return
    const { account, token, mail } = letter
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

/** The account of a token and whether it has expired; nothing when it was used, replaced or is invalid. */
export const findToken = async (on: Queryable, purpose: Purpose, token: string) => {
  const [row] = await on.query<{ user_id: number; expired: boolean }>(
    'select user_id, expires_at <= now() as expired from account_tokens where hash = $1 and purpose = $2',
    [hashOf(token), purpose],
    'account_token_find',
  )
  return row
}

/** The account of a valid token; otherwise 422 at `token`. */
export const accountOfToken = async (on: Queryable, purpose: Purpose, token: string): Promise<Account> => {
  const stored = await findToken(on, purpose, token)
  if (!stored) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
  if (stored.expired) throw invalid({ token: [textOf('messages.link_expired')] }, textOf('messages.link_expired'))
  return accountOf(on, stored.user_id)
}

/** Spends the token: of two at the same time one succeeds, the other is 422 at `token`. */
export const spendToken = async (tx: Queryable, purpose: Purpose, token: string) => {
  const spent = await tx.query(
    'delete from account_tokens where hash = $1 and purpose = $2 and expires_at > now() returning user_id',
    [hashOf(token), purpose],
    'account_token_spend',
  )
  if (spent.length === 0) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
}

/** Refuses where the account got another address or state while its owner was choosing a password. */
export const requireUnchanged = async (tx: Queryable, { id, email }: Account, status: 'active' | 'invited') => {
  const same = await tx.query(
    'select 1 from users where id = $1 and email = $2 and status = $3 and archived_at is null for update',
    [id, email, status],
    'account_unchanged',
  )
  if (same.length === 0) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
}

/**
 * Reduces a name from an unknown person to letters and joiners before it is put into a mail, so that no address or
 * message can be sent under our name.
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

const makeLetter = async (tx: Queryable, link: LinkPurpose, isRetry: boolean) => {
  const { purpose } = link
  const account = 'user_id' in link ? await findAccount(tx, link.user_id) : await accountNamed(tx, link.name)
  const mail = account && (await mailFor(tx, purpose, account))
  if (!account || !mail) return undefined
  // Serialised: two requests at once must not both find that there was none before.
  await tx.query('select 1 from users where id = $1 for update', [account.id], 'account_token_lock')
  if (purpose === 'invitation')
    await tx.query('delete from account_tokens where user_id = $1 and purpose = $2', [account.id, purpose])
  // A failed first attempt has left its token behind; that must not count against the limit.
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

/** The mail for the account's state; none when a link would admit somebody who is locked out. */
const mailFor = async (tx: Queryable, purpose: Purpose, { id, status, archived_at }: Account) => {
  if (archived_at !== null) return undefined
  if (purpose === 'invitation') return status === 'invited' ? 'invitation' : undefined
  if (purpose === 'reset') return status === 'active' ? 'reset' : undefined
  // Somebody registers with an address that has an account: only its owner is informed.
  if (status === 'active') return 'account_exists'
  return status === 'invited' && (await hasRegistered(tx, id)) ? 'confirmation' : undefined
}

/** Whether the account was made by registration; others are invited by somebody. */
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
