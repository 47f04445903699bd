import ArrowDropDownRounded from '@mui/icons-material/ArrowDropDownRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mostRecordsOfFile } from '#shared/kit/attachments.ts'
import { maxAllocationLines, planOf } from '#shared/trade/allocation.ts'
import { sourcesOf } from '#shared/trade/allocation-fill.ts'
import { goneStates, isReady, type ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessColumn, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { moveLabel, t } from '#web/i18n.ts'
import { allocateLabel } from '#web/kit/allocation/allocate-label.ts'
import { missingTypes } from '#web/kit/allocation/allocations.tsx'
import { copyLast } from '#web/kit/allocation/calls.ts'
import { type CellAction, CellActions, movesOf } from '#web/kit/allocation/matrix/cell-actions.tsx'
import { sourceLabel } from '#web/kit/allocation/matrix/fill-labels.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { contentKeys } from '#web/providers/idempotency-key.ts'
import { can } from '#web/providers/permission.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { kindLabel } from './cell'
import { mayCopyAny, remindableCells } from './rights'

const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog')).CopyDialog }))
const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog')).AttachDialog }))
const RemindDialog = lazy(async () => ({ default: (await import('./remind-dialog')).RemindDialog }))

/** A selected cell. */
export interface ChosenCell {
  row: ReadinessRow
  kind: ReadinessKind
  cell: ReadinessCell
}

/** Replaces the filters while cells are selected: the number of cells per kind, and the actions on them. */
export function ReadinessSelectionBar({ cells, count, note, columns, onClear }: Props) {
  const [open, setOpen] = useState<'copy' | 'remind' | null>(null)
  const kinds = [...new Set(cells.map(({ kind }) => kind))]
  const areaOf = (kind: ReadinessKind) => areaNamed(columns.find((column) => column.kind === kind)?.area ?? '')
  const lines = openLinesOf(cells)
  const waiting = remindableCells(cells, areaOf)
  const close = () => setOpen(null)
  return (
    <Box
      role="region"
      aria-label={t('editing.matrix.selection')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 1.5, py: 1, minHeight: 52 }}
    >
      <Tooltip title={t('editing.bulk.clear')}>
        <IconButton aria-label={t('editing.bulk.clear')} onClick={onClear} sx={{ p: 0.75 }}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
      <Box role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {t('editing.matrix.chosen', { count })}
      </Box>
      {note && <Box sx={{ color: 'text.secondary' }}>{note}</Box>}
      {kinds.map((kind) => {
        const ofKind = { kind, cells: cells.filter((cell) => cell.kind === kind), onDone: onClear }
        return kind === 'attachments' ? (
          <AttachmentActions key={kind} {...ofKind} />
        ) : (
          <KindActions key={kind} {...ofKind} area={areaOf(kind)} />
        )
      })}
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        {mayCopyAny(columns) && lines.length > 0 && (
          <Button size="small" onClick={() => setOpen('copy')}>
            {screenText('readiness.copy.title')}
          </Button>
        )}
        {waiting.length > 0 && (
          <Button size="small" onClick={() => setOpen('remind')}>
            {screenText('readiness.remind.button', { count: waiting.length })}
          </Button>
        )}
      </Box>
      <Suspense>
        {open === 'copy' && <CopyDialog lines={lines} kinds={columns} onDone={onClear} onClose={close} />}
        {open === 'remind' && <RemindDialog cells={waiting} onDone={onClear} onClose={close} />}
      </Suspense>
    </Box>
  )
}

interface Props {
  /** The selected cells, once all of them are loaded. */
  cells: readonly ChosenCell[]
  count: number
  /** Why no action is possible yet. */
  note?: string | undefined
  columns: readonly ReadinessColumn[]
  onClear: () => void
}

const openLinesOf = (cells: readonly ChosenCell[]): number[] => [
  ...new Set(cells.filter(({ row }) => row.line.line_status === 'open').map(({ row }) => row.line.id)),
]

/** Actions on the documents of the selected lines. */
function AttachmentActions({ kind, cells, onDone }: Omit<KindProps, 'area'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAttaching, setAttaching] = useState(false)
  const lines = cells.flatMap(({ row: { line }, cell: { missing } }) =>
    line.line_status === 'open' ? [{ id: line.id, missing }] : [],
  )
  const mayAttach = can(poLines.name, 'attach') && lines.length > 0
  return (
    <>
      <KindButton kind={kind} count={cells.length} isOpen={anchor !== null} onOpen={setAnchor} />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {mayAttach && lines.length <= mostRecordsOfFile && (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              setAttaching(true)
            }}
          >
            {screenText('readiness.attach.title')}
          </MenuItem>
        )}
        {mayAttach && lines.length > mostRecordsOfFile && (
          <MenuItem disabled>{screenText('readiness.selection.too_large', { count: mostRecordsOfFile })}</MenuItem>
        )}
        {!mayAttach && <MenuItem disabled>{screenText('readiness.nothing_to_do')}</MenuItem>}
      </Menu>
      <Suspense>
        {isAttaching && <AttachDialog lines={lines} onDone={onDone} onClose={() => setAttaching(false)} />}
      </Suspense>
    </>
  )
}

/** Opens the menu of a kind; shows the number of its selected cells. */
const KindButton = ({ kind, count, isOpen, onOpen }: KindButtonProps) => (
  <Button
    size="small"
    variant="outlined"
    aria-haspopup="menu"
    aria-expanded={isOpen}
    endIcon={<ArrowDropDownRounded />}
    onClick={(event) => onOpen(event.currentTarget)}
  >
    {screenText('readiness.of_kind', { kind: kindLabel(kind), count })}
  </Button>
)

interface KindButtonProps {
  kind: ReadinessKind
  count: number
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** Actions on the selected lines of one kind. */
function KindActions({ kind, area, cells, onDone }: KindProps) {
  // Records that the portal maintains are only moved one by one.
  const plan = planOf(area)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [action, setAction] = useState<CellAction | null>(null)
  const refresh = useRefresh()
  const lines = cells.map(({ row }) => row.line.id)
  // The allocations of the lines are loaded when the menu is opened.
  const { data: allocations = [], isLoading } = useAllocations(area, lines, anchor !== null || action !== null)
  const openRows = cells.flatMap(({ row }) => (row.line.line_status === 'open' ? [row.line] : []))
  const openLines = openRows.map(({ id }) => id)
  const mayAllocate =
    plan !== undefined && can(area.name, 'create') && openLines.length > 0 && openLines.length <= maxAllocationLines
  const missing = !plan
    ? []
    : openRows.flatMap((line) => missingTypes(plan, allocations, line).map((type) => ({ line: line.id, type })))
  const moves = movesOf(area, allocations)
  const choose = (next: CellAction) => {
    setAnchor(null)
    setAction(next)
  }
  const copy = async () => {
    setAnchor(null)
    try {
      const { results } = await copyLast(area, { lines: openLines })
      await refresh()
      if (results.some(({ ok }) => !ok)) setAction({ what: 'results', results })
      else {
        notify({ tone: 'success', text: t('editing.allocation.made', { count: results.length }) })
        onDone()
      }
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <KindButton kind={kind} count={cells.length} isOpen={anchor !== null} onOpen={setAnchor} />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {mayAllocate && <MenuItem onClick={() => choose({ what: 'allocate' })}>{allocateLabel(area)}</MenuItem>}
        {mayAllocate && !plan?.typed && <MenuItem onClick={copy}>{t('editing.allocation.copy')}</MenuItem>}
        {mayAllocate &&
          plan &&
          missing.length > 0 &&
          sourcesOf(plan).map((source) => (
            <MenuItem key={source} onClick={() => choose({ what: 'fill', source })}>
              {t('editing.matrix.from', { source: sourceLabel(source), count: missing.length })}
            </MenuItem>
          ))}
        {moves.map(({ name, rows }) => (
          <MenuItem
            key={name}
            onClick={() => choose({ what: 'move', move: name, keyOf: contentKeys() })}
            sx={area.lifecycle?.moves[name]?.danger ? { color: 'error.main' } : undefined}
          >
            {t('editing.matrix.move', { move: moveLabel(area, name), count: rows.length })}
          </MenuItem>
        ))}
        {!isLoading && !mayAllocate && moves.length === 0 && (
          <MenuItem disabled>{screenText('readiness.nothing_to_do')}</MenuItem>
        )}
        {isLoading && <MenuItem disabled>{t('kit.list.loading')}</MenuItem>}
      </Menu>
      <CellActions
        area={area}
        action={action}
        onAction={setAction}
        onDone={onDone}
        lines={openLines}
        replaces={cells.every(({ cell }) => isReady(cell.state))}
        empty={missing}
        moves={moves}
      />
    </>
  )
}

interface KindProps {
  kind: ReadinessKind
  area: Area
  cells: readonly ChosenCell[]
  onDone: () => void
}

/** The current allocations of these lines. */
const useAllocations = (area: Area, lines: readonly number[], enabled: boolean) =>
  useQuery({
    queryKey: [area.name, 'of-lines', lines],
    enabled,
    queryFn: async ({ signal }) => {
      const records: AnyRecord[] = []
      // A condition takes up to a hundred values, and a page up to a hundred records.
      for (let at = 0; at < lines.length; at += linesAtOnce) {
        const params: [string, string][] = [
          ['po_line_id_in', lines.slice(at, at + linesAtOnce).join()],
          ['_sort', 'id'],
        ]
        for (let start = 0; ; start += pageSize) {
          const page = await api<AnyRecord[]>('GET', area.name, {
            params: [...params, ['_start', String(start)], ['_end', String(start + pageSize)]],
            signal,
          })
          records.push(...page)
          if (page.length < pageSize) break
        }
      }
      return records.filter(({ status }) => !goneStates.has(status ?? ''))
    },
  })

const linesAtOnce = 50
const pageSize = 100
