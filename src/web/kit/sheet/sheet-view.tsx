import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import { millimetresOf, type PrintSheet, type SheetItem, type SheetSymbol } from '#shared/trade/print-sheet.ts'
import { language } from '#web/i18n.ts'

interface SheetViewProps {
  sheet: PrintSheet
  /** What is on it, for those who have it read to them. */
  label: string
  caption: string
  /** How many times as large as it will be, where there is room. */
  scale?: number
  /** What is drawn beneath and is not printed. */
  children?: ReactNode
}

/** A sheet in its true proportions: black on white in every theme, as it is printed. */
export function SheetView({ sheet, label, caption, scale = 2, children }: SheetViewProps) {
  const { width, height, items } = sheet
  return (
    <Box component="figure" sx={{ m: 0, width: 'fit-content', maxWidth: 1 }}>
      <Box
        component="svg"
        role="group"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        sx={{
          display: 'block',
          width: `${scale * millimetresOf(width)}mm`,
          maxWidth: 1,
          bgcolor: '#fff',
          color: '#000',
          border: '1px solid',
          borderColor: 'divider',
          fontFamily: '"Inter Variable", Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
          fontFeatureSettings: '"tnum", "kern" 0, "calt" 0, "liga" 0',
        }}
      >
        {children}
        {items.map((item, index) => (
          // Items have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <Item key={index} item={item} />
        ))}
      </Box>
      <Box component="figcaption" className="tabular" sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>
        {caption}
      </Box>
    </Box>
  )
}

function Item({ item }: { item: SheetItem }) {
  switch (item.kind) {
    case 'text':
      return (
        <text
          x={item.x}
          y={item.y}
          fontSize={item.size}
          fontWeight={item.isStrong ? 600 : 400}
          // The width that the printed letters have, whichever letters this machine has.
          textLength={item.width}
          lengthAdjust="spacingAndGlyphs"
          fill="currentColor"
          // Chinese punctuation stands differently in the letters of other languages.
          lang={item.language ?? (/\p{Script=Han}/u.test(item.text) ? 'zh-CN' : undefined)}
        >
          {item.text}
        </text>
      )
    case 'symbol':
      return <CareMark {...item} />
    case 'barcode':
      return (
        <svg x={item.x} y={item.y} width={item.width} height={item.height} overflow="visible" role="img">
          <title>{item.value}</title>
          {/* All bars are one path: bars that touch leave no seam between them. */}
          <path
            d={item.bars.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')}
            fill="currentColor"
          />
        </svg>
      )
    case 'rule':
      return <rect x={item.x} y={item.y} width={item.width} height={item.height} fill="currentColor" aria-hidden />
  }
}

function CareMark({ code, x, y, size }: SheetSymbol) {
  const symbol = careSymbolOf(code)
  if (!symbol) return null
  const { viewBox, paths, text } = symbol.drawing
  return (
    <svg x={x} y={y} width={size} height={size} viewBox={viewBox.join(' ')} overflow="visible" role="img">
      <title>{symbol.meaning[language()]}</title>
      {paths.map(({ d, fill, strokeWidth }) => (
        <path
          key={d}
          d={d}
          fill={fill ? 'currentColor' : 'none'}
          stroke={fill ? 'none' : 'currentColor'}
          strokeWidth={strokeWidth ?? lineWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {text && (
        <text x={text.x} y={text.y} fontSize={text.size} fontWeight={600} textAnchor="middle" fill="currentColor">
          {text.value}
        </text>
      )}
    </svg>
  )
}
