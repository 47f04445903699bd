import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { format, t } from '#web/i18n.ts'
import { cellAttributes, GridCell, useRowState } from '#web/kit/grid/grid-cell.tsx'
import type { RowActions } from '#web/kit/grid/row-actions.ts'
import type { GridStore } from '#web/kit/grid/store.ts'
import { screenText } from '../texts'
import { type Column, type GridLine, isFaulty, textIn, useRowFaults } from './columns'
import { readQuantity } from './quantity'

/** The row of a colourway. Renders again only when its own values or its part of the selection change. */
export const GridRow = memo(function GridRow({ line, at, columns, store, actions, isOpen }: Props) {
  const { prefix, name, number } = line
  const [sizes, qty, price] = useWatch({
    name: [`${prefix}sizes`, `${prefix}qty`, `${prefix}unit_price`],
    compute: identity,
  }) as unknown[]
  const state = useRowState(store, at)
  const faults = useRowFaults(prefix)
  const values = { sizes, qty, unit_price: price }
  return (
    <tr aria-rowindex={at + 2} data-row={prefix.slice(0, -1)}>
      <th scope="row" className="side" aria-colindex={1}>
        <span className="name">{name}</span> <span className="number">{number}</span>
      </th>
      {columns.map((column, col) => {
        if (column.kind === 'more')
          return (
            <td key={column.key} {...cellAttributes(at, col, state)} className="more">
              <button
                type="button"
                tabIndex={col === state.active ? 0 : -1}
                aria-label={screenText('form.more', { number })}
                aria-expanded={isOpen}
                title={screenText('form.more', { number })}
                onClick={() => actions.more(at)}
              >
                <MoreHorizRounded fontSize="small" aria-hidden />
              </button>
            </td>
          )
        const text = textIn(values, column)
        const label = [name, column.label].join(t('kit.comma'))
        return (
          <GridCell
            key={column.key}
            at={at}
            col={col}
            column={column}
            state={state}
            label={column.kind === 'size' ? [label, t('grid.quantity')].join(t('kit.comma')) : label}
            shown={text === '' ? '' : shown(column, text)}
            faulty={isFaulty(column, text) || faults.has(column.key)}
            inputMode={column.kind === 'price' ? 'decimal' : 'numeric'}
            store={store}
            actions={actions}
          />
        )
      })}
    </tr>
  )
})

/**
 * Returns the same values, which skips renders for changes of other lines: the form notifies every row of each change.
 */
const identity = (values: unknown[]) => values

interface Props {
  line: GridLine
  at: number
  columns: readonly Column[]
  store: GridStore
  actions: RowActions
  isOpen: boolean
}

const shown = (column: Column, text: string) => {
  if (column.kind === 'price') {
    const price = plainNumber(text)
    return price === '' || !Number.isFinite(Number(price)) ? text : format.number(price, 2)
  }
  const units = readQuantity(text)
  return typeof units === 'number' ? format.number(units) : text
}
