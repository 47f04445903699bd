import { setImmediate as breathe } from 'node:timers/promises'
import { textOf } from '#shared/kit/text.ts'
import { createStyles, type Styles } from './styles'
import { attribute, createXml } from './xml'
import { broken, openZip, tooLarge, Unreadable, unpack, type ZipEntry } from './zip'

/** A workbook whose sheets are read row by row. */
export interface Workbook {
  /** Names of the sheets that are not hidden, in their order. */
  sheets: readonly string[]
  rows: (sheet: string) => AsyncGenerator<SheetRow>
}

/** A row with something in it. */
export interface SheetRow {
  /** The spreadsheet's row number. */
  line: number
  /** As texts: plain numbers, days as `2026-03-12`, formulas by their last saved result. */
  cells: string[]
  /** Places of the cells that hold a number with a fraction: a form must not read them otherwise. */
  fractions?: number[]
  /** Cell reference of a formula without a saved result. */
  uncounted?: string
  /** The first non-empty cell beyond the columns that are kept. */
  beyond?: number
}

/** Whether the bytes begin like a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))

/**
 * Opens an XLSX file; throws `Unreadable` when it is none or exceeds the limits. A sheet is unpacked and parsed as its
 * rows are read, and never held as a whole.
 */
export const openWorkbook = async (bytes: Uint8Array): Promise<Workbook> => {
  const entries = openZip(bytes)
  const root = await relations(bytes, entries, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!entries.has(path.toLowerCase())) throw new Unreadable(textOf('import.workbook.none'))
  const related = await relations(bytes, entries, path)
  const { sheets, from1904 } = await readBook(bytes, entries, path)
  const pathOf = (type: string) => related.find((relation) => relation.type === type)?.target
  const places = new Map(
    sheets.flatMap(({ name, id }) => {
      const sheet = related.find((relation) => relation.id === id && relation.type === 'worksheet')
      return sheet ? [[name, sheet.target] as const] : []
    }),
  )
  if (places.size === 0) throw new Unreadable(textOf('import.workbook.none'))
  const styles = await readStyles(bytes, entries, pathOf('styles'), from1904)
  let shared: string[] | undefined
  return {
    sheets: [...places.keys()],
    async *rows(sheet) {
      shared ??= await readShared(bytes, entries, pathOf('sharedStrings'))
      const entry = entries.get((places.get(sheet) ?? '').toLowerCase())
      if (!entry) throw broken()
      yield* readSheet(bytes, entry, shared, styles)
    },
  }
}

interface Relation {
  id: string
  /** The last word of its type. */
  type: string
  /** Path in the archive. */
  target: string
}

type Entries = ReadonlyMap<string, ZipEntry>

const relations = async (bytes: Uint8Array, entries: Entries, path: string): Promise<Relation[]> => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  await readPart(bytes, entries, `${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, tag) => {
      if (name !== 'Relationship' || attribute(tag, 'TargetMode') === 'External') return
      const target = attribute(tag, 'Target') ?? ''
      relations.push({
        id: attribute(tag, 'Id') ?? '',
        type: (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
        target: new URL(target, `file:///${folder}`).pathname.slice(1),
      })
    },
  })
  return relations
}

const readBook = async (bytes: Uint8Array, entries: Entries, path: string) => {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  await readPart(bytes, entries, path, {
    open: (name, tag) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(tag, 'date1904') ?? '')
      if (name === 'sheet' && (attribute(tag, 'state') ?? 'visible') === 'visible' && sheets.length < maxSheets)
        sheets.push({ name: (attribute(tag, 'name') ?? '').slice(0, 100), id: attribute(tag, 'id') ?? '' })
    },
  })
  return { sheets, from1904 }
}

const maxSheets = 100

const readStyles = async (
  bytes: Uint8Array,
  entries: Entries,
  path: string | undefined,
  from1904: boolean,
): Promise<Styles> => {
  const styles = createStyles(from1904)
  if (path) await readPart(bytes, entries, path, styles)
  return styles
}

/** Shared strings, without formatting and phonetic readings. */
const readShared = async (bytes: Uint8Array, entries: Entries, path: string | undefined): Promise<string[]> => {
  const texts: string[] = []
  let text = ''
  let [isText, isReading] = [false, false]
  if (path)
    await readPart(
      bytes,
      entries,
      path,
      {
        open: (name) => {
          if (name === 'si') text = ''
          else if (name === 'rPh') isReading = true
          else if (name === 't') isText = true
        },
        close: (name) => {
          if (name === 't') isText = false
          else if (name === 'rPh') isReading = false
          else if (name === 'si' && texts.push(unwritten(text)) > maxShared) throw tooLarge()
        },
        text: (piece) => {
          if (isText && !isReading) text += piece
        },
      },
      maxSharedSize,
    )
  return texts
}

// They stay in memory while the sheet is read.
const maxShared = 1_000_000
const maxSharedSize = 64 * 1024 * 1024

/** Reads a small part to its end; a missing part reads as empty. */
const readPart = async (
  bytes: Uint8Array,
  entries: Entries,
  path: string,
  reader: Parameters<typeof createXml>[0],
  most = 8 * 1024 * 1024,
): Promise<void> => {
  const entry = entries.get(path.toLowerCase())
  if (!entry) return
  const xml = createXml(reader)
  for await (const piece of texts(bytes, entry, most)) xml.push(piece)
  xml.end()
}

async function* texts(bytes: Uint8Array, entry: ZipEntry, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let count = 0
  for await (const piece of unpack(bytes, entry, most)) {
    // Yields to the event loop now and then, also while a sheet has only empty rows.
    if (++count % 8 === 0) await breathe()
    yield decoded(decoder, piece)
  }
}

const decoded = (decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array): string => {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    throw broken()
  }
}

async function* readSheet(
  bytes: Uint8Array,
  entry: ZipEntry,
  shared: readonly string[],
  styles: Styles,
): AsyncGenerator<SheetRow> {
  const reader = createRows(shared, styles)
  const xml = createXml(reader)
  for await (const piece of texts(bytes, entry, Number.POSITIVE_INFINITY)) {
    xml.push(piece)
    yield* reader.takeRows()
  }
  xml.end()
}

const createRows = (shared: readonly string[], styles: Styles) => {
  let rows: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let column = -1
  let [style, type, text] = [0, '', '']
  let [isValue, isReading, isFormula, hasValue] = [false, false, false, false]
  let isData = false
  let isFilled = false

  return {
    open(name: string, tag: string) {
      if (name === 'sheetData') isData = true
      if (!isData) return
      if (name === 'row') {
        const line = Number(attribute(tag, 'r'))
        row = { line: Number.isInteger(line) && line > 0 ? line : row.line + 1, cells: [] }
        column = -1
        isFilled = false
      } else if (name === 'c') {
        const reference = attribute(tag, 'r')
        column = reference ? columnOf(reference) : column + 1
        if (column >= maxPlaces) throw broken()
        style = Number(attribute(tag, 's') ?? 0)
        type = attribute(tag, 't') ?? 'n'
        text = ''
        isFormula = false
        hasValue = false
      } else if (name === 'v' || name === 't') {
        isValue = true
        hasValue = true
      } else if (name === 'f') isFormula = true
      else if (name === 'rPh') isReading = true
    },

    close(name: string) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isReading = false
      else if (name === 'c' && isData) endCell()
      else if (name === 'row' && isData) {
        if (isFilled || row.uncounted) rows.push(row)
      } else if (name === 'sheetData') isData = false
    },

    text(piece: string) {
      if (isValue && !isReading) text += piece
    },

    /** The rows that are whole. */
    takeRows() {
      const whole = rows
      rows = []
      return whole
    },
  }

  function endCell() {
    if (isFormula && !hasValue) row.uncounted ??= `${lettersOf(column)}${row.line}`
    if (!hasValue) return
    const content = textOfCell(type, text, style)
    if (content.trim() === '') return
    isFilled = true
    if (column >= maxKept) {
      row.beyond ??= column
      return
    }
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = content
    if (type === 'n' && content.includes('.') && !Number.isNaN(Number(content))) {
      row.fractions ??= []
      row.fractions.push(column)
    }
  }

  function textOfCell(of: string, value: string, at: number): string {
    if (of === 's') return shared[Number(value)] ?? ''
    if (of === 'n') return styles.written(value, at)
    if (of === 'b') return value === '1' || value === 'true' ? 'true' : 'false'
    if (of === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    return unwritten(value)
  }
}

/** A sheet has no column beyond `XFD`. */
const maxPlaces = 16_384
/** More columns than an import accepts. */
const maxKept = 400

const columnOf = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) | 32
    if (letter < 97 || letter > 122) break
    column = column * 26 + letter - 96
  }
  return column - 1
}

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Signs that XML has no place for are written `_x0007_`; what no text of the database can hold stays as it is written. */
const unwritten = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (written, code: string) => {
        const sign = String.fromCharCode(Number.parseInt(code, 16))
        return /[\0\p{Cs}]/u.test(sign) ? written : sign
      })
    : text
