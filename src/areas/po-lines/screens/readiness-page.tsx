import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useMemo, useState } from 'react'
import { fieldIs } from '#shared/kit/filter.ts'
import { maxDepth } from '#shared/kit/list-query.ts'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { format, loadMemberTexts, useLanguage } from '#web/i18n.ts'
import { frameLook, MatrixLoading, useSelectionOf } from '#web/kit/allocation/matrix/frame.tsx'
import { chosenCells, nothingChosen, placeOf } from '#web/kit/allocation/matrix/selection.ts'
import { NoRecords } from '#web/kit/list/area-list.tsx'
import { ListBar } from '#web/kit/list/list-bar.tsx'
import { ListFooter } from '#web/kit/list/list-footer.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { ReadinessCards } from './readiness/cards'
import { waitWords } from './readiness/cell'
import { useReadinessPage, useReadinessSums, useReadLines, windowSize } from './readiness/data'
import { ReadinessGrid } from './readiness/grid'
import { CellPanel } from './readiness/panel'
import type { ChosenCell } from './readiness/selection-bar'
import { SupplierSums } from './readiness/supplier-sums'
import { openLines, otherSide, ownSide, readinessPresets, useReadinessList } from './readiness/use-readiness-list'
import { screenText } from './texts'

const SelectionBar = lazy(async () => {
  const [{ ReadinessSelectionBar }] = await Promise.all([import('./readiness/selection-bar'), loadMemberTexts()])
  return { default: ReadinessSelectionBar }
})

/** Texts of the signed-in part travel when the page is first opened. */
export const ready = loadMemberTexts

/** Open order lines by kinds of requirement: how far each is, whose turn it is and for how long, and what can be done now. */
export function Page() {
  const { language } = useLanguage()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { address, change, conditions, params, stateOf } = useReadinessList()
  const [start, size] = isPhone ? [(address.page - 1) * address.size, address.size] : [0, windowSize]
  const { data, error, isLoading, isFetching, refetch } = useReadinessPage(params, start, size)
  const { data: sums } = useReadinessSums(conditions, data !== undefined)
  const [opened, setOpened] = useState<{ row: ReadinessRow; kind: ReadinessKind } | null>(null)
  const [selection, setSelection] = useSelectionOf(JSON.stringify(params))
  const rowAt = useReadLines(params)
  const kinds = data?.kinds ?? []
  const rows = data?.rows ?? []
  const total = data?.total ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(readinessPresets, [language])
  const list = stateOf({
    records: rows.map(({ line }) => line) as never,
    total,
    isLoading,
    isFetching,
    error,
    refetch: () => void refetch(),
  })
  const cells = [...chosenCells(selection)].flatMap((key): ChosenCell[] => {
    const { row: index, column } = placeOf(key)
    const row = rowAt(index)
    const kind = kinds[column]?.kind
    const cell = kind && row?.cells[kind]
    return row && kind && cell ? [{ row, kind, cell }] : []
  })
  const open = (row: ReadinessRow, kind: ReadinessKind) => setOpened({ row, kind })
  const filterBy = (field: string, kind: ReadinessKind) =>
    change({ filters: [...address.filters.filter((filter) => filter.field !== field), fieldIs(field, kind)] })
  const areaOf = (kind: ReadinessKind) => areaNamed(kinds.find((column) => column.kind === kind)?.area ?? '')
  const bar = <ListBar list={list} presets={presets} isBare />
  return (
    <Frame
      title={screenText('readiness.title')}
      fit={isPhone ? undefined : 'window'}
      facts={<Summary sums={sums} />}
      actions={
        sums &&
        ownSide() === 'office' &&
        sums.suppliers.length > 1 && (
          <SupplierSums
            sums={sums}
            onChoose={(id) => change({ filters: [...address.filters, fieldIs('supplier_id', String(id))] })}
          />
        )
      }
    >
      <Box sx={frameLook}>
        {cells.length > 0 && !isPhone ? (
          <Suspense fallback={bar}>
            <SelectionBar cells={cells} areaOf={areaOf} onClear={() => setSelection(nothingChosen)} />
          </Suspense>
        ) : (
          bar
        )}
        {error ? (
          <FailedState error={error} onRetry={list.refetch} />
        ) : isLoading ? (
          <MatrixLoading />
        ) : rows.length === 0 ? (
          <NothingOpen list={list} />
        ) : isPhone ? (
          <ReadinessCards rows={rows} kinds={kinds} onOpen={open} />
        ) : (
          <ReadinessGrid
            params={params}
            kinds={kinds}
            total={Math.min(total, maxDepth)}
            sums={sums}
            selection={selection}
            onSelect={setSelection}
            onOpen={open}
            onFilter={filterBy}
          />
        )}
        {!error && isPhone && <ListFooter list={list} />}
        {!isPhone && total > maxDepth && (
          <Box sx={{ px: 1.5, py: 1, fontSize: 12, color: 'text.secondary' }}>
            {screenText('readiness.too_many', { max: format.number(maxDepth) })}
          </Box>
        )}
      </Box>
      {opened && <CellPanel {...opened} kinds={kinds} onClose={() => setOpened(null)} />}
    </Frame>
  )
}

/** How many lines match, and how many of them wait for whom. */
function Summary({ sums }: { sums: ReadinessSums | undefined }) {
  const own = ownSide()
  // Keeps its line, so that the matrix does not move when the sums come.
  if (!sums) return <span>{'\u00a0'}</span>
  return (
    <Box component="span" role="status" className="tabular">
      {[
        screenText('readiness.lines', { count: sums.lines, lines: format.number(sums.lines) }),
        ...[own, otherSide(own)].map((side) => waitWords(side, sums[side])),
      ].join(' · ')}
    </Box>
  )
}

/** Nothing waits for the person, or nothing matches. */
const NothingOpen = ({ list }: { list: Parameters<typeof NoRecords>[0]['list'] }) => {
  const [own] = readinessPresets()
  const isOwn = list.address.q === '' && list.address.filters.length === own?.filters.length
  return isOwn ? (
    <EmptyState title={screenText('readiness.none')} text={screenText('readiness.none_help')}>
      <Button variant="outlined" onClick={() => list.change({ filters: [openLines] })}>
        {screenText('readiness.presets.open')}
      </Button>
    </EmptyState>
  ) : (
    <NoRecords list={list} />
  )
}
