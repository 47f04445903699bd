import Box from '@mui/material/Box'
import { type Cargo, type ContainerType, capacities, type Fill, fillOf, isFillError } from '#shared/trade/cargo.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { bookings } from '../area'
import { screenText } from './texts'

const bookingContainers = areaOf(bookings, 'containers')

/**
 * The volume and weight that a cargo fills of a container: a side view with the planning limit as a mark, and figures.
 */
export function ContainerFill({ type, name, cargo }: { type: ContainerType; name?: string | null; cargo: Cargo }) {
  const box = capacities[type]
  const fill = fillOf(type, cargo)
  if (!box || !fill) return null
  const tone = toneOf(fill)
  const share = (cargo.volume_mm3 / 1e9 / box.inner_m3) * 100
  const planned = (box.planned_m3 / box.inner_m3) * 100
  const volume = `${format.number((cargo.volume_mm3 / 1e9).toFixed(2))} / ${format.number(box.planned_m3)} m³`
  const weight = `${format.number((cargo.gross_g / 1000).toFixed(0))} / ${format.number(box.payload_kg)} kg`
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 13, mb: 0.5 }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {name || choiceLabel(bookingContainers, 'type', type)}
        </Box>
        {name && <Box component="span">{choiceLabel(bookingContainers, 'type', type)}</Box>}
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          {volume} · {weight}
        </Box>
      </Box>
      <Box
        role="img"
        aria-label={screenText('fill.label', { percent: Math.round(fill.volume * 100) })}
        sx={{
          position: 'relative',
          height: 28,
          border: 1,
          borderColor: 'divider',
          borderRadius: 0.5,
          overflow: 'hidden',
        }}
      >
        <Box sx={{ width: `${Math.min(share, 100)}%`, height: 1, bgcolor: `tones.${tone}.line` }} />
        <Box
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            left: `${planned}%`,
            borderLeft: '1px dashed',
            borderColor: 'text.secondary',
          }}
        />
      </Box>
      {fill.faults.map((fault) => (
        <Box
          key={fault}
          sx={{ fontSize: 12, mt: 0.5, color: `tones.${isFillError(fault) ? 'danger' : 'warning'}.text` }}
        >
          {screenText(`fill.${fault}`)}
        </Box>
      ))}
    </Box>
  )
}

const toneOf = ({ faults }: Fill) => (faults.some(isFillError) ? 'danger' : faults.length > 0 ? 'warning' : 'success')
