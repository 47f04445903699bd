import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { planOf } from '#shared/trade/allocation.ts'
import { type FillSource, sourcesOf } from '#shared/trade/allocation-fill.ts'
import { isEmptyCell } from '#shared/trade/allocation-matrix.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { moveLabel, t } from '#web/i18n.ts'
import { allocateLabel } from '#web/kit/allocation/allocate-label.ts'
import type { BulkMove } from '#web/kit/bulk/bulk.ts'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { can } from '#web/providers/permission.ts'
import type { PlacedCell } from './data'
import { FillDialog, sourceLabel } from './fill-dialog'

const AllocateDialog = lazy(async () => ({
  default: (await import('#web/kit/allocation/allocate-dialog.tsx')).AllocateDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('#web/kit/moves/move-dialog.tsx')).MoveDialog }))
const BulkResults = lazy(async () => ({ default: (await import('#web/kit/bulk/bulk-results.tsx')).BulkResults }))

type Open =
  | { what: 'fill'; source: FillSource }
  | { what: 'allocate' }
  | { what: 'move'; move: string; key: string }
  | { what: 'results'; change: BulkMove; results: BulkResult[] }

/** Takes the place of the filters while cells are chosen: how many, and what can be done with them. */
export function CellSelectionBar({ area, cells, onClear }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const refresh = useRefresh()
  const close = () => setOpen(null)
  const mayAllocate = can(area.name, 'create')
  const empty = cells.filter(({ cell, row }) => isEmptyCell(cell) && row.line.line_status === 'open')
  const types = new Set(cells.map(({ type }) => type))
  const lines = [...new Set(cells.map(({ row }) => row.line.id))]
  const moves = movesOf(area, cells)
  const send = async (move: string, key: string, inputs: Record<string, unknown>) => {
    const { runBulk } = await import('#web/kit/bulk/bulk-run.ts')
    const rows = moves.find(({ name }) => name === move)?.rows ?? []
    const change: BulkMove = { steps: [{ move, ids: rows.map(({ id }) => id) }], inputs }
    const results = await runBulk(area, change, { rows }, key, refresh)
    if (results) setOpen({ what: 'results', change, results })
    else {
      close()
      onClear()
    }
  }
  const moveButton = ({ name, rows }: CellMove) => ({
    label: t('editing.matrix.move', { move: moveLabel(area, name), count: rows.length }),
    danger: area.lifecycle?.moves[name]?.danger,
    onSelect: () => setOpen({ what: 'move', move: name, key: freshKey() }),
  })
  const inReach = moves.filter(({ name }) => !area.lifecycle?.moves[name]?.danger && name !== 'waive').slice(0, 2)
  const inMenu = moves.filter((move) => !inReach.includes(move))
  const fillButton = (source: FillSource) => ({
    label: t('editing.matrix.from', { source: sourceLabel(source), count: empty.length }),
    onSelect: () => setOpen({ what: 'fill', source }),
  })
  const plan = planOf(area)
  const [usual, ...otherSources] = plan && mayAllocate && empty.length > 0 ? sourcesOf(plan) : []
  return (
    <Box role="region" aria-label={t('editing.matrix.selection')} sx={barLook}>
      <Tooltip title={t('editing.bulk.clear')}>
        <IconButton aria-label={t('editing.bulk.clear')} onClick={onClear} sx={{ p: { xs: 1.5, sm: 0.75 } }}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
      <Box role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {t('editing.matrix.chosen', { count: cells.length })}
      </Box>
      {usual && <BarButton {...fillButton(usual)} />}
      {mayAllocate && types.size === 1 && lines.length <= mostLines && (
        <BarButton label={allocateLabel(area)} onSelect={() => setOpen({ what: 'allocate' })} />
      )}
      {inReach.map((move) => (
        <BarButton key={move.name} {...moveButton(move)} />
      ))}
      <MoreMenu groups={[otherSources.map(fillButton), inMenu.map(moveButton)].filter(({ length }) => length > 0)} />
      {open?.what === 'fill' && (
        <FillDialog
          area={area}
          source={open.source}
          cells={empty.map(({ row, type }) => ({ line: row.line.id, type }))}
          onClose={close}
        />
      )}
      <Suspense>
        {open?.what === 'allocate' && (
          <AllocateDialog
            area={area}
            target={{ lines }}
            type={[...types][0]}
            count={lines.length}
            replaces={empty.length === 0}
            onClose={close}
          />
        )}
        {open?.what === 'move' && (
          <MoveDialog
            area={area}
            move={open.move}
            subject={t('editing.matrix.chosen', {
              count: moves.find(({ name }) => name === open.move)?.rows.length ?? 0,
            })}
            onAgree={(inputs) => send(open.move, open.key, inputs)}
            onClose={() => setOpen((now) => (now?.what === 'move' ? null : now))}
          />
        )}
        {open?.what === 'results' && (
          <BulkResults
            area={area}
            change={open.change}
            results={open.results}
            onClose={() => {
              close()
              onClear()
            }}
          />
        )}
      </Suspense>
    </Box>
  )
}

interface Props {
  area: Area
  cells: readonly PlacedCell[]
  onClear: () => void
}

interface CellMove {
  name: string
  rows: { id: number; version: number }[]
}

/** The moves that this person may make with at least one of the cells, and with which. */
const movesOf = (area: Area, cells: readonly PlacedCell[]): CellMove[] =>
  Object.keys(area.lifecycle?.moves ?? {}).flatMap((name) => {
    const rows = cells.flatMap(({ cell: { id, version, state } }) =>
      id !== null && version !== null && mayMove(can, area, name, { status: state }) === 'allowed'
        ? [{ id, version }]
        : [],
    )
    return rows.length > 0 ? [{ name, rows }] : []
  })

const BarButton = ({ label, onSelect }: { label: string; onSelect: () => void }) => (
  <Button size="small" variant="outlined" onClick={onSelect} sx={{ minHeight: { xs: 44, sm: 0 } }}>
    {label}
  </Button>
)

/** As many lines as one allocation command takes. */
const mostLines = 200

const barLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 1.5,
  py: 1,
  minHeight: 52,
} as const
