import { strToU8, Zip, ZipDeflate } from 'fflate'
import { isDecimalText } from '#shared/base/money.ts'
import type { Cell } from '#shared/delimited/write.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { serialOf } from './serial'

/** How the cells of a column are written: typed where spreadsheets have a type, `text` for everything that only looks like a number. */
export type SheetKind = 'text' | 'integer' | 'decimal' | 'date' | 'moment' | 'flag'

/** A text on the background of a tone. */
export interface TintedText {
  text: string
  tone: Tone
}

export type SheetCell = Cell | TintedText

export interface SheetColumn {
  heading: string
  kind: SheetKind
}

/**
 * Writes a workbook row by row without holding it in memory: bold frozen headings, column widths from the first rows, a
 * further sheet when one is full.
 */
export async function* writeWorkbook(
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
  most = maxRows,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  let sheets = 0
  let sheet: ReturnType<typeof openSheet> | undefined
  for await (const page of pages) {
    for (let at = 0; at < page.length; ) {
      if (sheet?.isFull()) {
        sheet.close()
        sheet = undefined
      }
      sheet ??= openSheet(zip, ++sheets, columns, page.slice(at, at + 200), most)
      at += sheet.write(page.slice(at))
    }
    yield* written.splice(0)
  }
  sheet ??= openSheet(zip, ++sheets, columns, [], most)
  sheet.close()
  for (const [path, text] of partsOf(name, sheets)) {
    const part = new ZipDeflate(path, { level: 1 })
    zip.add(part)
    part.push(strToU8(text), true)
  }
  zip.end()
  yield* written.splice(0)
}

/** Rows that a sheet holds besides its headings. */
const maxRows = 1_048_575

const openSheet = (
  zip: Zip,
  number: number,
  columns: readonly SheetColumn[],
  first: readonly (readonly SheetCell[])[],
  most: number,
) => {
  const file = new ZipDeflate(`xl/worksheets/sheet${number}.xml`, { level: 1 })
  zip.add(file)
  const letters = columns.map((_, at) => lettersOf(at))
  let rows = 0
  file.push(strToU8(headOf(columns, letters, first)))

  return {
    isFull: () => rows === most,

    /** Writes as many of the rows as there is room for and answers how many. */
    write: (page: readonly (readonly SheetCell[])[]) => {
      const fitting = page.slice(0, most - rows)
      let text = ''
      for (const cells of fitting) {
        rows++
        text += rowOf(rows + 1, columns, letters, cells)
      }
      file.push(strToU8(text))
      return fitting.length
    },

    close: () => {
      const all = `A1:${letters.at(-1) ?? 'A'}${rows + 1}`
      file.push(strToU8(`</sheetData><autoFilter ref="${all}"/></worksheet>`), true)
    },
  }
}

const rowOf = (
  row: number,
  columns: readonly SheetColumn[],
  letters: readonly string[],
  cells: readonly SheetCell[],
) => {
  let text = `<row r="${row}">`
  for (let at = 0; at < columns.length; at++) {
    const cell = cells[at] ?? null
    if (cell !== null && cell !== '') text += cellOf(`${letters[at]}${row}`, columns[at]?.kind ?? 'text', cell)
  }
  return `${text}</row>`
}

const cellOf = (reference: string, kind: SheetKind, cell: NonNullable<SheetCell>): string => {
  if (typeof cell === 'object') return textCell(reference, tintStyles[cell.tone], cell.text)
  if (kind === 'flag' && typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const number = kind === 'text' ? null : numberOf(kind, cell)
  return number === null
    ? textCell(reference, styles.text, String(cell))
    : `<c r="${reference}" s="${styles[kind]}"><v>${number}</v></c>`
}

const textCell = (reference: string, style: number, text: string) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/**
 * The number of a typed cell; null for values that a spreadsheet cannot store exactly or has no date for: they stay
 * text.
 */
const numberOf = (kind: SheetKind, cell: string | number | boolean): string | null => {
  const text = String(cell)
  if (kind === 'date' || kind === 'moment') return serialOf(text)
  return isDecimalText(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? String(Number(text)) : null
}

// In the order of `cellXfs`.
const styles: Record<SheetKind | 'head', number> = {
  flag: 0,
  head: 1,
  text: 2,
  integer: 3,
  decimal: 4,
  date: 5,
  moment: 6,
}

/** Text and fill of each tone, as chips on light screens have them; each pair reads with a contrast of 4.5 or more. */
export const tints: Readonly<Record<Tone, { text: string; fill: string }>> = {
  neutral: { text: '46535F', fill: 'E9ECEF' },
  info: { text: '0B5CAD', fill: 'E3F0FD' },
  success: { text: '1B6E42', fill: 'E1F4E8' },
  warning: { text: '7A4A00', fill: 'FFF1D9' },
  danger: { text: 'A3211A', fill: 'FDE7E5' },
}
const tones = Object.keys(tints) as Tone[]

// In the order of `tints`, after those of the kinds.
const tintStyles = Object.fromEntries(tones.map((tone, at) => [tone, 7 + at])) as Record<Tone, number>

const shownText = (cell: SheetCell | undefined) =>
  String((typeof cell === 'object' && cell !== null ? cell.text : cell) ?? '')

const headOf = (
  columns: readonly SheetColumn[],
  letters: readonly string[],
  first: readonly (readonly SheetCell[])[],
): string => {
  const widths = columns.map(({ heading, kind }, at) => {
    const longest = Math.max(
      wide(heading) + 4,
      kind === 'moment' ? 17 : kind === 'date' ? 11 : 0,
      ...first.map((cells) => (kind === 'moment' ? 0 : wide(shownText(cells[at])) + 1)),
    )
    return Math.min(Math.max(longest, 8), 60)
  })
  const cols = columns.map(
    ({ kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widths[at]}" style="${styles[kind]}" customWidth="1"/>`,
  )
  const heads = columns.map(
    ({ heading }, at) =>
      `<c r="${letters[at]}1" s="${styles.head}" t="inlineStr"><is><t xml:space="preserve">${escaped(heading)}</t></is></c>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData><row r="1">${heads.join('')}</row>`
  )
}

/** Columns of a letter's width; what is written in Chinese takes two. */
const wide = (text: string) => {
  const line = text.slice(0, 60)
  return line.length + (line.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/**
 * Escapes text for the format: characters that XML cannot hold as `_x0007_`, and text that looks like such an escape.
 */
const escaped = (text: string) =>
  text
    .slice(0, 32_767)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** Everything in the package but the sheets. */
const partsOf = (name: string, count: number): [string, string][] => {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const title = (number: number) =>
    escaped(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 26) + (number > 1 ? ` ${number}` : ''))
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${numbers
        .map(
          (number) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers
        .map((number) => `<sheet name="${title(number)}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join('')}<Relationship Id="rId${count + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
  ]
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const tintFonts = tones
  .map(
    (tone) => `<font><sz val="11"/><color rgb="FF${tints[tone].text}"/><name val="Calibri"/><family val="2"/></font>`,
  )
  .join('')
const tintFills = tones
  .map(
    (tone) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="FF${tints[tone].fill}"/><bgColor indexed="64"/></patternFill></fill>`,
  )
  .join('')
const tintFormats = tones
  .map(
    (_, at) =>
      `<xf numFmtId="49" fontId="${2 + at}" fillId="${3 + at}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" quotePrefix="1"/>`,
  )
  .join('')

// `quotePrefix` keeps a text a text when its cell is edited, whatever it begins with.
const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.00####"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="${2 + tones.length}"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>${tintFonts}</fonts><fills count="${3 + tones.length}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/><bgColor indexed="64"/></patternFill></fill>${tintFills}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${7 + tones.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${tintFormats}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
