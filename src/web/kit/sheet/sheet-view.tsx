import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import { millimetresOf, type PrintSheet, type SheetItem, type SheetSymbol } from '#shared/trade/print-sheet.ts'
import { language } from '#web/i18n.ts'

interface SheetViewProps {
  sheet: PrintSheet
  /** The sheet's content as text, for screen readers. */
  label: string
  caption: string
  /** Factor of the printed size; smaller if the space is narrower. */
  scale?: number
  /** Rendered below the items, on screen only. */
  children?: ReactNode
}

/** A print layout in its true proportions, black on white in every theme. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity and are never reordered
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
          // Forces the width of the printed font, whatever font the browser uses.
          textLength={item.width}
          lengthAdjust="spacingAndGlyphs"
          fill="currentColor"
          // In fonts of other languages Chinese punctuation is positioned differently.
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
          {/* One path for all bars, so that there are no gaps between adjacent bars. */}
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
