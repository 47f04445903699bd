import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { type LineDrawing, type StrokeTone, strokeStyles, styledFrame } from '#shared/kit/drawing.ts'

interface DrawingProps {
  drawing: LineDrawing
  /** Accessible name; without it the drawing is decorative. */
  name?: string
  /** Width in pixels; by default the available width. */
  size?: number
}

/**
 * A line drawing in the colours of the theme. Small drawings have heavier lines and no letters, the smallest fewer
 * lines.
 */
export function Drawing({ drawing, name, size }: DrawingProps) {
  const { frame, strokes, label } = drawing
  const isSmall = size !== undefined && size < 64
  const hasLetters = size === undefined || size >= 140
  const unit = (frame[2] / styledFrame) * (isSmall ? 3 : hasLetters ? 1 : 1.6)
  return (
    <Box
      component="svg"
      viewBox={frame.join(' ')}
      role={name ? 'img' : 'presentation'}
      aria-label={name}
      aria-hidden={name ? undefined : true}
      sx={{
        display: 'block',
        width: size ?? 1,
        maxWidth: 1,
        height: 'auto',
        aspectRatio: `${frame[2]} / ${frame[3]}`,
        ...drawingStyle,
      }}
    >
      {strokes
        .filter(({ tone }) => !isSmall || smallTones.has(tone))
        .map(({ d, tone }) => {
          const { width, dash } = strokeStyles[tone]
          return (
            <path
              key={`${tone} ${d}`}
              className={tone}
              d={d}
              strokeWidth={width * unit || undefined}
              strokeDasharray={dash?.map((length) => length * unit).join(' ')}
            />
          )
        })}
      {label && hasLetters && (
        <text x={label.x} y={label.y} fontSize={label.size} strokeWidth={label.size / 3} aria-hidden>
          {label.text}
        </text>
      )}
    </Box>
  )
}

const smallTones: ReadonlySet<StrokeTone> = new Set(['surface', 'inside', 'edge', 'measure'])

const areaOf = (fill: (theme: Theme) => string) => (theme: Theme) => ({ fill: fill(theme), stroke: 'none' })
const lineOf = (stroke: (theme: Theme) => string) => (theme: Theme) => ({ fill: 'none', stroke: stroke(theme) })

const drawingStyle = {
  '& path': { strokeLinejoin: 'round', strokeLinecap: 'round' },
  '& path[stroke-dasharray]': { strokeLinecap: 'butt' },
  '& .surface': areaOf(({ palette }) => palette.background.paper),
  '& .inside': areaOf(({ palette }) => palette.divider),
  '& .edge': lineOf(({ palette }) => palette.text.primary),
  '& .seam, & .stitch': lineOf(({ palette }) => palette.text.secondary),
  '& .ghost, & .guide, & .measure': lineOf(({ palette }) => palette.tones.info.text),
  '& .head': areaOf(({ palette }) => palette.tones.info.text),
  '& text': (theme: Theme) => ({
    fill: theme.palette.tones.info.text,
    stroke: theme.palette.background.paper,
    paintOrder: 'stroke',
    strokeLinejoin: 'round',
    fontWeight: 600,
    textAnchor: 'middle',
  }),
} as const
