import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { areaName, format, t } from '#web/i18n.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { contentKeys } from '#web/providers/idempotency-key.ts'
import { type BulkChange, type BulkTarget, bulkFields, countOf, targetOf } from './bulk'
import { BulkMoveButtons } from './bulk-move-buttons'
import { type BulkMoves, type BulkOffer, cautionTexts, useBulkMoves } from './use-bulk-moves'

const MoveDialog = lazy(() =>
  import('#web/kit/moves/move-dialog.tsx').then((module) => ({ default: module.MoveDialog })),
)
const BulkEdit = lazy(() => import('./bulk-edit').then((module) => ({ default: module.BulkEdit })))
const BulkResults = lazy(() => import('./bulk-results').then((module) => ({ default: module.BulkResults })))

/**
 * Replaces the filter bar while records are selected: their number, and the actions that apply to at least one of them.
 */
export function SelectionBar({ list, children }: { list: AreaListState; children?: ReactNode }) {
  const { area, selection, total } = list
  const [openDialog, setOpenDialog] = useState<{ offer: BulkOffer | null; keyOf: (content: unknown) => string } | null>(
    null,
  )
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const refresh = useRefresh()
  const target = targetOf(list)
  const count = countOf(target)
  const moves = useBulkMoves(area, target)
  const send = async (change: BulkChange, target: BulkTarget) => {
    const { runBulk } = await import('./bulk-run')
    const results = await runBulk(area, change, target, openDialog?.keyOf(change), refresh)
    setOpenDialog(null)
    if (results) setOutcome({ change, results })
    else selection.clear()
  }
  return (
    <Box
      role="region"
      aria-label={t('editing.bulk.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        minHeight: 52,
        bgcolor: ({ palette }) => palette.surfaces.chosen,
        // On a phone the list scrolls with its page, so the bar is sticky.
        position: { xs: 'sticky', sm: 'static' },
        top: 0,
        zIndex: 4,
      }}
    >
      <Tooltip title={t('editing.bulk.clear')}>
        <IconButton size="small" aria-label={t('editing.bulk.clear')} onClick={selection.clear}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
      <Box component="span" sx={{ fontWeight: 600 }} aria-live="polite">
        {t('editing.bulk.selected', { count, number: format.number(count) })}
      </Box>
      {!selection.all && total > count && (
        <Button size="small" onClick={() => selection.setAll(true)}>
          {t('editing.bulk.select_all', { count: total, number: format.number(total) })}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <BulkMoveButtons moves={moves} total={count} onChoose={(offer) => setOpenDialog({ offer, keyOf: contentKeys() })}>
        {children}
        {bulkFields(area).length > 0 && (
          <CanAccess resource={area.name} action="edit">
            <Button
              size="small"
              variant="outlined"
              onClick={() => setOpenDialog({ offer: null, keyOf: contentKeys() })}
              sx={{ minHeight: { xs: 44, sm: 0 } }}
            >
              {t('editing.bulk.edit')}
            </Button>
          </CanAccess>
        )}
      </BulkMoveButtons>
      {moves.error !== null && (
        <Box sx={{ flexBasis: '100%' }}>
          <Problems error={moves.error} />
        </Box>
      )}
      <BulkDialogs
        list={list}
        moves={moves}
        opened={openDialog}
        outcome={outcome}
        onSend={send}
        onClose={() => setOpenDialog(null)}
        onCloseResults={(failed) => {
          setOutcome(null)
          selection.set(failed)
        }}
      />
    </Box>
  )
}

/** The dialog of a move, or of the bulk edit without an offer; `keyOf` returns the Idempotency-Key of a change. */
interface OpenedDialog {
  offer: BulkOffer | null
  keyOf: (content: unknown) => string
}

interface BulkOutcome {
  change: BulkChange
  results: BulkResult[]
}

/** The dialogs of bulk moves and edits, and of their results. */
function BulkDialogs({ list, moves, opened, outcome, onSend, onClose, onCloseResults }: BulkDialogsProps) {
  const { area, selection } = list
  const target = targetOf(list)
  const count = countOf(target)
  return (
    <Suspense>
      {opened?.offer && (
        <MoveDialog
          area={area}
          move={opened.offer.steps[0]?.move ?? ''}
          subject={t('editing.bulk.subject', {
            count: opened.offer.count,
            number: format.number(opened.offer.count),
            area: inSentence(areaName(area, opened.offer.count === 1)),
          })}
          records={opened.offer.steps.flatMap(({ ids }) => ids)}
          warnings={cautionTexts(opened.offer)}
          onAgree={(inputs) =>
            onSend(
              { steps: opened.offer?.steps ?? [], inputs },
              // The records that were checked: later matches are not included.
              selection.all ? { rows: moves.rows } : target,
            )
          }
          onClose={onClose}
        >
          {opened.offer.count < count && (
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
              {t('editing.bulk.left_out', { count: count - opened.offer.count })}
            </Box>
          )}
        </MoveDialog>
      )}
      {opened && !opened.offer && (
        <BulkEdit area={area} count={count} onAgree={(change) => onSend(change, target)} onClose={onClose} />
      )}
      {outcome && (
        <BulkResults area={area} change={outcome.change} results={outcome.results} onClose={onCloseResults} />
      )}
    </Suspense>
  )
}

interface BulkDialogsProps {
  list: AreaListState
  moves: BulkMoves
  opened: OpenedDialog | null
  outcome: BulkOutcome | null
  onSend: (change: BulkChange, target: BulkTarget) => Promise<void>
  onClose: () => void
  /** Called with the current versions of the failed records. */
  onCloseResults: (failed: AnyRecord[]) => void
}
