import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { stateLabel, t } from '#web/i18n.ts'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import type { MoveOffer, OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { contentKeys } from '#web/providers/idempotency-key.ts'
import { can } from '#web/providers/permission.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { moveText } from './move-text'

const MoveDialog = lazy(() => import('./move-dialog').then(({ MoveDialog }) => ({ default: MoveDialog })))

/**
 * The moves of a record: the next step as the primary button, the others in a menu, disabled ones with their reason.
 * `extra` adds menu entries. `next` names the next step, by default the first possible one in declared order; null for
 * none, several names for the answers of a decision, which are shown side by side. `nextLabel` is its label. `take`
 * may handle a move in a screen of its own: it then opens that and returns true.
 */
export function MoveButtons({ area, record, extra = [], next: named, nextLabel, take, onMoved }: Props) {
  const { run: makeMove, busy: isBusy, dialog } = useMove(area, record, onMoved)
  const run = (move: string) => take?.(move) || makeMove(move)
  const offers = offeredMoves(area, record)
  const nextNames = named === undefined ? [nextMove(area, offers)?.name] : namesOf(named)
  const next = nextNames.flatMap((name) => offers.filter((offer) => offer.allowed && offer.name === name))
  const menuOffers = offers.filter((offer) => !next.includes(offer))
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {next.map(({ name }, index) => (
        <Button
          key={name}
          variant={index === 0 && !isDanger(area, name) ? 'contained' : 'outlined'}
          color={isDanger(area, name) ? 'error' : 'primary'}
          disabled={isBusy}
          onClick={() => run(name)}
        >
          {(named && index === 0 && nextLabel) || moveText(area, name)}
        </Button>
      ))}
      <MoreMenu
        disabled={isBusy}
        groups={[
          menuOffers.map(({ name, allowed, reason }) => ({
            label: moveText(area, name),
            danger: isDanger(area, name),
            reason: allowed ? null : (reason ?? ''),
            onSelect: () => run(name),
          })),
          extra,
        ]}
      />
      {dialog}
    </Box>
  )
}

interface Props {
  area: Area
  record: OpenRecord
  extra?: readonly { label: string; danger?: boolean; onSelect: () => void }[]
  next?: NextMoves
  nextLabel?: string
  take?: (move: string) => boolean
  /** Called after a move, to navigate elsewhere. */
  onMoved?: (move: string, record: OpenRecord) => void
}

/** The name of a record's next move, the names of a decision's answers, or null for none. */
export type NextMoves = string | readonly string[] | null

/** The names of the next moves, in order. */
export const namesOf = (next: NextMoves): readonly string[] =>
  next === null ? [] : typeof next === 'string' ? [next] : next

/**
 * Makes moves of one record: directly, or through a dialog if they have inputs or warnings or are destructive. The
 * caller renders `dialog`.
 */
export const useMove = (area: Area, record: OpenRecord, onMoved?: Props['onMoved']) => {
  const [openDialog, setOpenDialog] = useState<{ move: string; keyOf: (content: unknown) => string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refresh = useRefresh()
  const send = async (move: string, inputs: Record<string, unknown>, idempotencyKey?: string) => {
    const moved = await api<OpenRecord>('POST', `${area.name}/${record.id}/moves/${move}`, {
      body: { ...inputs, version: record.version },
      ...(idempotencyKey && { idempotencyKey }),
    })
    await refresh()
    notify({ tone: 'success', text: doneText(area, move, record, moved) })
    onMoved?.(move, moved)
  }
  const run = (move: string) => {
    const declared = area.lifecycle?.moves[move]
    const needsDialog = Object.keys(declared?.asks ?? {}).length > 0 || warningsOf(record, move).length > 0
    if (move === 'archive' || declared?.danger || needsDialog) {
      setOpenDialog({ move, keyOf: contentKeys() })
      return
    }
    setBusy(true)
    send(move, {})
      .catch(async (error: unknown) => {
        notifyFailure(error)
        await refresh()
      })
      .finally(() => setBusy(false))
  }
  const dialog = openDialog && (
    <Suspense>
      <MoveDialog
        area={area}
        move={openDialog.move}
        subject={titleOf(area, record)}
        record={record}
        records={[record.id]}
        warnings={warningsOf(record, openDialog.move)}
        blocked={blockedBy(record, openDialog.move)}
        onAgree={(inputs) =>
          send(openDialog.move, inputs, openDialog.keyOf(inputs)).catch(async (error: Error) => {
            // After a conflict the current record is shown, so that a second confirmation applies to it.
            if (error instanceof HttpError && error.statusCode === 409) await refresh()
            throw error
          })
        }
        onClose={() => setOpenDialog(null)}
      />
    </Suspense>
  )
  return { run, busy: isBusy, dialog }
}

/** Why a move is no longer possible while its dialog is open; null if it is, empty if the reason is unknown. */
const blockedBy = ({ moves }: OpenRecord, move: string): string | null => {
  if (!moves) return null
  const offer = moves.find(({ name }) => name === move)
  return !offer || offer.allowed ? null : (offer.reason ?? '')
}

/** The moves to show: those that are allowed, and those that fit state and role but are refused by a guard. */
export const offeredMoves = (area: Area, record: OpenRecord): MoveOffer[] =>
  (record.moves ?? []).filter(
    ({ name, allowed }) => allowed || mayMove(can, area, name, { status: record.status }) === 'allowed',
  )

/** The default next step: the first declared move that is allowed, changes the status and is not destructive. */
export const nextMove = (area: Area, offers: readonly MoveOffer[]): MoveOffer | undefined =>
  offers.find(({ name, allowed }) => {
    const declared = area.lifecycle?.moves[name]
    return allowed && declared?.to && !declared.danger
  })

const warningsOf = ({ moves = [] }: OpenRecord, move: string) => moves.find(({ name }) => name === move)?.warnings ?? []

const isDanger = (area: Area, move: string) => move === 'archive' || area.lifecycle?.moves[move]?.danger === true

const doneText = (area: Area, move: string, recordBefore: OpenRecord, recordAfter: OpenRecord) => {
  const title = titleOf(area, recordBefore)
  return recordAfter.status && recordAfter.status !== recordBefore.status
    ? t('kit.moves.now', { title, state: stateLabel(area, recordAfter.status) })
    : t('kit.moves.done', { title, move: moveText(area, move) })
}
