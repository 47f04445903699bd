import { useEffect, useMemo, useRef } from 'react'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { type PlacedCell, placeCells } from '#web/kit/grid/place-cells.ts'
import {
  badCell,
  boundsOf,
  type CellText,
  cellsIn,
  filledCells,
  placementRemarks,
  type Sheet,
  span,
  textsByRow,
} from '#web/kit/grid/sheet.ts'
import type { GridStore, Range } from '#web/kit/grid/store.ts'
import { type Step, useSteps } from '#web/kit/grid/use-steps.ts'
import { sizeRowsOf } from '../form/line-sizes'
import { type Ratio, shareByRatio, usualRatio } from '../form/ratios'
import { type Column, type GridLine, isFaulty, textIn } from './columns'
import { isSameLine, type LineValues, useLineValues } from './line-values'
import { readQuantity } from './quantity'
import { createRowWriter } from './row-writer'

/** The grid of an article's lines, with the commands on it. */
export interface SizeSheet extends Sheet<GridLine, Column> {
  /** Shares a total among the sizes of rows by a ratio; a pre-pack becomes the packing of their lines. */
  share: (rows: readonly number[], total: number, ratio: Ratio | null, isPack: boolean) => void
}

export const useSheet = ({ lines, columns, sizes, ratios, store, mayPrice }: Source): SizeSheet => {
  const { record } = useFormScope()
  const form = useLineValues()
  const { canUndo, canRedo, history } = useSteps<LineValues>()
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

    const { commit, undo, redo } = lineWriter(form, history, store, lines, () => latest.current.lines)
    /** Writes cells; shows `problems`, followed by the refused cells. */
    const write = (cells: readonly PlacedCell[], problems: readonly string[] = []) => {
      store.say(null)
      const rows = textsByRow(cells, columns, isWritable)
      const refused = rows.flatMap(([row, texts]) =>
        texts.filter(isBadText).map(({ column, text }) => badCell(lines[row], column, text)),
      )
      const unplaced: string[] = []
      const steps = rows.flatMap(([row, texts]): Step<LineValues>[] => {
        const line = lines[row]
        if (!line) return []
        const before = form.valuesOf(line)
        const { values, problems: rowProblems, remark } = rowWriter.write(line, before, texts)
        unplaced.push(...rowProblems)
        if (remark !== undefined) store.say(remark)
        return [{ key: line.key, before, after: values }]
      })
      commit(steps)
      const all = [...problems, ...refused, ...unplaced]
      if (all.length > 0) store.say({ lines: all })
    }

    return {
      rows: lines,
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
        const cells = filledCells(range, textAt).filter(({ col }) => columns[col]?.kind !== 'total')
        if (cells.length > 0) write(cells)
      },
      paste: (table: readonly (readonly string[])[], range: Range) => {
        if (table.length === 0) return null
        const headings = { rows: lines.map(({ names }) => names), columns: dataColumns(columns), isName }
        const { cells, beyond, unknown } = placeCells(table, range, headings)
        write(cells, placementRemarks(beyond, unknown))
        return cells.length === 0 ? null : boundsOf(cells)
      },
      share: (rows: readonly number[], total: number, ratio: Ratio | null, isPack: boolean) => {
        const sharing = shareByRatio(total, sizes, ratio?.items ?? usualRatio(sizes), isPack)
        commit(
          rows.flatMap((row): Step<LineValues>[] => {
            const line = lines[row]
            if (!line) return []
            const before = form.valuesOf(line)
            const packed = isPack ? { ...before, pack_type: 'ratio', ratio_id: ratio?.id ?? null } : before
            return [{ key: line.key, before, after: rowWriter.withSharing(line, packed, sharing, isPack) }]
          }),
        )
        store.say(null)
      },
      undo,
      redo,
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

/** Writes changes of lines to the form, with undo and redo. Undo looks lines up again, because they may have moved. */
const lineWriter = (
  form: ReturnType<typeof useLineValues>,
  history: ReturnType<typeof useSteps<LineValues>>['history'],
  store: GridStore,
  lines: readonly GridLine[],
  latestLines: () => readonly GridLine[],
) => {
  const restore = (steps: readonly Step<LineValues>[] | null, side: 'before' | 'after') => {
    if (!steps) return
    for (const step of steps) {
      const line = latestLines().find(({ key }) => key === step.key)
      if (line) form.writeLine(line, step[side], form.valuesOf(line))
    }
    store.say(null)
  }
  return {
    commit: (steps: readonly Step<LineValues>[]) => {
      const changed = steps.filter(({ before, after }) => !isSameLine(before, after))
      if (changed.length === 0) return
      for (const { key, before, after } of changed) {
        const line = lines.find((candidate) => candidate.key === key)
        if (line) form.writeLine(line, after, before)
      }
      history.record(changed)
    },
    undo: () => restore(history.undo(), 'before'),
    redo: () => restore(history.redo(), 'after'),
  }
}

/** The stored values of a line. */
const storedLine = (record: Readonly<Record<string, unknown>>, id: unknown) =>
  id && Array.isArray(record.lines)
    ? (record.lines as Record<string, unknown>[]).find((line) => line.id === id)
    : undefined

/** Empty cells for a range. A total is cleared only when it is the only selected column, because it follows the sizes. */
const clearedCells = (range: Range, columns: readonly Column[]) =>
  cellsIn(range, () => '')
    .filter(({ col }) => columns[col]?.kind !== 'total' || range.left === range.right)
    .map((cell) => (columns[cell.col]?.kind === 'total' ? { ...cell, text: '0' } : cell))

const isBadText = ({ column, text }: CellText<Column>) =>
  isFaulty(column, column.kind === 'price' ? plainNumber(text.trim()) : text.trim())

const dataColumns = (columns: readonly Column[]) =>
  columns.filter(({ kind }) => kind !== 'more').map(({ label }) => [label])

const isName = (text: string) => typeof readQuantity(text) === 'string'
