import Box from '@mui/material/Box'
import { Link } from 'react-router'
import { addMonths, daysBetween, today } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format, stateLabel } from '#web/i18n.ts'
import { factoryAccreditations as area } from '../area'
import type { Audit } from './data'
import { screenText } from './texts'

/**
 * All audits of a factory on a timeline with one lane per programme: a bar for a validity period, a dot for an audit
 * without validity. On phones a list, the latest first.
 */
export function Timeline({ audits, current }: { audits: readonly Audit[]; current: ReadonlySet<number> }) {
  const span = spanOf(audits)
  return (
    <Box component="section" aria-label={screenText('timeline.title')}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        {screenText('timeline.title')}
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' }, position: 'relative', pt: 3 }}>
        <Years span={span} />
        {[...lanesOf(audits)].map(([program, lane]) => (
          <Box key={program} sx={laneStyle}>
            <Box sx={{ fontSize: 13, pr: 1, overflowWrap: 'anywhere' }}>{mentionTitle(lane[0]?.standard_program)}</Box>
            <Box sx={{ display: 'grid', gap: 0.5, py: 0.75 }}>
              {rowsOf(lane, span).map((row) => (
                <Box
                  component="ul"
                  key={row[0]?.id}
                  sx={{ position: 'relative', height: 24, m: 0, p: 0, listStyle: 'none' }}
                >
                  {row.map((audit) => (
                    <Mark key={audit.id} audit={audit} span={span} isCurrent={current.has(audit.id)} />
                  ))}
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      <Box component="ol" sx={{ display: { md: 'none' }, m: 0, p: 0, listStyle: 'none' }}>
        {audits.map((audit) => (
          <Box component="li" key={audit.id} sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
            <Box component={Link} to={`${area.path}/${audit.id}`} sx={entryStyle}>
              <Box component="span" sx={{ fontWeight: 500 }}>
                {mentionTitle(audit.standard_program)}
              </Box>
              <Box component="span" className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {wordsOf(audit)}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/**
 * Distributes the audits of a lane over rows, so that none covers another; the oldest first, so that the tab order
 * follows time.
 */
const rowsOf = (lane: readonly Audit[], span: Span): Audit[][] => {
  const rows: { audits: Audit[]; end: number }[] = []
  for (const audit of lane.toReversed()) {
    const { start, end } = extentOf(audit, span)
    const freeRow = rows.find((row) => row.end <= start)
    if (freeRow) {
      freeRow.audits.push(audit)
      freeRow.end = end
    } else rows.push({ audits: [audit], end })
  }
  return rows.map(({ audits }) => audits)
}

/** Start and end of a mark in percent of the span; a dot is two percent wide. */
const extentOf = (audit: Audit, span: Span): { start: number; end: number; isBar: boolean } => {
  const isBar = audit.valid_to !== null && established.includes(audit.status)
  const start = placeOf(isBar ? (audit.valid_from ?? audit.audit_date) : audit.audit_date, span)
  const end = isBar ? Math.max(start + 2, placeOf(audit.valid_to ?? audit.audit_date, span)) : start + 2
  return { start, end, isBar }
}

/** Groups audits by programme, ordered by their latest audit. */
const lanesOf = (audits: readonly Audit[]): ReadonlyMap<number, Audit[]> => {
  const lanes = new Map<number, Audit[]>()
  for (const audit of audits)
    lanes.set(audit.standard_program_id, [...(lanes.get(audit.standard_program_id) ?? []), audit])
  return lanes
}

interface Span {
  from: string
  days: number
}

/** From the first audit to the last valid day, at most four years back and ahead. */
const spanOf = (audits: readonly Audit[]): Span => {
  const day = today()
  const [earliest, latest] = [addMonths(day, -48), addMonths(day, 48)]
  const starts = audits.map(({ audit_date, valid_from }) =>
    valid_from && valid_from < audit_date ? valid_from : audit_date,
  )
  const ends = audits.map(({ audit_date, valid_to }) => valid_to ?? audit_date)
  const from = later(earliest, [addMonths(day, -6), ...starts].sort()[0] ?? day)
  const to = earlier(latest, [addMonths(day, 6), ...ends].sort().at(-1) ?? day)
  return { from, days: Math.max(1, daysBetween(from, to)) }
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

const placeOf = (day: string, { from, days }: Span): number =>
  Math.min(100, Math.max(0, (daysBetween(from, day) / days) * 100))

/** The years with their labels, and today. */
function Years({ span }: { span: Span }) {
  const last = Number(span.from.slice(0, 4)) + Math.ceil(span.days / 365) + 1
  const now = placeOf(today(), span)
  const years = []
  for (let year = Number(span.from.slice(0, 4)) + 1; year <= last; year += 1) {
    const yearPosition = placeOf(`${year}-01-01`, span)
    if (yearPosition < 100) years.push({ year, place: yearPosition })
  }
  return (
    <Box
      aria-hidden
      sx={{ ...laneStyle, position: 'absolute', inset: 0, pointerEvents: 'none', '&&': { borderTop: 0 } }}
    >
      <span />
      <Box sx={{ position: 'relative', height: 1 }}>
        {years.map(({ year, place }) => (
          <Box key={year} sx={{ ...gridLine, left: `${place}%`, borderColor: 'divider' }}>
            {Math.abs(place - now) > 5 && (
              <Box component="span" className="tabular" sx={{ fontSize: 11, color: 'text.secondary', pl: 0.5 }}>
                {year}
              </Box>
            )}
          </Box>
        ))}
        <Box sx={{ ...gridLine, left: `${now}%`, borderColor: 'text.primary' }}>
          <Box component="span" sx={{ fontSize: 11, fontWeight: 600, pl: 0.5, whiteSpace: 'nowrap' }}>
            {screenText('timeline.today')}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

/** One audit on its lane: a link with a complete accessible name. */
function Mark({ audit, span, isCurrent }: { audit: Audit; span: Span; isCurrent: boolean }) {
  const { start, end, isBar } = extentOf(audit, span)
  // A replaced audit is shown as past, regardless of its state.
  const isPast = isBar && !isCurrent && audit.status !== 'revoked'
  const tone: Tone = isPast ? 'neutral' : toneOf(audit.status)
  const text = wordsOf(audit)
  return (
    <li>
      <Box
        component={Link}
        to={`${area.path}/${audit.id}`}
        title={text}
        aria-label={`${mentionTitle(audit.standard_program)}: ${text}`}
        sx={({ palette }) => ({
          position: 'absolute',
          top: 0,
          height: 24,
          left: `${start}%`,
          width: isBar ? `max(24px, ${end - start}%)` : 24,
          ...(isBar ? {} : { ml: '-12px' }),
          borderRadius: isBar ? 0.5 : 6,
          border: 1,
          borderColor: palette.tones[tone].text,
          bgcolor: palette.tones[tone].tint,
          color: palette.tones[tone].text,
          display: 'flex',
          alignItems: 'center',
          justifyContent: isBar ? 'flex-start' : 'center',
          px: isBar ? 0.75 : 0,
          fontSize: 12,
          fontWeight: 600,
          lineHeight: 1,
          textDecoration: 'none',
          whiteSpace: 'nowrap',
          overflow: 'hidden',
          '&:hover': { borderWidth: 2 },
        })}
      >
        <span aria-hidden>{isBar ? markOf(audit) : signs[audit.status]}</span>
      </Box>
    </li>
  )
}

const toneOf = (status: string): Tone =>
  area.lifecycle?.states[status as keyof typeof area.lifecycle.states] ?? 'neutral'

/** States whose validity period is drawn. */
const established: readonly string[] = ['valid', 'expiring', 'expired', 'revoked']
/** The symbol of an audit without validity; its accessible name has the words. */
const signs: Readonly<Record<string, string>> = {
  failed: '✕',
  rejected: '↩',
  draft: '…',
  submitted: '?',
  under_review: '?',
}

const markOf = ({ grade, status }: Audit): string =>
  [mentionTitle(grade), ...(status === 'valid' ? [] : [stateLabel(area, status)])].filter(Boolean).join(' · ')

const wordsOf = ({ audit_type, audit_date, grade, valid_from, valid_to, status }: Audit): string =>
  [
    stateLabel(area, status),
    `${choiceLabel(area, 'audit_type', audit_type)}, ${format.date(audit_date)}`,
    mentionTitle(grade),
    ...(valid_to ? [`${format.date(valid_from ?? audit_date)} – ${format.date(valid_to)}`] : []),
  ]
    .filter(Boolean)
    .join(' · ')

const gridLine = { position: 'absolute', top: 0, bottom: 0, borderLeft: '1px dashed' } as const

const laneStyle = {
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: 40,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

const entryStyle = {
  display: 'grid',
  minHeight: 44,
  alignContent: 'center',
  py: 0.75,
  fontSize: 13,
  color: 'text.primary',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
} as const
