import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { type ReadTable, readMeasureTable } from '#shared/trade/measure-table.ts'
import { gradedValues, inferredStep, readLength, withSizeValue } from '#shared/trade/measures.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { type PlacedCell, placeCells } from '#web/kit/grid/place-cells.ts'
import {
  badCell,
  boundsOf,
  type CellText,
  cellsIn,
  filledCells,
  listed,
  placementRemarks,
  type Sheet,
  span,
  textsByRow,
} from '#web/kit/grid/sheet.ts'
import type { GridStore, Range } from '#web/kit/grid/store.ts'
import { type Step, useSteps } from '#web/kit/grid/use-steps.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { specifications } from '../../area'
import { screenText } from '../texts'
import {
  isByHand,
  type Measure,
  type MeasureColumn,
  type MeasureRow,
  measuresIn,
  orderOf,
  tableSizes,
  textIn,
} from './measures'
import { type Pom, pomName } from './pom-library'

/** A measurement table and what can be done to it. */
export interface MeasureSheet extends Sheet<MeasureRow, MeasureColumn> {
  sizes: readonly Size[]
  isByHand: (row: MeasureRow, column: MeasureColumn) => boolean
  /** Adds points with the tolerances and the grade of the library. */
  add: (poms: readonly number[]) => void
  remove: (row: number) => void
  move: (row: number, to: number) => void
  /** Takes a size into the table or out of it. */
  toggleSize: (id: number) => void
}

/** What the table was as a whole, so that every action is undone as one. */
type Table = readonly Measure[]

export const useMeasureSheet = ({ sizes: scale, base, unit, poms, store }: Source): MeasureSheet => {
  const { getValues, setValue, clearErrors } = useFormContext()
  const { canUndo, canRedo, history } = useSteps<Table>()
  const measures = measuresIn(useWatch({ name: 'measures' }))
  const sizes = useMemo(() => tableSizes(measures, scale), [measures, scale])
  const byId = useMemo(() => new Map(poms.map((pom) => [pom.id, pom])), [poms])
  const rows = useMemo(() => measures.map((measure) => rowOf(measure, byId)), [measures, byId])
  const columns = useMemo(() => columnsOf(sizes), [sizes])
  const latest = useRef({ unit, scale, poms })
  useEffect(() => {
    latest.current = { unit, scale, poms }
  })

  const commands = useMemo(() => {
    const order = orderOf(sizes, base)
    const put = (table: Table) => {
      setValue('measures', table, { shouldDirty: true })
      clearErrors('measures')
    }
    const commit = (table: Table) => {
      const before = measuresIn(getValues('measures'))
      const numbered = table.map((measure, at) => (measure.seq === at + 1 ? measure : { ...measure, seq: at + 1 }))
      put(numbered)
      history.record([{ key: 'table', before, after: numbered }])
    }
    const restore = (steps: readonly Step<Table>[] | null, side: 'before' | 'after') => {
      const [step] = steps ?? []
      if (step) put(step[side])
      store.say(null)
    }
    const textAt = (row: number, col: number) => {
      const [line, column] = [rows[row], columns[col]]
      return line && column ? textIn(line.measure, column, unit) : ''
    }
    const isWritable = (col: number) => columns[col] !== undefined && columns[col].kind !== 'more'

    /** Writes cells as one action and remarks on `problems`, then on the cells that were refused. */
    const write = (cells: readonly PlacedCell[], problems: readonly string[] = []) => {
      store.say(null)
      const changes = new Map<number, Measure>()
      const bad: string[] = []
      for (const [at, texts] of textsByRow(cells, columns, isWritable)) {
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

    const takeTable = (read: ReadTable): Range | null => {
      const known = rows.map(({ measure }) => measure)
      const stated = read.rows.flatMap(({ values }) => [...values].flatMap(([id, mm]) => (mm === null ? [] : [id])))
      const wanted = latest.current.scale.filter(
        ({ id }) => stated.includes(id) || (known.length > 0 && sizes.some((size) => size.id === id)),
      )
      const table = mergedTable(known, read, { order: orderOf(wanted, base), base, poms: byId })
      if (table.length > mostRows) {
        store.say({ lines: [screenText('table.too_long', { max: mostRows })] })
        return null
      }
      if (read.unit && known.length === 0) setValue('unit', read.unit, { shouldDirty: true })
      if (read.rows.length > 0) commit(table)
      store.say({ lines: remarksOn(read) })
      return read.rows.length === 0 ? null : { top: 0, left: 0, bottom: table.length - 1, right: 0 }
    }

    return {
      rows,
      columns,
      sizes,
      lastData: columns.length - 2,
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
        const { unit: now, scale: all, poms: library } = latest.current
        const read = readMeasureTable(table, library, all, now)
        if (read) return takeTable(read)
        const headings = {
          rows: rows.map(({ names }) => names),
          columns: columns.slice(0, -1).map(({ label }) => [label]),
          isName: (text: string) => readLength(text, now) === undefined,
        }
        const { cells, beyond, unknown } = placeCells(table, range, headings)
        write(cells, placementRemarks(beyond, unknown))
        return cells.length === 0 ? null : boundsOf(cells)
      },
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
        const next = orderOf(
          latest.current.scale.filter((size) => (size.id === id ? !isIn : sizes.includes(size))),
          base,
        )
        commit(
          rows.map(({ measure }) => {
            const kept = measure.values.filter(({ size_id }) => size_id !== id || !isIn)
            return { ...measure, values: gradedValues(kept, measure.grade_step_mm, next) }
          }),
        )
      },
      undo: () => restore(history.undo(), 'before'),
      redo: () => restore(history.redo(), 'after'),
    }
  }, [rows, columns, sizes, base, unit, byId, store, history, getValues, setValue, clearErrors])
  return useMemo(() => ({ ...commands, canUndo, canRedo }), [commands, canUndo, canRedo])
}

interface Source {
  /** All sizes of the scale. */
  sizes: readonly Size[]
  base: number | null
  unit: LengthUnit
  poms: readonly Pom[]
  store: GridStore
}

/** As many as the specification may have. */
const mostRows = Number(specifications.fields.measures.options.max)

const rowOf = (measure: Measure, poms: ReadonlyMap<number, Pom>): MeasureRow => {
  const pom = poms.get(measure.pom_id)
  return {
    key: `pom ${measure.pom_id}`,
    measure,
    name: pom ? pomName(pom) : '',
    code: pom?.code ?? '',
    names: pom ? [pom.code, pom.name_en, pom.name_zh] : [],
  }
}

const columnsOf = (sizes: readonly Size[]): MeasureColumn[] => {
  const area = areaOf(specifications, 'measures')
  return [
    { kind: 'tolerance', key: 'minus', label: screenText('table.tol_minus'), field: 'tol_minus_mm' },
    { kind: 'tolerance', key: 'plus', label: screenText('table.tol_plus'), field: 'tol_plus_mm' },
    { kind: 'grade', key: 'grade', label: screenText('table.grade'), field: 'grade_step_mm' },
    ...sizes.map((size): MeasureColumn => ({ kind: 'size', key: `size ${size.id}`, label: size.label, size })),
    { kind: 'remark', key: 'remark', label: fieldLabel(area, 'remark') },
    { kind: 'more', key: 'more', label: '' },
  ]
}

const newMeasure = (pom: Pom | undefined, pom_id: number): Measure => ({
  seq: 0,
  pom_id,
  remark: null,
  tol_plus_mm: pom?.tol_plus_mm ?? null,
  tol_minus_mm: pom?.tol_minus_mm ?? null,
  grade_step_mm: pom?.grade_step_mm ?? null,
  values: [],
})

interface Merging {
  order: ReturnType<typeof orderOf>
  base: number | null
  poms: ReadonlyMap<number, Pom>
}

/** The known points with the values of a table that was read over them, and its other points after them. */
const mergedTable = (known: Table, { rows }: ReadTable, { order, base, poms }: Merging): Measure[] => {
  const table = [...known]
  for (const { pom_id, values, ...facts } of rows) {
    const at = table.findIndex((measure) => measure.pom_id === pom_id)
    const start = table[at] ?? {
      ...newMeasure(poms.get(pom_id), pom_id),
      grade_step_mm: inferredStep(values, [...values.keys()]),
    }
    const next: Measure = { ...start, ...facts }
    // The base size first: whether the others follow it shows against its value.
    next.values = [...values]
      .sort(([a], [b]) => Number(b === base) - Number(a === base))
      .reduce<Measure['values']>((all, [id, mm]) => withSizeValue(all, id, mm, next.grade_step_mm, order), start.values)
    if (at < 0) table.push(next)
    else table[at] = next
  }
  return table
}

/** How many points were read, and what was left out. */
const remarksOn = ({ rows, unknownPoms, unknownSizes, repeated, bad }: ReadTable): string[] => [
  screenText('table.taken', { count: rows.length }),
  ...(unknownPoms.length > 0 ? [screenText('table.unknown_poms', { names: listed(unknownPoms) })] : []),
  ...(unknownSizes.length > 0 ? [screenText('table.unknown_sizes', { names: listed(unknownSizes) })] : []),
  ...(repeated.length > 0 ? [screenText('table.repeated', { names: listed(repeated) })] : []),
  ...bad
    .slice(0, 5)
    .map(({ pom, column, text }) => t('grid.bad_cell', { place: [pom, column].join(t('kit.comma')), text })),
  ...(bad.length > 5 ? [screenText('table.more', { count: bad.length - 5 })] : []),
]

interface Writing {
  unit: LengthUnit
  order: ReturnType<typeof orderOf>
  /** Takes the texts that are no lengths. */
  refused: CellText<MeasureColumn>[]
}

/** The row with new texts in some of its cells; the row itself where nothing differs. */
const writtenMeasure = (
  before: Measure,
  texts: readonly CellText<MeasureColumn>[],
  { unit, order, refused }: Writing,
) => {
  let measure = before
  for (const cell of texts) {
    const { column, text } = cell
    // What was shown rounded is not written back as if somebody had typed it.
    if (text.trim() === textIn(measure, column, unit)) continue
    if (column.kind === 'remark') {
      measure = { ...measure, remark: text.trim().slice(0, remarkLength) || null }
      continue
    }
    const mm = readLength(column.field === 'tol_minus_mm' ? text.replace(/^\s*[-−–](?=\s*\S)/, '') : text, unit)
    if (mm === undefined || (mm?.startsWith('-') && column.kind !== 'grade') || Number(mm) > mostOf(column)) {
      refused.push(cell)
      continue
    }
    if (column.size)
      measure = {
        ...measure,
        values: withSizeValue(measure.values, column.size.id, mm, measure.grade_step_mm, order),
      }
    else if (column.field) measure = withFact(measure, column.field, mm, order)
  }
  return measure
}

const remarkLength = 120

/** The largest length that a column takes, in millimetres, as its field declares it. */
const mostOf = ({ kind }: MeasureColumn) => (kind === 'size' ? 5000 : 500)

const withFact = (
  measure: Measure,
  field: NonNullable<MeasureColumn['field']>,
  mm: string | null,
  order: Writing['order'],
) => {
  if (field !== 'grade_step_mm') return { ...measure, [field]: mm }
  // Sizes that followed the old grade follow the new one.
  return { ...measure, grade_step_mm: mm, values: gradedValues(measure.values, mm, order) }
}
