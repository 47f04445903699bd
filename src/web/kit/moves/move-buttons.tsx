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
 * The moves of a record: the next step as the primary button, the others in a menu, impossible ones with their reason.
 * `extra` adds other entries; `next` names the next step if it does not follow from the declared order (null: none; several:
 * a decision whose answers stand beside each other), `nextLabel` its label; `take` returns true for a move with a screen of its own, and opens it.
 */
export function MoveButtons({ area, record, extra = [], next: named, nextLabel, take, onMoved }: Props) {
  const { run: ask, busy, dialog } = useMove(area, record, onMoved)
  const run = (move: string) => take?.(move) || ask(move)
  const offers = offeredMoves(area, record)
  const main = named === undefined ? [nextMove(area, offers)?.name] : namesOf(named)
  const next = main.flatMap((name) => offers.filter((offer) => offer.allowed && offer.name === name))
  const rest = offers.filter((offer) => !next.includes(offer))
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {next.map(({ name }, at) => (
        <Button
          key={name}
          variant={at === 0 && !isDanger(area, name) ? 'contained' : 'outlined'}
          color={isDanger(area, name) ? 'error' : 'primary'}
          disabled={busy}
          onClick={() => run(name)}
        >
          {(named && at === 0 && nextLabel) || moveText(area, name)}
        </Button>
      ))}
      <MoreMenu
        disabled={busy}
        groups={[
          rest.map(({ name, allowed, reason }) => ({
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
  /** Called after a move, where it leads to another page. */
  onMoved?: (move: string, record: OpenRecord) => void
}

/** The next step of a record, or the answers of a decision; null: none. */
export type NextMoves = string | readonly string[] | null

/** The names among the next moves, in their order. */
export const namesOf = (next: NextMoves): readonly string[] =>
  next === null ? [] : typeof next === 'string' ? [next] : next

/**
 * Makes moves of one record: directly, or through a dialog if they have inputs or warnings. The caller renders the
 * dialog.
 */
export const useMove = (area: Area, record: OpenRecord, onMoved?: Props['onMoved']) => {
  const [asking, setAsking] = useState<{ move: string; keyOf: (content: unknown) => string } | null>(null)
  const [busy, setBusy] = useState(false)
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
      setAsking({ move, keyOf: contentKeys() })
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
  const dialog = asking && (
    <Suspense>
      <MoveDialog
        area={area}
        move={asking.move}
        subject={titleOf(area, record)}
        record={record}
        records={[record.id]}
        warnings={warningsOf(record, asking.move)}
        blocked={blockedBy(record, asking.move)}
        onAgree={(inputs) =>
          send(asking.move, inputs, asking.keyOf(inputs)).catch(async (error: Error) => {
            // The record has changed: a second confirmation applies to what is shown then.
            if (error instanceof HttpError && error.statusCode === 409) await refresh()
            throw error
          })
        }
        onClose={() => setAsking(null)}
      />
    </Suspense>
  )
  return { run, busy, dialog }
}

/** Why a move that was possible when its dialog opened is not any more; null if it still is. */
const blockedBy = ({ moves }: OpenRecord, move: string): string | null => {
  if (!moves) return null
  const offer = moves.find(({ name }) => name === move)
  return !offer || offer.allowed ? null : (offer.reason ?? '')
}

/** The moves to show: all possible ones, and those of this state that a guard refuses. */
export const offeredMoves = (area: Area, record: OpenRecord): MoveOffer[] =>
  (record.moves ?? []).filter(
    ({ name, allowed }) => allowed || mayMove(can, area, name, { status: record.status }) === 'allowed',
  )

/** The next step: the first declared move that is possible, changes the status and is not destructive. */
export const nextMove = (area: Area, offers: readonly MoveOffer[]): MoveOffer | undefined =>
  offers.find(({ name, allowed }) => {
    const declared = area.lifecycle?.moves[name]
    return allowed && declared?.to && !declared.danger
  })

const warningsOf = ({ moves = [] }: OpenRecord, move: string) => moves.find(({ name }) => name === move)?.warnings ?? []

const isDanger = (area: Area, move: string) => move === 'archive' || area.lifecycle?.moves[move]?.danger === true

const doneText = (area: Area, move: string, before: OpenRecord, after: OpenRecord) => {
  const title = titleOf(area, before)
  return after.status && after.status !== before.status
    ? t('kit.moves.now', { title, state: stateLabel(area, after.status) })
    : t('kit.moves.done', { title, move: moveText(area, move) })
}
