import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { isOfficeRole } from '#shared/kit/roles.ts'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { format, t } from '#web/i18n.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { useSession } from '#web/providers/session.ts'
import { detailedFigures, type FigureGroup, figureGroups, isCountedFor } from './figure-groups'
import { FigureHelp } from './figure-help'
import { FigureList } from './figure-list'
import { factsOf, listOf, partName, useTiles } from './kpi-data'

/** The figures of today's work; each leads to the very records that it counts. */
export const KpiTiles = () => {
  const { data, isError, error, refetch } = useTiles()
  const role = useSession()?.role
  if (isError) return <FailedState error={error} onRetry={() => void refetch()} />
  const isCounted = (name: string) =>
    data ? data.some((tile) => tile.name === name) : isCountedFor(name, isOfficeRole(role))
  const groups = Object.entries(figureGroups) as [FigureGroup, string[]][]
  return (
    <Box component="section" aria-label={t('site.dashboard.figures')}>
      <Box sx={columns}>
        {groups
          .map(([group, names]) => ({ group, names: names.filter(isCounted) }))
          .filter(({ names }) => names.length > 0)
          .map(({ group, names }) => (
            <FigureList key={group} group={group} names={names} tiles={data} />
          ))}
      </Box>
      <Box sx={cards}>
        {detailedFigures
          .filter(({ name }) => isCounted(name))
          .map(({ name, height }) => (
            <TileCard key={name} name={name} tile={data?.find((tile) => tile.name === name)} height={height} />
          ))}
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
      <FigureHelp name={name} title={title} />
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
      sx={{ ...card, boxSizing: 'border-box', minHeight: tile ? 0 : height }}
    >
      <TileHead name={name} id={id} />
      {tile ? <Figures tile={tile} /> : <Box sx={figure}>{isLate ? <Skeleton width={44} /> : '\u00a0'}</Box>}
    </Box>
  )
}

interface TileCardProps {
  name: string
  /** Absent while it is being counted. */
  tile: Tile | undefined
  height: Record<string, number>
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
        sx={{ ...figure, color: 'text.primary' }}
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

/** Columns of about the same height; a topic is not divided. */
const columns = {
  columnCount: { xs: 1, sm: 2, lg: 3 },
  columnGap: '12px',
}
const cards = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(240px, 1fr))' },
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
