import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addDays, addMonths, today, weekday } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, language, stateLabel, t } from '#web/i18n.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { Tool } from '#web/kit/page/tool.tsx'

/** A record as a day of the calendar shows it. */
export interface CalendarEntry {
  id: number
  status: string
  title: string
  detail: string
}

/** A day with records; `count` may exceed the number of entries. */
export interface CalendarDay {
  day: string
  count: number
  entries: readonly CalendarEntry[]
}

/** The month in the page's address (`month=2027-03`), by default the current one. */
export const useCalendarMonth = () => {
  const [search, setSearch] = usePageSearch()
  const monthInAddress = search.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(monthInAddress) ? monthInAddress : today().slice(0, 7)
  const choose = (next: string | null) =>
    setSearch(
      (current) => {
        const after = new URLSearchParams(current)
        if (next) after.set('month', next)
        else after.delete('month')
        return after
      },
      { replace: true },
    )
  return { month, choose }
}

/** A month of records as a calendar, on phones as a list of the days with records. `tools` are shown above. */
export function CalendarPage({ area, title, words, listOn, days, error, onRetry, tools, month, choose }: Props) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const go = (months: number) => choose(addMonths(`${month}-01`, months).slice(0, 7))
  useShortcut('alt+pageup', () => go(-1))
  useShortcut('alt+pagedown', () => go(1))
  const total = (days ?? []).reduce((sum, { count }) => sum + count, 0)
  const shown = { area, listOn }
  return (
    <Frame title={title} back={{ to: listAddress(area), label: listTitle(area) }}>
      {tools}
      <Section
        title={monthName(month)}
        help={days ? words.count(total) : ' '}
        actions={
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            <Tool label={t('kit.calendar.earlier')} onClick={() => go(-1)}>
              <ChevronLeftRounded />
            </Tool>
            <Button variant="outlined" sx={{ minHeight: { xs: 44, sm: 36 } }} onClick={() => choose(null)}>
              {t('kit.calendar.today')}
            </Button>
            <Tool label={t('kit.calendar.later')} onClick={() => go(1)}>
              <ChevronRightRounded />
            </Tool>
          </Box>
        }
      >
        <Box sx={visuallyHidden} aria-live="polite">
          {days ? `${monthName(month)}: ${words.count(total)}` : ''}
        </Box>
        {error ? (
          <FailedState error={error} onRetry={onRetry} />
        ) : !days ? (
          <Box sx={{ minHeight: 320 }} />
        ) : isPhone ? (
          <Agenda {...shown} days={days} none={words.none} />
        ) : (
          <Month {...shown} days={days} month={month} />
        )}
      </Section>
    </Frame>
  )
}

interface Props extends Shown, ReturnType<typeof useCalendarMonth> {
  title: string
  words: { count: (count: number) => string; none: string }
  /** Undefined while loading. */
  days: readonly CalendarDay[] | undefined
  error: unknown
  onRetry: () => void
  tools?: ReactNode
}

interface Shown {
  area: Area
  /** The address of the list of a day's records. */
  listOn: (day: string) => string
}

/** The weeks of a month, starting on Mondays, with the records of each day. */
function Month({ month, days: recordDays, ...shown }: Shown & { month: string; days: readonly CalendarDay[] }) {
  const days = new Map(recordDays.map((day) => [day.day, day]))
  const first = `${month}-01`
  const start = addDays(first, 1 - weekday(first))
  const last = addDays(addMonths(first, 1), -1)
  const weeks: string[][] = []
  for (let monday = start; monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return (
    <Box component="table" aria-label={monthName(month)} sx={monthStyle}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const dayRecords = days.get(day)
              const isOther = !day.startsWith(month)
              return (
                <td key={day} data-other={isOther || undefined} aria-current={day === today() ? 'date' : undefined}>
                  <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12 }} className="tabular">
                    <Box component="span" className="day" aria-hidden={isOther || undefined}>
                      {Number(day.slice(8))}
                    </Box>
                    {dayRecords && dayRecords.count > 1 && (
                      <Box component="span" sx={{ fontWeight: 600 }}>
                        {format.number(dayRecords.count)}
                      </Box>
                    )}
                  </Box>
                  {dayRecords && (
                    <Records {...shown} day={day} count={dayRecords.count} entries={dayRecords.entries.slice(0, 3)} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

function Records({ area, listOn, day, count, entries }: Shown & CalendarDay) {
  return (
    <Box component="ul" aria-label={format.date(day)} sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
      {entries.map(({ id, status, title, detail }) => (
        <li key={id}>
          <Box
            component={Link}
            to={`${area.path}/${id}`}
            title={`${title} · ${detail} · ${stateLabel(area, status)}`}
            data-tone={area.lifecycle?.states[status]}
            sx={entryStyle}
          >
            <span>{title}</span>
            <span>{detail}</span>
          </Box>
        </li>
      ))}
      {count > entries.length && (
        <li>
          <More to={listOn(day)} count={count - entries.length} />
        </li>
      )}
    </Box>
  )
}

/** The days of the month with records. */
function Agenda({ area, listOn, days, none }: Shown & { days: readonly CalendarDay[]; none: string }) {
  if (days.length === 0) return <EmptyState title={none} />
  return (
    <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
      {days.map(({ day, count, entries }) => (
        <li key={day}>
          <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 13, fontWeight: 600 }}>
            {format.date(day)} · {weekdayName(day)}
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {entries.map(({ id, status, title, detail }) => (
              <Box component="li" key={id} sx={{ borderTop: 1, borderColor: 'divider' }}>
                <Box component={Link} to={`${area.path}/${id}`} sx={agendaStyle}>
                  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
                      {title}
                    </Box>
                    <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
                      {detail}
                    </Box>
                  </Box>
                  <StatusChip area={area} status={status} />
                </Box>
              </Box>
            ))}
          </Box>
          {count > entries.length && <More to={listOn(day)} count={count - entries.length} />}
        </li>
      ))}
    </Box>
  )
}

/** A link to the list of all records of a day. */
const More = ({ to, count }: { to: string; count: number }) => (
  <TextLink
    component={Link}
    to={to}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 }, fontSize: 12 }}
  >
    {t('kit.calendar.more', { count })}
  </TextLink>
)

/** `2027-03` as `Mar 2027`, `2027年3月`. */
const monthName = (month: string): string => {
  const day = format.date(`${month}-01`)
  return language() === 'zh' ? day.replace(/1日$/, '') : day.replace(/^0?1 /, '')
}

const weekdayName = (day: string) =>
  new Intl.DateTimeFormat(language() === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const monthStyle = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', textAlign: 'left', px: 1, height: 32 },
  '& td': { border: 1, borderColor: 'divider', verticalAlign: 'top', p: 0.75, height: 104 },
  '& td[data-other]': { bgcolor: 'background.default', color: 'text.secondary' },
  '& td[aria-current=date] .day': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    borderRadius: 1,
    px: 0.75,
  },
} as const

const entryStyle = ({ palette }: Theme) => ({
  display: 'block',
  px: 0.5,
  py: 0.25,
  mb: 0.5,
  borderRadius: 0.5,
  fontSize: 12,
  color: 'text.primary',
  textDecoration: 'none',
  lineHeight: '16px',
  '& > span': { display: 'block', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span + span': { color: 'text.secondary' },
  borderLeft: 3,
  bgcolor: 'action.hover',
  '&:hover': { textDecoration: 'underline' },
  ...Object.fromEntries(
    Object.entries(palette.tones).map(([tone, { text }]) => [`&[data-tone="${tone}"]`, { borderLeftColor: text }]),
  ),
})

const agendaStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  minHeight: 52,
  py: 0.75,
  fontSize: 13,
  color: 'text.primary',
  textDecoration: 'none',
} as const
