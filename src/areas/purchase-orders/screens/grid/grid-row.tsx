import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import { memo, useSyncExternalStore } from 'react'
import { useWatch } from 'react-hook-form'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { format, t } from '#web/i18n.ts'
import { screenText } from '../texts'
import { CellEditor } from './cell-editor'
import { type Column, type GridLine, isFaulty, textIn, useRowFaults } from './columns'
import { readQuantity } from './place-cells'
import type { RowActions } from './row-actions'
import type { GridStore } from './store'

/** A colourway's row. It is drawn again for its own values and its own part of the range alone. */
export const GridRow = memo(function GridRow({ line, at, columns, store, actions, isOpen }: Props) {
  const { prefix, name, number } = line
  const [sizes, qty, price] = useWatch({
    name: [`${prefix}sizes`, `${prefix}qty`, `${prefix}unit_price`],
    compute: unchanged,
  }) as unknown[]
  const state = useSyncExternalStore(store.subscribe, () => store.rowState(at))
  const faults = useRowFaults(prefix)
  const [active, left, right, editing] = state === '' ? [] : state.split(',').map(Number)
  const values = { sizes, qty, unit_price: price }
  return (
    <tr aria-rowindex={at + 2} data-row={prefix.slice(0, -1)}>
      <th scope="row" className="side" aria-colindex={1}>
        <span className="name">{name}</span> <span className="number">{number}</span>
      </th>
      {columns.map((column, col) => {
        const text = textIn(values, column)
        const isActive = col === active
        const faulty = isFaulty(column, text) || faults.has(column.key)
        const common = {
          role: 'gridcell',
          'data-cell': `${at}:${col}`,
          'aria-colindex': col + 2,
          'aria-selected': left !== undefined && right !== undefined && col >= left && col <= right,
        }
        if (column.kind === 'more')
          return (
            <td key={column.key} {...common} className="more">
              <button
                type="button"
                tabIndex={isActive ? 0 : -1}
                aria-label={screenText('form.more', { number })}
                aria-expanded={isOpen}
                title={screenText('form.more', { number })}
                onClick={() => actions.more(at)}
              >
                <MoreHorizRounded fontSize="small" aria-hidden />
              </button>
            </td>
          )
        const label = [name, column.label].join(t('kit.comma'))
        const spoken = column.kind === 'size' ? [label, t('grid.quantity')].join(t('kit.comma')) : label
        if (isActive && editing)
          return (
            <td key={column.key} {...common} className={column.kind} tabIndex={-1}>
              <CellEditor
                label={spoken}
                start={store.editing()}
                decimal={column.kind === 'price'}
                onFinish={actions.finish}
                onLeave={actions.leave}
              />
            </td>
          )
        return (
          <td
            key={column.key}
            {...common}
            className={column.kind}
            tabIndex={isActive ? 0 : -1}
            aria-label={[spoken, text === '' ? t('grid.empty') : shown(column, text)].join(t('kit.colon'))}
            aria-invalid={faulty || undefined}
            data-active={isActive || undefined}
          >
            {faulty && <ErrorOutlineRounded aria-hidden className="fault" />}
            {shown(column, text)}
          </td>
        )
      })}
    </tr>
  )
})

/** Skips renders for changes of other lines: the form notifies every row of each change. */
const unchanged = (values: unknown[]) => values

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
