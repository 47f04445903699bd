import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hostnameOf, isLoopback } from '#server/config.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { queueMail } from '#server/jobs/mail.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid, signedOut } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { languages, textOf } from '#shared/kit/text.ts'
import {
  type Account,
  accountNamed,
  accountOf,
  fullName,
  hasActiveSignIn,
  type PhotoAddress,
  signInAnswer,
} from './accounts'
import { answer, filled, line, requireNewPassword, typedPassword } from './answer'
import { type Attempt, addressKey, attemptSucceeded, countAttempt, countSignIn } from './attempts'
import { hashPassword, storeHash, verifyPassword } from './passwords'
import { doneAnswer, profileAnswer, signedInAnswer } from './schemas'
import { logSecurity, nameHash } from './security-log'
import { endSessions, forgetPrincipal, type Sessions } from './sessions'

export interface AuthOptions {
  db: Db
  sessions: Sessions
  photoAddress: PhotoAddress
  /** Whether demo accounts, whose password is published, can sign in from other machines. */
  demoPublic?: boolean
  /** Called in the transaction in which the caller changes their profile, to update history and search. */
  onProfileChange: (tx: Queryable, me: Principal, before: Profile, after: Profile) => Promise<void>
}

/** The fields that people may change in their own account. */
export type Profile = Pick<Account, 'first_name' | 'last_name' | 'phone' | 'language'>

/** Routes of sign-in, renewal, sign-out, own profile and password (specification, section 7). */
export const authRoutes = (app: FastifyInstance, options: AuthOptions) => {
  // Computes the dummy hash for unknown accounts in advance, so that the first such sign-in does not take longer.
  app.addHook('onReady', async () => {
    await verifyPassword(null, '')
  })
  sessionRoutes(app, options)
  accountRoutes(app, options)
}

const sessionRoutes = (app: FastifyInstance, options: AuthOptions) => {
  const { db, sessions, photoAddress } = options

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/login',
      tags: ['Account'],
      operationId: 'login',
      summary: 'Sign in',
      body: loginBody,
      answer: signedInAnswer,
      refusals: [422, 429],
      open: true,
    },
    async (request, { body: { email, password, remember } }) => {
      const address = addressKey(request.ip)
      await countSignIn(db, address)
      const account = await accountNamed(db, email)
      const attempt = await attemptOf(db, address, account?.id ?? email.toLowerCase())
      const loggedAs = account ? { account: account.id, address } : { name_hash: nameHash(email), address }
      await countAttempt(db, attempt).catch((error: unknown) => {
        logSecurity(request.log, 'sign_in_locked', loggedAs)
        throw error
      })
      const matches = await verifyPassword(account?.password_hash ?? null, password)
      const problem = matches && account ? await signInProblem(options, request, account) : 'messages.wrong_password'
      if (problem || !account) {
        logSecurity(request.log, 'sign_in_failed', { ...loggedAs, reason: problem })
        throw signInRefusal(problem ?? 'messages.wrong_password')
      }

      const session = await db.transaction(async (tx) => {
        if (!(await hasActiveSignIn(tx, account))) throw signInRefusal('messages.wrong_password')
        await attemptSucceeded(tx, attempt)
        return sessions.start(tx, account.id, {
          remember,
          address: attempt.address,
          agent: request.headers['user-agent'] ?? '',
        })
      })
      logSecurity(request.log, 'sign_in', loggedAs)
      const token = await sessions.tokenOf(session)
      return answer(request, signInAnswer(account, token, photoAddress(account)), 'messages.signed_in')
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/auth/access-token',
      tags: ['Account'],
      operationId: 'renewToken',
      summary: 'Renew the token',
      answer: signedInAnswer,
      refusals: [401],
    },
    async (request) => {
      const [account, session] = [await accountOf(db, request.me.id), await sessions.current(request.me)]
      const token = await sessions.tokenOf(session)
      return answer(request, signInAnswer(account, token, photoAddress(account)), 'messages.signed_in')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/logout',
      tags: ['Account'],
      operationId: 'logout',
      summary: 'Sign out',
      answer: doneAnswer,
      refusals: [401],
    },
    async (request) => {
      await sessions.end(request.me)
      logSecurity(request.log, 'sign_out', { account: request.me.id })
      return answer(request, null, 'messages.signed_out')
    },
  )
}

const accountRoutes = (app: FastifyInstance, { db, photoAddress, onProfileChange }: AuthOptions) => {
  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/user/update',
      tags: ['Account'],
      operationId: 'updateProfile',
      summary: 'Change your own profile, settings and shortcuts',
      body: userBody,
      answer: profileAnswer,
      refusals: [401, 422],
    },
    async (request, { body: { user } }) => {
      await db.transaction((tx) => updateProfile(tx, request.me, user, onProfileChange))
      forgetPrincipal(request.me.id)
      const account = await accountOf(db, request.me.id)
      const { info, user: profile } = signInAnswer(account, '', photoAddress(account))
      return answer(request, { info, user: profile }, 'messages.profile_saved')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/change-password',
      tags: ['Account'],
      operationId: 'changePassword',
      summary: 'Change your own password',
      body: passwordBody,
      answer: doneAnswer,
      refusals: [401, 422, 429],
    },
    async (request, { body }) => {
      const { me } = request
      const { current_password, new_password, confirm_password } = body
      if (current_password === new_password) throw invalid({ new_password: [textOf('messages.password_unchanged')] })
      const account = await accountOf(db, me.id)
      await requireNewPassword(db, account, {
        next: new_password,
        confirmed: confirm_password,
        field: 'new_password',
      })
      const attempt = await requireOwnPassword(db, request, account, {
        given: current_password,
        field: 'current_password',
      })
      const passwordHash = await hashPassword(new_password)
      await db.transaction(async (tx) => {
        if (!(await hasActiveSignIn(tx, account)))
          throw invalid({ current_password: [textOf('messages.wrong_current_password')] })
        await attemptSucceeded(tx, attempt)
        await storeHash(tx, me.id, passwordHash)
        await endSessions(tx, me.id, me.sid)
        await queueMail(tx, {
          mail: 'password_changed',
          to: me.email,
          language: me.language,
          params: { name: me.name },
        })
      })
      forgetPrincipal(me.id)
      logSecurity(request.log, 'password_changed', { account: me.id })
      return answer(request, null, 'messages.password_changed')
    },
  )
}

/** Why an account may not sign in although the password is right; undefined if it may. */
const signInProblem = async (
  { db, demoPublic = false }: AuthOptions,
  request: FastifyRequest,
  { id, status, archived_at }: Account,
) => {
  if (status === 'invited' && archived_at === null) return 'messages.account_not_confirmed'
  if (status !== 'active' || archived_at !== null) return 'messages.account_not_active'
  return !demoPublic && isRemote(request) && (await isDemoAccount(db, id))
    ? 'messages.demo_account_elsewhere'
    : undefined
}

/** The body of login. */
export const loginBody = z.strictObject({
  email: filled(254),
  password: typedPassword,
  remember: z.boolean().default(false),
})

/** The body of user/update: changes of the caller's own account. */
export const userBody = z.strictObject({
  user: z.strictObject({
    first_name: filled(80).optional(),
    last_name: filled(80).optional(),
    phone: line(40)
      .transform((phone) => phone || null)
      .nullable()
      .optional(),
    language: z.enum(languages).nullable().optional(),
    shortcuts: z.array(filled(100)).max(50).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The body of change-password: the current password, and the new one twice. */
export const passwordBody = z.strictObject({
  current_password: typedPassword,
  new_password: typedPassword,
  confirm_password: typedPassword,
})

const signInRefusal = (key: string) => invalid({ password: [textOf(key)] }, textOf(key))

/** Throws 422 at `field` unless the current password is given, since an unlocked browser does not prove identity. */
export const requireOwnPassword = async (
  db: Queryable,
  request: FastifyRequest,
  account: Account,
  { given, field }: { given: string; field: string },
): Promise<Attempt> => {
  const attempt = await attemptOf(db, addressKey(request.ip), account.id)
  await countAttempt(db, attempt)
  if (await verifyPassword(account.password_hash, given)) return attempt
  logSecurity(request.log, 'sign_in_failed', { account: account.id, address: attempt.address, reason: 'own_password' })
  throw invalid({ [field]: [textOf('messages.wrong_current_password')] })
}

/** Whether the request came from another machine: through a proxy, or to another host name than localhost. */
const isRemote = ({ headers }: FastifyRequest) =>
  proxyHeaders.some((name) => headers[name] !== undefined) || !isLoopback(hostnameOf(headers.host ?? ''))
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

const isDemoAccount = async (db: Queryable, id: number) =>
  (await db.query(`select 1 from demo_records where area = 'users' and record_id = $1`, [id], 'demo_account')).length >
  0

const attemptOf = async (db: Queryable, address: string, account: number | string): Promise<Attempt> => {
  const earlierSessions = await db.query(
    'select 1 from sessions where user_id = $1 and address = $2 limit 1',
    [typeof account === 'number' ? account : 0, address],
    'address_known',
  )
  // The prefixes keep names that do not exist apart from the keys of accounts: a name may be entered as `#1`.
  return {
    account: typeof account === 'number' ? `#${account}` : `name ${account}`,
    address,
    trusted: earlierSessions.length > 0,
  }
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

/** Merges settings by name in one statement, so that concurrent changes of others are kept; null removes a setting. */
const mergeSettings = async (tx: Queryable, userId: number, changes: Record<string, unknown>) => {
  const [row] = await tx.query<{ length: number }>(
    `update users set settings = together.merged from (
       select coalesce(jsonb_object_agg(key, value), '{}') as merged
       from jsonb_each((select settings from users where id = $1) || $2::jsonb) where value <> 'null'
     ) as together where id = $1 returning length(settings::text) as length`,
    [userId, JSON.stringify(changes)],
    'own_settings_save',
  )
  if ((row?.length ?? 0) > 16_384) throw invalid({ 'user.settings': [textOf('messages.too_large')] })
}
