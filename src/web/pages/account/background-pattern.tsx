import Box from '@mui/material/Box'
import { useId } from 'react'

/** The background: woven cloth, dark in every theme, with one orange thread. */
export const BackgroundPattern = () => {
  const id = useId()
  return (
    <Box
      component="svg"
      aria-hidden
      width="100%"
      height="100%"
      sx={{ position: 'absolute', inset: 0, display: 'block', backgroundColor: cloth.ground }}
    >
      <defs>
        <pattern id={`${id}-weave`} width={size} height={size} patternUnits="userSpaceOnUse">
          <Over colour={cloth.warp} />
          <Under colour={cloth.weft} />
        </pattern>
        <pattern id={`${id}-thread`} x={thread} width={size} height={size} patternUnits="userSpaceOnUse">
          <Over colour={cloth.thread} column={0} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id}-weave)`} />
      <rect x={thread} width={cell} height="100%" fill={`url(#${id}-thread)`} />
    </Box>
  )
}

const cloth = { ground: '#0e1c28', warp: '#1d3346', weft: '#162838', thread: '#FF9800' }

const cell = 14
const size = cell * 2
/** Position of the orange thread, in whole tiles from the left. */
const thread = size * 2

/** Vertical threads over the horizontal ones at every second crossing. */
const Over = ({ colour, column }: { colour: string; column?: number }) =>
  [0, 1]
    .filter((thread) => column === undefined || thread === column)
    .map((thread) => (
      <rect
        key={thread}
        x={thread * cell + 2}
        y={thread * cell - 1}
        width={cell - 4}
        height={cell + 2}
        rx={4}
        fill={colour}
      />
    ))

const Under = ({ colour }: { colour: string }) =>
  [0, 1].map((thread) => (
    <rect
      key={thread}
      x={(1 - thread) * cell - 1}
      y={thread * cell + 2}
      width={cell + 2}
      height={cell - 4}
      rx={4}
      fill={colour}
    />
  ))
