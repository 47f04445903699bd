import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { judgedArtworkStates } from '#shared/trade/artworks.ts'
import { artworkReviews } from './area'
import { notifyAuthor } from './server/notices'

export const server = serve(artworkReviews, {
  moves: {
    pass: { guard: (work, review) => refusals(work, review, 'pass'), effect: record },
    fail: { guard: (work, review) => refusals(work, review, 'fail'), effect: record },
  },
})

/**
 * Refuses verdicts on earlier rounds, by the makers of the artwork, and by a user who has already passed all other
 * departments. Reads the artwork from the database, because the rule is also evaluated for a review without its
 * artwork.
 */
async function refusals({ tx, me }: Work, review: Doc, verdict: 'pass' | 'fail'): Promise<Problem[]> {
  const [artwork] = await tx.query<{
    status: string
    is_current: boolean
    is_own: boolean
    passed_all_others: boolean | null
  }>(
    `select a.status, a.round = r.round as is_current, $2 in (a.author_id, a.submitted_by) as is_own, (
       select bool_and(o.status = 'passed' and o.reviewed_by = $2) from artwork_reviews o
       where o.artwork_id = a.id and o.round = r.round and o.id <> r.id) as passed_all_others
     from artwork_reviews r join artworks a on a.id = r.artwork_id where r.id = $1`,
    [review.id, me.id],
    'artwork_review_standing',
  )
  if (!artwork?.is_current || !judgedArtworkStates.includes(artwork.status))
    return [problem(textOf('problems.artworks.round_over'))]
  if (artwork.is_own) return [problem(textOf('problems.artworks.own_artwork'))]
  return verdict === 'pass' && artwork.passed_all_others ? [problem(textOf('problems.artworks.second_person'))] : []
}

/** Records a verdict. The first failure sends the artwork back; the last pass approves it. */
async function record(work: Work, review: Doc, { after: artwork }: Change, { comment }: Record<string, unknown>) {
  Object.assign(review, {
    reviewed_by: work.me.id || null,
    reviewed_at: work.now,
    comment: typeof comment === 'string' && comment ? comment : null,
  })
  if (artwork.status !== 'in_review') return
  const round = roundOf(artwork)
  if (review.status === 'failed') artwork.status = 'changes_requested'
  else if (round.every(({ status }) => status === 'passed')) artwork.status = 'approved'
  else return
  await notifyAuthor(work, artwork, review)
}

const roundOf = ({ reviews, round }: Doc): Doc[] =>
  ((reviews ?? []) as Doc[]).filter((review) => review.round === round)
