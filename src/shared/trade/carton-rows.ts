import { type MatchField, matchColumns } from '#shared/delimited/match.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { plainNumber, plainWhole } from '#shared/delimited/typed-number.ts'
import { fold } from '#shared/kit/fold.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { CartonRow } from './packing'

/** An order line that rows of a packing list can refer to. */
export interface PackableLine {
  id: number
  line_title: string
  article: string
  colourway: string | null
  sizes: readonly { size_id: number | null; label: string | null }[]
}

/** A problem in a row of the file. */
export interface CartonFault {
  /** The line number in the file, from 1. */
  line: number
  /** The heading of the column; null if the problem concerns the whole row. */
  heading: string | null
  text: Text
}

export interface ReadCartons {
  rows: CartonRow[]
  faults: CartonFault[]
  /** The number of rows with content. */
  count: number
}

/** Maximum number of rows of a packing list. */
export const mostCartonRows = 2000
/** Maximum number of faults that are reported for a file. */
export const mostCartonFaults = 200

const fields: readonly (MatchField & { name: string })[] = [
  {
    name: 'carton',
    aliases: ['carton no', 'carton', 'carton nos', 'ctn no', 'ctn', 'ctn nos', 'case no', '箱号', '纸箱号'],
  },
  { name: 'first_no', aliases: ['from', 'from carton', 'carton from', 'start', 'ctn from', '起始箱号', '起号'] },
  { name: 'last_no', aliases: ['to', 'to carton', 'carton to', 'end', 'ctn to', '结束箱号', '止号'] },
  { name: 'count', aliases: ['cartons', 'no of cartons', 'ctns', 'ctn qty', 'carton qty', '箱数', '件数(箱)'] },
  { name: 'order', aliases: ['order', 'po', 'po no', 'order no', 'purchase order', '订单号', '采购单号', '订单'] },
  { name: 'line', aliases: ['order line', 'po line', 'line', 'line no', '订单行', '行号'] },
  { name: 'style', aliases: ['style', 'style no', 'article', 'article no', 'item', 'item no', '款号', '货号', '款式'] },
  { name: 'colour', aliases: ['colour', 'color', 'colourway', 'colour name', '颜色', '颜色款'] },
  { name: 'size', aliases: ['size', '尺码', '码'] },
  {
    name: 'units',
    aliases: [
      'units per carton',
      'pcs per carton',
      'pcs/ctn',
      'qty per carton',
      'units',
      'pcs',
      'qty/ctn',
      '每箱件数',
      '每箱数量',
      '件/箱',
    ],
  },
  {
    name: 'measurement',
    aliases: ['measurement', 'dimensions', 'carton size', 'meas', 'l x w x h', '外箱尺寸', '箱规', '尺寸'],
  },
  { name: 'length', aliases: ['length', 'l', 'length cm', 'l cm', '长'] },
  { name: 'width', aliases: ['width', 'w', 'width cm', 'w cm', '宽'] },
  { name: 'height', aliases: ['height', 'h', 'height cm', 'h cm', '高'] },
  { name: 'gross', aliases: ['gross', 'gross weight', 'gw', 'g w', 'gross kg', 'gw kg', '毛重'] },
  { name: 'net', aliases: ['net', 'net weight', 'nw', 'n w', 'net kg', 'nw kg', '净重'] },
  { name: 'container', aliases: ['container', 'container no', 'cntr no', '柜号', '集装箱号'] },
]

/**
 * Reads the rows of a packing list for the lines of a booking. Sizes are in one column, or each has a column with the
 * units per carton. Cartons are numbered by a range (`1-20`), by two columns, or consecutively by their count. A row
 * that cannot be read is reported as a fault and left out.
 */
export const readCartonRows = (
  headings: readonly string[],
  source: Iterable<SourceRow>,
  lines: readonly PackableLine[],
): ReadCartons => {
  const { columns, sizeColumns } = columnsOf(headings, lines)
  const reader = createReader(headings, columns, sizeColumns, lines)
  const result: ReadCartons = { rows: [], faults: [], count: 0 }
  for (const row of source) {
    if (row.cells.every((cell) => !cell.trim())) continue
    result.count++
    const faults: CartonFault[] = []
    const report = (heading: string | null, text: Text) => faults.push({ line: row.line, heading, text })
    if (row.problem) report(null, row.problem)
    const rows = row.problem ? [] : reader(row.cells, report)
    if (faults.length === 0) result.rows.push(...rows)
    if (result.faults.length < mostCartonFaults) result.faults.push(...faults)
    if (result.rows.length > mostCartonRows) {
      result.faults.unshift({
        line: row.line,
        heading: null,
        text: textOf('problems.packing.too_many', { count: mostCartonRows }),
      })
      break
    }
  }
  return result
}

type Tell = (heading: string | null, text: Text) => void

type Columns = ReadonlyMap<string, number | null>

interface SizeColumn {
  column: number
  label: string
  heading: string
}

const match = (headings: readonly string[]): Columns =>
  new Map(matchColumns(headings, fields).map(({ field, column }) => [field, column]))

/** Finds the columns. In a list with a column for each size, `L` is a size rather than a length. */
const columnsOf = (
  headings: readonly string[],
  lines: readonly PackableLine[],
): { columns: Columns; sizeColumns: readonly SizeColumn[] } => {
  const columns = match(headings)
  const sizeColumns = columns.get('size') == null ? columnsOfSizes(headings, lines) : []
  const [only, second] = sizeColumns
  const isLength = only?.column === columns.get('length') && columns.get('width') != null
  if (!only || (isLength && !second)) return { columns, sizeColumns: [] }
  const sizes = new Set(sizeColumns.map(({ column }) => column))
  return { columns: match(headings.map((heading, column) => (sizes.has(column) ? '' : heading))), sizeColumns }
}

/** The columns whose headings are sizes of the lines, each size once. */
const columnsOfSizes = (headings: readonly string[], lines: readonly PackableLine[]): SizeColumn[] => {
  const labels = new Set(lines.flatMap(({ sizes }) => sizes.flatMap(({ label }) => (label ? [fold(label)] : []))))
  return headings.flatMap((heading, column) =>
    labels.delete(fold(heading)) ? [{ column, label: fold(heading), heading }] : [],
  )
}

/** Returns a function that reads the carton rows of one row of the file, and counts the carton numbers. */
const createReader = (
  headings: readonly string[],
  columns: Columns,
  sizeColumns: readonly SizeColumn[],
  lines: readonly PackableLine[],
) => {
  let next = 1
  return (cells: readonly string[], report: Tell): CartonRow[] => {
    const cell = (field: string) => {
      const column = columns.get(field)
      return column == null ? '' : normalized(cells[column])
    }
    const headingOf = (field: string) => {
      const column = columns.get(field)
      return column == null ? null : (headings[column] ?? null)
    }
    const whole = (field: string, text = cell(field)): number | null => {
      if (!text) return null
      const number = Number(plainWhole(text))
      if (Number.isInteger(number) && number > 0 && number < 1_000_000) return number
      report(headingOf(field), textOf('problems.packing.no_number', { value: text.slice(0, 40) }))
      return null
    }
    const measure = (field: string, text = cell(field)): string | null => {
      if (!text) return null
      const number = plainNumber(text.replace(/(?:cm|kgs?|公斤|厘米)$/i, '').trim())
      if (/^\d{1,6}(\.\d{1,6})?$/.test(number)) return number
      report(headingOf(field), textOf('problems.packing.no_number', { value: text.slice(0, 40) }))
      return null
    }
    const range = readRange(cell, whole, next, () =>
      report(headingOf('carton') ?? headingOf('first_no'), textOf('problems.packing.no_cartons')),
    )
    const line = findLine(lines, cell)
    if ('problem' in line) report(headingOf(line.field), line.problem)
    if (!range || 'problem' in line) return []
    next = range.last + 1
    // All contents of a carton are in the same container.
    const base = {
      ...{ first_no: range.first, last_no: range.last, po_line_id: line.found.id },
      ...(cell('container')
        ? { container_no: cell('container').replace(/[\s-]/g, '').toUpperCase().slice(0, 11) }
        : {}),
    }
    const firstRowValues = {
      ...readMeasurement(cell, measure, () =>
        report(
          headingOf('measurement'),
          textOf('problems.packing.no_measurement', { value: cell('measurement').slice(0, 40) }),
        ),
      ),
      gross_kg: measure('gross'),
      net_kg: measure('net'),
    }
    const contents = readContents(line.found)
    return contents.map((content, index) => ({ ...base, ...content, ...(index === 0 ? firstRowValues : {}) }))

    function readContents(found: PackableLine): { size_id: number | null; units_per_carton: number }[] {
      if (sizeColumns.length > 0) {
        const filled = sizeColumns.flatMap(({ column, label, heading }) => {
          const text = normalized(cells[column])
          if (emptyCount.test(text)) return []
          const size = found.sizes.find((candidate) => candidate.label && fold(candidate.label) === label)
          if (!size)
            report(heading, textOf('problems.packing.no_size', { value: heading.slice(0, 40), line: found.line_title }))
          const units = Number(plainWhole(text))
          const isCount = Number.isInteger(units) && units > 0 && units <= 10_000
          if (!isCount) report(heading, textOf('problems.packing.no_number', { value: text.slice(0, 40) }))
          return size && isCount ? [{ size_id: size.size_id, units_per_carton: units }] : []
        })
        if (filled.length === 0) report(null, textOf('problems.packing.no_units'))
        return filled
      }
      const units = whole('units')
      if (units === null) {
        if (!cell('units')) report(headingOf('units'), textOf('problems.packing.no_units'))
        return []
      }
      const label = fold(cell('size'))
      const [only] = found.sizes
      if (!label && found.sizes.length === 1 && only) return [{ size_id: only.size_id, units_per_carton: units }]
      const size = found.sizes.find((candidate) => candidate.label && fold(candidate.label) === label)
      if (size) return [{ size_id: size.size_id, units_per_carton: units }]
      report(
        headingOf('size'),
        textOf('problems.packing.no_size', { value: cell('size').slice(0, 40), line: found.line_title }),
      )
      return []
    }
  }
}

/** Normalises full-width characters of Chinese keyboards: `１－２０` becomes `1-20`. */
const normalized = (cell = '') => cell.normalize('NFKC').trim()
/** Cells that mean that a carton contains none of a size. */
const emptyCount = /^[0\-–—]?$/

type Cell = (field: string) => string

const readRange = (
  cell: Cell,
  whole: (field: string, text?: string) => number | null,
  next: number,
  fail: () => void,
): { first: number; last: number } | null => {
  const numbers = /^(\d{1,6})(?:\s{0,3}(?:-|–|—|~|to|至|\/)\s{0,3}(\d{1,6}))?$/i.exec(cell('carton'))
  const first = numbers ? Number(numbers[1]) : cell('carton') ? null : (whole('first_no') ?? next)
  const count = whole('count')
  const stated = numbers?.[2] ? Number(numbers[2]) : whole('last_no')
  const last = stated ?? (first !== null && count !== null ? first + count - 1 : first)
  if (first !== null && last !== null && first >= 1 && last >= first) return { first, last }
  fail()
  return null
}

/** Dimensions in centimetres, in three columns or in one (`60x40x30`). */
const readMeasurement = (cell: Cell, measure: (field: string, text?: string) => string | null, fail: () => void) => {
  const text = cell('measurement')
  if (!text) return { length_cm: measure('length'), width_cm: measure('width'), height_cm: measure('height') }
  const sides = text
    .replace(/cm|厘米/gi, '')
    .split(/[x×*]/i)
    .map((side) => plainNumber(side.trim()))
  if (sides.length !== 3 || sides.some((side) => !/^\d{1,4}(\.\d{1,3})?$/.test(side))) {
    fail()
    return {}
  }
  const [length_cm, width_cm, height_cm] = sides
  return { length_cm, width_cm, height_cm }
}

type FoundLine = { found: PackableLine } | { problem: Text; field: string }

/**
 * Finds the line that matches the order, line, style and colour of a row; all lines match if the file has none of these
 * columns. It is a problem if no line or several match.
 */
const findLine = (lines: readonly PackableLine[], cell: Cell): FoundLine => {
  const given = (['order', 'line', 'style', 'colour'] as const).filter((field) => cell(field))
  const agrees = (line: PackableLine, field: (typeof given)[number]) => {
    const value = fold(cell(field))
    const [order = '', number = ''] = line.line_title.split(' / ')
    if (field === 'order') return fold(order) === value || fold(line.line_title) === value
    if (field === 'line') return fold(number) === value || fold(line.line_title) === value
    if (field === 'style') return fold(line.article) === value
    return (
      fold(line.colourway ?? '') === value ||
      fold(line.colourway ?? '')
        .split(' ')
        .includes(value)
    )
  }
  let candidates = [...lines]
  for (const field of given) {
    candidates = candidates.filter((line) => agrees(line, field))
    if (candidates.length === 0)
      return { problem: textOf('problems.packing.no_line', { value: cell(field).slice(0, 40) }), field }
  }
  const [found] = candidates
  if (found && candidates.length === 1) return { found }
  return {
    problem: textOf('problems.packing.several_lines', { count: candidates.length }),
    field: given.at(-1) ?? 'style',
  }
}
