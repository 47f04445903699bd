import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { type AllocationPlan, planOf, readinessField } from '#shared/trade/allocation.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { choiceLabel, t, useLanguage } from '#web/i18n.ts'
import { NoRecords } from '#web/kit/list/area-list.tsx'
import { ListBar } from '#web/kit/list/list-bar.tsx'
import { ListFooter } from '#web/kit/list/list-footer.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { can } from '#web/providers/permission.ts'
import { MatrixCards } from './cards'
import type { PlacedCell } from './data'
import { MatrixGrid } from './grid'
import { type CellSelection, chosenCells, nothingChosen, placeOf } from './selection'
import { CellSelectionBar } from './selection-bar'
import { openLines, useMatrixList } from './use-matrix-list'

/**
 * Order lines by the types of what is allocated to them, of a plan that is `typed`: many cells are filled, allocated anew,
 * kept, taken away or acknowledged at once.
 */
export function AllocationMatrix({ area }: { area: Area }) {
  const { language } = useLanguage()
  const plan = planOf(area) as AllocationPlan
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { list, rows, types, isByOrder } = useMatrixList(area, plan)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(() => presetsOf(plan, list.area), [plan, list.area, language])
  const [selection, setSelection] = useSelectionOf(`${list.filter} ${list.rowsFrom} ${list.address.sort.length}`)
  const cells = useMemo(() => placedCells(rows, types, chosenCells(selection)), [rows, types, selection])
  const selectable =
    can(area.name, 'create') ||
    Object.keys(area.lifecycle?.moves ?? {}).some((move) => mayMove(can, area, move, {}) !== 'role')
  const shared = { area, plan, types, rows, selection, onSelect: setSelection }
  return (
    <Box sx={frameLook}>
      {selectable && cells.length > 0 ? (
        <CellSelectionBar area={area} cells={cells} onClear={() => setSelection(nothingChosen)} />
      ) : (
        <ListBar list={list} presets={presets} isBare />
      )}
      {list.error ? (
        <FailedState error={list.error} onRetry={list.refetch} />
      ) : list.isLoading ? (
        <Loading />
      ) : rows.length === 0 ? (
        <NothingOpen list={list} />
      ) : isPhone ? (
        <MatrixCards {...shared} selectable={selectable} />
      ) : (
        <MatrixGrid {...shared} isByOrder={isByOrder} />
      )}
      {!list.error && <ListFooter list={list} />}
    </Box>
  )
}

/** Lines to come, once they are late. */
function Loading() {
  const isLate = useDelayed(true)
  return (
    <Box
      role="status"
      aria-label={t('kit.loading')}
      sx={{ flex: 1, p: 1.5, display: 'grid', gap: 1, alignContent: 'start' }}
    >
      {isLate &&
        ['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <Skeleton key={key} variant="rounded" height={36} />
        ))}
    </Box>
  )
}

/** No line is open, or none matches. */
const NothingOpen = ({ list }: { list: ReturnType<typeof useMatrixList>['list'] }) =>
  list.address.q === '' && list.address.filters.length === 1 && list.address.filters[0]?.field === openLines.field ? (
    <EmptyState title={t('editing.matrix.no_lines')} text={t('editing.matrix.no_lines_help')}>
      <Button variant="outlined" onClick={() => list.change({ filters: [] })}>
        {t('kit.filter.clear')}
      </Button>
    </EmptyState>
  ) : (
    <NoRecords list={list} />
  )

/** The open lines, and those that still lack something or wait for somebody. */
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

/** A selection belongs to the lines on show: others begin without one. */
const useSelectionOf = (shown: string) => {
  const [state, setState] = useState<{ shown: string; selection: CellSelection }>({ shown, selection: nothingChosen })
  const selection = state.shown === shown ? state.selection : nothingChosen
  return [selection, (next: CellSelection) => setState({ shown, selection: next })] as const
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

const frameLook = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: { sm: 400 },
  borderRadius: 1,
  overflow: { sm: 'hidden' },
  bgcolor: { sm: 'background.paper' },
} as const
