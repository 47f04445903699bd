import { sql } from 'kysely'
import { fullName } from '../../server/auth/accounts'
import { queueLink } from '../../server/auth/links'
import { namesAround, passwordProblems, setPassword } from '../../server/auth/passwords'
import { endSessions, forgetPrincipal } from '../../server/auth/sessions'
import { type Change, type Doc, serve, type Work } from '../../server/kit/area-server'
import { conflict, invalid } from '../../server/kit/errors'
import { type Problem, problem } from '../../shared/rules'
import { say, type Text } from '../../shared/text'
import { users } from './area'
import { supplierTypes } from './rules'

export const server = serve(users, {
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
      // The company an agent acts for is the account's own, whatever was asked.
      if (work.me.role === 'Agent') after.supplier_id = work.me.supplier_id
    }
    await nameCompanies(work, changes)
    return keepAnAdministrator(work, changes)
  },

  moves: {
    invite: { guard: (work, target) => inviteProblems(work, target), effect: (work, target) => invite(work, target) },
    activate: { effect: (work, target, _change, { password }) => replacePassword(work, target, password) },
    set_password: {
      effect: async (work, target, _change, { password }) => {
        await replacePassword(work, target, password)
        await endSessions(work.tx, Number(target.id))
      },
    },
  },

  // Other processes hear of it from the database; this one is not to answer even the next request as before.
  written: async (work, changes) => {
    // Who makes an account wants the person to come. A file of many people invites nobody: that is a move of its own.
    if (work.action === 'create' && work.me.id !== 0)
      for (const { before, after } of changes) if (!before && after.status === 'invited') await invite(work, after)
    work.committed.push(() => {
      for (const { after } of changes) forgetPrincipal(Number(after.id))
    })
  },

  mayDelete: (work, doc) => (doc.id === work.me.id ? [problem(say('problems.users.not_yourself'))] : []),

  removed: async (work, doc) => {
    if (doc.id === work.me.id) throw conflict('guard', say('problems.users.not_yourself'))
    const lost = isActiveAdministrator(doc) ? await lastAdministrator(work, [Number(doc.id)]) : null
    if (lost) throw conflict('guard', lost)
    work.committed.push(() => forgetPrincipal(Number(doc.id)))
  },
})

/** Mails the person a link to make the account their own; an earlier one is worth nothing then. */
const invite = ({ tx }: Work, user: Doc) => queueLink(tx, { purpose: 'invitation', user_id: Number(user.id) })

/** Nobody's mailbox is filled with invitations. */
const inviteProblems = async ({ tx }: Work, user: Doc): Promise<Problem[]> => {
  const recent = await tx.query(
    `select 1 from account_tokens
     where user_id = $1 and purpose = 'invitation' and created_at > now() - interval '1 minute'`,
    [user.id],
    'invited_just_now',
  )
  return recent.length > 0 ? [problem(say('messages.users.invited_just_now'))] : []
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

/** Somebody must be left who can let others in. */
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

/** Why these cannot stop being administrators. One after the other, so that two of them cannot remove each other at once. */
const lastAdministrator = async ({ tx }: Work, leaving: readonly number[]): Promise<Text | null> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('administrators'))`)
  const rows = await tx.query<{ id: number }>(
    `select id from users where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null`,
    [],
    'administrators',
  )
  return rows.some(({ id }) => !leaving.includes(id)) ? null : say('messages.users.last_administrator')
}

const replacePassword = async (work: Work, target: Doc, password: unknown) => {
  const { email, username, first_name, last_name, company } = target
  const names = await namesAround(work.tx, { email, username, first_name, last_name, company })
  const problems = passwordProblems(String(password), names)
  if (problems.length > 0) throw invalid({ password: problems })
  await setPassword(work.tx, Number(target.id), String(password))
}
