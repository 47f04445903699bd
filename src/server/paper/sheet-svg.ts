import { careSymbolOf, lineWidth } from '#shared/standards/care-symbols.ts'
import type { PrintSheet, SheetItem, SheetSymbol } from '#shared/trade/print-sheet.ts'
import { features, runsOf, widthOf } from './fonts'

/** Renders a sheet as an SVG in true size without fonts: letters are outlines, barcodes are paths. */
export const sheetSvg = ({ width, height, items }: PrintSheet, title: string): string => {
  const drawn = items.map(drawingOf).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}pt" height="${short(height)}pt" viewBox="0 0 ${short(width)} ${short(height)}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
${drawn}
</svg>
`
}

const drawingOf = (item: SheetItem): string => {
  switch (item.kind) {
    case 'text':
      return `<g aria-label="${escaped(item.text)}">${outlines(item.text, item.x, item.y, item.size, item.isStrong)}</g>`
    case 'symbol':
      return symbolDrawing(item)
    case 'barcode': {
      const d = item.bars.map(([x, y, width, height]) => box(item.x + x, item.y + y, width, height)).join('')
      return `<path aria-label="${escaped(item.value)}" shape-rendering="crispEdges" d="${d}"/>`
    }
    case 'rule':
      return `<path d="${box(item.x, item.y, item.width, item.height)}"/>`
  }
}

const box = (x: number, y: number, width: number, height: number) =>
  `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`

/** The letters of a text as paths; `y` is the baseline. */
const outlines = (text: string, x: number, y: number, size: number, isStrong: boolean): string => {
  const weight = isStrong ? 'strong' : 'regular'
  let left = x
  return runsOf(text, weight)
    .flatMap(({ face, text: letters }) =>
      [...letters].map((letter) => {
        const scale = size / face.font.unitsPerEm
        const d = face.font
          .layout(letter, features as never)
          .glyphs.map(({ path }) => path.toSVG())
          .join('')
        const letterX = left
        left += widthOf(letter, weight) * size
        return d
          ? `<path transform="translate(${short(letterX)} ${short(y)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})" d="${d}"/>`
          : ''
      }),
    )
    .join('')
}

const symbolDrawing = ({ code, x, y, size }: SheetSymbol): string => {
  const symbol = careSymbolOf(code)
  if (!symbol) return outlines(code, x, y + size * 0.6, size * 0.4, true)
  const { viewBox, paths, text } = symbol.drawing
  const shapes = paths.map(({ d, fill, strokeWidth }) =>
    fill ? `<path d="${d}"/>` : `<path d="${d}" fill="none" stroke="#000" stroke-width="${strokeWidth ?? lineWidth}"/>`,
  )
  const word = text
    ? outlines(text.value, text.x - (widthOf(text.value, 'strong') * text.size) / 2, text.y, text.size, true)
    : ''
  return `<svg x="${short(x)}" y="${short(y)}" width="${short(size)}" height="${short(size)}" viewBox="${viewBox.join(' ')}" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}${word}</svg>`
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
