import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { addDays, addMonths, today, weekday } from '#shared/base/dates.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, language, loadMemberTexts, stateLabel, useLanguage } from '#web/i18n.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { Tool } from '#web/kit/page/tool.tsx'
import type { HttpError } from '#web/providers/http.ts'
import { factoryAccreditations as area } from '../area'
import { type Expiries, type ExpiryRecord, useExpiries } from './data'
import { screenText } from './texts'

/** Which accreditations end when: a month as a calendar, on a phone the days that have any. */
export function Page() {
  useLanguage()
  const [search, setSearch] = usePageSearch()
  const asked = search.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : today().slice(0, 7)
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { data, error, refetch } = useExpiries(month)
  const go = (months: number) => setSearch({ month: addMonths(`${month}-01`, months).slice(0, 7) }, { replace: true })
  useShortcut('alt+pageup', () => go(-1))
  useShortcut('alt+pagedown', () => go(1))
  const total = (data?.days ?? []).reduce((sum, { count }) => sum + count, 0)
  const isThere = data?.from.startsWith(month)
  return (
    <Frame title={screenText('calendar.title')} back={{ to: listAddress(area), label: listTitle(area) }}>
      <Section
        title={monthName(month)}
        help={isThere ? screenText('calendar.count', { count: total }) : ' '}
        actions={
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            <Tool label={screenText('calendar.earlier')} onClick={() => go(-1)}>
              <ChevronLeftRounded />
            </Tool>
            <Button
              variant="outlined"
              sx={{ minHeight: { xs: 44, sm: 36 } }}
              onClick={() => setSearch({}, { replace: true })}
            >
              {screenText('calendar.today')}
            </Button>
            <Tool label={screenText('calendar.later')} onClick={() => go(1)}>
              <ChevronRightRounded />
            </Tool>
          </Box>
        }
      >
        <Box sx={visuallyHidden} aria-live="polite">
          {isThere ? `${monthName(month)}: ${screenText('calendar.count', { count: total })}` : ''}
        </Box>
        {error ? (
          <FailedState error={error as HttpError} onRetry={() => void refetch()} />
        ) : !data || !isThere ? (
          <Box sx={{ minHeight: 320 }} />
        ) : isPhone ? (
          <Agenda expiries={data} />
        ) : (
          <Month month={month} expiries={data} />
        )}
      </Section>
    </Frame>
  )
}

/** Texts of the signed-in part travel when the page is first opened. */
export const ready = loadMemberTexts

/** The weeks of a month from Monday on, each day with what ends on it. */
function Month({ month, expiries }: { month: string; expiries: Expiries }) {
  const days = new Map(expiries.days.map((day) => [day.day, day]))
  const first = `${month}-01`
  const start = addDays(first, 1 - weekday(first))
  const last = addDays(addMonths(first, 1), -1)
  const weeks: string[][] = []
  for (let monday = start; monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
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
              const ending = days.get(day)
              const isOther = !day.startsWith(month)
              return (
                <td key={day} data-other={isOther || undefined} aria-current={day === today() ? 'date' : undefined}>
                  <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12 }} className="tabular">
                    <Box component="span" className="day" aria-hidden={isOther || undefined}>
                      {Number(day.slice(8))}
                    </Box>
                    {ending && ending.count > 1 && (
                      <Box component="span" sx={{ fontWeight: 600 }}>
                        {screenText('calendar.short_count', { count: ending.count })}
                      </Box>
                    )}
                  </Box>
                  {ending && <Records day={day} count={ending.count} records={ending.records.slice(0, 3)} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

function Records({ day, count, records }: { day: string; count: number; records: readonly ExpiryRecord[] }) {
  return (
    <Box component="ul" aria-label={format.date(day)} sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
      {records.map((record) => (
        <li key={record.id}>
          <Box
            component={Link}
            to={`${area.path}/${record.id}`}
            title={`${nameOf(record)} · ${stateLabel(area, record.status)}`}
            data-tone={area.lifecycle?.states[record.status as 'valid']}
            sx={entryStyle}
          >
            <span>{factoryOf(record)}</span>
            <span>{programOf(record)}</span>
          </Box>
        </li>
      ))}
      {count > records.length && (
        <li>
          <More day={day} count={count - records.length} />
        </li>
      )}
    </Box>
  )
}

/** The days of the month on which any end. */
function Agenda({ expiries }: { expiries: Expiries }) {
  if (expiries.days.length === 0) return <EmptyState title={screenText('calendar.none')} />
  return (
    <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
      {expiries.days.map(({ day, count, records }) => (
        <li key={day}>
          <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 13, fontWeight: 600 }}>
            {format.date(day)} · {weekdayName(day)}
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {records.map((record) => (
              <Box component="li" key={record.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
                <Box component={Link} to={`${area.path}/${record.id}`} sx={agendaStyle}>
                  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
                      {factoryOf(record)}
                    </Box>
                    <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
                      {programOf(record)}
                    </Box>
                  </Box>
                  <StatusChip area={area} status={record.status} />
                </Box>
              </Box>
            ))}
          </Box>
          {count > records.length && <More day={day} count={count - records.length} />}
        </li>
      ))}
    </Box>
  )
}

/** What is not named here is in the list. */
const More = ({ day, count }: { day: string; count: number }) => (
  <TextLink
    component={Link}
    to={`${area.path}?valid_to=${day}&is_current=true`}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 }, fontSize: 12 }}
  >
    {screenText('calendar.more', { count })}
  </TextLink>
)

const factoryOf = ({ factory, factory_zh }: ExpiryRecord) => (language() === 'zh' && factory_zh) || factory
const programOf = ({ program, program_zh }: ExpiryRecord) => (language() === 'zh' && program_zh) || program
const nameOf = (record: ExpiryRecord) => `${factoryOf(record)} · ${programOf(record)}`

/** `2027-03` as `Mar 2027`, `2027年3月`. */
const monthName = (month: string): string => {
  const day = format.date(`${month}-01`)
  return language() === 'zh' ? day.replace(/1日$/, '') : day.replace(/^0?1 /, '')
}

const weekdayName = (day: string) =>
  new Intl.DateTimeFormat(language() === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

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
