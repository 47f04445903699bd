import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { PayableFigure, PayablesOverview } from '#shared/trade/payables.ts'
import { format, language, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { listAt } from './data'
import { FigureLink } from './figure-link'

const CashChart = lazy(() => import('./cash-chart').then((module) => ({ default: module.CashChart })))
const chartHeight = 320

/** The cash needed by week: a chart of one currency or the base currency, and a table of all. */
export function CashSection({ weeks, total, base_currency, chosen, onChoose }: CashSectionProps) {
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const currencies = total.sums.map(({ currency }) => currency)
  const hasBase = total.base.unrated < total.count && currencies.some((currency) => currency !== base_currency)
  const shownCurrency =
    chosen === 'base' && hasBase ? 'base' : (currencies.find((name) => name === chosen) ?? currencies[0] ?? '')
  const currency = shownCurrency === 'base' ? base_currency : shownCurrency
  const amountOf = (figure: PayableFigure) =>
    (shownCurrency === 'base' ? figure.base.amount : sumIn(figure, currency)?.amount) ?? '0'
  const bars = weeks.map((week, index) => ({
    name: weekName(weeks, index),
    tick: tickName(weeks, index),
    amount: amountOf(week),
    isOverdue: index === 0,
    query: shownCurrency === 'base' ? week.query : (sumIn(week, currency)?.query ?? week.query),
    count: shownCurrency === 'base' ? week.count : (sumIn(week, currency)?.count ?? 0),
  }))
  return (
    <Section
      title={t('finance.overview.cash.title')}
      help={t('finance.overview.cash.help')}
      actions={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shownCurrency}
          aria-label={t('finance.overview.cash.currency')}
          onChange={(_, next: string | null) => next && onChoose(next)}
          sx={{ flexWrap: 'wrap' }}
        >
          {[...currencies, ...(hasBase ? ['base'] : [])].map((name) => (
            <ToggleButton key={name} value={name} sx={{ px: 1.5, minHeight: { xs: 44, sm: 36 } }}>
              {name === 'base' ? t('finance.overview.cash.base', { currency: base_currency }) : name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
        }}
      >
        <Box sx={{ minWidth: 0, height: chartHeight }}>
          <Suspense fallback={<Skeleton variant="rounded" sx={{ height: chartHeight }} />}>
            <CashChart
              bars={bars}
              currency={currency}
              isNarrow={isNarrow}
              onOpen={({ query }) => void navigate(listAt(query))}
            />
          </Suspense>
        </Box>
        <CashTable {...{ weeks, total, base_currency, currencies, hasBase }} />
      </Box>
    </Section>
  )
}

interface CashSectionProps extends Pick<PayablesOverview, 'weeks' | 'total' | 'base_currency'> {
  /** A currency code or `base`, from the address. */
  chosen: string | null
  onChoose: (currency: string) => void
}

function CashTable({ weeks, total, base_currency, currencies, hasBase }: CashTableProps) {
  const row = (name: string, figure: PayableFigure) => (
    <>
      <Box component="th" scope="row" sx={{ fontWeight: 400, whiteSpace: 'nowrap' }}>
        {name}
      </Box>
      <td className="number">
        <FigureLink
          name={name}
          number={format.number(figure.count)}
          query={figure.query}
          isEmpty={figure.count === 0}
        />
      </td>
      {currencies.map((currency) => {
        const sum = sumIn(figure, currency)
        return (
          <td key={currency} className="number">
            {sum && (
              <FigureLink name={`${name}, ${currency}`} number={format.money(sum.amount, currency)} query={sum.query} />
            )}
          </td>
        )
      })}
      {hasBase && (
        <td className="number tabular">
          {figure.count > figure.base.unrated &&
            `${format.money(figure.base.amount, base_currency)}${figure.base.unrated > 0 ? '*' : ''}`}
        </td>
      )}
    </>
  )
  return (
    <Box sx={{ minWidth: 0 }}>
      <PlainTable label={t('finance.overview.cash.title')}>
        <thead>
          <tr>
            <th scope="col">{t('finance.overview.cash.week')}</th>
            <th scope="col" className="number">
              {t('finance.overview.cash.invoices')}
            </th>
            {currencies.map((currency) => (
              <th key={currency} scope="col" className="number">
                {currency}
              </th>
            ))}
            {hasBase && (
              <th scope="col" className="number">
                {t('finance.overview.cash.in_base', { currency: base_currency })}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={weekName(weeks, index)}>{row(weekName(weeks, index), week)}</tr>
          ))}
        </tbody>
        <tfoot>
          <Box component="tr" sx={{ '& th, & td': { fontWeight: 600, borderTop: 1, borderColor: 'divider' } }}>
            {row(t('finance.overview.cash.total'), total)}
          </Box>
        </tfoot>
      </PlainTable>
      {hasBase && total.base.unrated > 0 && (
        <Box sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
          {`* ${t('finance.ageing.unrated', { count: total.base.unrated })}`}
        </Box>
      )}
    </Box>
  )
}

interface CashTableProps extends Pick<PayablesOverview, 'weeks' | 'total' | 'base_currency'> {
  currencies: readonly string[]
  hasBase: boolean
}

const sumIn = ({ sums }: PayableFigure, currency: string) => sums.find((sum) => sum.currency === currency)

type Weeks = PayablesOverview['weeks']

const weekName = (weeks: Weeks, index: number): string => {
  const { from, to } = weeks[index] ?? {}
  if (index === 0) return t('finance.overview.cash.overdue')
  if (!from) return t('finance.overview.cash.unknown')
  if (index === 1) return t('finance.overview.cash.until', { day: format.date(to) })
  return to
    ? t('finance.overview.cash.week_of', { day: format.date(from) })
    : t('finance.overview.cash.later', { day: format.date(from) })
}

/** The short name for narrow screens: `12 Mar`. */
const tickName = (weeks: Weeks, index: number): string => {
  const { from, to } = weeks[index] ?? {}
  if (!from) return weekName(weeks, index)
  const day =
    language() === 'zh'
      ? `${Number(from.slice(5, 7))}月${Number(from.slice(8))}日`
      : format.date(from).replace(/ \d{4}$/, '')
  return to ? day : `${day} +`
}
