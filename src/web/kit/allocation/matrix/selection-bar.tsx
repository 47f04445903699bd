import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { maxAllocationLines, planOf } from '#shared/trade/allocation.ts'
import { type FillSource, sourcesOf } from '#shared/trade/allocation-fill.ts'
import { isEmptyCell } from '#shared/trade/allocation-matrix.ts'
import { moveLabel, t } from '#web/i18n.ts'
import { allocateLabel } from '#web/kit/allocation/allocate-label.ts'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import { contentKeys } from '#web/providers/idempotency-key.ts'
import { can } from '#web/providers/permission.ts'
import { type CellAction, CellActions, type CellMove, movesOf } from './cell-actions'
import type { PlacedCell } from './data'
import { sourceLabel } from './fill-labels'

/** Replaces the filter bar while cells are selected: their number, and the actions on them. */
export function CellSelectionBar({ area, cells, onClear }: Props) {
  const [action, setAction] = useState<CellAction | null>(null)
  const mayAllocate = can(area.name, 'create')
  const empty = cells.filter(({ cell, row }) => isEmptyCell(cell) && row.line.line_status === 'open')
  const types = new Set(cells.map(({ type }) => type))
  const lines = [...new Set(cells.map(({ row }) => row.line.id))]
  const moves = movesOf(
    area,
    cells.flatMap(({ cell: { id, version, state } }) =>
      id !== null && version !== null ? [{ id, version, status: state }] : [],
    ),
  )
  const moveButton = ({ name, rows }: CellMove) => ({
    label: t('editing.matrix.move', { move: moveLabel(area, name), count: rows.length }),
    danger: area.lifecycle?.moves[name]?.danger,
    onSelect: () => setAction({ what: 'move', move: name, keyOf: contentKeys() }),
  })
  const asButtons = moves.filter(({ name }) => !area.lifecycle?.moves[name]?.danger && name !== 'waive').slice(0, 2)
  const inMenu = moves.filter((move) => !asButtons.includes(move))
  const fillButton = (source: FillSource) => ({
    label: t('editing.matrix.from', { source: sourceLabel(source), count: empty.length }),
    onSelect: () => setAction({ what: 'fill', source }),
  })
  const plan = planOf(area)
  const [mainSource, ...otherSources] = plan && mayAllocate && empty.length > 0 ? sourcesOf(plan) : []
  return (
    <Box role="region" aria-label={t('editing.matrix.selection')} sx={barStyle}>
      <Tooltip title={t('editing.bulk.clear')}>
        <IconButton aria-label={t('editing.bulk.clear')} onClick={onClear} sx={{ p: { xs: 1.5, sm: 0.75 } }}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
      <Box role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {t('editing.matrix.chosen', { count: cells.length })}
      </Box>
      {mainSource && <BarButton {...fillButton(mainSource)} />}
      {mayAllocate && types.size === 1 && lines.length <= maxAllocationLines && (
        <BarButton label={allocateLabel(area)} onSelect={() => setAction({ what: 'allocate' })} />
      )}
      {asButtons.map((move) => (
        <BarButton key={move.name} {...moveButton(move)} />
      ))}
      <MoreMenu groups={[otherSources.map(fillButton), inMenu.map(moveButton)].filter(({ length }) => length > 0)} />
      <CellActions
        area={area}
        action={action}
        onAction={setAction}
        onDone={onClear}
        lines={lines}
        type={[...types][0]}
        replaces={empty.length === 0}
        empty={empty.map(({ row, type }) => ({ line: row.line.id, type }))}
        moves={moves}
      />
    </Box>
  )
}

interface Props {
  area: Area
  cells: readonly PlacedCell[]
  onClear: () => void
}

const BarButton = ({ label, onSelect }: { label: string; onSelect: () => void }) => (
  <Button size="small" variant="outlined" onClick={onSelect} sx={{ minHeight: { xs: 44, sm: 0 } }}>
    {label}
  </Button>
)

const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 1.5,
  py: 1,
  minHeight: 52,
} as const
