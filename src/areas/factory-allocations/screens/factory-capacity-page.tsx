import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { today } from '#shared/base/dates.ts'
import { format, language, loadAllAreas, useLanguage } from '#web/i18n.ts'
import { areaOf, listOf } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { api, type HttpError } from '#web/providers/http.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { factoryAllocations } from '../area'
import { screenText } from './texts'

const factoryLibrary = areaOf(factoryAllocations, 'factory_id')

/** The allocated units of each factory by month, compared with its capacity. */
export function Page() {
  useLanguage()
  usePageTitle(screenText('capacity.title'))
  const [from, setFrom] = useState(() => today().slice(0, 7))
  const [onlyOver, setOnlyOver] = useState(false)
  const months = Array.from({ length: 6 }, (_, index) => monthAfter(from, index))
  const { data, error, refetch } = useQuery({
    queryKey: [factoryAllocations.name, 'capacity', from],
    queryFn: ({ signal }) =>
      api<{ factories: Factory[] }>('GET', `${factoryAllocations.name}/capacity`, {
        params: { from, months: String(months.length) },
        signal,
      }),
    placeholderData: (before) => before,
  })
  const factories = (data?.factories ?? []).filter(
    (factory) => factory.months.length > 0 && (!onlyOver || factory.months.some(({ is_over }) => is_over)),
  )
  return (
    <Frame
      title={screenText('capacity.title')}
      back={{ to: listOf(factoryAllocations.name), label: screenText('capacity.back') }}
    >
      <Section
        title={screenText('capacity.months', { from: monthName(from), to: monthName(months.at(-1) ?? from) })}
        help={screenText('capacity.help')}
        actions={
          <>
            <IconButton aria-label={screenText('capacity.earlier')} onClick={() => setFrom(monthAfter(from, -3))}>
              <ChevronLeftRounded />
            </IconButton>
            <IconButton aria-label={screenText('capacity.later')} onClick={() => setFrom(monthAfter(from, 3))}>
              <ChevronRightRounded />
            </IconButton>
          </>
        }
      >
        <FormControlLabel
          control={<Checkbox size="small" checked={onlyOver} onChange={(_event, checked) => setOnlyOver(checked)} />}
          label={screenText('capacity.only_over')}
          sx={{ mb: 1 }}
        />
        {error ? (
          <FailedState error={error as HttpError} onRetry={() => void refetch()} />
        ) : data && factories.length === 0 ? (
          <EmptyState title={screenText('capacity.none')} />
        ) : (
          <Table factories={factories} months={months} />
        )}
      </Section>
    </Frame>
  )
}

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

interface Factory {
  id: number
  factory_code: string | null
  name_en: string
  name_zh: string | null
  capacity_per_month: number | null
  months: { month: string; units: number; lines: number; is_over: boolean }[]
}

function Table({ factories, months }: { factories: readonly Factory[]; months: readonly string[] }) {
  return (
    <PlainTable label={screenText('capacity.table')} sx={tableStyle}>
      <thead>
        <tr>
          <th scope="col">{screenText('capacity.factory')}</th>
          <th scope="col" className="number">
            {screenText('capacity.can')}
          </th>
          {months.map((month) => (
            <th scope="col" key={month} className="month">
              {monthName(month)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {factories.map((factory) => (
          <tr key={factory.id}>
            <th scope="row">
              <TextLink
                component={Link}
                to={`${factoryLibrary.path}/${factory.id}`}
                sx={{ color: 'text.primary', fontWeight: 500 }}
              >
                {(language() === 'zh' && factory.name_zh) || factory.name_en}
              </TextLink>
            </th>
            <td className="number">
              {factory.capacity_per_month ? format.number(factory.capacity_per_month) : screenText('capacity.unknown')}
            </td>
            {months.map((month) => (
              <td key={month} className="month">
                <Load factory={factory} month={month} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** A month of a factory: a bar of its units against the capacity, the number, and a link to the allocations. */
function Load({ factory, month }: { factory: Factory; month: string }) {
  const { units, is_over: over } = factory.months.find((load) => load.month === month) ?? { units: 0, is_over: false }
  const { capacity_per_month: capacity } = factory
  if (units === 0 && !over) return <Box sx={{ color: 'text.secondary' }}>–</Box>
  const share = capacity ? Math.min(1, units / capacity) : 0
  const last = monthAfter(month, 1)
  return (
    <>
      <TextLink
        component={Link}
        to={`${listOf(factoryAllocations.name)}?factory_id=${factory.id}&end_date_gte=${month}-01&end_date_lt=${last}-01`}
        className="tabular"
        sx={({ palette }) => ({
          color: over ? palette.tones.danger.text : 'text.primary',
          fontWeight: over ? 600 : 400,
        })}
      >
        {format.number(units)}
        {over && ` · ${overText(units - Number(capacity))}`}
      </TextLink>
      {capacity ? (
        <Box
          aria-hidden
          data-mark="track"
          sx={{ height: 6, mt: 0.5, borderRadius: 3, bgcolor: 'divider', overflow: 'hidden', minWidth: 72 }}
        >
          <Box
            data-mark={over ? 'late' : 'fill'}
            sx={({ palette }) => ({
              height: 1,
              width: `${over ? 100 : Math.max(2, share * 100)}%`,
              bgcolor: palette.tones[over ? 'danger' : 'info'].text,
            })}
          />
        </Box>
      ) : null}
    </>
  )
}

/** The number of units above the capacity; only the fact for readers who do not see all orders. */
const overText = (over: number) =>
  over > 0 ? screenText('capacity.over', { over: format.number(over) }) : screenText('capacity.over_with_others')

const monthAfter = (month: string, count: number): string => {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const index = year * 12 + at - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** `2027-03` as `Mar 2027`, `2027年3月`. */
const monthName = (month: string): string => {
  const day = format.date(`${month}-01`)
  return language() === 'zh' ? day.replace(/1日$/, '') : day.replace(/^0?1 /, '')
}

const tableStyle = {
  '& th': { fontWeight: 600, color: 'text.secondary', textAlign: 'left', whiteSpace: 'nowrap' },
  '& th, & td': { px: 1, py: 0.75, height: 44 },
  '& tbody th': { whiteSpace: 'normal', minWidth: { xs: 128, sm: 180 } },
  // The factory column is sticky.
  '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
  '& .month': { minWidth: 112 },
} as const
