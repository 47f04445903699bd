import Box from '@mui/material/Box'
import { memo, useEffect, useId, useMemo, useState } from 'react'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { DataGrid } from '#web/kit/grid/data-grid.tsx'
import { GridCell, useRowState } from '#web/kit/grid/grid-cell.tsx'
import { GridTools, RemarkLine } from '#web/kit/grid/grid-tools.tsx'
import type { RowActions } from '#web/kit/grid/row-actions.ts'
import { createGridStore, type GridStore } from '#web/kit/grid/store.ts'
import {
  isWritten,
  type MeasureColumn,
  type MeasurePoint,
  measuredFields,
  type PointRow,
  type PointSheet,
  type Typed,
  useMeasureSheet,
  withTyped,
} from './use-measure-sheet'

/** The points of measure of one size as a spreadsheet; lengths out of tolerance are red. */
export function MeasureTable<P extends MeasurePoint>(props: Props<P>) {
  const { label, corner, points, columns, typed, onType, unit, writable, countOut, text } = props
  const id = useId()
  const sizes = useMemo(() => [...new Map(points.map(({ size_id, size }) => [size_id, size?.title ?? '']))], [points])
  const [chosen, setChosen] = useState<number | null>(null)
  const [store] = useState(createGridStore)
  const size = sizes.find(([size_id]) => size_id === chosen)?.[0] ?? sizes[0]?.[0]
  const pointsOfSize = useMemo(() => points.filter(({ size_id }) => size_id === size), [points, size])
  const sheet = useMeasureSheet({ points: pointsOfSize, columns, typed, onType, unit, writable, store })
  const fields = measuredFields(columns)
  const isEntered = writable.length > 0
  // The first editable cell is the initial active one.
  useEffect(() => {
    const at = columns.findIndex((column) => isWritten(column, writable))
    if (at > 0) store.go({ row: 0, col: at })
  }, [store, columns, writable])
  const sizeLabel = ([size_id, name]: (typeof sizes)[number]) => {
    const pointsOfThisSize = points.filter((point) => point.size_id === size_id)
    const outCount = countOut(pointsOfThisSize.map((point) => withTyped(point, typed, fields)))
    return outCount > 0 ? text('measures.size_out', { size: name, count: outCount }) : name
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
        {sizes.length > 1 && (
          <OptionRow
            id={`${id}-size`}
            label={text('measures.size')}
            options={sizes.map((sizeEntry) => ({ value: String(sizeEntry[0]), label: sizeLabel(sizeEntry) }))}
            value={[String(size)]}
            onChange={([value]) => value && setChosen(Number(value))}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {isEntered && <GridTools sheet={sheet} corner={corner} />}
      </Box>
      <DataGrid
        sheet={sheet}
        store={store}
        label={label}
        corner={corner}
        row={(row, at, actions) => (
          <Point
            key={row.key}
            row={row}
            at={at}
            sheet={sheet}
            outText={text('measures.out')}
            unit={unit}
            store={store}
            actions={actions}
          />
        )}
      />
      {isEntered && <RemarkLine store={store} />}
    </>
  )
}

interface Props<P extends MeasurePoint> {
  label: string
  corner: string
  points: readonly P[]
  columns: readonly MeasureColumn[]
  typed: Typed
  onType: (typed: Typed) => void
  unit: LengthUnit
  /** The fields that the reader may edit. */
  writable: readonly string[]
  /** Number of measurements or pieces of a size that are out of tolerance. */
  countOut: (points: readonly P[]) => number
  /** Translates keys of the area's texts below `measures`. */
  text: (key: string, params?: Record<string, unknown>) => string
}

/** The row of a point of measure: specified and measured lengths. */
const Point = memo(function Point({ row, at, sheet, outText, unit, store, actions }: PointProps) {
  const state = useRowState(store, at)
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" className="side" aria-colindex={1} title={row.name}>
        <span className="name">{row.name}</span>
      </th>
      {sheet.columns.map((column, col) => {
        const isOut = sheet.isOut(row, column)
        return (
          <GridCell
            key={column.key}
            at={at}
            col={col}
            column={column}
            state={state}
            label={[row.name, column.label].join(t('kit.comma'))}
            shown={sheet.textAt(at, col)}
            mark={isOut ? outText : undefined}
            faulty={isOut}
            // The numeric keyboards of phones have no slash, which fractions of inches need.
            inputMode={unit === 'in' ? 'text' : 'decimal'}
            store={store}
            actions={actions}
          />
        )
      })}
    </tr>
  )
})

interface PointProps {
  row: PointRow
  at: number
  sheet: PointSheet
  outText: string
  unit: LengthUnit
  store: GridStore
  actions: RowActions
}
