import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { type RowActions, useRowActions } from './row-actions'
import type { Sheet, SheetColumn, SheetRow } from './sheet'
import type { GridStore } from './store'
import { gridStyle } from './style'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'

/**
 * A grid that works like a spreadsheet: arrows, Tab and Enter move between cells; typing overwrites a cell, F2 and
 * Enter edit it; ranges can be copied to and pasted from spreadsheets.
 */
export function DataGrid<R extends SheetRow, C extends SheetColumn>({
  sheet,
  store,
  label,
  corner,
  headOf,
  row,
  foot,
  onMore = nothing,
}: Props<R, C>) {
  const { rows, columns } = sheet
  const box = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const actions = useRowActions(box, sheet, store, onMore)
  const keys = useGridKeys(sheet, store, actions)
  const pointer = useGridPointer(store, actions)

  useEffect(() => store.resize(rows.length, columns.length), [store, rows.length, columns.length])

  return (
    <Box ref={box} sx={gridStyle}>
      <Box id={helpId} sx={{ display: 'none' }}>
        {t('grid.help')}
      </Box>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a cell cursor is a grid
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={rows.length + (foot ? 2 : 1)}
        aria-colcount={columns.length + 1}
        {...keys}
        {...pointer}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="side" aria-colindex={1}>
              {corner}
            </th>
            {columns.map((column, at) => (
              <th key={column.key} scope="col" aria-colindex={at + 2} className={column.kind}>
                {headOf ? headOf(column) : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((item, at) => row(item, at, actions))}</tbody>
        {foot}
      </table>
    </Box>
  )
}

interface Props<R extends SheetRow, C extends SheetColumn> {
  sheet: Sheet<R, C>
  store: GridStore
  label: string
  /** Heading of the column of row headings. */
  corner: ReactNode
  headOf?: (column: C) => ReactNode
  row: (row: R, at: number, actions: RowActions) => ReactNode
  foot?: ReactNode
  /** Toggles the details of a row. */
  onMore?: (row: number) => void
}

const nothing = () => {}
