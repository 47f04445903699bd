import { useEffect, useMemo, useRef } from 'react'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { t } from '#web/i18n.ts'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import { sizeRowsOf } from '../form/line-sizes'
import { type Ratio, shareByRatio, usualRatio } from '../form/ratios'
import type { Size } from '../size-matrix'
import { type Column, type GridLine, isFaulty, textIn } from './columns'
import { isSameLine, useLineValues } from './line-values'
import { type PlacedCell, placeCells } from './place-cells'
import { badCell, type CellText, createRowWriter } from './row-writer'
import type { GridStore, Range } from './store'
import { type Step, useSteps } from './use-steps'

/** The lines of a grid and what can be done to their cells; each action can be undone. */
export interface Sheet {
  lines: readonly GridLine[]
  columns: readonly Column[]
  /** The last column that holds values. */
  lastData: number
  canUndo: boolean
  canRedo: boolean
  isWritable: (col: number) => boolean
  textAt: (row: number, col: number) => string
  textsIn: (range: Range) => string[][]
  write: (cells: readonly PlacedCell[]) => void
  clear: (range: Range) => void
  fillDown: (range: Range) => void
  /** Writes copied cells, remarks on those without a place, and returns the range that they fill. */
  paste: (table: readonly (readonly string[])[], range: Range) => Range | null
  /** Shares a total among the sizes of rows by a ratio; a pre-pack becomes the packing of their lines. */
  share: (rows: readonly number[], total: number, ratio: Ratio | null, isPack: boolean) => void
  undo: () => void
  redo: () => void
}

export const useSheet = ({ lines, columns, sizes, ratios, store, mayPrice }: Source): Sheet => {
  const { record } = useFormScope()
  const form = useLineValues()
  const { canUndo, canRedo, history } = useSteps()
  const latest = useRef({ lines, ratios, record })
  useEffect(() => {
    latest.current = { lines, ratios, record }
  })

  const commands = useMemo(() => {
    const isWritable = (col: number) => {
      const kind = columns[col]?.kind
      return kind === 'size' || kind === 'total' || (kind === 'price' && mayPrice)
    }
    const textAt = (row: number, col: number) => {
      const [line, column] = [lines[row], columns[col]]
      return line && column ? textIn(form.valuesOf(line), column) : ''
    }
    const rowWriter = createRowWriter({
      sizes,
      ratios: () => latest.current.ratios,
      storedSizes: (line) => sizeRowsOf(storedLine(latest.current.record, form.idOf(line))),
      offer: ({ key }, total) =>
        write([
          {
            row: latest.current.lines.findIndex((line) => line.key === key),
            col: columns.findIndex(({ kind }) => kind === 'total'),
            text: String(total),
          },
        ]),
    })

    const commit = (steps: readonly Step[]) => {
      const changed = steps.filter(({ before, after }) => !isSameLine(before, after))
      if (changed.length === 0) return
      for (const { key, before, after } of changed) {
        const line = lines.find((candidate) => candidate.key === key)
        if (line) form.writeLine(line, after, before)
      }
      history.record(changed)
    }
    const restore = (steps: readonly Step[] | null, side: 'before' | 'after') => {
      if (!steps) return
      for (const step of steps) {
        const line = latest.current.lines.find(({ key }) => key === step.key)
        if (line) form.writeLine(line, step[side], form.valuesOf(line))
      }
      store.say(null)
    }
    /** Writes cells and remarks on `problems`, then on the cells that were refused. */
    const write = (cells: readonly PlacedCell[], problems: readonly string[] = []) => {
      store.say(null)
      const rows = textsByRow(cells, columns, isWritable)
      const bad = rows.flatMap(([row, texts]) =>
        texts.filter(isBadText).map(({ column, text }) => badCell(lines[row], column, text)),
      )
      const unplaced: string[] = []
      const steps = rows.flatMap(([row, texts]): Step[] => {
        const line = lines[row]
        if (!line) return []
        const before = form.valuesOf(line)
        const { values, problems: ofRow, remark } = rowWriter.write(line, before, texts)
        unplaced.push(...ofRow)
        if (remark !== undefined) store.say(remark)
        return [{ key: line.key, before, after: values }]
      })
      commit(steps)
      const all = [...problems, ...bad, ...unplaced]
      if (all.length > 0) store.say({ lines: all })
    }

    return {
      lines,
      columns,
      lastData: columns.findLastIndex(({ kind }) => kind !== 'more'),
      isWritable,
      textAt,
      textsIn: ({ top, left, bottom, right }: Range) =>
        span(top, bottom).map((row) =>
          span(left, right)
            .filter((col) => columns[col]?.kind !== 'more')
            .map((col) => textAt(row, col)),
        ),
      write: (cells: readonly PlacedCell[]) => write(cells),
      clear: (range: Range) => write(clearedCells(range, columns)),
      fillDown: (range: Range) => {
        const cells = filledCells(range, columns, textAt)
        if (cells.length > 0) write(cells)
      },
      paste: (table: readonly (readonly string[])[], range: Range) => {
        if (table.length === 0) return null
        const headings = { rows: lines.map(({ names }) => names), columns: dataColumns(columns) }
        const { cells, beyond, unknown } = placeCells(table, range, headings)
        write(cells, [
          ...(beyond.rows + beyond.columns > 0 ? [t('grid.beyond', { ...beyond })] : []),
          ...(unknown.length > 0 ? [t('grid.unknown', { names: listed(unknown) })] : []),
        ])
        return cells.length === 0 ? null : boundsOf(cells)
      },
      share: (rows: readonly number[], total: number, ratio: Ratio | null, isPack: boolean) => {
        const sharing = shareByRatio(total, sizes, ratio?.items ?? usualRatio(sizes), isPack)
        commit(
          rows.flatMap((row): Step[] => {
            const line = lines[row]
            if (!line) return []
            const before = form.valuesOf(line)
            const packed = isPack ? { ...before, pack_type: 'ratio', ratio_id: ratio?.id ?? null } : before
            return [{ key: line.key, before, after: rowWriter.withSharing(line, packed, sharing, isPack) }]
          }),
        )
        store.say(null)
      },
      undo: () => restore(history.undo(), 'before'),
      redo: () => restore(history.redo(), 'after'),
    }
  }, [lines, columns, sizes, store, mayPrice, form, history])
  return useMemo(() => ({ ...commands, canUndo, canRedo }), [commands, canUndo, canRedo])
}

interface Source {
  lines: readonly GridLine[]
  columns: readonly Column[]
  sizes: readonly Size[]
  ratios: readonly Ratio[]
  store: GridStore
  mayPrice: boolean
}

/** The line as the record was read with it. */
const storedLine = (record: Readonly<Record<string, unknown>>, id: unknown) =>
  id && Array.isArray(record.lines)
    ? (record.lines as Record<string, unknown>[]).find((line) => line.id === id)
    : undefined

const cellsIn = ({ top, left, bottom, right }: Range, textOf: (row: number, col: number) => string): PlacedCell[] =>
  span(top, bottom).flatMap((row) => span(left, right).map((col) => ({ row, col, text: textOf(row, col) })))

/** The cells of a range, emptied. A total is cleared only where the range is its column alone: it follows its sizes. */
const clearedCells = (range: Range, columns: readonly Column[]) =>
  cellsIn(range, () => '')
    .filter(({ col }) => columns[col]?.kind !== 'total' || range.left === range.right)
    .map((cell) => (columns[cell.col]?.kind === 'total' ? { ...cell, text: '0' } : cell))

/** The range filled with its first row; a single row with the one above it. */
const filledCells = (range: Range, columns: readonly Column[], textAt: (row: number, col: number) => string) => {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  if (from < 0) return []
  return cellsIn({ ...range, top: from + 1 }, (_, col) => textAt(from, col)).filter(
    ({ col }) => columns[col]?.kind !== 'total',
  )
}

/** The writable cells by row. */
const textsByRow = (cells: readonly PlacedCell[], columns: readonly Column[], isWritable: (col: number) => boolean) => {
  const byRow = new Map<number, CellText[]>()
  for (const { row, col, text } of cells) {
    const column = columns[col]
    if (column && isWritable(col)) byRow.set(row, [...(byRow.get(row) ?? []), { column, text }])
  }
  return [...byRow]
}

const isBadText = ({ column, text }: CellText) =>
  isFaulty(column, column.kind === 'price' ? plainNumber(text.trim()) : text.trim())

const dataColumns = (columns: readonly Column[]) =>
  columns.filter(({ kind }) => kind !== 'more').map(({ label }) => [label])

/** A few by name, and how many more. */
const listed = (names: readonly string[]) =>
  names.length > 5
    ? t('grid.and_more', { names: names.slice(0, 5).join(t('kit.comma')), count: names.length - 5 })
    : names.join(t('kit.comma'))

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const boundsOf = (cells: readonly PlacedCell[]): Range => ({
  top: Math.min(...cells.map(({ row }) => row)),
  left: Math.min(...cells.map(({ col }) => col)),
  bottom: Math.max(...cells.map(({ row }) => row)),
  right: Math.max(...cells.map(({ col }) => col)),
})
