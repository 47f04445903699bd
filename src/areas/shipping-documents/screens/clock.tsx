import Box from '@mui/material/Box'
import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { settledStates } from '#shared/trade/document-set.ts'
import { format } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { screenText } from './texts'

/** Days before the presentation deadline from which the clock is a warning. */
const pressingDays = 7
const settled: ReadonlySet<string> = new Set(settledStates)

/** The deadline for presentation under a letter of credit, with the days left. */
export function Clock({ presentBy }: { presentBy: string }) {
  const daysLeft = daysBetween(today(), presentBy)
  const day = format.date(presentBy)
  const text =
    daysLeft === 0
      ? screenText('clock.today')
      : daysLeft > 0
        ? screenText('clock.left', { count: daysLeft, day })
        : screenText('clock.passed', { count: -daysLeft, day })
  return <ToneChip tone={toneOf(daysLeft)}>{text}</ToneChip>
}

/** The deadline as a cell: red after it has passed while the document is not settled. */
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

const toneOf = (daysLeft: number): Tone => (daysLeft < 0 ? 'danger' : daysLeft <= pressingDays ? 'warning' : 'neutral')
