import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import type { ChangeField } from '../../../shared/change-terms'
import { isDate } from '../../../shared/dates'
import { type ChangeItem, itemProblems, valueNow } from '../../../shared/order-changes'
import { date } from '../../../web/fields/date'
import { plainNumber } from '../../../web/fields/number-input'
import { mentionTitle } from '../../../web/fields/titles'
import { askLabel, choiceLabel, t, tell } from '../../../web/i18n'
import { areaOf } from '../../../web/kit/area-of'
import { ChangedMeanwhile } from '../../../web/kit/changed-meanwhile'
import { fieldMessages } from '../../../web/kit/error-lines'
import { moveText } from '../../../web/kit/move-text'
import { Problems } from '../../../web/kit/problems'
import { useRefresh } from '../../../web/kit/use-refresh'
import { api, HttpError } from '../../../web/providers/http'
import { freshKey } from '../../../web/providers/key'
import { ask, notify } from '../../../web/shell/messages'
import { purchaseOrders } from '../area'
import { isCancelled } from '../rules'
import { ChangeItems, lineName, written } from './change-items'
import type { OpenLine, OpenOrder } from './open-order'
import { word } from './words'

/** Where either side writes down what it wants otherwise: the order's lines as they are, and beside each value that is changed what it was. */
export function ChangeDialog({ order, move, onClose }: { order: OpenOrder; move: string; onClose: () => void }) {
  const titleId = useId()
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [typed, setTyped] = useState(() => startingValues(order, move))
  const [reason, setReason] = useState('')
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<unknown>(null)
  const [overtaken, setOvertaken] = useState<OpenOrder | null>(null)
  const [busy, setBusy] = useState(false)
  const [key] = useState(freshKey)
  const refresh = useRefresh()
  const asks = purchaseOrders.lifecycle?.moves[move as 'revise']?.asks ?? {}
  const open = order.lines.filter((line) => !isCancelled(line) && line.line_status === 'open')
  const items = itemsOf(order, typed)
  const faults = faultsOf(order, items, refusal)
  const needsReason = 'reason_code' in asks
  const isWhole = items.length > 0 && faults.size === 0 && (!needsReason || reason !== '')

  const close = async () => {
    const agreed =
      typed.size === 0 ||
      (await ask({
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || busy) return
    setBusy(true)
    setRefusal(null)
    try {
      await api('POST', `${purchaseOrders.name}/${order.id}/moves/${move}`, {
        body: {
          version: order.version,
          ...(needsReason ? { reason_code: reason } : {}),
          ...(comment.trim() ? { comment: comment.trim() } : {}),
          items: items.map(({ po_line_id, size_id, field, new_value }) => ({ po_line_id, size_id, field, new_value })),
        },
        idempotencyKey: key,
      })
      await refresh()
      notify({
        tone: 'success',
        text: t('kit.moves.done', { title: order.po_no, move: moveText(purchaseOrders, move) }),
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
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId}>{[moveText(purchaseOrders, move), order.po_no].join(t('kit.colon'))}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
          <Problems error={refusal} />
          {overtaken && <ChangedMeanwhile area={purchaseOrders} before={overtaken} after={order} />}
          {open.length > 1 && <SameDay lines={open} onChange={set} />}
          {open.map((line) => (
            <LineChanges key={line.id} order={order} line={line} typed={typed} faults={faults} onChange={set} />
          ))}
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: needsReason ? '260px 1fr' : '1fr' } }}>
            {needsReason && (
              <TextField
                select
                required
                label={askLabel(purchaseOrders, 'reason_code')}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              >
                {(asks.reason_code?.options.values ?? []).map((code) => (
                  <MenuItem key={code} value={code}>
                    {choiceLabel(areaOf(purchaseOrders, 'changes'), 'reason_code', code)}
                  </MenuItem>
                ))}
              </TextField>
            )}
            <TextField
              label={askLabel(purchaseOrders, 'comment')}
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
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{word('change.nothing_yet')}</Box>
            )}
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => void close()} disabled={busy}>
            {t('kit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!isWhole || busy}>
            {busy ? t('kit.working') : moveText(purchaseOrders, move)}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** One ex-factory date for all lines at once: most late orders are late as a whole. */
function SameDay({ lines, onChange }: { lines: readonly OpenLine[]; onChange: LineProps['onChange'] }) {
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
      label={word('change.all_lines')}
      value={value}
      old={null}
      isChanged={false}
      fault={undefined}
      onChange={change}
      onPaste={undefined}
    />
  )
}

interface LineProps {
  order: OpenOrder
  line: OpenLine
  typed: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, string>
  onChange: (changes: ReadonlyMap<string, string>) => void
}

function LineChanges({ line, typed, faults, onChange }: LineProps) {
  const area = areaOf(areaOf(purchaseOrders, 'changes'), 'items')
  const cell = (field: ChangeField, size_id: number | null, label: string) => {
    const place = { po_line_id: line.id, size_id, field }
    const key = keyOf(place)
    const old = valueNow(line, place)
    const entered = typed.get(key)
    const value = entered ?? (field === 'unit_price' && old !== null ? withCents(old) : (old ?? ''))
    return {
      field,
      label,
      value,
      old,
      isChanged: entered !== undefined && entered !== old,
      fault: faults.get(key),
      place: key,
    }
  }
  const sizes = line.sizes.map(({ size_id, size }) => cell('qty', size_id, mentionTitle(size)))
  const quantities = sizes.length > 0 ? sizes : [cell('qty', null, choiceLabel(area, 'field', 'qty'))]
  const others = (['unit_price', 'ex_factory_date', 'ship_window_end'] as const).map((field) =>
    cell(field, null, choiceLabel(area, 'field', field)),
  )
  const paste = (event: ClipboardEvent, index: number) => {
    const cells = event.clipboardData
      .getData('text')
      .trim()
      .split(/[\t\r\n]+/)
    if (cells.length < 2) return
    event.preventDefault()
    onChange(
      new Map(quantities.slice(index).flatMap(({ place }, at) => (cells[at] ? [[place, plainNumber(cells[at])]] : []))),
    )
  }
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 1, fontSize: 14, fontWeight: 600 }}>
        {lineName(line)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        {[...quantities, ...others].map((one, index) => (
          <ValueInput
            key={one.place}
            {...one}
            onChange={(value) => onChange(new Map([[one.place, value]]))}
            onPaste={one.field === 'qty' ? (event) => paste(event, index) : undefined}
          />
        ))}
      </Box>
    </Box>
  )
}

interface ValueProps {
  place?: string
  field: ChangeField
  label: string
  value: string
  old: string | null
  isChanged: boolean
  fault: string | undefined
  onChange: (value: string) => void
  onPaste: ((event: ClipboardEvent) => void) | undefined
}

/** A value that can be changed; below it what it was, or what is wrong with what was typed. */
function ValueInput({ field, label, value, old, isChanged, fault, onChange, onPaste }: ValueProps) {
  const id = useId()
  const help = fault ?? (isChanged ? word('change.was', { value: written({ field }, old) }) : undefined)
  const isDay = field !== 'qty' && field !== 'unit_price'
  return (
    <Box sx={{ width: isDay ? 172 : field === 'qty' ? 72 : 104 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontSize: 12, fontWeight: 500, mb: 0.5 }}>
        {label}
      </Box>
      <Box sx={isChanged ? changed : undefined}>
        {isDay ? (
          <date.Input
            area={purchaseOrders}
            name="ex_factory_date"
            field={purchaseOrders.fields.ex_factory_date}
            record={{}}
            id={id}
            label={label}
            labelId={id}
            value={value}
            invalid={fault !== undefined}
            describedBy={`${id}-help`}
            onChange={(day) => onChange(typeof day === 'string' ? day : '')}
          />
        ) : (
          <OutlinedInput
            id={id}
            size="small"
            fullWidth
            value={value}
            error={fault !== undefined}
            onChange={(event) => onChange(plainNumber(event.target.value))}
            onFocus={(event) => event.target.select()}
            onPaste={onPaste}
            inputProps={{
              inputMode: field === 'qty' ? 'numeric' : 'decimal',
              autoComplete: 'off',
              'aria-describedby': `${id}-help`,
              style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', paddingInline: 8 },
            }}
          />
        )}
      </Box>
      <Box
        id={`${id}-help`}
        sx={{ fontSize: 12, lineHeight: '16px', minHeight: 16, color: fault ? 'error.main' : 'text.secondary' }}
      >
        {help}
      </Box>
    </Box>
  )
}

const changed = {
  borderRadius: 1,
  backgroundColor: (theme: Theme) => theme.palette.tones.info.tint,
}

/** A price is read more surely with its cents. */
const withCents = (price: string) =>
  price.replace(/^(\d+)(?:\.(\d))?$/, (_, whole, tenth = '0') => `${whole}.${tenth}0`)

/** Who answers with other values starts from what the other side asked for. */
const startingValues = (order: OpenOrder, move: string): Map<string, string> => {
  const asked = move === 'counter' ? order.changes?.find(({ outcome }) => outcome === 'proposed') : undefined
  return new Map(asked?.items.map((item) => [keyOf(item), item.new_value ?? '']))
}

const itemsOf = (order: OpenOrder, typed: ReadonlyMap<string, string>): ChangeItem[] =>
  [...typed].flatMap(([key, new_value]) => {
    const [line = '', size = '', field = ''] = key.split('/')
    const place = { po_line_id: Number(line), size_id: size ? Number(size) : null, field: field as ChangeField }
    const found = order.lines.find(({ id }) => id === place.po_line_id)
    const old_value = found ? valueNow(found, place) : null
    const isSame = old_value === new_value || (field === 'unit_price' && Number(old_value) === Number(new_value))
    return isSame ? [] : [{ ...place, old_value, new_value }]
  })

/** What is wrong with each value: what the rules say, and what the server said. */
const faultsOf = (order: OpenOrder, items: readonly ChangeItem[], refusal: unknown): Map<string, string> => {
  const messages: Record<string, string> = {
    ...(refusal instanceof HttpError ? fieldMessages(refusal.errors) : {}),
    ...Object.fromEntries(itemProblems(order, items).map(({ field = '', text }) => [field, tell(text)])),
  }
  return new Map(
    Object.entries(messages).flatMap(([path, message]): [string, string][] => {
      const item = items[Number(/^items\.(\d+)/.exec(path)?.[1])]
      return item ? [[keyOf(item), message]] : []
    }),
  )
}

const keyOf = ({ po_line_id, size_id, field }: Pick<ChangeItem, 'po_line_id' | 'size_id' | 'field'>) =>
  `${po_line_id}/${size_id ?? ''}/${field}`
