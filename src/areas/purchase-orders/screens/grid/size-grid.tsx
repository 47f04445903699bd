import Box from '@mui/material/Box'
import { useEffect, useId, useRef } from 'react'
import { fieldLabel, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import { GridRow } from './grid-row'
import { GridTotals } from './grid-totals'
import { useRowActions } from './row-actions'
import type { GridStore } from './store'
import { gridStyle } from './style'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'
import type { Sheet } from './use-sheet'

/**
 * Lines of one article as a spreadsheet: a row for each colourway, a column for each size. Arrows, Tab and Enter go from
 * cell to cell; typing writes over, F2 or Enter into a cell; ranges are copied to and pasted from spreadsheets.
 */
export function SizeGrid({ sheet, store, label, onMore, opened }: Props) {
  const { lines, columns } = sheet
  const box = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const actions = useRowActions(box, sheet, store, onMore)
  const keys = useGridKeys(sheet, store, actions)
  const pointer = useGridPointer(store, actions)

  useEffect(() => store.resize(lines.length, columns.length), [store, lines.length, columns.length])

  return (
    <Box ref={box} sx={gridStyle}>
      <Box id={helpId} sx={{ display: 'none' }}>
        {t('grid.help')}
      </Box>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are gone through is a grid
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={lines.length + 2}
        aria-colcount={columns.length + 1}
        {...keys}
        {...pointer}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="side" aria-colindex={1}>
              {fieldLabel(areaOf(purchaseOrders, 'lines'), 'colourway_id')}
            </th>
            {columns.map((column, at) => (
              <th key={column.key} scope="col" aria-colindex={at + 2} className={column.kind}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <GridRow
              key={line.key}
              line={line}
              at={at}
              columns={columns}
              store={store}
              actions={actions}
              isOpen={opened === line.index}
            />
          ))}
        </tbody>
        <GridTotals lines={lines} columns={columns} />
      </table>
    </Box>
  )
}

interface Props {
  sheet: Sheet
  store: GridStore
  label: string
  /** Opens or closes the further fields of a row. */
  onMore: (row: number) => void
  /** The index of the line whose other fields are shown. */
  opened: number | null
}
