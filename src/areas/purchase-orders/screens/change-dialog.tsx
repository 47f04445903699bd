import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isDate } from '#shared/base/dates.ts'
import type { ChangeField } from '#shared/trade/change-terms.ts'
import { type ChangeItem, currentValue, dropItems, dropsLine, itemProblems } from '#shared/trade/order-changes.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { choiceLabel, moveInputLabel, renderText, t } from '#web/i18n.ts'
import { fieldMessages } from '#web/kit/form/error-lines.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { ChangedMeanwhile } from '#web/kit/inline/changed-meanwhile.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { confirmDialog, notify } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../area'
import { laterPromised, openLines } from '../rules'
import { ChangeItems } from './change-items'
import { keyOf, LineChanges, ValueInput } from './change-line'
import type { OpenLine, OpenOrder } from './open-order'
import { proposeLabel } from './order-steps'
import { screenText } from './texts'

/**
 * Where either side writes down what it wants otherwise, line by line: what is opened can be changed, and only what
 * differs is sent. A supplier that has still to acknowledge the order answers it here: without a change it acknowledges.
 */
export function ChangeDialog({ order, move, startAt, drop, onClose }: Props) {
  const titleId = useId()
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const lines = (openLines(order) as OpenLine[]).filter(({ id }) => drop === undefined || id === drop)
  const [start] = useState(() => startingValues(order, move, drop))
  const [typed, setTyped] = useState(start)
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        startAt !== undefined ? [startAt] : lines.length === 1 && drop === undefined ? lines.map(({ id }) => id) : [],
      ),
  )
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<unknown>(null)
  const [overtaken, setOvertaken] = useState<OpenOrder | null>(null)
  const [busy, setBusy] = useState(false)
  const [key] = useState(freshKey)
  const reasonInput = useRef<HTMLInputElement>(null)
  const refresh = useRefresh()
  const items = itemsOf(order, typed)
  const faults = faultsOf(order, items, refusal)
  const isAnswer = move === 'propose_change'
  // With other quantities after all it is a change like any other.
  const dropped = lines.find((line) => line.id === drop && dropsLine(line, items))
  const sent = isAnswer && items.length === 0 ? 'acknowledge' : move
  const asks = purchaseOrders.lifecycle?.moves[sent as 'revise']?.asks ?? {}
  const needsReason = 'reason_code' in asks
  // What speaks against it is said; a proposal without a change is none.
  const stop =
    sent === 'acknowledge'
      ? (order.moves?.find(({ name, allowed }) => name === sent && !allowed)?.reason ?? null)
      : items.length === 0
        ? screenText('change.nothing_yet')
        : null
  const isOpen = ({ id }: OpenLine) => opened.has(id) || [...faults.keys()].some((place) => place.startsWith(`${id}/`))

  const close = async () => {
    const agreed =
      typed === start ||
      (await confirmDialog({
        title: t('kit.form.leave_title'),
        body: t('kit.form.leave_body'),
        confirm: t('kit.form.leave'),
        cancel: t('kit.form.stay'),
      }))
    if (agreed) onClose()
  }
  const set = (changes: ReadonlyMap<string, string>) => {
    setRefusal(null)
    setTyped((now) => new Map([...now, ...changes]))
  }
  const toggle = (id: number) =>
    setOpened((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const reset = async ({ id, version }: OpenLine) => {
    setRefusal(null)
    setTyped((now) => new Map([...now].filter(([place]) => !place.startsWith(`${id}/`))))
    if (!isAnswer || !laterPromised(order).some((line) => line.id === id)) return
    // Taken as ordered, the line no longer leaves later.
    setBusy(true)
    try {
      await api('PATCH', `${areaOf(purchaseOrders, 'lines').name}/${id}`, {
        body: { promised_ex_factory_date: null, version },
      })
    } catch (error) {
      setRefusal(error)
    }
    await refresh()
    setBusy(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stop !== null || faults.size > 0 || busy) return
    if (needsReason && reason === '') {
      setReasonMissing(true)
      reasonInput.current?.focus()
      return
    }
    setBusy(true)
    setRefusal(null)
    try {
      await api('POST', `${purchaseOrders.name}/${order.id}/moves/${sent}`, {
        body: {
          version: order.version,
          ...(needsReason ? { reason_code: reason } : {}),
          ...(comment.trim() ? { comment: comment.trim() } : {}),
          ...(items.length > 0
            ? {
                items: items.map(({ po_line_id, size_id, field, new_value }) => ({
                  po_line_id,
                  size_id,
                  field,
                  new_value,
                })),
              }
            : {}),
        },
        idempotencyKey: key,
      })
      await refresh()
      notify({
        tone: 'success',
        text: t('kit.moves.done', { title: order.po_no, move: moveText(purchaseOrders, sent) }),
      })
      onClose()
    } catch (error) {
      setRefusal(error)
      setBusy(false)
      // The order moved on: what is shown beside the entries must be what stands now.
      if (!(error instanceof HttpError) || error.statusCode !== 409) return
      setOvertaken(order)
      await refresh()
    }
  }

  return (
    <Dialog
      open
      onClose={() => void (busy || close())}
      fullScreen={isSmall}
      fullWidth
      maxWidth="lg"
      aria-labelledby={titleId}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>
          {isAnswer
            ? screenText('answer.title', { po_no: order.po_no })
            : dropped
              ? screenText('drop.title', { line: dropped.line_no, po_no: order.po_no })
              : [moveText(purchaseOrders, move), order.po_no].join(t('kit.colon'))}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Problems error={refusal} />
          {overtaken && <ChangedMeanwhile area={purchaseOrders} before={overtaken} after={order} />}
          <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>
            {screenText(
              dropped
                ? move === 'revise'
                  ? 'drop.help_revise'
                  : 'drop.help_request'
                : isAnswer
                  ? 'answer.help'
                  : 'change.help',
            )}
          </Box>
          {lines.length > 1 && <SameDay lines={lines} onChange={set} />}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
            {lines.map((line) => (
              <LineChanges
                key={line.id}
                line={line}
                typed={typed}
                faults={faults}
                count={items.filter(({ po_line_id }) => po_line_id === line.id).length}
                unchanged={isAnswer ? screenText('answer.as_ordered') : undefined}
                isOpen={isOpen(line)}
                onToggle={() => toggle(line.id)}
                onChange={set}
                onReset={() => void reset(line)}
              />
            ))}
          </Box>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: needsReason ? '260px 1fr' : '1fr' } }}>
            {needsReason && (
              <TextField
                select
                required
                label={moveInputLabel(purchaseOrders, 'reason_code')}
                value={reason}
                error={isReasonMissing}
                helperText={isReasonMissing ? t('validation.required') : undefined}
                inputRef={reasonInput}
                onChange={(event) => {
                  setReason(event.target.value)
                  setReasonMissing(false)
                }}
              >
                {(asks.reason_code?.options.values ?? []).map((code) => (
                  <MenuItem key={code} value={code}>
                    {choiceLabel(areaOf(purchaseOrders, 'changes'), 'reason_code', code)}
                  </MenuItem>
                ))}
              </TextField>
            )}
            <TextField
              label={moveInputLabel(purchaseOrders, 'comment')}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              multiline
              maxRows={4}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          </Box>
          <Box role="status" sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}>
            {items.length > 0 ? (
              <ChangeItems order={order} items={items} />
            ) : (
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{stop ?? screenText('answer.all_as_ordered')}</Box>
            )}
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => void close()} disabled={busy}>
            {t('kit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={stop !== null || faults.size > 0 || busy}>
            {busy
              ? t('kit.working')
              : sent === 'propose_change'
                ? proposeLabel(items)
                : dropped
                  ? screenText('drop.confirm')
                  : moveText(purchaseOrders, sent)}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

interface Props {
  order: OpenOrder
  move: string
  /** The line to begin with, by its id. */
  startAt?: number
  /** The line that is to be dropped, by its id; the others are left out. */
  drop?: number
  onClose: () => void
}

/** One ex-factory date for all lines at once: most late orders are late as a whole. */
function SameDay({
  lines,
  onChange,
}: {
  lines: readonly OpenLine[]
  onChange: (changes: ReadonlyMap<string, string>) => void
}) {
  const [value, setValue] = useState('')
  const change = (day: string) => {
    setValue(day)
    if (isDate(day))
      onChange(
        new Map(lines.map(({ id }) => [keyOf({ po_line_id: id, size_id: null, field: 'ex_factory_date' }), day])),
      )
  }
  return (
    <ValueInput
      field="ex_factory_date"
      label={screenText('change.all_lines')}
      value={value}
      old={null}
      isChanged={false}
      fault={undefined}
      onChange={change}
      onPaste={undefined}
    />
  )
}

/** Who answers with other values starts from what the other side asked for; who answers an order, from the later dates promised. */
const startingValues = (order: OpenOrder, move: string, drop: number | undefined): ReadonlyMap<string, string> => {
  const dropped = order.lines.find(({ id }) => id === drop)
  if (dropped) return new Map(dropItems(dropped).map((item) => [keyOf(item), item.new_value ?? '']))
  if (move === 'propose_change')
    return new Map(
      laterPromised(order).map(({ id = 0, promised_ex_factory_date }) => [
        keyOf({ po_line_id: id, size_id: null, field: 'ex_factory_date' }),
        promised_ex_factory_date ?? '',
      ]),
    )
  const asked = move === 'counter' ? order.changes?.find(({ outcome }) => outcome === 'proposed') : undefined
  return new Map(asked?.items.map((item) => [keyOf(item), item.new_value ?? '']))
}

const itemsOf = (order: OpenOrder, typed: ReadonlyMap<string, string>): ChangeItem[] =>
  [...typed].flatMap(([key, new_value]) => {
    const [line = '', size = '', field = ''] = key.split('/')
    const place = { po_line_id: Number(line), size_id: size ? Number(size) : null, field: field as ChangeField }
    const found = order.lines.find(({ id }) => id === place.po_line_id)
    const old_value = found ? currentValue(found, place) : null
    const isSame = old_value === new_value || (field === 'unit_price' && Number(old_value) === Number(new_value))
    return isSame ? [] : [{ ...place, old_value, new_value }]
  })

/** What is wrong with each value: what the rules say, and what the server said. */
const faultsOf = (order: OpenOrder, items: readonly ChangeItem[], refusal: unknown): Map<string, string> => {
  const messages: Record<string, string> = {
    ...(refusal instanceof HttpError ? fieldMessages(refusal.errors) : {}),
    ...Object.fromEntries(itemProblems(order, items).map(({ field = '', text }) => [field, renderText(text)])),
  }
  return new Map(
    Object.entries(messages).flatMap(([path, message]): [string, string][] => {
      const item = items[Number(/^items\.(\d+)/.exec(path)?.[1])]
      return item ? [[keyOf(item), message]] : []
    }),
  )
}
