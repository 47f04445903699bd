import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { api } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'
import { invoices as area } from '../area'
import { screenText } from './texts'

/** The content of the file as the server has read it, and the invoice that it would become. */
export interface EInvoicePreview {
  id: number | null
  syntax: 'cii' | 'ubl'
  attachment: string | null
  invoice_no: string
  invoice_date: string
  type: string | null
  currency: string
  due_date: string | null
  seller: string
  supplier: { id: number; name: string; by: string | null } | null
  bookings: { id: number; booking_no: string }[]
  booking_id: number | null
  lines: {
    no: string
    name: string
    qty: string
    price: string
    amount: string
    po_line_id: number | null
    line_title: string | null
  }[]
  sums: { name: string; file: string; portal: string; differs: boolean }[]
  findings: { code: string; grave: boolean; message: string }[]
  possible: boolean
}

/** The user's choices where the file is ambiguous. */
export type EInvoiceChoice = Partial<Record<'supplier_id' | 'booking_id', string>>

interface Props {
  preview: EInvoicePreview
  choice: EInvoiceChoice
  onChoice: (choice: EInvoiceChoice) => void
}

/** Findings first, then parties and references, lines with their order lines, and the totals compared. */
export function PreviewOf({ preview, choice, onChoice }: Props) {
  const { findings, lines, sums, currency } = preview
  const shownFindings = findings.slice(0, maxFindings)
  const lineArea = areaOf(area, 'lines')
  return (
    <>
      {shownFindings.map(({ code, grave, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings of one answer, which never change places
        <Alert key={index} severity={grave ? 'error' : 'warning'} sx={{ py: 0 }}>
          {/^BR-/.test(code) ? `${code}: ${message}` : message}
        </Alert>
      ))}
      {findings.length > maxFindings && (
        <Box sx={{ fontSize: 13 }}>{screenText('e_invoice.more', { count: findings.length - maxFindings })}</Box>
      )}
      <Facts preview={preview} />
      <Choices preview={preview} choice={choice} onChoice={onChoice} />
      <PlainTable label={screenText('e_invoice.lines')}>
        <thead>
          <tr>
            <th>{screenText('e_invoice.line')}</th>
            <th>{fieldLabel(lineArea, 'description')}</th>
            <th className="number">{fieldLabel(lineArea, 'qty')}</th>
            <th className="number">{fieldLabel(lineArea, 'unit_price')}</th>
            <th className="number">{fieldLabel(lineArea, 'line_amount')}</th>
            <th>{fieldLabel(lineArea, 'po_line_id')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one file, which never change places
            <tr key={index}>
              <td>{line.no}</td>
              <td>{line.name}</td>
              <td className="number">{line.qty}</td>
              <td className="number">{line.price}</td>
              <td className="number">{line.amount}</td>
              <td>{line.line_title ?? <strong>{screenText('e_invoice.unmatched')}</strong>}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {sums.length > 0 && (
        <PlainTable label={screenText('e_invoice.sums', { currency })}>
          <thead>
            <tr>
              <th>{screenText('e_invoice.sums', { currency })}</th>
              <th className="number">{screenText('e_invoice.in_file')}</th>
              <th className="number">{screenText('e_invoice.in_draft')}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, file, portal, differs }) => (
              <tr key={name}>
                <td>{fieldLabel(area, name)}</td>
                <td className="number">{file}</td>
                <td className="number">{differs ? <strong>{portal}</strong> : portal}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </>
  )
}

const maxFindings = 12

function Facts({ preview }: Pick<Props, 'preview'>) {
  const { invoice_no, invoice_date, due_date, type, seller, supplier, syntax, attachment } = preview
  const facts: [label: string, value: string][] = [
    [fieldLabel(area, 'invoice_no'), invoice_no],
    [fieldLabel(area, 'type'), type ? choiceLabel(area, 'type', type) : ''],
    [fieldLabel(area, 'invoice_date'), invoice_date],
    [screenText('e_invoice.due'), due_date ?? ''],
    [screenText('e_invoice.seller'), seller],
    [fieldLabel(area, 'supplier_id'), supplier?.name ?? ''],
    [screenText('e_invoice.format'), [syntax.toUpperCase(), attachment ?? ''].filter(Boolean).join(' · ')],
  ]
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1, fontSize: 13 }}
    >
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </div>
        ))}
    </Box>
  )
}

/** Selects the supplier if the office's file does not identify it, and the booking if several match. */
function Choices({ preview, choice, onChoice }: Props) {
  const [supplierId, bookingId] = [useId(), useId()]
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  const asksSupplier = isHouse && (!preview.supplier || choice.supplier_id !== undefined)
  const suppliers = areaOf(area, 'supplier_id')
  const { data = [] } = useQuery({
    queryKey: [suppliers.name, 'to choose'],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', suppliers.name, {
        params: { _start: '0', _end: '200', _sort: suppliers.title, _order: 'asc' },
        signal,
      }),
    enabled: asksSupplier,
  })
  const { bookings, booking_id } = preview
  if (!asksSupplier && bookings.length < 2) return null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 1.5, mt: 0.5 }}>
      {asksSupplier && (
        <TextField
          select
          size="small"
          id={supplierId}
          label={fieldLabel(area, 'supplier_id')}
          value={choice.supplier_id ?? ''}
          onChange={({ target }) => onChoice({ supplier_id: target.value })}
        >
          {data.map((supplier) => (
            <MenuItem key={supplier.id} value={String(supplier.id)}>
              {String(supplier[suppliers.title])}
            </MenuItem>
          ))}
        </TextField>
      )}
      {bookings.length > 1 && (
        <TextField
          select
          size="small"
          id={bookingId}
          label={fieldLabel(area, 'booking_id')}
          value={String(booking_id ?? '')}
          onChange={({ target }) => onChoice({ ...choice, booking_id: target.value })}
        >
          {bookings.map(({ id, booking_no }) => (
            <MenuItem key={id} value={String(id)}>
              {booking_no}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}
