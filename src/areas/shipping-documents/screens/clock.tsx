import Box from '@mui/material/Box'
import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { settledStates } from '#shared/trade/document-set.ts'
import { format } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { screenText } from './texts'

/** Days before the last day of presentation from which on it is pressing. */
const pressingDays = 7
const settled: ReadonlySet<string> = new Set(settledStates)

/** Until when papers must be presented under a letter of credit, with what is left of it. */
export function Clock({ presentBy }: { presentBy: string }) {
  const left = daysBetween(today(), presentBy)
  const day = format.date(presentBy)
  const text =
    left === 0
      ? screenText('clock.today')
      : left > 0
        ? screenText('clock.left', { count: left, day })
        : screenText('clock.passed', { count: -left, day })
  return <ToneChip tone={toneOf(left)}>{text}</ToneChip>
}

/** The same as a cell: the day, in red once it has passed and the paper is not settled. */
export function ClockChip({ document: { present_by, status = '' } }: { document: AnyRecord }) {
  if (typeof present_by !== 'string') return null
  const day = format.date(present_by)
  if (settled.has(status))
    return (
      <Box component="span" className="tabular">
        {day}
      </Box>
    )
  return <ToneChip tone={toneOf(daysBetween(today(), present_by))}>{day}</ToneChip>
}

const toneOf = (left: number): Tone => (left < 0 ? 'danger' : left <= pressingDays ? 'warning' : 'neutral')
