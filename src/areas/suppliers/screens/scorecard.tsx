import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { type FigureScore, type PartScore, presentFigures, type Scorecard, shareOf } from '#shared/trade/scorecard.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { suppliers } from '../area'
import { listOf, monthlyFigures, monthName, useScorecard } from './scorecard-data'
import type { Supplier } from './standings'
import { screenText } from './texts'
import { standingTones } from './tones'

/** The components of a supplier's score by month, and the standing that follows. */
export function ScorecardSection({ supplier }: { supplier: Supplier }) {
  const { data, error, refetch } = useScorecard(supplier.id)
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { scored_on, scorecard } = data
  if (!scored_on || !scorecard)
    return (
      <Section title={screenText('scorecard.title')}>
        <Box sx={quiet}>{screenText('scorecard.not_counted')}</Box>
      </Section>
    )
  return (
    <Section title={screenText('scorecard.title')} help={screenText('scorecard.help', { day: format.date(scored_on) })}>
      <Verdict supplier={supplier} card={scorecard} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          gap: 3,
          mt: 2,
        }}
      >
        <Box>
          {scorecard.parts.map((part) => (
            <Part
              key={part.part}
              part={part}
              supplier={supplier.id}
              card={scorecard}
              until={`${scored_on.slice(0, 8)}01`}
            />
          ))}
        </Box>
        <Months card={scorecard} />
      </Box>
    </Section>
  )
}

/** The score, its band, and the resulting standing. */
function Verdict({ supplier, card }: { supplier: Supplier; card: Scorecard }) {
  const { score, band } = card
  if (score === null || band === null) return <Box sx={quiet}>{screenText('scorecard.nothing')}</Box>
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <Box component="span" className="tabular" sx={{ fontSize: 24, fontWeight: 600, lineHeight: '32px' }}>
        {format.number(score, 1)}
      </Box>
      <ToneChip tone={standingTones[band] ?? 'neutral'}>{choiceLabel(suppliers, 'standing', band)}</ToneChip>
      <Box component="span" sx={quiet}>
        {screenText(`scorecard.${verdictOf(supplier, card)}`, {
          proposed: supplier.proposed_standing && choiceLabel(suppliers, 'standing', supplier.proposed_standing),
        })}
      </Box>
    </Box>
  )
}

const verdictOf = ({ standing, proposed_standing }: Supplier, { band, isEnough }: Scorecard) => {
  if (standing === band) return 'as_it_is'
  if (proposed_standing) return 'proposed'
  if (standing === 'blocked') return 'by_people'
  return isEnough ? 'differs' : 'too_few'
}

function Part({ part, supplier, card, until }: PartProps) {
  const { value, weight, share, figures } = part
  return (
    <Box sx={{ py: 1.25, borderTop: '1px solid', borderColor: 'divider', fontSize: 13 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 600 }}>
          {screenText(`scorecard.parts.${part.part}`)}
        </Box>
        <Box component="span" sx={{ ...quiet, flex: 1, fontSize: 12 }}>
          {share === null
            ? screenText('scorecard.no_figures', { weight })
            : screenText('scorecard.share', { share: format.number(share), weight })}
        </Box>
        {value !== null && (
          <Box component="span" className="tabular" sx={{ fontWeight: 600 }}>
            {format.number(value, 1)}%
          </Box>
        )}
      </Box>
      {figures
        .filter(({ whole }) => whole > 0)
        .map((figure) => (
          <Box key={figure.figure} sx={figureGrid}>
            <Box sx={{ minWidth: 0 }}>
              {screenText(`scorecard.figures.${figure.figure}`)}
              <Box sx={{ fontSize: 12 }}>
                <Link
                  component={RouterLink}
                  to={listOf(figure.figure, supplier, { months: card.months, until })}
                  className="tabular"
                >
                  {screenText(`scorecard.counted.${figure.figure}`, {
                    part: format.number(figure.part),
                    whole: format.number(figure.whole),
                  })}
                </Link>
              </Box>
            </Box>
            {presentFigures.has(figure.figure) ? <span /> : <Bars figure={figure} />}
            <Box className="tabular" sx={{ textAlign: 'right' }}>
              {figure.value === null ? '' : `${format.number(figure.value, 1)}%`}
            </Box>
          </Box>
        ))}
    </Box>
  )
}

interface PartProps {
  part: PartScore
  supplier: number
  card: Scorecard
  until: string
}

/** One bar per month, the latest last; the table has the same figures. */
const Bars = ({ figure }: { figure: FigureScore }) => (
  <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: '3px', height: 32 }}>
    {figure.months.map(({ month, part, whole }) => {
      const share = shareOf({ part, whole })
      return (
        <Box
          key={month}
          data-mark="fill"
          title={`${monthName(month)}: ${share === null ? '–' : `${Math.round(share)}%`}`}
          sx={({ palette }) => ({
            width: 8,
            height: share === null ? 2 : Math.max(2, Math.round((32 * share) / 100)),
            borderRadius: '2px',
            bgcolor: share === null ? 'action.disabledBackground' : palette.tones[toneOf(share)].text,
          })}
        />
      )
    })}
  </Box>
)

const toneOf = (share: number) => (share >= 90 ? 'success' : share >= 60 ? 'warning' : 'danger')

/** The figures by month, the latest first. */
function Months({ card }: { card: Scorecard }) {
  const figures = monthlyFigures(card)
  if (figures.length === 0) return null
  return (
    <PlainTable label={screenText('scorecard.by_month')} className="tabular" sx={monthTable}>
      <thead>
        <tr>
          <th scope="col">{screenText('scorecard.month')}</th>
          {figures.map(({ figure }) => (
            <th key={figure} scope="col">
              {screenText(`scorecard.short.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {card.months.toReversed().map((month) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            {figures.map(({ figure, months }) => {
              const { part = 0, whole = 0 } = months.find((score) => score.month === month) ?? {}
              return <td key={figure}>{whole > 0 ? `${format.number(part)} / ${format.number(whole)}` : '–'}</td>
            })}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

const quiet = { fontSize: 13, color: 'text.secondary' } as const

const figureGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 56px', sm: 'minmax(0, 1fr) 136px 64px' },
  '& > :nth-of-type(2)': { gridRow: { xs: 2, sm: 'auto' }, gridColumn: { xs: '1 / -1', sm: 'auto' } },
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  pt: 1,
} as const

const monthTable = {
  fontSize: 12,
  '& th, & td': { px: 0.75, height: 26, textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& thead th': { fontWeight: 600, color: 'text.secondary', whiteSpace: 'normal', verticalAlign: 'bottom', py: 0.5 },
  '& th:first-of-type': { textAlign: 'left', pl: 0 },
} as const
