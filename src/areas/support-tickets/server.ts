import { sql } from 'kysely'
import { queueMail } from '#server/jobs/mail.ts'
import { type Doc, serve, type Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import type { Language } from '#shared/kit/text.ts'
import { supportTickets } from './area'
import { reportRoute } from './server/report'

export const server = serve(supportTickets, {
  scopes: {
    own: (alias, caller) => sql<boolean>`${sql.id(alias, 'reporter_id')} = ${caller.id}`,
  },

  prepare: async (work, changes) => {
    for (const { before, after } of changes) {
      if (before) continue
      after.ticket_no = await nextNumber(work.tx, 'ST', work.context.today)
      // The reporter is the author; tickets that the portal creates may name another reporter.
      after.reporter_id = work.me.id || (after.reporter_id ?? null)
    }
    return undefined
  },

  moves: {
    answer: {
      effect: async (work, ticket, _change, { answer }) => {
        Object.assign(ticket, { answer, answered_by: work.me.id || null, answered_at: work.now })
        await notifyReporter(work, ticket, 'ticket_answered')
      },
    },
    reopen: {
      effect: async (work, ticket, _change, { follow_up }) => {
        ticket.follow_up = follow_up
        await notifyAdministrators(work, ticket, 'ticket_reopened', String(follow_up))
      },
    },
    close: { effect: (work, ticket) => notifyReporter(work, ticket, 'ticket_closed') },
  },

  written: async (work, changes) => {
    if (work.me.id === 0) return
    for (const { before, after } of changes)
      if (!before) await notifyAdministrators(work, after, 'ticket_new', String(after.message))
  },

  routes: reportRoute,
})

interface Reader {
  email: string
  full_name: string
  language: Language
}

/** Notifies the reporter of actions of others. */
const notifyReporter = async (work: Work, ticket: Doc, mail: string) => {
  const readers = await work.tx.query<Reader>(
    `select email, full_name, mail_language(users) as language from users where id = $1 and id <> $2 and status = 'active' and archived_at is null`,
    [ticket.reporter_id ?? 0, work.me.id],
    'ticket_reporter',
  )
  await sendMail(work, readers, ticket, mail, { answer: String(ticket.answer ?? '') })
}

const notifyAdministrators = async (work: Work, ticket: Doc, mail: string, message: string) => {
  const readers = await work.tx.query<Reader>(
    `select email, full_name, mail_language(users) as language from users
     where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null and id <> $1 order by id`,
    [work.me.id],
    'ticket_readers',
  )
  await sendMail(work, readers, ticket, mail, { message, reporter: work.me.name })
}

const sendMail = async (
  { tx }: Work,
  readers: readonly Reader[],
  { id, ticket_no, subject }: Doc,
  mail: string,
  params: Record<string, string>,
) => {
  const ticketParams = { ticket_no: String(ticket_no), subject: String(subject), id: Number(id) }
  for (const { email, full_name, language } of readers)
    await queueMail(tx, { mail, to: email, language, params: { ...ticketParams, ...params, name: full_name } })
}
