import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type HttpError, useList } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { Compared } from './list-columns'
import { reasonText, screenText } from './texts'

/** The price of a line; for approvers also its references, the reasons to check it, and the three answers. */
export function Decision({ line, order }: { line: OpenRecord; order: OpenRecord | undefined }) {
  const mayDecide = useCan(poLines.name, 'move:approve')
  const isApprover = fieldRights().mayRead(poLines, 'approval_reasons')
  return (
    <Section
      title={sectionTitle(poLines, isApprover ? 'approval' : 'price')}
      actions={mayDecide && <NextWaiting than={line} />}
    >
      <Figures line={line} order={order} />
      {isApprover && (
        <>
          <Reasons line={line} />
          {order && <RequestedChanges line={line} order={order} />}
          <Answers line={line} />
        </>
      )}
    </Section>
  )
}

/** The change requested for this line: the approval concerns the new values. */
function RequestedChanges({ line, order }: { line: AnyRecord; order: AnyRecord }) {
  const changes = areaOf(areaOf(poLines, 'purchase_order_id'), 'changes')
  const items = rowsOf(order.changes)
    .filter(({ outcome }) => outcome === 'in_approval')
    .flatMap((change) => rowsOf(change.items))
    .filter(({ po_line_id }) => po_line_id === line.id)
  if (items.length === 0) return null
  const valueText = (item: AnyRecord, name: 'old_value' | 'new_value') => {
    const value = String(item[name] ?? '–')
    return /^\d{4}-/.test(value) ? format.date(value) : format.number(value, item.field === 'unit_price' ? 2 : 0)
  }
  return (
    <Box component="ul" className="tabular" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', fontSize: 13 }}>
      {items.map((item) => (
        <li key={item.id}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {[
              choiceLabel(areaOf(changes, 'items'), 'field', String(item.field)),
              mentionTitle(mentionOf(item, 'size_id')),
            ]
              .filter(Boolean)
              .join(' ')}{' '}
          </Box>
          {valueText(item, 'old_value')} → <strong>{valueText(item, 'new_value')}</strong>
        </li>
      ))}
    </Box>
  )
}

const rowsOf = (rows: unknown): AnyRecord[] => (Array.isArray(rows) ? rows : [])

function Figures({ line, order }: { line: AnyRecord; order: AnyRecord | undefined }) {
  const { mayRead } = fieldRights()
  const orders = areaOf(poLines, 'purchase_order_id')
  const compared = ['target_price', 'last_price'].filter((name) => mayRead(poLines, name))
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))' }}
    >
      <Figure label={fieldLabel(poLines, 'unit_price')}>{formatValue(poLines, 'unit_price', line) || '–'}</Figure>
      {compared.map((name) => (
        <Figure key={name} label={fieldLabel(poLines, name)}>
          {line[name] ? <Compared line={line} name={name} /> : '–'}
        </Figure>
      ))}
      <Figure label={fieldLabel(poLines, 'line_value')}>{formatValue(poLines, 'line_value', line) || '–'}</Figure>
      {order && mayRead(orders, 'total_value') && (
        <Figure label={screenText('show.order_value')}>{formatValue(orders, 'total_value', order) || '–'}</Figure>
      )}
    </Box>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ fontSize: 12, fontWeight: 500, lineHeight: '16px', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" className="tabular" sx={{ m: 0, mt: 0.25, fontSize: 16, fontWeight: 600 }}>
        {children}
      </Box>
    </Box>
  )
}

/** The reasons to check the line closely, or a note that there are none. */
function Reasons({ line }: { line: AnyRecord }) {
  if (line.status === 'not_submitted') return null
  const reasons = Array.isArray(line.approval_reasons) ? (line.approval_reasons as string[]) : []
  const Icon = reasons.length > 0 ? WarningAmberRounded : CheckCircleOutlineRounded
  const texts = reasons.length > 0 ? reasons.map((reason) => reasonText(reason, line)) : [screenText('show.no_reasons')]
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 0.5 }}>
      {texts.map((text) => (
        <Box component="li" key={text} sx={{ display: 'flex', gap: 1 }}>
          <Icon
            aria-hidden
            sx={({ palette }) => ({
              fontSize: 18,
              mt: '2px',
              color: palette.tones[reasons.length > 0 ? 'warning' : 'success'].text,
            })}
          />
          <span>{text}</span>
        </Box>
      ))}
    </Box>
  )
}

/** The three decisions for a pending line, or why the user may not decide; for a decided line, the decision. */
function Answers({ line }: { line: OpenRecord }) {
  const { run, busy, dialog } = useMove(poLines, line)
  const offers = (line.moves ?? []).filter(({ name }) => name in answers)
  if (line.status !== 'pending') return <Decided line={line} />
  const refusal = offers.find(({ name, allowed }) => name === 'approve' && !allowed)?.reason
  return (
    <Box sx={{ mt: 2 }}>
      {refusal && <Box sx={{ color: 'text.secondary', mb: 1 }}>{refusal}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
        {offers
          .filter(({ allowed }) => allowed)
          .map(({ name }) => (
            <Button key={name} {...answers[name as keyof typeof answers]} disabled={busy} onClick={() => run(name)}>
              {moveText(poLines, name)}
            </Button>
          ))}
      </Box>
      {dialog}
    </Box>
  )
}

function Decided({ line }: { line: AnyRecord }) {
  const name = mentionTitle(mentionOf(line, 'decided_by'))
  const text =
    line.status === 'not_submitted'
      ? screenText('show.not_submitted')
      : line.decided_at && name
        ? screenText('show.decided', { name, at: format.moment(String(line.decided_at)) })
        : ''
  const comment = line.approval_comment ? String(line.approval_comment) : ''
  if (!text && !comment) return null
  return (
    <Box sx={{ mt: 2, color: 'text.secondary' }}>
      {text}
      {comment && <Box sx={{ color: 'text.primary', whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>“{comment}”</Box>}
    </Box>
  )
}

/** A link to another pending line, without returning to the list. */
function NextWaiting({ than }: { than: AnyRecord }) {
  const { result } = useList<AnyRecord, HttpError>({
    resource: poLines.name,
    pagination: { currentPage: 1, pageSize: 2, mode: 'server' },
    filters: [{ field: 'status', operator: 'eq', value: 'pending' }],
    errorNotification: false,
  })
  const next = result.data.find(({ id }) => id !== than.id)
  if (!next) return null
  const count = (result.total ?? 0) - (than.status === 'pending' ? 1 : 0)
  return (
    <Button size="small" component={Link} to={`${poLines.path}/${next.id}`}>
      {screenText('show.next', { count, number: format.number(count) })}
    </Button>
  )
}

const answers = {
  approve: { variant: 'contained' },
  request_revision: { variant: 'outlined' },
  reject: { variant: 'outlined', color: 'error' },
} as const
