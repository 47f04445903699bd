import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import { fieldIs } from '#shared/kit/filter.ts'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { frameLook, MatrixLoading } from '#web/kit/allocation/matrix/frame.tsx'
import { NoRecords } from '#web/kit/list/area-list.tsx'
import { ListBar } from '#web/kit/list/list-bar.tsx'
import { ListFooter } from '#web/kit/list/list-footer.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { ReadinessCards } from './readiness/cards'
import { useAnchors, useReadinessPage, useReadinessSums, windowSize } from './readiness/data'
import { ExportTool } from './readiness/export-tool'
import { ReadinessMatrix } from './readiness/matrix'
import { CellPanel } from './readiness/panel'
import { ReadinessSummary } from './readiness/summary'
import { SupplierSums } from './readiness/supplier-sums'
import { openLines, ownSide, readinessPresets, useReadinessList } from './readiness/use-readiness-list'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Open order lines by kind of requirement: the state, whose turn it is and since when, and what can be done now. */
export function Page() {
  const { language } = useLanguage()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { address, change, conditions, params, stateOf } = useReadinessList()
  const [start, size] = isPhone ? [(address.page - 1) * address.size, address.size] : [0, windowSize]
  const { data, error, isLoading, isFetching, refetch } = useReadinessPage(params, start, size)
  const { data: sums } = useReadinessSums(conditions, data !== undefined)
  const [opened, setOpened] = useState<{ row: ReadinessRow; kind: ReadinessKind } | null>(null)
  const { kinds = [], rows = [], total = 0 } = data ?? {}
  const anchors = useAnchors(params, isPhone ? 0 : total)
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
  const filterBy = (field: string, kind: ReadinessKind) =>
    change({ filters: [...address.filters.filter((filter) => filter.field !== field), fieldIs(field, kind)] })
  const tools = <ExportTool params={params} total={total} />
  const bar = <ListBar list={list} presets={presets} hasViews tools={tools} />
  const isMatrix = !isPhone && !error && !isLoading && rows.length > 0
  return (
    <Frame
      title={screenText('readiness.title')}
      fit={isPhone ? undefined : 'window'}
      facts={<ReadinessSummary sums={sums} />}
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
        {isMatrix ? (
          <ReadinessMatrix lines={{ params, total, anchors }} kinds={kinds} sums={sums} bar={bar} onFilter={filterBy} />
        ) : (
          <>
            {bar}
            {error ? (
              <FailedState error={error} onRetry={list.refetch} />
            ) : isLoading ? (
              <MatrixLoading />
            ) : rows.length === 0 ? (
              <NothingOpen list={list} />
            ) : (
              <ReadinessCards rows={rows} kinds={kinds} onOpen={(row, kind) => setOpened({ row, kind })} />
            )}
            {!error && isPhone && <ListFooter list={list} />}
          </>
        )}
      </Box>
      {opened && <CellPanel {...opened} kinds={kinds} onClose={() => setOpened(null)} />}
    </Frame>
  )
}

/** Nothing waits for the user, or nothing matches the conditions. */
const NothingOpen = ({ list }: { list: Parameters<typeof NoRecords>[0]['list'] }) => {
  const [ownPreset] = readinessPresets()
  const isOwn = list.address.q === '' && list.address.filters.length === ownPreset?.filters.length
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
