import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { session } from '#web/providers/session.ts'
import { isStale, openChange, valueNow } from '../rules'
import { screenText } from './texts'

export type RequestedChange = OpenRecord & { changes?: ChangeRequest[] }

interface ChangeRequest {
  id: number
  outcome: 'proposed' | 'applied' | 'refused' | 'withdrawn'
  supplier: Mention | null
  proposed_at: string
  answer: string | null
  items: { id: number; field: string; old_value: string | null; new_value: string | null }[]
}

/** Change requests of the profile, pending ones first. */
export function ChangeRequests({ area, factory }: { area: Area; factory: RequestedChange }) {
  const changes = factory.changes ?? []
  const waiting = openChange({ changes })
  const answeredChanges = changes.filter(({ outcome }) => outcome !== 'proposed')
  return (
    <>
      {waiting && (
        <Section title={screenText(session()?.role === 'Agent' ? 'yours' : 'waits')}>
          <Request area={area} wish={waiting} factory={factory} />
        </Section>
      )}
      {answeredChanges.length > 0 && (
        <Section title={fieldLabel(area, 'changes')}>
          <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
            {answeredChanges.map((change) => (
              <Box component="li" key={change.id}>
                <Request area={area} wish={change} />
              </Box>
            ))}
          </Box>
        </Section>
      )}
    </>
  )
}

/**
 * A change request. For a pending one (with `factory`), shows the current values, and marks those that changed after
 * the request.
 */
function Request({ area, wish, factory }: { area: Area; wish: ChangeRequest; factory?: RequestedChange }) {
  const { outcome, supplier, proposed_at, answer, items } = wish
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5, fontSize: 13 }}>
        <ToneChip tone={tones[outcome]}>{choiceLabel(areaOf(area, 'changes'), 'outcome', outcome)}</ToneChip>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {screenText('asked', { supplier: mentionTitle(supplier), at: format.moment(proposed_at) })}
        </Box>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 13 }}>
        {items.map((item) => {
          const { id, field, old_value, new_value } = item
          return (
            <li key={id}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {fieldLabel(area, field)}{' '}
              </Box>
              {displayed(area, field, factory ? valueNow(factory, item) : old_value)} →{' '}
              <strong>{displayed(area, field, new_value)}</strong>
              {factory && isStale(factory, item) && (
                <Box component="span" sx={{ color: 'warning.main' }}>
                  {' '}
                  {screenText('was', { value: displayed(area, field, old_value) })}
                </Box>
              )}
            </li>
          )
        })}
      </Box>
      {answer && <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>“{answer}”</Box>}
    </>
  )
}

const tones = { proposed: 'warning', applied: 'success', refused: 'danger', withdrawn: 'neutral' } as const

const displayed = (area: Area, field: string, json: string | null): string =>
  formatValue(area, field, { [field]: JSON.parse(json ?? 'null') }) || screenText('empty_value')
