import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { judgedArtworkStates } from '#shared/trade/artworks.ts'
import { artworkReviews } from './area'
import { tellAuthor } from './server/notices'

export const server = serve(artworkReviews, {
  moves: {
    pass: {
      guard: (work, review, artwork) => [...roundProblems(work, review, artwork), ...secondPair(work, review, artwork)],
      effect: record,
    },
    fail: { guard: roundProblems, effect: record },
  },
})

/** Only the running round is judged, and by others than those who made the artwork. */
function roundProblems({ me }: Work, review: Doc, artwork: Doc): Problem[] {
  if (review.round !== artwork.round || !judgedArtworkStates.includes(artwork.status ?? ''))
    return [problem(textOf('problems.artworks.round_over'))]
  if (me.id && (me.id === artwork.author_id || me.id === artwork.submitted_by))
    return [problem(textOf('problems.artworks.own_artwork'))]
  return []
}

/** The last department is not passed by whoever passed all others. */
const secondPair = ({ me }: Work, review: Doc, artwork: Doc): Problem[] => {
  const others = roundOf(artwork).filter(({ id }) => id !== review.id)
  const isOnesOwn =
    others.length > 0 && others.every(({ status, reviewed_by }) => status === 'passed' && reviewed_by === me.id)
  return isOnesOwn ? [problem(textOf('problems.artworks.second_person'))] : []
}

/** Records a verdict; the first refusal sends the artwork back, and the last pass approves it. */
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
  await tellAuthor(work, artwork, review)
}

const roundOf = ({ reviews, round }: Doc): Doc[] =>
  ((reviews ?? []) as Doc[]).filter((review) => review.round === round)
