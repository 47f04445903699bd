import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { accountOf, fullName } from '#server/auth/accounts.ts'
import { attemptSucceeded } from '#server/auth/attempts.ts'
import { queueLink } from '#server/auth/links.ts'
import { namesAround, passwordProblems, setPassword } from '#server/auth/passwords.ts'
import { requireOwnPassword } from '#server/auth/routes.ts'
import { logSecurity } from '#server/auth/security-log.ts'
import { endSessions, forgetPrincipal } from '#server/auth/sessions.ts'
import { queueMail } from '#server/jobs/mail.ts'
import { isNumeral } from '#server/kit/api/query-params.ts'
import { conflict, invalid, notFound } from '#server/kit/errors.ts'
import { type Change, type Doc, type Kit, serve, type Work } from '#server/kit/kit.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { illegalMove } from '#server/kit/write/verdicts.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { users } from './area'
import { supplierTypes } from './rules'

export const server = serve(users, {
  routes: (app, kit) => requirePasswordFor(app, kit),

  scopes: {
    own_company: (alias, caller) =>
      sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and ${sql.id(alias, 'type')} in ('Agent', 'staff'))`,
    self: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} = ${caller.id}`,
  },

  conditions: {
    portfolio_id: (alias, holds) => sql`exists (select 1 from user_portfolios as up
      where up.user_id = ${sql.id(alias, 'id')} and ${holds(sql`up.portfolio_id`)})`,
  },

  prepare: async (work, changes) => {
    for (const { after } of changes) {
      after.full_name = fullName(String(after.first_name), String(after.last_name))
      // Agents create accounts of their own company only.
      if (work.me.role === 'Agent') after.supplier_id = work.me.supplier_id
    }
    await nameCompanies(work, changes)
    return keepAnAdministrator(work, changes)
  },

  moves: {
    invite: { guard: (work, target) => inviteProblems(work, target), effect: (work, target) => invite(work, target) },
    activate: { effect: (work, target, _change, { password }) => replacePassword(work, target, password) },
    change_email: {
      effect: (_work, target, _change, { email }) => {
        target.email = email
      },
    },
    set_password: {
      effect: async (work, target, _change, { password }) => {
        await replacePassword(work, target, password)
        await endSessions(work.tx, Number(target.id))
      },
    },
  },

  // The database notifies other processes; this process must clear its own cache before the next request.
  written: async (work, changes) => {
    // Creating an account invites the user. Imported accounts are invited by a separate move.
    if (work.action === 'create' && work.me.id !== 0)
      for (const { before, after } of changes) if (!before && after.status === 'invited') await invite(work, after)
    for (const change of changes)
      if (change.before && change.before.email !== change.after.email) await addressChanged(work, change)
    work.committed.push(() => {
      for (const change of changes) {
        forgetPrincipal(Number(change.after.id))
        logChange(work, change)
      }
    })
  },

  mayDelete: (work, doc) => (doc.id === work.me.id ? [problem(textOf('problems.users.not_yourself'))] : []),

  removed: async (work, doc) => {
    if (doc.id === work.me.id) throw conflict('guard', textOf('problems.users.not_yourself'))
    const lost = isActiveAdministrator(doc) ? await lastAdministrator(work, [Number(doc.id)]) : null
    if (lost) throw conflict('guard', lost)
    work.committed.push(() => forgetPrincipal(Number(doc.id)))
  },
})

/** After a change of the address: notifies the old address, and invalidates sessions and links. */
const addressChanged = async (work: Work, { before, after }: Change) => {
  const { tx, me } = work
  await tx.query('delete from account_tokens where user_id = $1', [after.id], 'account_tokens_of_old_address')
  if (after.status === 'invited') return invite(work, after)
  await endSessions(tx, Number(after.id), after.id === me.id ? me.sid : undefined)
  const { mail_language } = await accountOf(tx, Number(after.id))
  await queueMail(tx, {
    mail: 'address_changed',
    to: String(before?.email),
    language: mail_language,
    params: { name: String(after.full_name), by: me.name },
  })
}

/** Logs changes that are relevant for analysing attacks. */
const logChange = ({ kit, me, action, requestId }: Work, { before, after }: Change) => {
  const facts = { account: after.id, by: me.id, action, reqId: requestId }
  const rights = rightFields.filter((field) => before && before[field] !== after[field])
  if (rights.length > 0)
    logSecurity(kit.log, 'rights_changed', {
      ...facts,
      changes: Object.fromEntries(rights.map((field) => [field, [before?.[field], after[field]]])),
    })
  if (before && before.email !== after.email) logSecurity(kit.log, 'address_changed', facts)
  if (action === 'set_password' || action === 'activate') logSecurity(kit.log, 'password_changed', facts)
}
const rightFields = ['type', 'is_super_user', 'supplier_id', 'status']

/**
 * Requires the caller's password before an address is changed. Runs outside the transaction, so that failed attempts
 * are counted. Refusals because of the account's state are thrown here instead of skipping the check: the state could
 * change before the move, which would then succeed without a password.
 */
const requirePasswordFor = (app: FastifyInstance, kit: Kit) => {
  const guarded = new Set([`/api/${users.name}/:id/moves/change_email`, `/api/${users.name}/bulk/moves/change_email`])
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST' || !guarded.has(request.routeOptions.url ?? '')) return
    const verdict = await verdictOf(request)
    if (verdict === 'role') return
    const { own_password } = (request.body ?? {}) as { own_password?: unknown }
    const password = typeof own_password === 'string' && own_password.length <= 1024 ? own_password : ''
    const account = await accountOf(kit.db, request.me.id)
    const attempt = await requireOwnPassword(kit.db, request, account, { given: password, field: 'own_password' })
    await attemptSucceeded(kit.db, attempt)
  })

  /** Whether the caller may make the move; for bulk moves, the move itself checks each account. */
  async function verdictOf({ me, params }: FastifyRequest) {
    const { can } = rightsOf(kit, me)
    const { id } = params as { id?: string }
    const right = mayMove(can, users, 'change_email', { status: 'active' })
    if (id === undefined || right === 'role') return right
    const [user] = isNumeral(id) ? await kit.repository(users.name).find(kit.db, me, [Number(id)]) : []
    if (!user) throw notFound()
    const verdict = mayMove(can, users, 'change_email', user)
    if (verdict === 'archived') throw conflict('archived', textOf('messages.record_archived'))
    if (verdict === 'state') throw conflict('illegal_move', illegalMove(users, 'change_email', String(user.status)))
    return verdict
  }
}

/** Mails the user a link to activate the account; earlier links become invalid. */
const invite = ({ tx }: Work, user: Doc) => queueLink(tx, { purpose: 'invitation', user_id: Number(user.id) })

/** Limits the number of invitations. */
const inviteProblems = async ({ tx }: Work, user: Doc): Promise<Problem[]> => {
  const recent = await tx.query(
    `select 1 from account_tokens
     where user_id = $1 and purpose = 'invitation' and created_at > now() - interval '1 minute'`,
    [user.id],
    'invited_just_now',
  )
  return recent.length > 0 ? [problem(textOf('messages.users.invited_just_now'))] : []
}

const nameCompanies = async ({ tx }: Work, changes: readonly Change[]) => {
  const bound = changes.filter(({ after }) => supplierTypes.includes(after.type) && after.supplier_id)
  if (bound.length === 0) return
  const rows = await tx.query<{ id: number; supplier_name: string }>(
    'select id, supplier_name from suppliers where id = any($1::bigint[])',
    [bound.map(({ after }) => after.supplier_id)],
    'user_companies',
  )
  const names = new Map(rows.map(({ id, supplier_name }) => [id, supplier_name]))
  for (const { after } of bound) after.company = names.get(Number(after.supplier_id)) ?? null
}

const isActiveAdministrator = (user: Doc | null) =>
  user !== null && user.status === 'active' && !user.archived_at && (user.type === 'admin' || user.is_super_user === 1)

/** At least one active administrator must remain. */
const keepAnAdministrator = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const leaving = changes.filter(({ before, after }) => isActiveAdministrator(before) && !isActiveAdministrator(after))
  const lost =
    leaving.length > 0
      ? await lastAdministrator(
          work,
          leaving.map(({ after }) => Number(after.id)),
        )
      : null
  return changes.map((change) => (lost && leaving.includes(change) ? [problem(lost)] : []))
}

/**
 * Refuses when no other administrator would remain. Serialised, so that two administrators cannot remove each other at
 * once.
 */
const lastAdministrator = async ({ tx }: Work, leaving: readonly number[]): Promise<Text | null> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('administrators'))`)
  const rows = await tx.query<{ id: number }>(
    `select id from users where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null`,
    [],
    'administrators',
  )
  return rows.some(({ id }) => !leaving.includes(id)) ? null : textOf('messages.users.last_administrator')
}

const replacePassword = async (work: Work, target: Doc, password: unknown) => {
  const { email, username, first_name, last_name, company } = target
  const names = await namesAround(work.tx, { email, username, first_name, last_name, company })
  const problems = passwordProblems(String(password), names)
  if (problems.length > 0) throw invalid({ password: problems })
  await setPassword(work.tx, Number(target.id), String(password))
}
