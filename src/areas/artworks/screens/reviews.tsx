import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format, t } from '#web/i18n.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useReview } from './data'
import { screenText } from './texts'

const reviewsArea = areaNamed('artwork-reviews')

/** The reviews of the current round by department; earlier rounds are collapsed. */
export function Reviews({ artwork }: { artwork: AnyRecord }) {
  const [isEarlier, setEarlier] = useState(false)
  const reviews = (artwork.reviews ?? []) as AnyRecord[]
  if (reviews.length === 0) return null
  const current = reviews.filter(({ round }) => round === artwork.round)
  const earlier = reviews
    .filter(({ round }) => round !== artwork.round)
    .sort((a, b) => Number(b.round) - Number(a.round) || a.id - b.id)
  return (
    <Section title={screenText('reviews.title', { round: artwork.round })} help={screenText('reviews.help')} isInternal>
      <Box component="ul" sx={list}>
        {current.map((review) => (
          <Review key={review.id} review={review} isMain={artwork.status === 'in_review'} />
        ))}
      </Box>
      {earlier.length > 0 && (
        <Button size="small" aria-expanded={isEarlier} onClick={() => setEarlier(!isEarlier)} sx={{ mt: 1 }}>
          {screenText('reviews.earlier', { count: new Set(earlier.map(({ round }) => round)).size })}
        </Button>
      )}
      {isEarlier && (
        <Box component="ul" sx={list}>
          {earlier.map((review) => (
            <Review key={review.id} review={review} isEarlier />
          ))}
        </Box>
      )}
    </Section>
  )
}

const Review = ({ review, isMain = false, isEarlier = false }: ReviewProps) => (
  <Box component="li" sx={row}>
    <Box sx={{ fontWeight: 500 }}>
      {isEarlier && <Box sx={quiet}>{screenText('reviews.round', { round: review.round })}</Box>}
      {choiceLabel(reviewsArea, 'department', String(review.department))}
    </Box>
    <span>
      <StatusChip area={reviewsArea} status={review.status ?? ''} />
    </span>
    <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
      {Boolean(review.comment) && (
        <Box sx={{ fontSize: 13, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{String(review.comment)}</Box>
      )}
      {Boolean(review.reviewed_at) && (
        <Box sx={quiet}>
          {[mentionTitle(mentionOf(review, 'reviewed_by')), format.moment(String(review.reviewed_at))]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      )}
      {review.status === 'open' && !isEarlier && <Verdict review={review} isMain={isMain} />}
    </Box>
  </Box>
)

interface ReviewProps {
  review: AnyRecord
  /** Whether its buttons are the main action of the page. */
  isMain?: boolean
  isEarlier?: boolean
}

/** The buttons of an open review, or why the user may not review it. */
function Verdict({ review, isMain }: { review: AnyRecord; isMain: boolean }) {
  const open = useReview(review)
  return open ? <VerdictButtons review={open} isMain={isMain} /> : null
}

const VerdictButtons = ({ review, isMain }: { review: OpenRecord; isMain: boolean }) => {
  const { run, busy, dialog } = useMove(reviewsArea, review)
  const offers = (review.moves ?? []).filter(({ name }) => name === 'pass' || name === 'fail')
  const refused = offers.find(({ allowed }) => !allowed)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {offers.map(
        ({ name, allowed }) =>
          allowed && (
            <Button
              key={name}
              size="small"
              variant={name === 'pass' && isMain ? 'outlined' : 'text'}
              color={name === 'fail' ? 'error' : 'primary'}
              disabled={busy}
              aria-label={t('areas.artworks.screen.reviews.verdict', {
                move: moveText(reviewsArea, name),
                department: choiceLabel(reviewsArea, 'department', String(review.department)),
              })}
              onClick={() => run(name)}
            >
              {moveText(reviewsArea, name)}
            </Button>
          ),
      )}
      {refused?.reason && <Box sx={quiet}>{refused.reason}</Box>}
      {dialog}
    </Box>
  )
}

const quiet = { fontSize: 12, color: 'text.secondary' } as const
const list = { listStyle: 'none', m: 0, p: 0 } as const
const row = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', md: '140px 130px minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 2,
  rowGap: 0.75,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const
