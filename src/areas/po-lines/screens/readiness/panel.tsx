import CloseRounded from '@mui/icons-material/CloseRounded'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import TextLink from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { planOf } from '#shared/trade/allocation.ts'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessCell, ReadinessColumn, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { loadAllAreas, t } from '#web/i18n.ts'
import { AllocationsSkeleton } from '#web/kit/allocation/allocations-skeleton.tsx'
import { lineWords } from '#web/kit/allocation/matrix/line-words.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { kindLabel, remindedWords } from './cell'
import { useReadinessPage } from './data'
import { mayRemind } from './rights'

const AllocationsOf = lazy(async () => {
  const [{ AllocationsOf }] = await Promise.all([import('#web/kit/allocation/allocations.tsx'), loadAllAreas()])
  return { default: AllocationsOf }
})

const RemindDialog = lazy(async () => {
  const [{ RemindDialog }] = await Promise.all([import('./remind-dialog'), loadAllAreas()])
  return { default: RemindDialog }
})

/** A panel next to the matrix with one kind of one line and all actions on it. */
export function CellPanel({ row, kind, kinds, onClose }: Props) {
  const titleId = useId()
  const [isReminding, setReminding] = useState(false)
  const { line } = row
  const cell = useLineCell(row, kind)
  const area = kinds.find((column) => column.kind === kind)?.area
  const order = Number(line.purchase_order_id)
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': titleId,
          role: 'dialog',
          sx: { width: { xs: 1, sm: 520 }, maxWidth: 1, p: 2, gap: 1.5 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box id={titleId} component="h2" sx={{ m: 0, fontSize: 18, fontWeight: 600 }}>
            {titleOf(areaNamed(poLines.name), line)} · {kindLabel(kind)}
          </Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{lineWords(line)}</Box>
          <Box sx={{ display: 'flex', columnGap: 2, fontSize: 13, mt: 0.5 }}>
            <TextLink component={Link} to={`${poLines.path}/${line.id}`} sx={{ py: { xs: 1.5, sm: 0 } }}>
              {screenText('readiness.to_line')}
            </TextLink>
            <TextLink component={Link} to={`/apps/purchase_order/${order}`} sx={{ py: { xs: 1.5, sm: 0 } }}>
              {mentionTitle(mentionOf(line, 'purchase_order_id'))}
            </TextLink>
          </Box>
        </Box>
        <Tooltip title={t('kit.close')}>
          <IconButton aria-label={t('kit.close')} onClick={onClose} sx={{ p: { xs: 1.5, sm: 1 } }}>
            <CloseRounded />
          </IconButton>
        </Tooltip>
      </Box>
      {area && cell && (
        <Reminder cell={cell} mayRemind={mayRemind(areaNamed(area))} onRemind={() => setReminding(true)} />
      )}
      <Suspense>
        {isReminding && (
          <RemindDialog cells={[{ line: line.id, kind }]} onDone={() => {}} onClose={() => setReminding(false)} />
        )}
      </Suspense>
      {area && !planOf(areaNamed(area)) && <SectionsOn area={poLines} id={line.id} only={area} />}
      {area && planOf(areaNamed(area)) && (
        <Suspense fallback={<AllocationsSkeleton lines={1} />}>
          <AllocationsOf area={areaNamed(area)} order={order} line={line.id} />
        </Suspense>
      )}
    </Drawer>
  )
}

/** When it is the supplier's turn: the date of the last reminder, and a button to remind it for the office. */
function Reminder({ cell, mayRemind, onRemind }: { cell: ReadinessCell; mayRemind: boolean; onRemind: () => void }) {
  const isWaiting = cell.turns.includes('supplier')
  if (!isWaiting || !(mayRemind || cell.reminded)) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, fontSize: 13 }}>
      {mayRemind && (
        <Button size="small" variant="outlined" startIcon={<NotificationsNoneRounded />} onClick={onRemind}>
          {screenText('readiness.remind.one')}
        </Button>
      )}
      <Box sx={{ color: 'text.secondary' }}>{remindedWords(cell)}</Box>
    </Box>
  )
}

/** The current state of the cell; `row` is its state when the panel was opened. */
const useLineCell = (row: ReadinessRow, kind: ReadinessKind): ReadinessCell | undefined => {
  const params = useMemo((): [string, string][] => [['id', String(row.line.id)]], [row.line.id])
  const { data } = useReadinessPage(params, 0, 10)
  return (data?.rows[0] ?? row).cells[kind]
}

interface Props {
  row: ReadinessRow
  kind: ReadinessKind
  kinds: readonly ReadinessColumn[]
  onClose: () => void
}
