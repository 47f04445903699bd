import { forgetPrincipal } from '#server/auth/sessions.ts'
import { conflict } from '#server/kit/errors.ts'
import { type Doc, serve, type Work } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { portfolios } from './area'

export const server = serve(portfolios, {
  // The database notifies other processes; this process must clear its own cache before the next request.
  written: async (work, changes) => {
    const holders = await holdersOf(
      work,
      changes.map(({ after }) => after),
    )
    work.committed.push(() => {
      for (const { id } of holders) forgetPrincipal(id)
    })
  },

  // Deleting a portfolio would open all suppliers to its accounts, so it must be removed from them first.
  removed: async (work, doc) => {
    if (doc.archived_at) return
    const holders = await holdersOf(work, [doc])
    if (holders.length > 0)
      throw conflict(
        'in_use',
        textOf('messages.portfolios.held', { names: holders.map(({ name }) => name).join(', ') }),
      )
  },
})

/** The accounts that have one of these portfolios. */
const holdersOf = ({ tx }: Work, docs: readonly Doc[]) =>
  tx.query<{ id: number; name: string }>(
    `select distinct u.id, u.full_name as name from user_portfolios h join users u on u.id = h.user_id
     where h.portfolio_id = any($1::bigint[]) order by u.full_name`,
    [docs.map(({ id }) => id)],
    'portfolio_holders',
  )
