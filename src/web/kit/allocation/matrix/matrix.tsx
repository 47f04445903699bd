import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { type AllocationPlan, planOf, readinessField } from '#shared/trade/allocation.ts'
import { choiceLabel, t, useLanguage } from '#web/i18n.ts'
import { NoRecords } from '#web/kit/list/area-list.tsx'
import { ListBar } from '#web/kit/list/list-bar.tsx'
import { ListFooter } from '#web/kit/list/list-footer.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { can } from '#web/providers/permission.ts'
import { MatrixCards } from './cards'
import type { PlacedCell } from './data'
import { frameLook, MatrixLoading, useSelectionOf } from './frame'
import { MatrixGrid } from './grid'
import { chooseNothing, chosenCells, placeOf } from './selection'
import { CellSelectionBar } from './selection-bar'
import { openLines, useMatrixList } from './use-matrix-list'

/**
 * The matrix of order lines by types of allocations, for plans that are `typed`. Many cells can be filled, reallocated,
 * cancelled or acknowledged at once.
 */
export function AllocationMatrix({ area }: { area: Area }) {
  const { language } = useLanguage()
  const plan = planOf(area) as AllocationPlan
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { list, rows, types, isByOrder } = useMatrixList(area, plan)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels depend on the language
  const presets = useMemo(() => presetsOf(plan, list.area), [plan, list.area, language])
  const [selection, setSelection] = useSelectionOf(`${list.filter} ${list.rowsFrom} ${list.address.sort.length}`)
  const cells = useMemo(() => placedCells(rows, types, chosenCells(selection)), [rows, types, selection])
  const selectable =
    can(area.name, 'create') ||
    Object.keys(area.lifecycle?.moves ?? {}).some((move) => mayMove(can, area, move, {}) !== 'role')
  const matrixProps = { area, plan, types, rows, selection, onSelect: setSelection }
  return (
    <Box sx={frameLook}>
      {selectable && cells.length > 0 ? (
        <CellSelectionBar area={area} cells={cells} onClear={() => setSelection(chooseNothing(selection))} />
      ) : (
        <ListBar list={list} presets={presets} />
      )}
      {list.error ? (
        <FailedState error={list.error} onRetry={list.refetch} />
      ) : list.isLoading ? (
        <MatrixLoading />
      ) : rows.length === 0 ? (
        <NoLines list={list} />
      ) : isPhone ? (
        <MatrixCards {...matrixProps} selectable={selectable} />
      ) : (
        <MatrixGrid {...matrixProps} isByOrder={isByOrder} />
      )}
      {!list.error && <ListFooter list={list} />}
    </Box>
  )
}

/** The empty state: no open lines, or no matches. */
const NoLines = ({ list }: { list: ReturnType<typeof useMatrixList>['list'] }) =>
  list.address.q === '' && list.address.filters.length === 1 && list.address.filters[0]?.field === openLines.field ? (
    <EmptyState title={t('editing.matrix.no_lines')} text={t('editing.matrix.no_lines_help')}>
      <Button variant="outlined" onClick={() => list.change({ filters: [] })}>
        {t('kit.filter.clear')}
      </Button>
    </EmptyState>
  ) : (
    <NoRecords list={list} />
  )

/** Presets for all open lines, and for those by readiness. */
const presetsOf = (plan: AllocationPlan, lines: Area): Preset[] => {
  const readiness = readinessField(plan)
  const preset = (state: string): Preset => ({
    name: state,
    label: choiceLabel(lines, readiness, state),
    filters: [openLines, fieldIs(readiness, state)],
  })
  return [
    { name: 'open', label: t('editing.matrix.open_lines'), filters: [openLines] },
    preset('missing'),
    preset('in_progress'),
    preset('ok'),
  ]
}

const placedCells = (
  rows: ReturnType<typeof useMatrixList>['rows'],
  types: readonly string[],
  chosen: ReadonlySet<string>,
): PlacedCell[] =>
  [...chosen].flatMap((key) => {
    const place = placeOf(key)
    const row = rows[place.row]
    const type = types[place.column]
    const cell = type === undefined ? undefined : row?.cells[type]
    return row && type !== undefined && cell ? [{ row, type, cell }] : []
  })
