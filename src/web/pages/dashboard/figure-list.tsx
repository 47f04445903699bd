import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { format, t } from '#web/i18n.ts'
import { type FigureGroup, unwantedFigures } from './figure-groups'
import { FigureHelp } from './figure-help'
import { listOf } from './kpi-data'

/** The figures of one topic, a line each; `tiles` is undefined while they are being counted. */
export const FigureList = ({ group, names, tiles }: FigureListProps) => {
  const id = useId()
  return (
    // Padding, since a margin at the end of a column is dropped.
    <Box component="section" aria-labelledby={id} aria-busy={!tiles} sx={{ breakInside: 'avoid', pb: 1.5 }}>
      <Box sx={{ p: 1, pt: 1.5, borderRadius: 1, bgcolor: 'background.paper' }}>
        <Box component="h2" id={id} sx={{ m: 0, px: 1, fontSize: 14, fontWeight: 600, lineHeight: '20px' }}>
          {t(`site.dashboard.groups.${group}`)}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0 }}>
          {names.map((name) => (
            <FigureLine key={name} name={name} tile={tiles?.find((tile) => tile.name === name)} />
          ))}
        </Box>
      </Box>
    </Box>
  )
}

interface FigureListProps {
  group: FigureGroup
  names: readonly string[]
  tiles: readonly Tile[] | undefined
}

const FigureLine = ({ name, tile }: { name: string; tile: Tile | undefined }) => {
  const title = t(`site.dashboard.tiles.${name}.title`)
  return (
    <Box component="li" sx={{ position: 'relative', display: 'flex', alignItems: 'center' }} className="figure">
      {tile ? (
        <Link
          component={RouterLink}
          to={listOf(tile, tile.query)}
          underline="none"
          aria-label={t('site.dashboard.leads', { name: title, number: format.number(tile.count) })}
          sx={line}
        >
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {title}
          </Box>
          <Box component="span" className="tabular" sx={{ fontSize: 16, ...weightOf(tile) }}>
            {format.number(tile.count)}
          </Box>
        </Link>
      ) : (
        <Awaited title={title} />
      )}
      <FigureHelp name={name} title={title} isQuiet />
    </Box>
  )
}

/** A placeholder of the same height, so that the content below does not move. */
const Awaited = ({ title }: { title: string }) => {
  const isLate = useDelayed(true)
  return (
    <Box sx={line}>
      <Box component="span" sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {title}
      </Box>
      {isLate && <Skeleton width={28} sx={{ fontSize: 16 }} />}
    </Box>
  )
}

const weightOf = ({ name, count }: Tile) =>
  count === 0
    ? { color: 'text.secondary' }
    : { fontWeight: 600, color: unwantedFigures.has(name) ? 'tones.danger.text' : 'text.primary' }

const line = {
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  minHeight: { xs: 44, sm: 32 },
  px: 1,
  borderRadius: 0.5,
  fontSize: 13,
  lineHeight: '20px',
  color: 'text.primary',
  'a&:hover': { bgcolor: 'action.hover' },
}
