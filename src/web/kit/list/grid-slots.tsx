import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import {
  GridArrowDownwardIcon,
  GridArrowUpwardIcon,
  GridCell,
  type GridCellProps,
  GridColumnHeaderSortIcon,
  GridColumnHeaders,
  GridColumnUnsortedIcon,
  GridLoadingOverlay,
  GridRow,
  GridSeparatorIcon,
  GridSkeletonCell,
  type GridSlotProps,
} from '@mui/x-data-grid'
import { type ComponentType, cloneElement, createContext, memo, use } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'

/** Context for the cells of a list: its area, and the column with the record's name. */
export const GridList = createContext<{ area: Area; nameColumn: string } | null>(null)

/** The title of the record of the current row. */
const RowTitle = createContext<string | null>(null)

/** A grid cell. The name column's cell is the row header; the row's title labels its check box. */
const ListCell = memo(function ListCell(props: GridCellProps) {
  const list = use(GridList)
  const { field } = props.column
  if (field === '__check__' && list && props.row)
    return (
      <RowTitle value={titleOf(list.area, props.row as AnyRecord)}>
        <GridCell {...props} />
      </RowTitle>
    )
  return <GridCell {...props} role={field === list?.nameColumn ? 'rowheader' : 'gridcell'} />
})

/**
 * The check box of a row: a native input, styled like MUI's check box, which consists of six styled elements and would
 * be slow in every row.
 */
const GridCheckbox = ({
  checked,
  indeterminate = false,
  disabled,
  tabIndex,
  className,
  slotProps,
  onChange,
  onClick,
  onMouseDown,
  onKeyDown,
}: GridSlotProps['baseCheckbox']) => {
  const title = use(RowTitle)
  return (
    <CheckInput
      {...slotProps?.htmlInput}
      {...(title !== null && { 'aria-label': t('kit.list.select_row', { title }) })}
      type="checkbox"
      ref={(input: HTMLInputElement | null) => {
        if (input) input.indeterminate = indeterminate
      }}
      className={className}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      onChange={onChange}
      onClick={onClick}
      onMouseDown={onMouseDown}
      onKeyDown={onKeyDown}
    />
  )
}

/** Shows a truncated column heading as a native tooltip, which costs nothing until it is shown. */
const GridHint = ({ title, children }: GridSlotProps['baseTooltip']) =>
  cloneElement(children, { title: typeof title === 'string' && title ? title : undefined })

// The paths of MUI's icons CheckBoxOutlineBlank, CheckBox and IndeterminateCheckBox, 24 by 24 pixels.
const boxOutline = 'M19 3H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2z'
const checkMarks = {
  off: `path(evenodd, '${boxOutline}M19 5v14H5V5z')`,
  on: `path(evenodd, '${boxOutline}M10 17l-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z')`,
  part: `path(evenodd, '${boxOutline}M17 13H7v-2h10z')`,
}

const CheckInput = styled('input')(({ theme: { palette } }) => ({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  margin: 0,
  borderRadius: 8,
  color: palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { backgroundColor: palette.action.hover },
  '&:focus-visible': { outlineOffset: -4 },
  '&:checked, &:indeterminate': { color: palette.primary.main },
  '&:disabled': { color: palette.action.disabled, cursor: 'default' },
  '&::before': {
    content: '""',
    width: 24,
    height: 24,
    transform: 'scale(0.8333)',
    backgroundColor: 'currentColor',
    clipPath: checkMarks.off,
  },
  '&:checked::before': { clipPath: checkMarks.on },
  '&:indeterminate::before': { clipPath: checkMarks.part },
  // With forced colors the painted check mark would be invisible.
  '@media (forced-colors: active)': {
    appearance: 'auto',
    width: 18,
    height: 18,
    '&::before': { display: 'none' },
  },
}))

const Nothing = () => null

/** Slots for states that no list of the portal has, such as a grid without columns. */
const unusedSlots = [
  'baseBadge',
  'baseCircularProgress',
  'baseLinearProgress',
  'bottomContainer',
  'columnFilteredIcon',
  'columnHeaderFilterIconButton',
  'columnMenu',
  'columnMenuIcon',
  'detailPanels',
  'footer',
  'noColumnsOverlay',
  'noResultsOverlay',
  'noRowsOverlay',
  'pagination',
  'panel',
  'pinnedRows',
  'toolbar',
] as const

/**
 * All slots of the grid: its defaults are left out of the bundle (`omitted/grid-slots.ts`). The empty list is rendered
 * elsewhere, so that an empty grid is always loading.
 */
export const gridSlots = {
  ...(Object.fromEntries(unusedSlots.map((slot) => [slot, Nothing])) as Record<
    (typeof unusedSlots)[number],
    typeof Nothing
  >),
  baseCheckbox: GridCheckbox,
  baseIconButton: IconButton as ComponentType<GridSlotProps['baseIconButton']>,
  baseSkeleton: Skeleton as ComponentType<GridSlotProps['baseSkeleton']>,
  baseTooltip: GridHint,
  cell: ListCell,
  columnHeaders: GridColumnHeaders,
  columnHeaderSortIcon: GridColumnHeaderSortIcon,
  columnResizeIcon: GridSeparatorIcon,
  columnSortedAscendingIcon: GridArrowUpwardIcon,
  columnSortedDescendingIcon: GridArrowDownwardIcon,
  columnUnsortedIcon: GridColumnUnsortedIcon,
  loadingOverlay: GridLoadingOverlay,
  row: GridRow,
  skeletonCell: GridSkeletonCell,
}
