import Box from '@mui/material/Box'
import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import { type LabelItem, type LabelSheet, millimetresOf, pointsOf } from '#shared/trade/label-sheet.ts'
import { language } from '#web/i18n.ts'
import { screenText } from '../texts'

/** A label in its true proportions, twice its size where there is room: black on white in every theme, as it is printed. */
export function SheetView({ sheet, seam }: { sheet: LabelSheet; seam: number }) {
  const { width, height, items } = sheet
  const millimetres = screenText('label.measures', {
    width: Math.round(millimetresOf(width)),
    height: Math.round(millimetresOf(height)),
  })
  return (
    <Box component="figure" sx={{ m: 0, width: 'fit-content', maxWidth: 1 }}>
      <Box
        component="svg"
        role="group"
        aria-label={screenText('label.picture', { size: sheet.size ?? '' })}
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
        {seam > 0 && <Seam width={width} y={pointsOf(seam)} />}
        {items.map((item, index) => (
          // Items have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <Item key={index} item={item} />
        ))}
      </Box>
      <Box component="figcaption" className="tabular" sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>
        {millimetres}
      </Box>
    </Box>
  )
}

/** How many times as large as it will be. */
const scale = 2

/** Where the label is sewn in; not printed. */
const Seam = ({ width, y }: { width: number; y: number }) => (
  <line x1={0} x2={width} y1={y} y2={y} stroke="#999" strokeWidth={0.4} strokeDasharray="2 2" aria-hidden />
)

const Item = ({ item }: { item: LabelItem }) =>
  item.kind === 'text' ? (
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
  ) : (
    <CareMark {...item} />
  )

function CareMark({ code, x, y, size }: Extract<LabelItem, { kind: 'symbol' }>) {
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
