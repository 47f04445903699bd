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
 * The rows of a list in the grid: the first column is pinned, a mark at the left edge shows a row's problem. Props of
 * the grid are memoised, as it renders all cells for each difference.
 */
export function AreaGrid({ list, density, rowMark, cellOverrides, selectable, edits = none, headingOf }: Props) {
  const { area, records, total, columns, address, change, selection } = list
  const skeleton = useDelayed(list.isLoading)
  const busy = useDelayed(list.isFetching && !list.isLoading)
  const cells = useCellEdits(list, edits)
  const { open } = cells
  const headings = useMemo(() => headingsOf(records, headingOf), [records, headingOf])
  const editable = edits.join()
  const defined = useMemo(() => {
    const changeable = editable.split(',')
    return gridColumns(area, ...columns).map((usual, index) => {
      const column = { ...usual, ...cellOverrides?.[usual.field] }
      return {
        ...column,
        // The grid also shrinks flexible columns.
        ...(column.flex ? { minWidth: column.width } : {}),
        ...(index === 0
          ? { cellClassName: stays, headerClassName: stays, renderCell: peeking(area, column, change) }
          : changeable.includes(column.field)
            ? { cellClassName: changes, renderCell: changing(area, column, open) }
            : {}),
      }
    })
  }, [area, columns, cellOverrides, change, editable, open])
  const nameColumn = columns[0] ?? area.title
  const cellContext = useMemo(() => ({ area, nameColumn }), [area, nameColumn])
  const { all, rows: chosen } = selection
  const model = useMemo(
    (): GridRowSelectionModel => ({
      type: 'include',
      ids: new Set(all ? records.map(({ id }) => id) : chosen.keys()),
    }),
    [all, chosen, records],
  )
  const [first] = address.sort
  const isFirstShown = first !== undefined && columns.includes(first.field)
  const sortModel = useMemo(
    (): GridSortModel => (first && isFirstShown ? [{ field: first.field, sort: first.desc ? 'desc' : 'asc' }] : []),
    [first, isFirstShown],
  )
  const onSort = useEventCallback(([next]: GridSortModel) => {
    // The grid drops the order by a column that goes; the list keeps it.
    if (next || isFirstShown) change({ sort: next ? [{ field: next.field, desc: next.sort === 'desc' }] : [] })
  })
  const onChoose = useEventCallback((next: GridRowSelectionModel) => selection.set(chosenRows(list, next)))
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
        {busy && <LinearProgress sx={{ height: 2 }} aria-label={t('kit.list.loading')} />}
      </Box>
      <GridList value={cellContext}>
        <Headings value={headings}>
          <DataGrid<AnyRecord>
            aria-label={listLabel(area)}
            rows={records}
            columns={defined}
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
            onRowSelectionModelChange={onChoose}
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
  /** Fields that are changed in their cells. */
  edits?: readonly string[]
  headingOf?: (record: AnyRecord) => string
}

const none: readonly string[] = []
const slotProps = { loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } } as const
const onePage = { page: 0, pageSize: 100 }
const sortingOrder = ['asc', 'desc', null] as const
const headedSlots = { ...gridSlots, row: HeadedRow }

/**
 * Enter on the name opens the record, Space previews it, Escape closes the preview; buttons and boxes in a cell handle
 * their own keys.
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
  const isLook = key === ' ' && !shiftKey && field !== '__check__'
  if (!area.path || (!isLook && (key !== 'Escape' || !address.preview))) return
  event.preventDefault()
  event.defaultMuiPrevented = true
  change({ preview: isLook && address.preview !== id ? Number(id) : undefined })
}

/** Rows chosen on other pages stay chosen; the header's box takes or leaves those of this page. */
const chosenRows = ({ records, selection }: AreaListState, model: GridRowSelectionModel): AnyRecord[] => {
  const onPage = new Map(records.map((row) => [row.id, row]))
  const isChosen = (id: number) => (model.type === 'include') === model.ids.has(id)
  return [
    ...[...selection.rows.values()].filter(({ id }) => !onPage.has(id) && isChosen(id)),
    ...records.filter(({ id }) => isChosen(id)),
  ]
}

const markClass = (tone: Tone | null) => (tone ? `marked-${tone}` : '')

/** The record's name with a button for the preview. */
const peeking =
  (area: Area, { renderCell }: AreaColumn, change: AreaListState['change']): AreaColumn['renderCell'] =>
  (cell) => (
    <>
      {renderCell ? renderCell(cell) : cell.formattedValue}
      {area.path && (
        <button
          type="button"
          className={peek}
          tabIndex={cell.tabIndex}
          aria-label={t('kit.list.preview', { title: titleOf(area, cell.row) })}
          onClick={() => change({ preview: cell.row.id })}
        >
          <PeekIcon />
        </button>
      )}
    </>
  )

/** An editable value with an edit button for pointers. */
const changing =
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
        className={peek}
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

const changes = 'changes'
const peek = 'peek'
const stays = 'stays-in-sight'
const checkboxWidth = 50

/** The grid fills the space below its rows; the browser would count that as a layout shift when they load. */
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
  [`& .${peek}`]: {
    // Over the end of the name, which has the space while its row is not hovered.
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
  [`& .${gridClasses.row}:is(:hover, :focus-within, .previewed) .${stays} .${peek}`]: { opacity: 1 },
  [`& .${changes}:is(:hover, :focus-within) .${peek}`]: { opacity: 1 },
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
  [`& .${stays} a`]: {
    fontWeight: 500,
    color: palette.text.primary,
    textDecoration: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '&:hover': { textDecoration: 'underline' },
  },
  [`& .${changes}`]: { cursor: 'cell' },
  '& .previewed': { backgroundColor: palette.surfaces.chosen },
  [`& .${gridClasses.row}:hover`]: { backgroundColor: palette.surfaces.hover },
  [`& .${gridClasses.row}.Mui-selected, & .${gridClasses.row}.Mui-selected:hover`]: {
    backgroundColor: palette.surfaces.chosen,
  },
  // The free grid pins no columns: with every column drawn (a wide buffer is dropped while one scrolls), stickiness serves.
  [`& .${stays}, & [data-field="__check__"]`]: { position: 'sticky', zIndex: 3, backgroundColor: 'inherit' },
  [`& .${gridClasses.columnHeader}, & .${gridClasses.columnHeaders} .${gridClasses.filler}`]: {
    backgroundColor: palette.background.paper,
  },
  '& [data-field="__check__"]': { left: 0 },
  [`& .${stays}`]: { left: 0 },
  [`& [data-field="__check__"] ~ .${stays}`]: { left: checkboxWidth },
  ...Object.fromEntries(
    (['info', 'success', 'warning', 'danger'] as const).flatMap((tone) =>
      // The grid puts an empty cell before the first one: the name is the first unless a check box precedes it.
      ['[data-field="__check__"]', `.${stays}:not([data-field="__check__"] ~ *)`].map((first) => [
        `& .marked-${tone} > ${first}`,
        { boxShadow: `inset 3px 0 0 ${palette.tones[tone].line}` },
      ]),
    ),
  ),
})
