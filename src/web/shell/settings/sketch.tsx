import Box from '@mui/material/Box'
import type { LayoutStyle } from './layouts'

/** A small sketch of a layout's menu and bars. */
export const LayoutSketch = ({ style }: { style: LayoutStyle }) => (
  <Box
    component="svg"
    viewBox="0 0 64 44"
    aria-hidden
    sx={{ width: 64, height: 44, color: 'text.secondary', '& .page': { fill: 'transparent', stroke: 'currentColor' } }}
  >
    <rect className="page" x="0.5" y="0.5" width="63" height="43" rx="3" />
    {parts[style].map(([x, y, width, height, opacity]) => (
      <rect
        key={`${x} ${y}`}
        x={x}
        y={y}
        width={width}
        height={height}
        rx="1.5"
        fill="currentColor"
        fillOpacity={opacity}
      />
    ))}
  </Box>
)

/** x, y, width, height and opacity of each part. */
const parts: Record<LayoutStyle, [number, number, number, number, number][]> = {
  layout1: [
    [3, 3, 15, 38, 0.9],
    [20, 3, 41, 6, 0.45],
    [20, 11, 41, 30, 0.18],
  ],
  layout2: [
    [3, 3, 58, 6, 0.9],
    [3, 11, 58, 6, 0.45],
    [3, 19, 58, 22, 0.18],
  ],
  layout3: [
    [3, 3, 5, 38, 0.7],
    [10, 3, 51, 6, 0.45],
    [10, 11, 51, 6, 0.9],
    [16, 19, 39, 22, 0.18],
  ],
}
