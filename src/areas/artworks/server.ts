import { sql } from 'kysely'
import { serve, type Work } from '#server/kit/kit.ts'
import { nextInSeries } from '#server/kit/write/counters.ts'
import { serveSuccession } from '#server/kit/write/succession.ts'
import { artworks } from './area'

const succession = serveSuccession(artworks, 'artwork_code')

export const server = serve(artworks, {
  scopes: {
    allocated: (alias, _caller, inScope) => sql<boolean>`exists (
      select 1 from artwork_allocations as aa where aa.artwork_id = ${sql.id(alias, 'id')}
        and ${inScope('artwork-allocations', 'aa')})`,
  },

  conditions: {
    awaits: (alias, holds) => sql`exists (
      select 1 from artwork_reviews as ar where ar.artwork_id = ${sql.id(alias, 'id')} and ar.status = 'open'
        and ${holds(sql`ar.department`)})`,
    has_failed: (alias, holds) =>
      holds(sql`exists (
        select 1 from artwork_reviews as ar where ar.artwork_id = ${sql.id(alias, 'id')} and ar.status = 'failed'
          and ar.round = ${sql.id(alias, 'round')})`),
  },

  prepare: async (work, changes) => {
    const problems = await succession.number(work, changes)
    for (const { before, after } of changes) {
      if (!before) {
        if (!work.isTrial) after.artwork_code ??= await freeCode(work)
        after.author_id ??= work.me.id || null
      }
      const version = `${after.artwork_code ?? 'AW'} v${after.version_no}`
      after.title_en = `${version} ${after.name_en}`
      after.title_zh = `${version} ${after.name_zh || after.name_en}`
    }
    return problems
  },

  moves: { revise: succession.revise, release: succession.takeOver },
  mayDelete: succession.mayDelete,
  removed: succession.removed,
})

/** The next code that nobody has given by hand. */
const freeCode = async ({ tx }: Work): Promise<string> => {
  for (;;) {
    const code = `AW-${String(await nextInSeries(tx, 'AW')).padStart(5, '0')}`
    const [standing] = await tx.query('select 1 from artworks where artwork_code = $1 limit 1', [code], 'artwork_code')
    if (!standing) return code
  }
}
