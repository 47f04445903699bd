import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { addDays, today } from '#shared/base/dates.ts'
import { reference } from '#shared/kit/fields.ts'
import {
  type DefectCount,
  type DefectDimension,
  type DefectFigures,
  per100,
  unitsOf,
} from '#shared/trade/defect-figures.ts'
import { defectSeverities } from '#shared/trade/qa.ts'
import { choiceLabel, fieldLabel, format, language, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { idIn, RecordChoice } from '#web/kit/form/record-choice.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { api } from '#web/providers/http.ts'
import { qaActivities as area } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

const periods = [3, 6, 12] as const
const supplier = reference('suppliers')
const dimensions = ['kind', 'month', 'factory', 'supplier'] as const satisfies readonly DefectDimension[]
const colours = { critical: 'error.main', major: 'warning.main', minor: 'text.disabled' } as const

/** Defective units of the last months by kind, month, factory and supplier, each linked to its inspections. */
export function Page() {
  useLanguage()
  const [search, setSearch] = useSearchParams()
  const months = periods.find((period) => String(period) === search.get('months')) ?? 6
  const chosen = idIn(search, 'supplier_id')
  const from = firstMonth(months)
  const filter = { inspected_on_gte: from, ...(chosen ? { supplier_id: chosen } : {}) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [area.name, 'defect figures', filter],
    queryFn: ({ signal }) => api<DefectFigures>('GET', `${area.name}/defect-figures`, { params: filter, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return (
    <Frame title={screenText('charts.title')} back={{ to: area.path ?? '/', label: listTitle(area) }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={months}
          aria-label={screenText('charts.period')}
          onChange={(_, period: number | null) => period && set('months', String(period))}
        >
          {periods.map((period) => (
            <ToggleButton key={period} value={period} sx={{ px: 1.5, minHeight: { xs: 44, sm: 36 } }}>
              {screenText('charts.months', { count: period })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <RecordChoice
          area={area}
          name="supplier_id"
          field={supplier}
          label={fieldLabel(area, 'supplier_id')}
          placeholder={t('kit.list.all')}
          chosen={chosen}
          onChoose={(id) => set('supplier_id', id)}
        />
      </Box>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 320 }} />
      ) : data.kind.length === 0 ? (
        <EmptyState title={screenText('charts.none')} text={screenText('charts.none_help')} />
      ) : (
        <>
          <Legend />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
              alignItems: 'start',
              opacity: isPlaceholderData ? 0.6 : 1,
            }}
          >
            {dimensions.map((dimension) => (
              // The longest chart is placed next to the others.
              <Box key={dimension} sx={dimension === 'kind' ? { gridRow: { md: '1 / span 3' } } : undefined}>
                <Bars by={dimension} counts={data[dimension]} filter={filter} />
              </Box>
            ))}
          </Box>
        </>
      )}
    </Frame>
  )
}

/** The first day of the month that starts a period of some months, including the current one. */
const firstMonth = (months: number): string => {
  let day = `${today().slice(0, 8)}01`
  for (let back = 1; back < months; back += 1) day = `${addDays(day, -1).slice(0, 8)}01`
  return day
}

const Legend = () => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, fontSize: 13 }}>
    {defectSeverities.map((severity) => (
      <Box key={severity} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: '2px', bgcolor: colours[severity] }} />
        {choiceLabel(areaOf(area, 'defects'), 'severity', severity)}
      </Box>
    ))}
  </Box>
)

interface BarsProps {
  by: DefectDimension
  counts: readonly DefectCount[]
  filter: Record<string, string>
}

/** A table whose second column is a bar, so that screen readers can read it; sorted by units. */
function Bars({ by, counts, filter }: BarsProps) {
  const maxUnits = Math.max(...counts.map(unitsOf))
  return (
    <Section title={screenText(`charts.by.${by}`)}>
      <Box
        component="table"
        sx={{
          width: 1,
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          fontSize: 13,
          '& th, & td': { py: 0.5, px: 0.5, fontWeight: 400, textAlign: 'left', verticalAlign: 'middle' },
          '& thead th': { fontSize: 12, color: 'text.secondary' },
        }}
      >
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: '42%' }}>
              {screenText(`charts.of.${by}`)}
            </Box>
            <th scope="col">{screenText('charts.units')}</th>
            {by !== 'kind' && (
              <Box component="th" scope="col" sx={{ width: 72, '&&': { textAlign: 'right' } }}>
                {screenText('charts.per_100')}
              </Box>
            )}
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <Bar key={count.id ?? count.month ?? 'none'} by={by} count={count} most={maxUnits} filter={filter} />
          ))}
        </tbody>
      </Box>
    </Section>
  )
}

function Bar({ by, count, most, filter }: Omit<BarsProps, 'counts'> & { count: DefectCount; most: number }) {
  const units = unitsOf(count)
  const rate = per100(count)
  return (
    <tr>
      <Box component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        <TextLink
          component={Link}
          to={`${area.path}?${new URLSearchParams({ ...filter, result_nnull: 'true', ...conditionOf(by, count) })}`}
          sx={{ color: 'text.primary', display: 'inline-block', py: { xs: 1, sm: 0.25 } }}
        >
          {nameOf(by, count)}
        </TextLink>
      </Box>
      <td>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box aria-hidden sx={{ display: 'flex', height: 14, width: `${(72 * units) / most}%`, minWidth: 2 }}>
            {defectSeverities.map((severity) => (
              <Box key={severity} sx={{ width: `${(100 * count[severity]) / units}%`, bgcolor: colours[severity] }} />
            ))}
          </Box>
          <Box
            component="span"
            className="tabular"
            title={defectSeverities
              .map((severity) => `${choiceLabel(areaOf(area, 'defects'), 'severity', severity)} ${count[severity]}`)
              .join(', ')}
          >
            {format.number(units)}
          </Box>
        </Box>
      </td>
      {by !== 'kind' && (
        <Box component="td" className="tabular" sx={{ '&&': { textAlign: 'right' } }}>
          {rate === null ? '–' : format.number(rate)}
        </Box>
      )}
    </tr>
  )
}

const nameOf = (by: DefectDimension, { title, title_zh, month }: DefectCount): string => {
  if (by === 'month')
    return new Intl.DateTimeFormat(language() === 'zh' ? 'zh-CN' : 'en-GB', {
      ...{ month: 'short', year: 'numeric', timeZone: 'UTC' },
    }).format(new Date(`${month}T00:00:00Z`))
  return (language() === 'zh' && title_zh) || title || screenText('charts.no_factory')
}

/** List conditions for the inspections of a bar. */
const conditionOf = (by: DefectDimension, { id, month }: DefectCount): Record<string, string> => {
  if (by === 'kind') return { defect_code_id: String(id) }
  if (by === 'month') return { inspected_on_gte: String(month), inspected_on_lt: nextMonth(String(month)) }
  return id === null ? { factory_id_null: 'true' } : { [`${by}_id`]: String(id) }
}

const nextMonth = (month: string) => `${addDays(`${month.slice(0, 8)}28`, 4).slice(0, 8)}01`
