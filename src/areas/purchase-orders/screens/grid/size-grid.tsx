import { fieldLabel } from '#web/i18n.ts'
import { DataGrid } from '#web/kit/grid/data-grid.tsx'
import type { GridStore } from '#web/kit/grid/store.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import { GridRow } from './grid-row'
import { GridTotals } from './grid-totals'
import type { SizeSheet } from './use-sheet'

/** Lines of one article as a spreadsheet: a row for each colourway, a column for each size. */
export function SizeGrid({ sheet, store, label, onMore, opened }: Props) {
  const { rows, columns } = sheet
  return (
    <DataGrid
      sheet={sheet}
      store={store}
      label={label}
      corner={fieldLabel(areaOf(purchaseOrders, 'lines'), 'colourway_id')}
      row={(line, at, actions) => (
        <GridRow
          key={line.key}
          line={line}
          at={at}
          columns={columns}
          store={store}
          actions={actions}
          isOpen={opened === line.index}
        />
      )}
      foot={<GridTotals lines={rows} columns={columns} />}
      onMore={onMore}
    />
  )
}

interface Props {
  sheet: SizeSheet
  store: GridStore
  label: string
  /** Opens or closes the further fields of a row. */
  onMore: (row: number) => void
  /** The index of the line whose further fields are open. */
  opened: number | null
}
