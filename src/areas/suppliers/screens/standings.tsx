import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { suppliers } from '../area'
import { openProposal } from '../rules'
import { screenText } from './texts'
import { standingTones } from './tones'

export type Supplier = OpenRecord & {
  standing?: string | null
  proposed_standing?: string | null
  standings?: Standing[]
}

/** A standing as the API returns it with its supplier. */
export interface Standing {
  id: number
  seq: number | null
  from_standing: string | null
  to_standing: string
  outcome: 'proposed' | 'applied' | 'refused' | 'withdrawn'
  basis: 'person' | 'scorecard' | null
  score: string | null
  reason: string | null
  proposed_by: number | null
  proposed_by_title?: Mention | null
  proposed_at: string | null
  answered_by_title?: Mention | null
  answered_at: string | null
  answer: string | null
}

/** The pending proposal with its answers; users who may not answer see the reason. */
export function ProposalSection({ area, supplier }: { area: Area; supplier: Supplier }) {
  const { run, busy, dialog } = useMove(area, supplier)
  const open = openProposal(supplier)
  if (!open) return null
  const offers = (supplier.moves ?? []).filter(({ name }) => answers.includes(name))
  const allowed = offers.filter((offer) => offer.allowed)
  const refused = offers.find((offer) => !offer.allowed && offer.name === 'confirm_standing')
  return (
    <Section
      title={screenText('waits')}
      actions={
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
          <Answers area={area} names={allowed.map(({ name }) => name)} busy={busy} onAnswer={run} />
        </Box>
      }
    >
      <StandingEntry standing={open} />
      {allowed.length === 0 && (
        <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>
          {refused?.reason ?? screenText('admin_decides')}
        </Box>
      )}
      <Box
        sx={{ display: { xs: 'flex', sm: 'none' }, flexWrap: 'wrap', gap: 1, mt: 1.5, '&:empty': { display: 'none' } }}
      >
        <Answers area={area} names={allowed.map(({ name }) => name)} busy={busy} onAnswer={run} />
      </Box>
      {dialog}
    </Section>
  )
}

const answers: readonly string[] = ['confirm_standing', 'refuse_standing', 'withdraw_standing']

const Answers = ({ area, names, busy, onAnswer }: AnswersProps) =>
  answers
    .filter((name) => names.includes(name))
    .map((name) => (
      <Button
        key={name}
        variant={name === 'confirm_standing' ? 'contained' : 'outlined'}
        disabled={busy}
        onClick={() => onAnswer(name)}
      >
        {moveText(area, name)}
      </Button>
    ))

interface AnswersProps {
  area: Area
  names: readonly string[]
  busy: boolean
  onAnswer: (move: string) => void
}

/** Former and proposed standings of a supplier, the latest first. */
export function StandingHistory({ standings }: { standings: readonly Standing[] }) {
  const history = standings
    .filter(({ outcome }) => outcome !== 'proposed')
    .sort((a, b) => Number(b.seq) - Number(a.seq))
  if (history.length === 0) return null
  return (
    <Section title={screenText('history')}>
      <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {history.map((standing) => (
          <li key={standing.id}>
            <StandingEntry standing={standing} />
          </li>
        ))}
      </Box>
    </Section>
  )
}

function StandingEntry({ standing }: { standing: Standing }) {
  const { from_standing, to_standing, outcome, reason, answer, answered_at } = standing
  return (
    <Box sx={{ fontSize: 13 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        {from_standing && (
          <>
            <span>{choiceLabel(suppliers, 'standing', from_standing)}</span>
            <span aria-hidden>→</span>
          </>
        )}
        <ToneChip tone={standingTones[to_standing] ?? 'neutral'}>
          {choiceLabel(suppliers, 'standing', to_standing)}
        </ToneChip>
        {outcome !== 'proposed' && from_standing && (
          <ToneChip tone={outcomeTones[outcome]}>{choiceLabel(entries, 'outcome', outcome)}</ToneChip>
        )}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {grounds(standing)}
        </Box>
      </Box>
      {reason && <Quote>{reason}</Quote>}
      {answered_at && outcome !== 'proposed' && standing.proposed_at !== answered_at && (
        <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
          {screenText(`answered.${outcome}`, {
            who: mentionTitle(standing.answered_by_title ?? null) || screenText('nobody'),
            at: format.moment(answered_at),
          })}
        </Box>
      )}
      {answer && <Quote>{answer}</Quote>}
    </Box>
  )
}

/** The proposer, or the scorecard. */
const grounds = ({ basis, score, from_standing, proposed_at, proposed_by_title }: Standing): string => {
  const at = proposed_at ? format.moment(proposed_at) : ''
  if (!from_standing) return screenText('taken_on', { at })
  if (basis === 'scorecard') return screenText('by_score', { score: format.number(score, 1), at })
  return screenText('by_person', { who: mentionTitle(proposed_by_title ?? null) || screenText('nobody'), at })
}

const Quote = ({ children }: { children: string }) => (
  <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '72ch' }}>“{children}”</Box>
)

const entries = 'supplier-standings'
const outcomeTones: Record<Standing['outcome'], Tone> = {
  proposed: 'warning',
  applied: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
}
