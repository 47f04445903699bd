import Box from '@mui/material/Box'
import { type CareChoice, type CareSymbol, careLine, lineWidth } from '#shared/standards/care-symbols.ts'
import { language } from '#web/i18n.ts'

/**
 * A care symbol with its meaning as text alternative and tooltip; `decorative` if its meaning is written next to it.
 */
export function CareDrawing({ symbol, size, decorative }: DrawingProps) {
  const { viewBox, paths, text } = symbol.drawing
  const meaning = symbol.meaning[language()]
  return (
    <svg
      width={size}
      height={size}
      viewBox={viewBox.join(' ')}
      fill="none"
      stroke="currentColor"
      strokeWidth={lineWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flexShrink: 0, display: 'block' }}
      role={decorative ? 'presentation' : 'img'}
      aria-hidden={decorative}
      aria-label={decorative ? undefined : meaning}
    >
      {decorative ? null : <title>{meaning}</title>}
      {paths.map(({ d, fill, strokeWidth }) => (
        <path key={d} d={d} strokeWidth={strokeWidth} {...(fill ? { fill: 'currentColor', stroke: 'none' } : {})} />
      ))}
      {text && (
        <text
          x={text.x}
          y={text.y}
          fontSize={text.size}
          fontWeight={600}
          textAnchor="middle"
          fill="currentColor"
          stroke="none"
        >
          {text.value}
        </text>
      )}
    </svg>
  )
}

interface DrawingProps {
  symbol: CareSymbol
  size: number
  decorative?: boolean
}

/** The selected symbols in the order of labels. */
export function CareLine({ choice, size }: { choice: CareChoice; size: number }) {
  const symbols = careLine(choice)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: `${Math.round(size / 5)}px` }}>
      {symbols.map((symbol) => (
        <CareDrawing key={symbol.code} symbol={symbol} size={size} />
      ))}
    </Box>
  )
}
