import { memo, type ReactNode } from 'react'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { t } from '#web/i18n.ts'
import { cellAttributes, GridCell, useRowState } from '#web/kit/grid/grid-cell.tsx'
import type { RowActions } from '#web/kit/grid/row-actions.ts'
import type { GridStore } from '#web/kit/grid/store.ts'
import { screenText } from '../texts'
import { type MeasureRow, textIn } from './measures'
import type { MeasureSheet } from './use-measure-sheet'

/** A point of measure with its tolerances, grade step and sizes. */
export const MeasureGridRow = memo(function MeasureGridRow({ row, at, sheet, unit, store, actions, menu }: Props) {
  const state = useRowState(store, at)
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" className="side" aria-colindex={1} title={row.name}>
        <span className="name">{row.name}</span> <span className="number">{row.code}</span>
      </th>
      {sheet.columns.map((column, col) => {
        if (column.kind === 'more')
          return (
            <td key={column.key} {...cellAttributes(at, col, state)} className="more">
              {menu(col === state.active)}
            </td>
          )
        const mark = sheet.isByHand(row, column) ? screenText('table.by_hand') : undefined
        return (
          <GridCell
            key={column.key}
            at={at}
            col={col}
            column={column}
            state={state}
            label={[row.name, column.label].join(t('kit.comma'))}
            shown={textIn(row.measure, column, unit)}
            mark={mark}
            faulty={false}
            // Numeric keypads of phones have no slash, which fractions of an inch need.
            inputMode={unit === 'in' || column.kind === 'remark' ? 'text' : 'decimal'}
            store={store}
            actions={actions}
          />
        )
      })}
    </tr>
  )
})

interface Props {
  row: MeasureRow
  at: number
  sheet: MeasureSheet
  unit: LengthUnit
  store: GridStore
  actions: RowActions
  /** The row menu; `isActive`: whether its cell is the active one. */
  menu: (isActive: boolean) => ReactNode
}
