import Box from '@mui/material/Box'
import { type ContainerEvent, type Milestone, milestoneRows, waitingMilestones } from '#shared/trade/containers.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { containers } from '../area'
import { screenText } from './texts'

const listOf = (events: unknown) => (Array.isArray(events) ? events : []) as ContainerEvent[]

/** Events that cannot move the container yet, and the events missing before them. */
export function WaitingMilestones({ status = '', events }: { status?: string | undefined; events: unknown }) {
  const waiting = waitingMilestones(status, listOf(events))
  const [first] = waiting
  if (!first) return null
  const area = areaOf(containers, 'events')
  const name = (type: Milestone) => choiceLabel(area, 'type', type)
  return (
    <Box sx={{ mb: 1.5, fontSize: 13, color: 'tones.warning.text' }}>
      {screenText('waits', {
        milestones: waiting.map(({ type }) => name(type)).join(', '),
        missing: name(first.missing),
      })}
    </Box>
  )
}

/** Milestones with their planned, expected and actual dates side by side. */
export function Milestones({ events }: { events: unknown }) {
  const rows = milestoneRows(listOf(events))
  if (rows.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('no_milestones')}</Box>
  const area = areaOf(containers, 'events')
  return (
    <PlainTable label={screenText('milestones')}>
      <thead>
        <tr>
          {(['milestone', 'planned', 'estimated', 'actual', 'place', 'source'] as const).map((head) => (
            <th key={head} scope="col">
              {screenText(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ type, planned, estimated, actual }) => {
          const last = actual ?? estimated ?? planned
          return (
            <tr key={type}>
              <Box component="th" scope="row" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
                {choiceLabel(area, 'type', type)}
              </Box>
              {[planned, estimated, actual].map((event, index) => (
                <Box
                  component="td"
                  // biome-ignore lint/suspicious/noArrayIndexKey: always the same three kinds
                  key={index}
                  className="tabular"
                  sx={{ whiteSpace: 'nowrap', fontWeight: index === 2 ? 500 : 400 }}
                >
                  {event ? format.date(String(event.day)) : '–'}
                </Box>
              ))}
              <td>{String(last?.place ?? '') || '–'}</td>
              <td>{sourceName(last?.source)}</td>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

const sourceName = (source: unknown) => (source === 'portal' ? screenText('own_source') : String(source ?? ''))
