import { type RawBuilder, sql } from 'kysely'
import { type Doc, serve, type Work } from '#server/kit/kit.ts'
import { nextInSeries } from '#server/kit/write/counters.ts'
import { serveSuccession } from '#server/kit/write/succession.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type ArtworkType, departmentsOf } from '#shared/trade/artworks.ts'
import { artworks } from './area'
import { coverRoutes, unreadyFiles, unreleasableFiles } from './server/files'
import { askReviewers } from './server/notices'

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
    awaits_me: (alias, holds, { id }) => holds(awaits(alias, id)),
    has_failed: (alias, holds) =>
      holds(sql`exists (
        select 1 from artwork_reviews as ar where ar.artwork_id = ${sql.id(alias, 'id')} and ar.status = 'failed'
          and ar.round = ${sql.id(alias, 'round')})`),
  },

  prepare: async (work, changes) => {
    const problems = await succession.number(work, changes)
    for (const [index, { before, after }] of changes.entries()) {
      if (before && after.predecessor_id && before.artwork_type !== after.artwork_type)
        problems[index]?.push(problem(textOf('problems.artworks.type_kept'), 'artwork_type'))
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

  moves: {
    submit: { guard: unreadyFiles, effect: openRound },
    release: {
      guard: async (work, artwork, doc) => [
        ...((await succession.takeOver.guard?.(work, artwork, doc)) ?? []),
        ...(await unreleasableFiles(work, artwork)),
      ],
      effect: async (work, artwork, change, input) => {
        Object.assign(artwork, { released_by: work.me.id || null, released_at: work.now })
        await succession.takeOver.effect?.(work, artwork, change, input)
      },
    },
    revise: succession.revise,
  },
  mayDelete: succession.mayDelete,
  removed: succession.removed,
  routes: coverRoutes,
})

/**
 * SQL condition: an open review of the current round waits for this user. Reviews go to users of the department, or to
 * administrators if it has none. Excluded are the user's own artwork, and the last review if the user has passed all
 * others.
 */
const awaits = (alias: string, person: RawBuilder<number>) => {
  const column = (column: string) => sql.id(alias, column)
  return sql`(${column('status')} = 'in_review'
    and ${column('author_id')} is distinct from ${person} and ${column('submitted_by')} is distinct from ${person}
    and exists (
      select 1 from artwork_reviews as ar join users as me on me.id = ${person}
      where ar.artwork_id = ${column('id')} and ar.round = ${column('round')} and ar.status = 'open'
        and (ar.department = any(me.review_departments) or (me.type = 'admin' and not exists (
          select 1 from users as u where ar.department = any(u.review_departments) and u.type in ('admin', 'Office')
            and u.status = 'active' and u.archived_at is null)))
        and not coalesce((
          select bool_and(o.status = 'passed' and o.reviewed_by = ${person}) from artwork_reviews as o
          where o.artwork_id = ar.artwork_id and o.round = ar.round and o.id <> ar.id), false)))`
}

/** Opens a review for every department that judges the type; open reviews of the previous round lapse. */
async function openRound(work: Work, artwork: Doc) {
  const round = Number(artwork.round ?? 0) + 1
  const earlier = (artwork.reviews ?? []) as Doc[]
  for (const review of earlier) if (review.status === 'open') review.status = 'lapsed'
  Object.assign(artwork, {
    round,
    submitted_by: work.me.id || null,
    submitted_at: work.now,
    reviews: [
      ...earlier,
      ...departmentsOf(artwork.artwork_type as ArtworkType).map((department) => ({
        round,
        department,
        review_title: `${round} ${department}`,
        status: 'open',
        reviewed_by: null,
        reviewed_at: null,
        comment: null,
      })),
    ],
  })
  await askReviewers(work, artwork)
}

/** The next code that no user has already assigned by hand. */
const freeCode = async ({ tx }: Work): Promise<string> => {
  for (;;) {
    const code = `AW-${String(await nextInSeries(tx, 'AW')).padStart(5, '0')}`
    const [existing] = await tx.query('select 1 from artworks where artwork_code = $1 limit 1', [code], 'artwork_code')
    if (!existing) return code
  }
}
