import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { namedOn } from '#server/kit/read/named-on.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { seasons } from './area'

export const server = serve(seasons, {
  // Concurrent writes could create two seasons of the same type and year.
  serial: true,
  scopes: { ordered: namedOn('seasons', 'season_id', ['articles', 'article-seasons']) },

  prepare: async (work, changes) => {
    const existing = await readExisting(work, changes)
    return changes.map(({ after }) => {
      const key = `${after.season_type} ${after.year}`
      const code = existing.get(key)
      existing.set(key, String(after.code))
      return code === undefined ? [] : [problem(textOf('messages.seasons.same_type_and_year', { code }), 'season_type')]
    })
  },
})

/** Codes of other seasons with the same type and year as one of these. */
const readExisting = async ({ tx }: Work, changes: readonly Change[]) => {
  const rows = await tx.query<{ season_type: string; year: number; code: string }>(
    `select season_type, year, code from seasons
     where (season_type, year) in (select * from unnest($1::text[], $2::int[])) and id <> all($3::bigint[])`,
    [
      changes.map(({ after }) => after.season_type),
      changes.map(({ after }) => after.year),
      changes.flatMap(({ before }) => before?.id ?? []),
    ],
    'seasons_taken',
  )
  return new Map(rows.map(({ season_type, year, code }) => [`${season_type} ${year}`, code]))
}
