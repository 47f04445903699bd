import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languages, say } from '../../shared/text'
import type { Db, Queryable } from '../db/types'
import { invalid, signedOut } from '../kit/errors'
import type { Principal } from '../kit/principal'
import { queueMail } from '../mail'
import { type Account, accountNamed, accountOf, fullName, type PhotoAddress, signInAnswer } from './accounts'
import { answer, filled, requireNewPassword, typedPassword } from './answer'
import { type Attempt, addressKey, attemptSucceeded, countAttempt } from './attempts'
import { bodyAs } from './body'
import { hashPassword, storeHash, verifyPassword } from './passwords'
import { endSessions, forgetPrincipal, type Sessions } from './sessions'

export interface AuthOptions {
  db: Db
  sessions: Sessions
  photoAddress: PhotoAddress
  /** Called in the transaction when somebody changed the own profile: history and search are the area's concern. */
  onProfileChange: (tx: Queryable, me: Principal, before: Profile, after: Profile) => Promise<void>
}

/** What people may change of their own account. */
export type Profile = Pick<Account, 'first_name' | 'last_name' | 'phone' | 'language'>

/** Sign-in, renewal, sign-out, the own profile and password (specification, section 7). */
export const authRoutes = (app: FastifyInstance, { db, sessions, photoAddress, onProfileChange }: AuthOptions) => {
  // The first stranger would otherwise wait for the hash that stands in for nobody's, and so learn that nobody has that name.
  app.addHook('onReady', async () => {
    await verifyPassword(null, '')
  })

  app.post('/api/auth/login', { config: { open: true } }, async (request) => {
    const { email, password, remember } = bodyAs(loginBody, request.body)
    const account = await accountNamed(db, email)
    const attempt = await attemptOf(db, request, account?.id ?? email.toLowerCase())
    await countAttempt(db, attempt)
    const matches = await verifyPassword(account?.password_hash ?? null, password)
    if (!matches || !account) throw refused('messages.wrong_password')
    if (account.status === 'invited' && account.archived_at === null) throw refused('messages.account_not_confirmed')
    if (account.status !== 'active' || account.archived_at !== null) throw refused('messages.account_not_active')

    const session = await db.transaction(async (tx) => {
      await attemptSucceeded(tx, attempt)
      await tx.query('update users set last_login_at = now() where id = $1', [account.id], 'last_login')
      return sessions.start(tx, account.id, {
        remember,
        address: attempt.address,
        agent: request.headers['user-agent'] ?? '',
      })
    })
    const token = await sessions.tokenOf(session)
    return answer(request, signInAnswer(account, token, photoAddress(account)), 'messages.signed_in')
  })

  app.get('/api/auth/access-token', async (request) => {
    const [account, session] = [await accountOf(db, request.me.id), await sessions.current(request.me)]
    const token = await sessions.tokenOf(session)
    return answer(request, signInAnswer(account, token, photoAddress(account)), 'messages.signed_in')
  })

  app.post('/api/auth/logout', async (request) => {
    await sessions.end(request.me)
    return answer(request, null, 'messages.signed_out')
  })

  app.post('/api/auth/user/update', async (request) => {
    const { user } = bodyAs(userBody, request.body)
    await db.transaction((tx) => updateProfile(tx, request.me, user, onProfileChange))
    forgetPrincipal(request.me.id)
    const account = await accountOf(db, request.me.id)
    const { info, user: own } = signInAnswer(account, '', photoAddress(account))
    return answer(request, { info, user: own }, 'messages.profile_saved')
  })

  app.post('/api/change-password', async (request) => {
    const { me } = request
    const { current_password, new_password, confirm_password } = bodyAs(passwordBody, request.body)
    if (current_password === new_password) throw invalid({ new_password: [say('messages.password_unchanged')] })
    const account = await accountOf(db, me.id)
    const chosen = { next: new_password, confirmed: confirm_password, field: 'new_password' }
    await requireNewPassword(db, account, chosen)
    const attempt = await attemptOf(db, request, me.id)
    await countAttempt(db, attempt)
    if (!(await verifyPassword(account.password_hash, current_password)))
      throw invalid({ current_password: [say('messages.wrong_current_password')] })
    const passwordHash = await hashPassword(new_password)
    await db.transaction(async (tx) => {
      await attemptSucceeded(tx, attempt)
      await storeHash(tx, me.id, passwordHash)
      await endSessions(tx, me.id, me.sid)
      await queueMail(tx, { mail: 'password_changed', to: me.email, language: me.language, params: { name: me.name } })
    })
    forgetPrincipal(me.id)
    return answer(request, null, 'messages.password_changed')
  })
}

/** Who signs in. */
export const loginBody = z.strictObject({
  email: filled(254),
  password: typedPassword,
  remember: z.boolean().default(false),
})

/** What people change of their own account. */
export const userBody = z.strictObject({
  user: z.strictObject({
    first_name: filled(80).optional(),
    last_name: filled(80).optional(),
    phone: z.string().trim().max(40).nullable().optional(),
    language: z.enum(languages).optional(),
    shortcuts: z.array(filled(100)).max(50).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The old password and the new one, twice. */
export const passwordBody = z.strictObject({
  current_password: typedPassword,
  new_password: typedPassword,
  confirm_password: typedPassword,
})

const refused = (key: string) => invalid({ password: [say(key)] }, say(key))

const attemptOf = async (db: Queryable, request: FastifyRequest, account: number | string): Promise<Attempt> => {
  const address = addressKey(request.ip)
  const known = await db.query(
    'select 1 from sessions where user_id = $1 and address = $2 limit 1',
    [typeof account === 'number' ? account : 0, address],
    'address_known',
  )
  return { account: typeof account === 'number' ? `#${account}` : account, address, trusted: known.length > 0 }
}

type Changes = z.output<typeof userBody>['user']

const updateProfile = async (
  tx: Queryable,
  me: Principal,
  { shortcuts, settings, ...changes }: Changes,
  onProfileChange: AuthOptions['onProfileChange'],
) => {
  const [before] = await tx.query<Profile>(
    'select first_name, last_name, phone, language from users where id = $1 for update',
    [me.id],
    'profile_lock',
  )
  if (!before) throw signedOut()
  if (shortcuts)
    await tx.query(
      'update users set shortcuts = $2::jsonb where id = $1',
      [me.id, JSON.stringify(shortcuts)],
      'own_shortcuts_save',
    )
  if (settings) await mergeSettings(tx, me.id, settings)
  const after: Profile = { ...before, ...changes }
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await tx.query(
    `update users set first_name = $2, last_name = $3, full_name = $4, phone = $5, language = $6,
       version = version + 1, updated_at = now(), updated_by = $1
     where id = $1`,
    [
      me.id,
      after.first_name,
      after.last_name,
      fullName(after.first_name, after.last_name),
      after.phone,
      after.language,
    ],
    'profile_save',
  )
  await onProfileChange(tx, me, before, after)
}

/** Puts settings over those that stand, by name; null takes one away. Two pages that save at once lose nothing. */
const mergeSettings = async (tx: Queryable, userId: number, changes: Record<string, unknown>) => {
  const [row] = await tx.query<{ length: number }>(
    `update users set settings = together.merged from (
       select coalesce(jsonb_object_agg(key, value), '{}') as merged
       from jsonb_each((select settings from users where id = $1) || $2::jsonb) where value <> 'null'
     ) as together where id = $1 returning length(settings::text) as length`,
    [userId, JSON.stringify(changes)],
    'own_settings_save',
  )
  if ((row?.length ?? 0) > 16_384) throw invalid({ 'user.settings': [say('messages.too_large')] })
}
