import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { type Grain, ordersOf, type useShipPoints } from './ship-data'
import { ShipTable } from './ship-table'

const ShipChart = lazy(() => import('./ship-chart').then((module) => ({ default: module.ShipChart })))

/** A chart with its table, of all suppliers or one. */
export const ShipSection = ({ title, grain, supplier, query, actions }: ShipSectionProps) => {
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { data, isError, error, refetch } = query
  return (
    <Section title={title} actions={actions}>
      {isError ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting room={sectionHeight} />
      ) : data.length === 0 ? (
        <EmptyState title={t('site.dashboard.none')} text={t('site.dashboard.none_help')} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Legend />
            <Box sx={{ height }}>
              <Suspense fallback={<Waiting room={height} />}>
                <ShipChart
                  points={data}
                  grain={grain}
                  name={title}
                  isNarrow={isNarrow}
                  onOpen={(point) => void navigate(ordersOf(point, grain, supplier))}
                />
              </Suspense>
            </Box>
          </Box>
          <ShipTable points={data} grain={grain} supplier={supplier} title={title} height={height + legendHeight} />
        </Box>
      )}
    </Section>
  )
}

interface ShipSectionProps {
  title: string
  grain: Grain
  /** The supplier whose orders a point is linked to; undefined for all. */
  supplier?: number | null
  query: ReturnType<typeof useShipPoints>
  actions?: ReactNode
}

/** The legend of the marks, repeated by the names of the axes if there is room. */
const Legend = () => (
  <Box
    aria-hidden
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 2,
      minHeight: legendHeight,
      fontSize: 12,
      color: 'text.secondary',
    }}
  >
    <Entry label={t('site.dashboard.units')} mark={{ width: 10, height: 10, bgcolor: 'primary.main' }} />
    <Entry label={t('site.dashboard.orders')} mark={{ width: 16, height: 3, bgcolor: 'focus' }} />
  </Box>
)

const Entry = ({ label, mark }: { label: string; mark: object }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box component="span" sx={{ borderRadius: 0.25, ...mark }} />
    {label}
  </Box>
)

const Waiting = ({ room }: { room: number | Record<string, number> }) =>
  useDelayed(true) ? <Skeleton variant="rounded" sx={{ height: room }} /> : <Box sx={{ height: room }} />

const height = 340
const legendHeight = 28
/** Height of chart and table, which are stacked if they do not fit side by side. */
const sectionHeight = { xs: 2 * (height + legendHeight) + 16, lg: height + legendHeight }
