import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { format, t } from '#web/i18n.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { useSession } from '#web/providers/session.ts'
import { factsOf, listOf, partName, type Tile, useTiles } from './kpi-data'

/** The figures of today's work; each leads to the very records that it counts. */
export const KpiTiles = () => {
  const { data, isError, error, refetch } = useTiles()
  const role = useSession()?.role
  if (isError) return <FailedState error={error} onRetry={() => void refetch()} />
  const isAwaited = ({ name }: { name: string }) =>
    !(isOfficeRole(role) ? [...ofSuppliers, 'invoices_unpaid'] : [...ofOffice, 'payable_week']).includes(name)
  const awaited = counted.filter((name) => isAwaited({ name }))
  return (
    <Box component="section" aria-label={t('site.dashboard.figures')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={rowOf(data?.filter(isPlain).length ?? awaited.length)}>
        {data
          ? data.filter(isPlain).map((tile) => <TileCard key={tile.name} name={tile.name} tile={tile} />)
          : awaited.map((name) => <TileCard key={name} name={name} />)}
      </Box>
      <Box sx={wideTiles}>
        {data
          ? data
              .filter((tile) => !isPlain(tile))
              .map((tile) => <TileCard key={tile.name} name={tile.name} tile={tile} />)
          : detailed.filter(isAwaited).map(({ name, height }) => <TileCard key={name} name={name} height={height} />)}
      </Box>
    </Box>
  )
}

const TileHead = ({ name, id }: { name: string; id: string }) => {
  const title = t(`site.dashboard.tiles.${name}.title`)
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.75, minHeight: 24 }}>
      <Box
        component="h2"
        id={id}
        sx={{ flex: 1, m: 0, fontSize: 12, fontWeight: 500, lineHeight: '20px', color: 'text.secondary' }}
      >
        {title}
      </Box>
      <Tooltip title={t(`site.dashboard.tiles.${name}.help`)} enterTouchDelay={0} leaveTouchDelay={8000}>
        <IconButton
          size="small"
          aria-label={t('site.dashboard.meaning', { name: title })}
          // As wide as a thumb on a phone, without taking more room.
          sx={{ p: { xs: 1.75, sm: 0.5 }, m: { xs: -1.75, sm: -0.5 }, mr: { sm: -0.75 } }}
        >
          <HelpOutlineRounded sx={{ fontSize: 16 }} />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

/** A figure with its title; while it is being counted as high as it will be, so that what follows does not jump. */
const TileCard = ({ name, tile, height }: TileCardProps) => {
  const id = useId()
  const isLate = useDelayed(!tile)
  return (
    <Box
      component="article"
      aria-labelledby={id}
      aria-busy={!tile}
      sx={{ ...card, boxSizing: 'border-box', minHeight: height ?? 0 }}
    >
      <TileHead name={name} id={id} />
      {tile ? (
        <Figures tile={tile} />
      ) : (
        <Box sx={{ ...figure, mt: height ? 0 : 'auto' }}>{isLate ? <Skeleton width={44} /> : '\u00a0'}</Box>
      )}
    </Box>
  )
}

interface TileCardProps {
  name: string
  /** Absent while it is being counted. */
  tile?: Tile
  /** The room of a figure that has more than a number. */
  height?: Record<string, number>
}

const Figures = ({ tile }: { tile: Tile }) => {
  const { name, query, count, parts } = tile
  const title = t(`site.dashboard.tiles.${name}.title`)
  return (
    <>
      <Link
        component={RouterLink}
        to={listOf(tile, query)}
        className="tabular"
        aria-label={t('site.dashboard.leads', { name: title, number: format.number(count) })}
        sx={{ ...figure, mt: isPlain(tile) ? 'auto' : 0, color: toneOf(tile) }}
      >
        {format.number(count)}
      </Link>
      {factsOf(tile).map((fact) => (
        <Box key={fact} className="tabular" sx={quiet}>
          {fact}
        </Box>
      ))}
      {parts && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 0.5 }}>
          {parts.map((part) => (
            <Box component="li" key={part.name} sx={{ ...quiet, display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box component="span" sx={{ flex: 1 }}>
                {partName(name, part.name)}
              </Box>
              <Link
                component={RouterLink}
                to={listOf(tile, part.query)}
                className="tabular"
                aria-label={t('site.dashboard.leads', {
                  name: partName(name, part.name),
                  number: format.number(part.count),
                })}
                sx={target}
              >
                {format.number(part.count)}
              </Link>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}

/** Figures that should be zero have a warning colour, and their title names them. */
const toneOf = ({ name, count }: Tile) => (count > 0 && unwanted.has(name) ? 'tones.danger.text' : 'text.primary')
const unwanted = new Set([
  ...['overdue', 'past', 'licences', 'actions_overdue', 'samples_late', 'comments_late', 'documents_late'],
  ...['claims_contested', 'invoices_overdue'],
])

/** Figures that wait for the office; they count in this order. */
const ofOffice = [
  'approval',
  'to_verify',
  'care_to_approve',
  'specs_to_review',
  'artwork_to_review',
  'artwork_changes',
  'proofs_to_judge',
  'artwork_outdated',
  'specs_missing',
  'specs_outdated',
  'audits_to_review',
  'samples_to_evaluate',
  'comments_late',
  'inspections_to_decide',
  'plans_to_review',
  'bookings_to_approve',
  'bookings_to_confirm',
  'claims_to_share',
  'claims_contested',
  'invoices_to_review',
  'invoices_disputed',
  'invoices_overdue',
]
/** Figures that wait for suppliers. */
const ofSuppliers = [
  'to_declare',
  'care_to_prove',
  'artwork_to_acknowledge',
  'proofs_rejected',
  'specs_to_acknowledge',
  'audits_rejected',
  'samples_new',
  'samples_due',
  'samples_rejected',
  'plans_to_answer',
  'instructions_to_give',
  'claims_to_answer',
  'invoices_to_answer',
]
/** Placeholders of the figures in their order, with the usual height of those with details. */
const counted = [
  'awaiting',
  'overdue',
  'changes',
  ...ofOffice,
  ...ofSuppliers,
  'samples_late',
  'inspections_week',
  'sailing_week',
  'documents_late',
  'accreditations_expiring',
  'actions_overdue',
  'on_hold',
  'past',
  'licences',
]
const detailed = [
  { name: 'acknowledged', height: { xs: 200, md: 208 } },
  { name: 'failed_first', height: { xs: 112, md: 208 } },
  { name: 'left_late', height: { xs: 112, md: 208 } },
  { name: 'otif_missed', height: { xs: 112, md: 208 } },
  { name: 'accreditation_coverage', height: { xs: 112, md: 208 } },
  { name: 'payable_week', height: { xs: 112, md: 208 } },
  { name: 'invoices_unpaid', height: { xs: 112, md: 208 } },
  { name: 'open', height: { xs: 112, md: 208 } },
  { name: 'slipping', height: { xs: 316, md: 208 } },
]
/** Figures without details; the others are below, with more room. */
const isPlain = ({ facts, sums, parts }: Tile) => !facts && !sums && !parts
/** Rows that differ in length by one at most, none of more than six: a tile is wider than the words of its title. */
const rowOf = (count: number) => ({
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: columns(count, 4),
    lg: columns(count, 6),
  },
})
const columns = (count: number, most: number) =>
  `repeat(${Math.ceil(count / Math.max(1, Math.ceil(count / most)))}, minmax(0, 1fr))`
const wideTiles = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fit, minmax(288px, 1fr))' },
}
const card = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  p: 1.5,
  borderRadius: 1,
  bgcolor: 'background.paper',
}
const figure = {
  alignSelf: 'start',
  fontSize: 24,
  fontWeight: 600,
  lineHeight: { xs: '44px', sm: '36px' },
  minWidth: { xs: 44, sm: 0 },
} as const
const quiet = { fontSize: 12, lineHeight: '20px', color: 'text.secondary' } as const
const target = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minWidth: { xs: 44, sm: 24 },
  minHeight: { xs: 44, sm: 24 },
} as const
