import { useTheme } from '@mui/material/styles'
import { BarPlot } from '@mui/x-charts/BarChart'
import { ChartContainer } from '@mui/x-charts/ChartContainer'
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight'
import { ChartsGrid } from '@mui/x-charts/ChartsGrid'
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip'
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis'
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis'
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart'
import { format, t } from '#web/i18n.ts'
import { type Grain, pointName, type ShipPoint, tickName, withoutGaps } from './ship-data'

/**
 * Ordered units as bars on the left axis and orders as a line on the right one, by ship date. Clicking a point opens
 * its list. The table beside it has the same content for keyboards and screen readers.
 */
export const ShipChart = ({ points, grain, name, isNarrow, onOpen }: ShipChartProps) => {
  const { palette } = useTheme()
  const units = t('site.dashboard.units')
  const orders = t('site.dashboard.orders')
  const named =
    (target: string) =>
    (day: string, { location }: { location: string }) =>
      location === 'tick' && target === 'axis' ? tickName(day, grain) : pointName(day, grain)
  const colours = { units: palette.primary.main, orders: palette.focus }
  const number = (value: number | null) => format.number(value)
  const short = (value: number) => (isNarrow && value >= 1000 ? `${format.number(value / 1000, 0)}k` : number(value))
  const width = isNarrow ? 40 : 72
  const drawn = withoutGaps(points, grain)
  return (
    <ChartContainer
      height={chartHeight}
      skipAnimation
      title={name}
      desc={t('site.dashboard.chart_says')}
      dataset={drawn as unknown as Record<string, string | number>[]}
      margin={{ top: 12, right: 0, bottom: 0, left: 0 }}
      xAxis={[
        {
          id: 'days',
          scaleType: 'band',
          dataKey: 'ship_date',
          valueFormatter: named('axis'),
          label: isNarrow ? '' : t('site.dashboard.ship_date'),
          height: isNarrow ? 32 : 52,
          tickLabelMinGap: 16,
          categoryGapRatio: drawn.length > 120 ? 0.1 : 0.3,
          labelStyle: smallText,
        },
      ]}
      yAxis={[
        {
          id: 'units',
          position: 'left',
          min: 0,
          max: headroom(points.map((point) => point.stock_ordered_units)),
          width,
          label: isNarrow ? '' : units,
          labelStyle: smallText,
          valueFormatter: short,
        },
        {
          id: 'orders',
          position: 'right',
          min: 0,
          max: headroom(points.map((point) => point.total_po_count)),
          width: isNarrow ? 28 : 52,
          label: isNarrow ? '' : orders,
          labelStyle: smallText,
          tickMinStep: 1,
          valueFormatter: short,
        },
      ]}
      series={[
        {
          type: 'bar',
          dataKey: 'stock_ordered_units',
          yAxisId: 'units',
          label: units,
          color: colours.units,
          valueFormatter: number,
        },
        {
          type: 'line',
          dataKey: 'total_po_count',
          yAxisId: 'orders',
          label: orders,
          color: colours.orders,
          curve: 'linear',
          showMark: drawn.length <= 60,
          valueFormatter: number,
        },
      ]}
      onAxisClick={(_, clicked) => {
        const point = clicked && drawn[clicked.dataIndex]
        if (point?.total_po_count) onOpen(point)
      }}
      sx={{ cursor: 'pointer', '& .MuiLineElement-root': { strokeWidth: 2 } }}
    >
      <ChartsGrid horizontal />
      <BarPlot />
      <LinePlot />
      <MarkPlot />
      <ChartsAxisHighlight x="band" />
      <ChartsXAxis axisId="days" />
      <ChartsYAxis axisId="units" />
      <ChartsYAxis axisId="orders" />
      <ChartsTooltip trigger="axis" />
    </ChartContainer>
  )
}

interface ShipChartProps {
  points: readonly ShipPoint[]
  grain: Grain
  /** The accessible name. */
  name: string
  /** On narrow screens axes have no names, which are in the legend. */
  isNarrow: boolean
  onOpen: (point: ShipPoint) => void
}

const chartHeight = 340
const smallText = { fontSize: 12 }
/** The end of an axis, slightly above its highest value. */
const headroom = (values: readonly number[]) => Math.max(...values) * 1.06
