import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { PictureView, Point, Size } from '#shared/base/picture-view.ts'
import { pointOf } from '#shared/base/picture-view.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { t } from '#web/i18n.ts'

/** Pins as numbered marks on the picture, whose size does not depend on the zoom. */
export function PinMarkers({ pins, chosen, draft, view, picture, size, onChoose }: Props) {
  const styleAt = (share: Point) => {
    const { x, y } = pointOf(share, view, picture, size)
    return { left: x, top: y }
  }
  return (
    <>
      {pins.map((pin) => (
        <ButtonBase
          key={pin.id}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onChoose(pin)}
          aria-pressed={pin.id === chosen}
          aria-label={t(pin.resolved_at ? 'compare.pins.marker_resolved' : 'compare.pins.marker', {
            number: pin.seq,
            text: pin.comments[0]?.body ?? '',
          })}
          sx={({ palette }) => ({
            ...mark,
            color: '#fff',
            bgcolor: pin.resolved_at ? '#5c6470' : '#b3261e',
            outline: pin.id === chosen ? `3px solid ${palette.focus}` : undefined,
            outlineOffset: 2,
            zIndex: pin.id === chosen ? 2 : 1,
          })}
          style={styleAt(pin)}
        >
          {pin.seq}
        </ButtonBase>
      ))}
      {draft && (
        <Box aria-hidden sx={{ ...mark, color: '#fff', bgcolor: '#1f5fbf', zIndex: 3 }} style={styleAt(draft)}>
          +
        </Box>
      )}
    </>
  )
}

interface Props {
  pins: readonly Pin[]
  chosen: number | null
  /** The point of a comment that is being written. */
  draft: Point | null
  view: PictureView
  picture: Size
  size: Size
  onChoose: (pin: Pin) => void
}

const mark = {
  position: 'absolute',
  width: 28,
  height: 28,
  m: '-14px 0 0 -14px',
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  fontSize: 13,
  fontWeight: 600,
  border: '2px solid #fff',
  boxShadow: '0 0 0 1px rgba(0, 0, 0, .35)',
  // Enlarges the touch target beyond the visible mark.
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: -10 } },
} as const
