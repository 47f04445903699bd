import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { Theme } from '@mui/material/styles'
import { useEventCallback } from '@mui/material/utils'
import {
  DataGrid,
  type GridEventListener,
  type GridRowSelectionModel,
  type GridSortModel,
  gridClasses,
} from '@mui/x-data-grid'
import { useCallback, useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useCellEdits } from '#web/kit/inline/use-cell-edits.tsx'
import { listLabel } from '#web/kit/page/list-labels.ts'
import { type Density, rowHeights } from './density'
import { type AreaColumn, gridColumns } from './grid-columns'
import { PeekIcon, PencilIcon } from './grid-icons'
import { GridList, gridSlots } from './grid-slots'
import { HeadedRow, Headings, headingHeight } from './headed-row'
import { headingsOf } from './headings'
import { scrollbarSize } from './scrollbar-size'
import type { AreaListState } from './use-area-list'

/**
 * The rows of a list in the grid: the first column is pinned, a mark at the left edge shows a row's problem. The grid's
 * props are memoised, because it renders all cells again when one of them changes.
 */
export function AreaGrid({ list, density, rowMark, cellOverrides, selectable, edits = noEdits, headingOf }: Props) {
  const { area, records, total, columns, address, selection } = list
  const skeleton = useDelayed(list.isLoading)
  const isBusy = useDelayed(list.isFetching && !list.isLoading)
  const cells = useCellEdits(list, edits)
  const { open } = cells
  const headings = useMemo(() => headingsOf(records, headingOf), [records, headingOf])
  const columnDefinitions = useGridColumns(list, edits, cellOverrides, open)
  const nameColumn = columns[0] ?? area.title
  const cellContext = useMemo(() => ({ area, nameColumn }), [area, nameColumn])
  const { all, rows: selectedRows } = selection
  const model = useMemo(
    (): GridRowSelectionModel => ({
      type: 'include',
      ids: new Set(all ? records.map(({ id }) => id) : selectedRows.keys()),
    }),
    [all, selectedRows, records],
  )
  const { sortModel, onSort } = useGridSort(list)
  const onSelect = useEventCallback((next: GridRowSelectionModel) => selection.set(selectedRowsOf(list, next)))
  const onKeyDown = useEventCallback<Parameters<GridEventListener<'cellKeyDown'>>, void>((params, event) => {
    if (!cells.onKeyDown(params, event)) onCellKey(list, params, event)
  })
  const onDoubleClick = useEventCallback<Parameters<GridEventListener<'cellDoubleClick'>>, unknown>(({ id, field }) =>
    open(Number(id), field),
  )
  const spacing = useCallback(
    ({ id }: { id: unknown }) => ({ top: headings.has(Number(id)) ? headingHeight : 0 }),
    [headings],
  )
  const { preview } = address
  const rowClass = useCallback(
    ({ row }: { row: AnyRecord }) => `${markClass(rowMark?.(row) ?? null)}${row.id === preview ? ' previewed' : ''}`,
    [rowMark, preview],
  )
  return (
    <Box
      ref={cells.box}
      sx={{ position: 'relative', flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 5, height: 2 }}>
        {isBusy && <LinearProgress sx={{ height: 2 }} aria-label={t('kit.list.loading')} />}
      </Box>
      <GridList value={cellContext}>
        <Headings value={headings}>
          <DataGrid<AnyRecord>
            aria-label={listLabel(area)}
            rows={records}
            columns={columnDefinitions}
            loading={skeleton}
            slotProps={slotProps}
            rowHeight={rowHeights[density]}
            columnHeaderHeight={36}
            paginationMode="server"
            rowCount={total}
            paginationModel={onePage}
            hideFooter
            sortingMode="server"
            sortModel={sortModel}
            onSortModelChange={onSort}
            sortingOrder={sortingOrder}
            filterMode="server"
            disableColumnFilter
            disableColumnMenu
            disableColumnSelector
            disableRowSelectionOnClick
            checkboxSelection={selectable}
            rowSelectionModel={model}
            onRowSelectionModelChange={onSelect}
            keepNonExistentRowsSelected
            disableVirtualization
            scrollbarSize={scrollbarSize()}
            onCellKeyDown={onKeyDown}
            onCellDoubleClick={onDoubleClick}
            getRowSpacing={spacing}
            slots={headingOf ? headedSlots : gridSlots}
            getRowClassName={rowClass}
            sx={skeleton ? loadingStyle : gridStyle}
          />
        </Headings>
      </GridList>
      {cells.editor}
    </Box>
  )
}

interface Props {
  list: AreaListState
  density: Density
  rowMark?: (record: AnyRecord) => Tone | null
  cellOverrides?: Readonly<Record<string, Partial<AreaColumn>>>
  selectable: boolean
  /** Fields that can be edited in their cells. */
  edits?: readonly string[]
  headingOf?: (record: AnyRecord) => string
}

/** The memoised column definitions: the first column has the preview button, editable columns an edit button. */
const useGridColumns = (
  { area, columns, change }: AreaListState,
  edits: readonly string[],
  cellOverrides: Props['cellOverrides'],
  open: (id: number, field: string) => void,
) => {
  const editKey = edits.join()
  return useMemo(() => {
    const editNames = editKey.split(',')
    return gridColumns(area, ...columns).map((defaults, index) => {
      const column = { ...defaults, ...cellOverrides?.[defaults.field] }
      return {
        ...column,
        // Without a minimum width the grid shrinks flexible columns.
        ...(column.flex ? { minWidth: column.width } : {}),
        ...(index === 0
          ? {
              cellClassName: pinnedClass,
              headerClassName: pinnedClass,
              renderCell: withPreviewButton(area, column, change),
            }
          : editNames.includes(column.field)
            ? { cellClassName: editableClass, renderCell: withEditButton(area, column, open) }
            : {}),
      }
    })
  }, [area, columns, cellOverrides, change, editKey, open])
}

/** The sort model of the grid, which can show one field, and the handler of its changes. */
const useGridSort = ({ address, columns, change }: AreaListState) => {
  const [first] = address.sort
  const isFirstShown = first !== undefined && columns.includes(first.field)
  const sortModel = useMemo(
    (): GridSortModel => (first && isFirstShown ? [{ field: first.field, sort: first.desc ? 'desc' : 'asc' }] : []),
    [first, isFirstShown],
  )
  const onSort = useEventCallback(([next]: GridSortModel) => {
    // The grid clears the sort when its column is hidden; the list keeps it.
    if (next || isFirstShown) change({ sort: next ? [{ field: next.field, desc: next.sort === 'desc' }] : [] })
  })
  return { sortModel, onSort }
}

const noEdits: readonly string[] = []
const slotProps = { loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } } as const
const onePage = { page: 0, pageSize: 100 }
const sortingOrder = ['asc', 'desc', null] as const
const headedSlots = { ...gridSlots, row: HeadedRow }

/**
 * Enter on the name opens the record, Space toggles its preview, Escape closes it. Buttons and check boxes in a cell
 * handle their own keys.
 */
const onCellKey = (
  { area, columns, address, change }: AreaListState,
  { field, id }: Parameters<GridEventListener<'cellKeyDown'>>[0],
  event: Parameters<GridEventListener<'cellKeyDown'>>[1],
) => {
  const { key, shiftKey } = event
  const isClick = key === ' ' || key === 'Enter'
  if ((event.target as HTMLElement).tagName === 'BUTTON' && isClick) {
    event.defaultMuiPrevented = true
    return
  }
  if (key === 'Enter' && field === columns[0]) (event.currentTarget as HTMLElement).querySelector('a')?.click()
  const isPreviewKey = key === ' ' && !shiftKey && field !== '__check__'
  if (!area.path || (!isPreviewKey && (key !== 'Escape' || !address.preview))) return
  event.preventDefault()
  event.defaultMuiPrevented = true
  change({ preview: isPreviewKey && address.preview !== id ? Number(id) : undefined })
}

/** The selected rows: those of other pages stay selected, as the grid's model covers this page only. */
const selectedRowsOf = ({ records, selection }: AreaListState, model: GridRowSelectionModel): AnyRecord[] => {
  const onPage = new Map(records.map((row) => [row.id, row]))
  const isSelected = (id: number) => (model.type === 'include') === model.ids.has(id)
  return [
    ...[...selection.rows.values()].filter(({ id }) => !onPage.has(id) && isSelected(id)),
    ...records.filter(({ id }) => isSelected(id)),
  ]
}

const markClass = (tone: Tone | null) => (tone ? `marked-${tone}` : '')

/** Renders the record's name with a preview button. */
const withPreviewButton =
  (area: Area, { renderCell }: AreaColumn, change: AreaListState['change']): AreaColumn['renderCell'] =>
  (cell) => (
    <>
      {renderCell ? renderCell(cell) : cell.formattedValue}
      {area.path && (
        <button
          type="button"
          className={cellButtonClass}
          tabIndex={cell.tabIndex}
          aria-label={t('kit.list.preview', { title: titleOf(area, cell.row) })}
          onClick={() => change({ preview: cell.row.id })}
        >
          <PeekIcon />
        </button>
      )}
    </>
  )

/** Renders an editable value with an edit button for pointers. */
const withEditButton =
  (
    area: Area,
    { field, renderCell }: AreaColumn,
    open: (id: number, field: string) => void,
  ): AreaColumn['renderCell'] =>
  (cell) => (
    <>
      {renderCell ? renderCell(cell) : cell.formattedValue}
      <button
        type="button"
        className={cellButtonClass}
        tabIndex={cell.tabIndex}
        aria-label={t('kit.inline.edit', {
          label: t('kit.inline.label', { field: fieldLabel(area, field), title: titleOf(area, cell.row) }),
          value: cell.formattedValue || t('kit.history.empty'),
        })}
        onClick={() => open(cell.row.id, field)}
      >
        <PencilIcon />
      </button>
    </>
  )

const editableClass = 'changes'
const cellButtonClass = 'peek'
const pinnedClass = 'stays-in-sight'
const checkboxWidth = 50

/** Hides the filler below the skeleton rows: its change of size on loading would count as a layout shift. */
const loadingStyle = (theme: Theme) => ({ ...gridStyle(theme), [`& .${gridClasses.filler}`]: { visibility: 'hidden' } })

const gridStyle = ({ palette }: Theme) => ({
  border: 0,
  flex: 1,
  minHeight: 0,
  fontSize: 13,
  backgroundColor: palette.background.paper,
  '--DataGrid-t-color-background-base': palette.background.paper,
  '--DataGrid-t-header-background-base': palette.background.paper,
  '--DataGrid-rowBorderColor': palette.divider,
  [`& .${gridClasses.columnHeaderTitle}`]: { fontSize: 12, fontWeight: 600 },
  [`& .${gridClasses.columnSeparator}`]: { color: 'transparent' },
  [`& .${gridClasses.columnHeader}:hover .${gridClasses.columnSeparator}`]: { color: palette.divider },
  [`& .${gridClasses.cell}, & .${gridClasses.columnHeader}`]: { outlineOffset: '-2px' },
  [`& .${gridClasses.row}`]: { backgroundColor: palette.background.paper },
  [`& .${cellButtonClass}`]: {
    // Overlaps the end of the cell, so that its text has the whole width until the row is hovered.
    position: 'absolute',
    right: 4,
    top: 'calc(50% - 12px)',
    display: 'grid',
    placeItems: 'center',
    width: 24,
    height: 24,
    padding: 0,
    border: 0,
    borderRadius: '6px',
    color: palette.text.secondary,
    backgroundColor: palette.surfaces.chosen,
    cursor: 'pointer',
    opacity: 0,
    '&:hover': { color: palette.text.primary },
  },
  [`& .${gridClasses.row}:is(:hover, :focus-within, .previewed) .${pinnedClass} .${cellButtonClass}`]: { opacity: 1 },
  [`& .${editableClass}:is(:hover, :focus-within) .${cellButtonClass}`]: { opacity: 1 },
  '& [data-heading]': {
    position: 'relative',
    '&::before': {
      content: 'attr(data-heading)',
      position: 'absolute',
      insetInline: 0,
      top: -headingHeight,
      height: headingHeight,
      boxSizing: 'border-box',
      display: 'flex',
      alignItems: 'center',
      paddingInline: '12px',
      fontSize: 12,
      fontWeight: 600,
      color: palette.text.secondary,
      borderBottom: `1px solid ${palette.divider}`,
      backgroundColor: palette.background.default,
    },
  },
  [`& .${pinnedClass} a`]: {
    fontWeight: 500,
    color: palette.text.primary,
    textDecoration: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '&:hover': { textDecoration: 'underline' },
  },
  [`& .${editableClass}`]: { cursor: 'cell' },
  '& .previewed': { backgroundColor: palette.surfaces.chosen },
  [`& .${gridClasses.row}:hover`]: { backgroundColor: palette.surfaces.hover },
  [`& .${gridClasses.row}.Mui-selected, & .${gridClasses.row}.Mui-selected:hover`]: {
    backgroundColor: palette.surfaces.chosen,
  },
  // The community grid cannot pin columns. `position: sticky` does, as virtualization is off and every column is
  // rendered.
  [`& .${pinnedClass}, & [data-field="__check__"]`]: { position: 'sticky', zIndex: 3, backgroundColor: 'inherit' },
  [`& .${gridClasses.columnHeader}, & .${gridClasses.columnHeaders} .${gridClasses.filler}`]: {
    backgroundColor: palette.background.paper,
  },
  '& [data-field="__check__"]': { left: 0 },
  [`& .${pinnedClass}`]: { left: 0 },
  [`& [data-field="__check__"] ~ .${pinnedClass}`]: { left: checkboxWidth },
  ...Object.fromEntries(
    (['info', 'success', 'warning', 'danger'] as const).flatMap((tone) =>
      // `:first-child` does not match, as the grid renders an empty cell first: the mark is on the check box, or
      // without one on the name.
      ['[data-field="__check__"]', `.${pinnedClass}:not([data-field="__check__"] ~ *)`].map((markedCell) => [
        `& .marked-${tone} > ${markedCell}`,
        { boxShadow: `inset 3px 0 0 ${palette.tones[tone].line}` },
      ]),
    ),
  ),
})
