import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { compareRevisions } from '#shared/trade/order-changes.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { purchaseOrders } from '../../area'
import type { OpenChange, OpenOrder } from '../open-order'
import { screenText } from '../texts'
import { ChangeItems } from './items'

/** The change request that waits for an answer or for approval. */
export function WaitingChange({ order }: { order: OpenOrder }) {
  const change = order.changes?.find(({ outcome }) => outcome === 'proposed' || outcome === 'in_approval')
  if (!change) return null
  return (
    <Section title={screenText(`change.${change.initiated_by}_asks`)} actions={<Outcome change={change} />}>
      <ChangeFacts change={change} />
      <ChangeItems order={order} items={change.items} />
    </Section>
  )
}

/** The history of an issued order: two revisions side by side, and every change request with its answer. */
export function OrderRevisions({ order }: { order: OpenOrder }) {
  const changes = order.changes ?? []
  const decidedChanges = changes.filter(({ outcome }) => outcome !== 'proposed' && outcome !== 'in_approval')
  if (decidedChanges.length === 0) return null
  return (
    <Section title={fieldLabel(purchaseOrders, 'changes')}>
      {Number(order.revision_no) > 0 && <Comparison order={order} changes={changes} />}
      <Box component="ol" reversed sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {[...decidedChanges].reverse().map((change) => (
          <Box component="li" key={change.id} sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
              <Box component="span" sx={{ fontSize: 13, fontWeight: 600 }}>
                {screenText('change.number', { number: change.seq })}
              </Box>
              <Outcome change={change} />
              {change.applied_revision !== null && (
                <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
                  {screenText('change.revision', { revision: change.applied_revision })}
                </Box>
              )}
            </Box>
            <ChangeFacts change={change} />
            <ChangeItems order={order} items={change.items} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}

function Comparison({ order, changes }: { order: OpenOrder; changes: readonly OpenChange[] }) {
  const last = Number(order.revision_no)
  const [from, setFrom] = useState(last - 1)
  const [to, setTo] = useState(last)
  const revisions = Array.from({ length: last + 1 }, (_, revision) => revision)
  const differences = compareRevisions(changes, from, to)
  const revisionSelect = (label: string, value: number, onChange: (revision: number) => void) => (
    <TextField select label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {revisions.map((revision) => (
        <MenuItem key={revision} value={revision}>
          {screenText('change.revision', { revision })}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
        {revisionSelect(screenText('change.from'), from, setFrom)}
        {revisionSelect(screenText('change.to'), to, setTo)}
      </Box>
      {differences.length > 0 ? (
        <ChangeItems order={order} items={differences} />
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('change.same')}</Box>
      )}
    </Box>
  )
}

/** Author, reason and answer of a change. */
function ChangeFacts({ change }: { change: OpenChange }) {
  const area = areaOf(purchaseOrders, 'changes')
  const facts = [
    change.reason_code && choiceLabel(area, 'reason_code', change.reason_code),
    mentionTitle(change.proposed_by_title),
    format.moment(change.proposed_at),
  ]
  const answerFacts = [mentionTitle(change.answered_by_title), format.moment(change.answered_at)]
  return (
    <Box sx={{ mb: 1, fontSize: 13, color: 'text.secondary' }}>
      {facts.filter(Boolean).join(' · ')}
      {change.comment && <Quote text={change.comment} />}
      {change.answered_at && change.answer_comment && (
        <>
          {answerFacts.filter(Boolean).join(' · ')}
          <Quote text={change.answer_comment} />
        </>
      )}
    </Box>
  )
}

const Quote = ({ text }: { text: string }) => (
  <Box sx={{ color: 'text.primary', maxWidth: '72ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>“{text}”</Box>
)

const Outcome = ({ change: { outcome } }: { change: OpenChange }) => (
  <ToneChip tone={tones[outcome]}>{choiceLabel(areaOf(purchaseOrders, 'changes'), 'outcome', outcome)}</ToneChip>
)
const tones: Record<OpenChange['outcome'], Tone> = {
  proposed: 'warning',
  in_approval: 'warning',
  applied: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
}
