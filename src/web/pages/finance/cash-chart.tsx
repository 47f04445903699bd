import { useTheme } from '@mui/material/styles'
import { BarPlot } from '@mui/x-charts/BarChart'
import { ChartContainer } from '@mui/x-charts/ChartContainer'
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight'
import { ChartsGrid } from '@mui/x-charts/ChartsGrid'
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip'
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis'
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis'
import { format, t } from '#web/i18n.ts'

export interface CashBar {
  /** The full name, and the short one for the axis. */
  name: string
  tick: string
  amount: string
  isOverdue: boolean
  query: string
  count: number
}

/** The cash needed in one currency, with a bar for each week. The table beside it has the same content. */
export function CashChart({ bars, currency, isNarrow, onOpen }: CashChartProps) {
  const { palette } = useTheme()
  const rows = bars.map(({ amount, isOverdue }, index) => ({
    index,
    overdue: isOverdue ? Number(amount) : null,
    due: isOverdue ? null : Number(amount),
  }))
  const short = (value: number) =>
    Math.abs(value) >= 1000 ? `${format.number(Math.round(value / 100) / 10)}k` : format.number(value)
  const series = (key: 'overdue' | 'due', color: string) => ({
    type: 'bar' as const,
    dataKey: key,
    stack: 'all',
    color,
    label: t(key === 'overdue' ? 'finance.overview.cash.overdue' : 'finance.overview.due.title'),
    valueFormatter: (value: number | null) => (value === null ? null : format.money(String(value), currency)),
  })
  return (
    <ChartContainer
      height={chartHeight}
      skipAnimation
      title={t('finance.overview.cash.chart', { currency })}
      desc={t('finance.overview.cash.chart_says')}
      dataset={rows}
      margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
      xAxis={[
        {
          id: 'weeks',
          scaleType: 'band',
          dataKey: 'index',
          height: 36,
          tickLabelMinGap: 8,
          categoryGapRatio: 0.3,
          valueFormatter: (index: number, { location }: { location: string }) =>
            (location === 'tick' ? bars[index]?.tick : bars[index]?.name) ?? '',
        },
      ]}
      yAxis={[{ id: 'amount', width: isNarrow ? 48 : 64, valueFormatter: short }]}
      series={[series('overdue', palette.error.main), series('due', palette.primary.main)]}
      onAxisClick={(_, clicked) => {
        const bar = clicked && bars[clicked.dataIndex]
        if (bar?.count) onOpen(bar)
      }}
      sx={{ cursor: 'pointer' }}
    >
      <ChartsGrid horizontal />
      <BarPlot />
      <ChartsAxisHighlight x="band" />
      <ChartsXAxis axisId="weeks" />
      <ChartsYAxis axisId="amount" />
      <ChartsTooltip trigger="axis" />
    </ChartContainer>
  )
}

interface CashChartProps {
  bars: readonly CashBar[]
  currency: string
  isNarrow: boolean
  onOpen: (bar: CashBar) => void
}

export const chartHeight = 320
