import { lazy, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import type { FillSource } from '#shared/trade/allocation-fill.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { areaName, format, t } from '#web/i18n.ts'
import type { LineResult } from '#web/kit/allocation/calls.ts'
import type { BulkMove } from '#web/kit/bulk/bulk.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { can } from '#web/providers/permission.ts'

const AllocateDialog = lazy(async () => ({
  default: (await import('#web/kit/allocation/allocate-dialog.tsx')).AllocateDialog,
}))
const FillDialog = lazy(async () => ({ default: (await import('./fill-dialog')).FillDialog }))
const ResultsDialog = lazy(async () => ({
  default: (await import('#web/kit/allocation/results-dialog.tsx')).ResultsDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('#web/kit/moves/move-dialog.tsx')).MoveDialog }))
const BulkResults = lazy(async () => ({ default: (await import('#web/kit/bulk/bulk-results.tsx')).BulkResults }))

/** The open action on the selected cells. */
export type CellAction =
  | { what: 'allocate' }
  | { what: 'fill'; source: FillSource }
  | { what: 'move'; move: string; keyOf: (content: unknown) => string }
  | { what: 'moved'; change: BulkMove; results: BulkResult[] }
  | { what: 'results'; results: LineResult[] }

/** The dialogs of the actions on selected cells. */
export function CellActions({ area, action, onAction, onDone, lines, type, replaces, empty, moves }: Props) {
  const refresh = useRefresh()
  const close = () => onAction(null)
  const finish = () => {
    close()
    onDone()
  }
  const rowsOf = (move: string) => moves.find(({ name }) => name === move)?.rows ?? []
  const send = async (move: string, keyOf: (content: unknown) => string, inputs: Record<string, unknown>) => {
    const { runBulk } = await import('#web/kit/bulk/bulk-run.ts')
    const rows = rowsOf(move)
    const change: BulkMove = { steps: [{ move, ids: rows.map(({ id }) => id) }], inputs }
    const results = await runBulk(area, change, { rows }, keyOf(change), refresh)
    if (results) onAction({ what: 'moved', change, results })
    else finish()
  }
  return (
    <Suspense>
      {action?.what === 'allocate' && (
        <AllocateDialog
          area={area}
          target={{ lines }}
          type={type}
          count={lines.length}
          replaces={replaces}
          onClose={close}
        />
      )}
      {action?.what === 'fill' && <FillDialog area={area} source={action.source} cells={empty} onClose={close} />}
      {action?.what === 'results' && <ResultsDialog results={action.results} onClose={finish} />}
      {action?.what === 'move' && (
        <MoveDialog
          area={area}
          move={action.move}
          subject={t('editing.bulk.subject', {
            count: rowsOf(action.move).length,
            number: format.number(rowsOf(action.move).length),
            area: inSentence(areaName(area, rowsOf(action.move).length === 1)),
          })}
          records={rowsOf(action.move).map(({ id }) => id)}
          onAgree={(inputs) => send(action.move, action.keyOf, inputs)}
          // Closing the move dialog must not close the results that replaced it.
          onClose={() => onAction((current) => (current?.what === 'move' ? null : current))}
        />
      )}
      {action?.what === 'moved' && (
        <BulkResults area={area} change={action.change} results={action.results} onClose={finish} />
      )}
    </Suspense>
  )
}

interface Props {
  area: Area
  action: CellAction | null
  onAction: (next: CellAction | null | ((now: CellAction | null) => CellAction | null)) => void
  /** Called when an action is finished. */
  onDone: () => void
  /** Ids of the lines that records may be allocated to. */
  lines: readonly number[]
  /** The type of the cells, if they have the same. */
  type?: string
  /** Whether all cells already have an allocation. */
  replaces: boolean
  /** The empty cells that may be filled. */
  empty: { line: number; type: string }[]
  moves: readonly CellMove[]
}

/** A move with the allocations that it applies to. */
export interface CellMove {
  name: string
  rows: { id: number; version: number }[]
}

/** The moves that the person may make on at least one of the allocations. */
export const movesOf = (
  area: Area,
  allocations: readonly { id: number; version: number; status?: string }[],
): CellMove[] =>
  Object.keys(area.lifecycle?.moves ?? {}).flatMap((name) => {
    const rows = allocations.filter((record) => mayMove(can, area, name, record) === 'allowed')
    return rows.length > 0 ? [{ name, rows: rows.map(({ id, version }) => ({ id, version })) }] : []
  })
