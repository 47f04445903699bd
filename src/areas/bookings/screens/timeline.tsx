import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { endedStates } from '#shared/trade/booking-terms.ts'
import { format } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { screenText } from './texts'

/** A step of a booking with its planned, estimated and actual day. */
interface Step {
  name: string
  planned?: unknown
  estimated?: unknown
  actual?: unknown
}

/** The progress of a booking by planned, estimated and actual days, with delays. */
export function Timeline({ record }: { record: AnyRecord }) {
  return (
    <Section title={screenText('timeline.title')}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: { xs: 1.5, md: 1 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
        }}
      >
        {stepsOf(record).map((step) => (
          <StepDays key={step.name} {...step} isOver={endedStates.some((state) => state === record.status)} />
        ))}
      </Box>
    </Section>
  )
}

const stepsOf = (record: AnyRecord): Step[] => [
  { name: 'submitted', actual: dayOf(record.submitted_at) },
  { name: 'approved', actual: dayOf(record.approved_at) },
  { name: 'cargo', planned: record.cargo_ready_date, actual: record.cargo_received_on },
  { name: 'sailed', planned: record.requested_etd, estimated: record.etd, actual: record.atd },
  { name: 'arrived', estimated: record.eta, actual: record.ata },
  { name: 'documents', planned: record.documents_due, actual: record.documents_complete_on },
]

/** The day of a timestamp in the user's time zone. */
const dayOf = (moment: unknown) => (typeof moment === 'string' ? today(undefined, new Date(moment)) : null)

function StepDays({ name, planned, estimated, actual, isOver }: Step & { isOver: boolean }) {
  const expected = text(estimated) ?? text(planned)
  const reached = text(actual) ?? (expected && !isOver ? todayOrLater(expected) : null)
  const days = expected && reached ? daysBetween(text(planned) ?? expected, reached) : 0
  const Icon = actual ? CheckCircleRounded : RadioButtonUncheckedRounded
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, fontSize: 13, minWidth: 0 }}>
      <Icon aria-hidden sx={{ fontSize: 18, color: actual ? 'tones.success.text' : 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500 }}>{screenText(`timeline.${name}`)}</Box>
        {[
          ['planned', planned],
          ['estimated', estimated],
          ['actual', actual],
        ].map(([kind, day]) =>
          text(day) ? (
            <Box
              key={String(kind)}
              className="tabular"
              // Lines break before a date, not inside it.
              sx={{ color: kind === 'actual' ? 'text.primary' : 'text.secondary', wordBreak: 'keep-all' }}
            >
              {screenText(`timeline.${String(kind)}_day`, { date: format.date(text(day)) })}
            </Box>
          ) : null,
        )}
        {days > 0 && <Box sx={{ color: 'tones.warning.text' }}>{screenText('timeline.late', { count: days })}</Box>}
      </Box>
    </Box>
  )
}

const text = (day: unknown): string | null => (typeof day === 'string' ? day : null)
const todayOrLater = (day: string) => (day > today() ? day : today())
