import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { format, t } from '../../i18n'
import { FailedState } from '../../kit/states'
import { useDelayed } from '../../kit/use-delayed'
import { factsOf, listOf, partName, type Tile, useTiles } from './kpi-data'

/** The figures of today's work; each leads to the very records that it counts. */
export const KpiTiles = () => {
  const { data, isError, error, refetch } = useTiles()
  const isLate = useDelayed(!data)
  if (isError) return <FailedState error={error} onRetry={() => void refetch()} />
  return (
    <Box component="section" aria-label={t('site.dashboard.figures')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={rowOf(data?.filter(isPlain).length ?? waiting.length)}>
        {data
          ? data.filter(isPlain).map((tile) => <TileCard key={tile.name} tile={tile} />)
          : waiting.map((one) => <Waiting key={one} height={84} isSeen={isLate} />)}
      </Box>
      <Box sx={wideTiles}>
        {data
          ? data.filter((tile) => !isPlain(tile)).map((tile) => <TileCard key={tile.name} tile={tile} />)
          : waiting.slice(0, 3).map((one) => <Waiting key={one} height={180} isSeen={isLate} />)}
      </Box>
    </Box>
  )
}

/** The place of a tile that is counted; as high as it will be, so that the charts below do not jump. */
const Waiting = ({ height, isSeen }: { height: number; isSeen: boolean }) =>
  isSeen ? <Skeleton variant="rounded" height={height} /> : <Box sx={{ height }} />

const TileCard = ({ tile }: { tile: Tile }) => {
  const id = useId()
  const { name, query, count, parts } = tile
  const title = t(`site.dashboard.tiles.${name}.title`)
  return (
    <Box component="article" aria-labelledby={id} sx={card}>
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
    </Box>
  )
}

/** What should be none is said in the colour of a warning, and its title says what it is. */
const toneOf = ({ name, count }: Tile) => (count > 0 && unwanted.has(name) ? 'tones.danger.text' : 'text.primary')
const unwanted = new Set(['overdue', 'past', 'licences'])

const waiting = ['one', 'two', 'three', 'four', 'five', 'six']
/** A figure that is a number and no more; the others stand below, with more room. */
const isPlain = ({ facts, sums, parts }: Tile) => !facts && !sums && !parts
/** Side by side; of more than six, four where they would be narrower than their words. What is left over shares its line. */
const rowOf = (count: number) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  '& > *': { flex: { xs: '1 1 40%', md: `1 1 ${count > 6 ? 20 : 12}%`, lg: '1 1 11%' } },
})
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
