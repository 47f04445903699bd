import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { type ReadTable, readMeasureTable } from '#shared/trade/measure-table.ts'
import { gradedValues, readLength } from '#shared/trade/measures.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { type PlacedCell, placeCells } from '#web/kit/grid/place-cells.ts'
import {
  badCell,
  boundsOf,
  type CellText,
  cellsIn,
  filledCells,
  placementRemarks,
  span,
  textsByRow,
} from '#web/kit/grid/sheet.ts'
import type { GridStore, Range } from '#web/kit/grid/store.ts'
import type { Step, useSteps } from '#web/kit/grid/use-steps.ts'
import { specifications } from '../../area'
import { screenText } from '../texts'
import { mergedTable, newMeasure, remarksOn, type Table, writtenMeasure } from './measure-writing'
import { isByHand, type Measure, type MeasureColumn, type MeasureRow, measuresIn, orderOf, textIn } from './measures'
import type { Pom } from './pom-library'

/** The state of the grid that commands work on. */
export interface GridState {
  rows: readonly MeasureRow[]
  columns: readonly MeasureColumn[]
  /** The sizes in the table. */
  sizes: readonly Size[]
  base: number | null
  unit: LengthUnit
  byId: ReadonlyMap<number, Pom>
  store: GridStore
  /** Values that change without new commands being made. */
  latest: RefObject<{ unit: LengthUnit; scale: readonly Size[]; poms: readonly Pom[] }>
}

export type Form = Pick<UseFormReturn, 'getValues' | 'setValue' | 'clearErrors'>

/** Writes whole tables to the form, with undo and redo. */
export const tableWriter = (
  { getValues, setValue, clearErrors }: Form,
  history: ReturnType<typeof useSteps<Table>>['history'],
  store: GridStore,
) => {
  const put = (table: Table) => {
    setValue('measures', table, { shouldDirty: true })
    clearErrors('measures')
  }
  const restore = (steps: readonly Step<Table>[] | null, side: 'before' | 'after') => {
    const [step] = steps ?? []
    if (step) put(step[side])
    store.say(null)
  }
  return {
    commit: (table: Table) => {
      const before = measuresIn(getValues('measures'))
      const numbered = table.map((measure, at) => (measure.seq === at + 1 ? measure : { ...measure, seq: at + 1 }))
      put(numbered)
      history.record([{ key: 'table', before, after: numbered }])
    },
    undo: () => restore(history.undo(), 'before'),
    redo: () => restore(history.redo(), 'after'),
  }
}

type Commit = (table: Table) => void

/** Commands that read and write cells. */
export const cellCommands = (state: GridState, commit: Commit, setValue: Form['setValue']) => {
  const { rows, columns, base, unit, latest } = state
  const textAt = (row: number, col: number) => {
    const [line, column] = [rows[row], columns[col]]
    return line && column ? textIn(line.measure, column, unit) : ''
  }
  const isWritable = (col: number) => columns[col] !== undefined && columns[col].kind !== 'more'
  const write = (cells: readonly PlacedCell[], problems: readonly string[] = []) =>
    writeCells(state, commit, textsByRow(cells, columns, isWritable), problems)
  return {
    isWritable,
    isByHand: (row: MeasureRow, column: MeasureColumn) => column.size?.id !== base && isByHand(row.measure, column),
    textAt,
    textsIn: ({ top, left, bottom, right }: Range) =>
      span(top, bottom).map((row) => span(left, Math.min(right, columns.length - 2)).map((col) => textAt(row, col))),
    write: (cells: readonly PlacedCell[]) => write(cells),
    clear: (range: Range) => write(cellsIn(range, () => '')),
    fillDown: (range: Range) => {
      const cells = filledCells(range, textAt)
      if (cells.length > 0) write(cells)
    },
    paste: (table: readonly (readonly string[])[], range: Range) => {
      if (table.length === 0) return null
      const { unit: latestUnit, scale, poms } = latest.current
      const read = readMeasureTable(table, poms, scale, latestUnit)
      if (read) return takeTable(state, read, commit, setValue)
      const headings = {
        rows: rows.map(({ names }) => names),
        columns: columns.slice(0, -1).map(({ label }) => [label]),
        isName: (text: string) => readLength(text, latestUnit) === undefined,
      }
      const { cells, beyond, unknown } = placeCells(table, range, headings)
      write(cells, placementRemarks(beyond, unknown))
      return cells.length === 0 ? null : boundsOf(cells)
    },
  }
}

/** Writes cells as one action; shows `problems`, followed by the refused cells. */
const writeCells = (
  { rows, sizes, base, unit, store }: GridState,
  commit: Commit,
  textsOfRows: ReturnType<typeof textsByRow<MeasureColumn>>,
  problems: readonly string[],
) => {
  store.say(null)
  const order = orderOf(sizes, base)
  const changes = new Map<number, Measure>()
  const bad: string[] = []
  for (const [at, texts] of textsOfRows) {
    const row = rows[at]
    if (!row) continue
    const refused: CellText<MeasureColumn>[] = []
    const after = writtenMeasure(row.measure, texts, { unit, order, refused })
    bad.push(...refused.map(({ column, text }) => badCell(row, column, text)))
    if (after !== row.measure) changes.set(at, after)
  }
  if (changes.size > 0) commit(rows.map(({ measure }, at) => changes.get(at) ?? measure))
  const all = [...problems, ...bad]
  if (all.length > 0)
    store.say({
      lines: all.length > 6 ? [...all.slice(0, 5), screenText('table.more', { count: all.length - 5 })] : all,
    })
}

/** Merges a pasted measurement table, and shows what was taken; returns the range of the table, null if nothing was. */
const takeTable = (
  { rows, sizes, base, byId, store, latest }: GridState,
  read: ReadTable,
  commit: Commit,
  setValue: Form['setValue'],
): Range | null => {
  const existing = rows.map(({ measure }) => measure)
  const statedSizes = read.rows.flatMap(({ values }) => [...values].flatMap(([id, mm]) => (mm === null ? [] : [id])))
  const tableSizes = latest.current.scale.filter(
    ({ id }) => statedSizes.includes(id) || (existing.length > 0 && sizes.some((size) => size.id === id)),
  )
  const table = mergedTable(existing, read, { order: orderOf(tableSizes, base), base, poms: byId })
  if (table.length > maxRows) {
    store.say({ lines: [screenText('table.too_long', { max: maxRows })] })
    return null
  }
  if (read.unit && existing.length === 0) setValue('unit', read.unit, { shouldDirty: true })
  if (read.rows.length > 0) commit(table)
  store.say({ lines: remarksOn(read) })
  return read.rows.length === 0 ? null : { top: 0, left: 0, bottom: table.length - 1, right: 0 }
}

/** The maximum number of rows of a specification. */
const maxRows = Number(specifications.fields.measures.options.max)

/** Commands that add, remove and move rows and sizes. */
export const tableCommands = ({ rows, sizes, base, byId, store, latest }: GridState, commit: Commit) => ({
  add: (ids: readonly number[]) =>
    commit([...rows.map(({ measure }) => measure), ...ids.map((id) => newMeasure(byId.get(id), id))]),
  remove: (row: number) => commit(rows.flatMap(({ measure }, at) => (at === row ? [] : [measure]))),
  move: (row: number, to: number) => {
    const table = rows.map(({ measure }) => measure)
    const [moved] = table.splice(row, 1)
    if (moved) commit([...table.slice(0, to), moved, ...table.slice(to)])
    store.go({ row: to, col: store.active().col })
  },
  toggleSize: (id: number) => {
    const isIn = sizes.some((size) => size.id === id)
    const order = orderOf(
      latest.current.scale.filter((size) => (size.id === id ? !isIn : sizes.includes(size))),
      base,
    )
    commit(
      rows.map(({ measure }) => {
        const values = measure.values.filter(({ size_id }) => size_id !== id || !isIn)
        return { ...measure, values: gradedValues(values, measure.grade_step_mm, order) }
      }),
    )
  },
})
