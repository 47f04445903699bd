import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import {
  mostCells,
  type ReadinessColumn,
  type ReadinessRow,
  type ReadinessSums,
} from '#shared/trade/readiness-matrix.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { useSelectionOf } from '#web/kit/allocation/matrix/frame.tsx'
import { chooseNothing, chosenCells, placeOf } from '#web/kit/allocation/matrix/selection.ts'
import { screenText } from '../texts'
import { type Lines, useLinesAt } from './data'
import { ReadinessGrid } from './grid'
import { CellPanel } from './panel'
import type { ChosenCell } from './selection-bar'

const SelectionBar = lazy(async () => {
  const [{ ReadinessSelectionBar }] = await Promise.all([import('./selection-bar'), loadAllAreas()])
  return { default: ReadinessSelectionBar }
})

/** The matrix on wide screens with its actions. `bar` is shown above it until cells are selected. */
export function ReadinessMatrix({ lines, kinds, sums, bar, onFilter, maxHeight }: Props) {
  const [opened, setOpened] = useState<{ row: ReadinessRow; kind: ReadinessKind } | null>(null)
  const [selection, setSelection] = useSelectionOf(JSON.stringify(lines.params))
  const places = useMemo(() => [...chosenCells(selection)].map(placeOf), [selection])
  const isTooLarge = places.length > mostCells
  // The selection may contain lines that were never visible.
  const rowAt = useLinesAt(lines, isTooLarge ? [] : places.map(({ row }) => row))
  const cells = places.slice(0, mostCells).flatMap(({ row: index, column }): ChosenCell[] => {
    const row = rowAt(index)
    const kind = kinds[column]?.kind
    const cell = kind && row?.cells[kind]
    return row && kind && cell ? [{ row, kind, cell }] : []
  })
  const state = isTooLarge ? 'too_large' : cells.length < places.length ? 'loading' : 'whole'
  return (
    <>
      {places.length > 0 ? (
        <Suspense fallback={bar}>
          <SelectionBar
            cells={state === 'whole' ? cells : []}
            count={places.length}
            note={state === 'whole' ? undefined : screenText(`readiness.selection.${state}`, { count: mostCells })}
            columns={kinds}
            onClear={() => setSelection(chooseNothing(selection))}
          />
        </Suspense>
      ) : (
        bar
      )}
      <ReadinessGrid
        lines={lines}
        kinds={kinds}
        sums={sums}
        selection={selection}
        onSelect={setSelection}
        onOpen={(row, kind) => setOpened({ row, kind })}
        onFilter={onFilter}
        maxHeight={maxHeight}
      />
      {opened && <CellPanel {...opened} kinds={kinds} onClose={() => setOpened(null)} />}
    </>
  )
}

interface Props {
  lines: Lines
  kinds: readonly ReadinessColumn[]
  sums: ReadinessSums | undefined
  bar: ReactNode
  onFilter?: (field: string, kind: ReadinessKind) => void
  maxHeight?: number
}
