import { breakLines, type Measure } from '#server/paper/line-breaking.ts'
import type { GarmentLabel, LabelSection, LabelText } from '#shared/trade/garment-label.ts'
import { isLegalPart } from '#shared/trade/label-parts.ts'
import type { LabelFormat, LabelItem, LabelSheet } from '#shared/trade/label-sheet.ts'
import { millimetresOf, pointsOf } from '#shared/trade/print-sheet.ts'

/** The width of a text at a font size of one point. */
export type Widths = (text: string, isStrong: boolean) => number

/** The empty margin at the sides and the foot in millimetres, as tolerance of the cutter. */
const margin_mm = 2

/**
 * Lays a label out on a tape of its format; its length is that of the content, in whole millimetres. Labels in one Latin
 * language are centred. Chinese and labels in several languages are left-aligned, each language behind its code.
 */
export const layOutLabel = (label: GarmentLabel, format: LabelFormat, widths: Widths): LabelSheet => {
  const margin = pointsOf(margin_mm)
  const width = pointsOf(format.width_mm)
  const font = format.font_pt
  const languages = new Set(label.sections.flatMap(({ lines }) => lines.flatMap(({ language }) => language ?? [])))
  const pen: Pen = {
    y: pointsOf(format.seam_mm) + margin,
    left: margin,
    inner: width - 2 * margin,
    font,
    isCentred: languages.size <= 1 && !languages.has('zh'),
    // Texts are indented by the width of the widest language code.
    indent:
      languages.size > 1
        ? Math.max(...[...languages].map((language) => widths(codeOf(language), true))) * font * 1.5
        : 0,
    widths,
    items: [],
  }
  for (const [position, section] of label.sections.entries()) {
    const previous = label.sections[position - 1]
    if (previous) pen.y += font * (isSmall(previous) && isSmall(section) ? 0.2 : 0.6)
    if (section.symbols.length > 0) drawSymbols(pen, section.symbols)
    for (const [index, line] of section.lines.entries())
      drawText(pen, section, line, line.language === section.lines[index - 1]?.language)
  }
  const height = pointsOf(Math.ceil(millimetresOf(pen.y + margin) - tolerance))
  return { size: label.size, width, height, items: pen.items }
}

/** Whether a section is set close to the next: legal lines, product name and style number. */
const isSmall = ({ part }: LabelSection) => isLegalPart(part) || part === 'article' || part === 'product_name'

/** Millimetres that rounding to points and back may add. */
const tolerance = 1e-6

interface Pen {
  y: number
  left: number
  inner: number
  font: number
  isCentred: boolean
  indent: number
  widths: Widths
  items: LabelItem[]
}

const codeOf = (language: string) => language.toUpperCase()

/** Brand and size are enlarged, because they are read from a distance. */
const enlarged: Partial<Record<LabelSection['part'], number>> = { brand: 1.5, size: 1.5 }

/** Draws a text; the code of its language precedes the first line of that language. */
const drawText = (pen: Pen, { part }: LabelSection, { language, text }: LabelText, isContinued: boolean) => {
  const isStrong = part in enlarged
  const size = pen.font * (enlarged[part] ?? 1)
  const isCentred = pen.isCentred || part === 'brand' || (part === 'size' && pen.indent > 0)
  const indent = language ? pen.indent : 0
  const room = pen.inner - indent
  const measure = (line: string) => pen.widths(line, isStrong) * size
  const addText = (line: string, x: number, width: number, strong: boolean) =>
    pen.items.push({ kind: 'text', part, text: line, language, x, y: pen.y + size, width, size, isStrong: strong })
  if (indent > 0 && language && !isContinued)
    addText(codeOf(language), pen.left, pen.widths(codeOf(language), true) * size, true)
  for (const line of linesOf(part, language, text, room, measure)) {
    const width = measure(line)
    addText(line, pen.left + indent + (isCentred ? (room - width) / 2 : 0), width, isStrong)
    pen.y += size * 1.3
  }
}

/** Breaks a text into lines. Compositions break between shares, and within a share only if it is too long for a line. */
const linesOf = (
  part: LabelSection['part'],
  language: LabelText['language'],
  text: string,
  room: number,
  measure: Measure,
): string[] => {
  // Keep degrees on the line of their number.
  if (part !== 'composition') return breakLines(text.replace(/(\d) (?=°)/g, '$1\u00a0'), room, measure)
  const lines: string[] = []
  for (const share of text.split(language === 'zh' ? ' ' : / (?=\d)/)) {
    const joined = `${lines.at(-1)} ${share}`
    if (lines.length > 0 && measure(joined) <= room) lines.splice(-1, 1, joined)
    else lines.push(...breakLines(share, room, measure))
  }
  return lines
}

/** Draws symbols at a size at which five, the usual number, fit in a row; more are split into rows of equal length. */
const drawSymbols = (pen: Pen, codes: readonly string[]) => {
  const gap = pen.font * 0.5
  const size = Math.min(pen.font * 2.6, (pen.inner - 4 * gap) / 5)
  const most = Math.floor((pen.inner + gap) / (size + gap))
  const perRow = Math.ceil(codes.length / Math.ceil(codes.length / most))
  for (let start = 0; start < codes.length; start += perRow) {
    const row = codes.slice(start, start + perRow)
    const width = row.length * (size + gap) - gap
    const left = pen.left + (pen.isCentred ? (pen.inner - width) / 2 : 0)
    for (const [column, code] of row.entries())
      pen.items.push({ kind: 'symbol', code, x: left + column * (size + gap), y: pen.y, size })
    pen.y += size + (start + perRow < codes.length ? gap : 0)
  }
}
