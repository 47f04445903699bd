import { useEffect, useMemo, useRef } from 'react'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { deviationOf, type SpecifiedPoint } from '#shared/trade/measured.ts'
import { readLength, writeLength } from '#shared/trade/measures.ts'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { type PlacedCell, placeCells } from '#web/kit/grid/place-cells.ts'
import {
  badCell,
  boundsOf,
  cellsIn,
  filledCells,
  placementRemarks,
  type Sheet,
  type SheetColumn,
  type SheetRow,
  span,
} from '#web/kit/grid/sheet.ts'
import type { GridStore, Range } from '#web/kit/grid/store.ts'
import { type Step, useSteps } from '#web/kit/grid/use-steps.ts'

/** A point of measure of a record in one size; its fields contain the measured lengths in millimetres. */
export interface MeasurePoint extends SpecifiedPoint {
  id: number
  size_id: number
  pom?: Mention | null
  size?: Mention | null
}

export interface PointRow extends SheetRow {
  point: MeasurePoint
}

/** A column: the specified length, the length measured in a field, or its deviation from the specification. */
export interface MeasureColumn extends SheetColumn {
  kind: 'specified' | 'measured' | 'difference'
  field?: string
}

/** Unsaved lengths by `keyOf`; null clears a cell. */
export type Typed = ReadonlyMap<string, string | null>
export const keyOf = (id: number, field: string) => `${id} ${field}`

/** The points of one size with unsaved lengths. */
export interface PointSheet extends Sheet<PointRow, MeasureColumn> {
  isOut: (row: PointRow, column: MeasureColumn) => boolean
}

/** The measurements of one size as a sheet; `writable` are the fields that the reader may edit. */
export const useMeasureSheet = ({ points, columns, typed, onType, unit, writable, store }: Source): PointSheet => {
  const { canUndo, canRedo, history } = useSteps<string | null>()
  const latest = useRef({ typed, onType })
  useEffect(() => {
    latest.current = { typed, onType }
  })
  const rows = useMemo(() => {
    const fields = measuredFields(columns)
    return points.map((point) => ({
      key: String(point.id),
      name: mentionTitle(point.pom),
      point: withTyped(point, typed, fields),
    }))
  }, [points, columns, typed])
  const commands = useMemo(() => {
    const isWritable = (col: number) => isWritten(columns[col], writable)
    const textAt = (row: number, col: number) => textIn(rows[row], columns[col], unit)
    const writeCells = (values: readonly (readonly [string, string | null])[]) =>
      latest.current.onType(new Map([...latest.current.typed, ...values]))
    const enter = (cells: readonly PlacedCell[], remarks: readonly string[] = []) => {
      const steps: Step<string | null>[] = []
      const lines = [...remarks]
      for (const { row, col, text } of cells) {
        const [line, column] = [rows[row], columns[col]]
        // An unchanged text is skipped, as it may be rounded and must not replace the stored length.
        if (!line || !column?.field || !isWritable(col) || text.trim() === textAt(row, col)) continue
        const mm = readLength(text, unit)
        if (mm === undefined || mm?.startsWith('-') || Number(mm) > maxLength) {
          lines.push(badCell(line, column, text))
          continue
        }
        steps.push({ key: keyOf(line.point.id, column.field), before: lengthIn(line.point, column.field), after: mm })
      }
      if (steps.length > 0) {
        writeCells(steps.map(({ key, after }) => [key, after]))
        history.record(steps)
      }
      store.say(lines.length > 0 ? { lines: lines.slice(0, 6) } : null)
    }
    const restore = (steps: readonly Step<string | null>[] | null, side: 'before' | 'after') => {
      if (steps) writeCells(steps.map((step) => [step.key, step[side]]))
      store.say(null)
    }
    return {
      rows,
      columns,
      lastData: columns.length - 1,
      isWritable,
      isOut: ({ point }: PointRow, { field }: MeasureColumn) =>
        field ? deviationOf(lengthIn(point, field), point)?.isOut === true : false,
      textAt,
      textsIn: ({ top, left, bottom, right }: Range) =>
        span(top, bottom).map((row) => span(left, right).map((col) => textAt(row, col))),
      write: (cells: readonly PlacedCell[]) => enter(cells),
      clear: (range: Range) => enter(cellsIn(range, () => '')),
      fillDown: (range: Range) => enter(filledCells(range, textAt)),
      paste: (table: readonly (readonly string[])[], range: Range) => {
        if (table.length === 0) return null
        const headings = {
          rows: rows.map(({ point }) => [point.pom?.title ?? '', point.pom?.title_zh ?? '']),
          columns: columns.map(({ label }) => [label]),
          isName: (text: string) => readLength(text, unit) === undefined,
        }
        const { cells, beyond, unknown } = placeCells(table, range, headings)
        enter(cells, placementRemarks(beyond, unknown))
        return cells.length === 0 ? null : boundsOf(cells)
      },
      undo: () => restore(history.undo(), 'before'),
      redo: () => restore(history.redo(), 'after'),
    }
  }, [rows, columns, unit, writable, store, history])
  return useMemo(() => ({ ...commands, canUndo, canRedo }), [commands, canUndo, canRedo])
}

interface Source {
  points: readonly MeasurePoint[]
  columns: readonly MeasureColumn[]
  typed: Typed
  onType: (typed: Typed) => void
  unit: LengthUnit
  writable: readonly string[]
  store: GridStore
}

/** Whether the reader may edit a column. */
export const isWritten = (column: MeasureColumn | undefined, writable: readonly string[]): boolean =>
  column?.kind === 'measured' && writable.includes(column.field ?? '')

/** The length in a field of a point in millimetres; null if nothing was measured. */
export const lengthIn = (point: MeasurePoint, field: string): string | null => {
  const value = (point as unknown as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : null
}

/** Maximum length in millimetres, as the field declares it. */
const maxLength = 5000

/** A point with its unsaved lengths. */
export const withTyped = <P extends MeasurePoint>(point: P, typed: Typed, fields: readonly string[]): P => {
  const entries = fields.flatMap((field) => {
    const value = typed.get(keyOf(point.id, field))
    return value === undefined ? [] : [[field, value]]
  })
  return entries.length === 0 ? point : { ...point, ...Object.fromEntries(entries) }
}

/** The fields of the measured columns. */
export const measuredFields = (columns: readonly MeasureColumn[]): string[] =>
  columns.flatMap(({ kind, field }) => (kind === 'measured' && field ? [field] : []))

const textIn = (row: PointRow | undefined, column: MeasureColumn | undefined, unit: LengthUnit): string => {
  if (!row || !column) return ''
  const { point } = row
  if (column.kind === 'specified') return specifiedText(point, unit)
  if (!column.field) return ''
  if (column.kind === 'measured') return writeLength(lengthIn(point, column.field), unit)
  const difference = deviationOf(lengthIn(point, column.field), point)?.difference
  if (difference === undefined) return ''
  const differenceText = writeLength(difference, unit)
  return difference.startsWith('-')
    ? differenceText.replace('-', '−')
    : differenceText === '0'
      ? '0'
      : `+${differenceText}`
}

/** The specified length and its tolerance as text: `51.4 ± 0.5`. */
const specifiedText = ({ spec_mm, tol_plus_mm, tol_minus_mm }: SpecifiedPoint, unit: LengthUnit): string => {
  const [plus, minus] = [writeLength(tol_plus_mm, unit), writeLength(tol_minus_mm, unit)]
  const spec = writeLength(spec_mm, unit)
  if (plus === minus) return plus ? `${spec} ± ${plus}` : spec
  return [spec, [plus && `+${plus}`, minus && `−${minus}`].filter(Boolean).join(t('kit.comma'))].join(' ')
}
