import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Area } from '../../shared/area'
import { titleOf } from '../fields/titles'
import { stateLabel, t } from '../i18n'
import { api, HttpError } from '../providers/http'
import { freshKey } from '../providers/key'
import { notify, notifyFailure } from '../shell/messages'
import { moveText } from './move-text'
import type { MoveOffer, OpenRecord } from './record-actions'
import { useRefresh } from './use-refresh'

const MoveDialog = lazy(() => import('./move-dialog').then(({ MoveDialog }) => ({ default: MoveDialog })))

/**
 * What can be done with a record now: the next step as the one filled button, the rest in a menu, each that is not
 * possible with its reason. `extra` adds entries that are no moves; `next` names the next step where the declared order
 * does not tell it (null: none is this person's); `take` answers true for a move that has a screen of its own, and opens it.
 */
export function MoveButtons({ area, record, extra = [], next: named, take }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { run: ask, busy, dialog } = useMove(area, record)
  const run = (move: string) => take?.(move) || ask(move)
  const menuButton = useRef<HTMLButtonElement>(null)
  const offers = offeredMoves(area, record)
  const next = named === undefined ? nextMove(area, offers) : offers.find((one) => one.allowed && one.name === named)
  const rest = offers.filter((offer) => offer !== next)
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {next && (
        <Button variant="contained" disabled={busy} onClick={() => run(next.name)}>
          {moveText(area, next.name)}
        </Button>
      )}
      {rest.length + extra.length > 0 && (
        <>
          <Tooltip title={t('kit.moves.more')}>
            <IconButton
              ref={menuButton}
              aria-label={t('kit.moves.more')}
              aria-haspopup="menu"
              aria-expanded={Boolean(anchor)}
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <MoreHorizRounded />
            </IconButton>
          </Tooltip>
          <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
            {rest.map(({ name, allowed, reason }) => (
              <MenuItem
                key={name}
                disabled={busy}
                aria-disabled={!allowed || undefined}
                onClick={() => {
                  if (!allowed) return
                  setAnchor(null)
                  run(name)
                }}
                sx={{ maxWidth: 360, ...(allowed ? {} : { cursor: 'default' }) }}
              >
                <ListItemText
                  primary={moveText(area, name)}
                  secondary={allowed ? null : reason}
                  slotProps={{
                    primary: {
                      sx: {
                        fontSize: 14,
                        color: !allowed ? 'text.disabled' : isDanger(area, name) ? 'error.main' : undefined,
                      },
                    },
                    secondary: { sx: { fontSize: 12, whiteSpace: 'normal' } },
                  }}
                />
              </MenuItem>
            ))}
            {rest.length > 0 && extra.length > 0 && <Divider />}
            {extra.map(({ label, danger, onSelect }, at) => (
              <MenuItem
                key={label}
                // What cannot be taken back stands apart.
                divider={!danger && extra[at + 1]?.danger}
                onClick={() => {
                  setAnchor(null)
                  onSelect()
                }}
                sx={danger ? { color: 'error.main' } : undefined}
              >
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {dialog}
    </Box>
  )
}

interface Props {
  area: Area
  record: OpenRecord
  extra?: readonly { label: string; danger?: boolean; onSelect: () => void }[]
  next?: string | null
  take?: (move: string) => boolean
}

/** Runs moves of one record: at once where nothing is asked, else after its dialog, which has to be drawn. */
export const useMove = (area: Area, record: OpenRecord) => {
  const [asking, setAsking] = useState<{ move: string; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const send = async (move: string, asked: Record<string, unknown>, idempotencyKey: string) => {
    const moved = await api<OpenRecord>('POST', `${area.name}/${record.id}/moves/${move}`, {
      body: { ...asked, version: record.version },
      idempotencyKey,
    })
    await refresh()
    notify({ tone: 'success', text: doneText(area, move, record, moved) })
  }
  const run = (move: string) => {
    const declared = area.lifecycle?.moves[move]
    if (move === 'archive' || declared?.danger || Object.keys(declared?.asks ?? {}).length > 0) {
      setAsking({ move, key: freshKey() })
      return
    }
    setBusy(true)
    send(move, {}, freshKey())
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
        onAgree={(asked) =>
          send(asking.move, asked, asking.key).catch(async (error: Error) => {
            // The record moved on: who agrees again agrees to what is shown then.
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

/** The moves worth showing: all that may be done, and those of this state that something stands against. */
export const offeredMoves = (area: Area, record: OpenRecord): MoveOffer[] =>
  (record.moves ?? []).filter(
    ({ name, allowed }) =>
      allowed || (record.status !== undefined && area.lifecycle?.moves[name]?.from.includes(record.status)),
  )

/** The step that leads on: the first declared one that may be done, leads somewhere and takes nothing away. */
export const nextMove = (area: Area, offers: readonly MoveOffer[]): MoveOffer | undefined =>
  offers.find(({ name, allowed }) => {
    const declared = area.lifecycle?.moves[name]
    return allowed && declared?.to && !declared.danger
  })

const isDanger = (area: Area, move: string) => move === 'archive' || area.lifecycle?.moves[move]?.danger === true

const doneText = (area: Area, move: string, before: OpenRecord, after: OpenRecord) => {
  const title = titleOf(area, before)
  return after.status && after.status !== before.status
    ? t('kit.moves.now', { title, state: stateLabel(area, after.status) })
    : t('kit.moves.done', { title, move: moveText(area, move) })
}
