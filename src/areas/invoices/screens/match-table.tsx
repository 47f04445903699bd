import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { compare } from '#shared/base/money.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { isDeliveredTerm, type MatchCode } from '#shared/trade/invoice-terms.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { areaNamed, areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { session } from '#web/providers/session.ts'
import { invoices } from '../area'
import { screenText } from './texts'

const lineArea = areaOf(invoices, 'lines')
const poLines = areaNamed('po-lines')

interface MatchRow {
  id: number
  po_line_id: number | null
  line_title: string | null
  description: string | null
  size?: { title: string } | null
  qty: number
  unit_price: string
  order_price: string | null
  ordered_qty: number | null
  counted_qty: number | null
  earlier_qty: number | null
  match_status: string
  exceptions: MatchCode[]
}

const tones: Readonly<Record<string, Tone>> = {
  unmatched: 'neutral',
  matched: 'success',
  within_tolerance: 'info',
  exception: 'danger',
}

/** Each line compared with its order and shipment, with exceptions and advice. */
export function MatchTable({ record }: { record: OpenRecord }) {
  const isTable = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const rows = (record.lines ?? []) as MatchRow[]
  const codes = (record.exceptions ?? []) as MatchCode[]
  const isDelivered = isDeliveredTerm(record.incoterm)
  return (
    <Section
      title={screenText('match')}
      help={record.type === 'commercial' ? screenText(isDelivered ? 'match_received' : 'match_shipped') : undefined}
      actions={
        <ToneChip tone={tones[String(record.match_status)] ?? 'neutral'}>
          {choiceLabel(invoices, 'match_status', String(record.match_status ?? 'unmatched'))}
        </ToneChip>
      }
    >
      {codes.length > 0 && !isSettled(record.status) && <Advice codes={codes} />}
      {isTable ? (
        <LinesTable record={record} rows={rows} counted={screenText(isDelivered ? 'received' : 'shipped')} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {rows.map((row) => (
            <LineCard
              key={row.id}
              record={record}
              row={row}
              counted={screenText(isDelivered ? 'received' : 'shipped')}
            />
          ))}
        </Box>
      )}
    </Section>
  )
}

/** Whether nothing is left to do. */
const isSettled = (status: unknown) => status === 'paid' || status === 'void'

/** The exceptions, each with the next step of the user's side. */
function Advice({ codes }: { codes: readonly MatchCode[] }) {
  const side = isOfficeRole(session()?.role ?? 'user') ? 'office' : 'supplier'
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0, display: 'grid', gap: 0.75, fontSize: 13 }}>
      {codes.map((code) => (
        <Box component="li" key={code} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <ToneChip tone="danger">{choiceLabel(invoices, 'exceptions', code)}</ToneChip>
          <span>{screenText(`advice.${side}.${code}`)}</span>
        </Box>
      ))}
    </Box>
  )
}

interface RowsProps {
  record: OpenRecord
  rows: readonly MatchRow[]
  counted: string
}

function LinesTable({ record, rows, counted }: RowsProps) {
  return (
    <PlainTable label={screenText('match')}>
      <thead>
        <tr>
          <th scope="col">{fieldLabel(lineArea, 'line_title')}</th>
          {[
            fieldLabel(lineArea, 'ordered_qty'),
            counted,
            fieldLabel(lineArea, 'earlier_qty'),
            screenText('billed'),
            fieldLabel(lineArea, 'order_price'),
            fieldLabel(lineArea, 'unit_price'),
            fieldLabel(lineArea, 'line_amount'),
          ].map((head) => (
            <th key={head} scope="col" className="number">
              {head}
            </th>
          ))}
          <th scope="col">{fieldLabel(lineArea, 'match_status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" style={{ fontWeight: 500 }}>
              <LineName row={row} />
            </th>
            <td className="number tabular">{units(row.ordered_qty)}</td>
            <td className="number tabular">{units(row.counted_qty)}</td>
            <td className="number tabular">{units(row.earlier_qty)}</td>
            <Figure isOff={hasUnits(row)}>{units(row.qty)}</Figure>
            <td className="number tabular">{money(record, row, 'order_price')}</td>
            <Figure isOff={isDearer(row)}>{money(record, row, 'unit_price')}</Figure>
            <td className="number tabular">{money(record, row, 'line_amount')}</td>
            <td>
              <Found row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

const units = (value: number | null) => (value === null ? '–' : format.number(value))
const money = (record: OpenRecord, row: MatchRow, field: string) =>
  formatValue(lineArea, field, { ...row, currency: record.currency }) || '–'
const hasUnits = ({ exceptions }: MatchRow) => exceptions.includes('qty_over') || exceptions.includes('no_receipt')
const isDearer = ({ order_price, unit_price }: MatchRow) => order_price !== null && compare(unit_price, order_price) > 0

function Figure({ isOff, children }: { isOff: boolean; children: string }) {
  return (
    <Box
      component="td"
      className="number tabular"
      sx={isOff ? { color: 'tones.danger.text', fontWeight: 600 } : undefined}
    >
      {children}
    </Box>
  )
}

function LineName({ row }: { row: MatchRow }) {
  const detail = [row.size?.title, row.description].filter(Boolean).join(' · ')
  return (
    <>
      {row.po_line_id ? (
        <TextLink component={Link} to={`${poLines.path}/${row.po_line_id}`} sx={{ color: 'text.primary' }}>
          {row.line_title}
        </TextLink>
      ) : (
        row.line_title
      )}
      {detail && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
          {detail}
        </Box>
      )}
    </>
  )
}

function Found({ row }: { row: MatchRow }) {
  if (row.exceptions.length === 0)
    return (
      <ToneChip tone={tones[row.match_status] ?? 'neutral'}>
        {choiceLabel(lineArea, 'match_status', row.match_status)}
      </ToneChip>
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, py: 0.5 }}>
      {row.exceptions.map((code) => (
        <ToneChip key={code} tone="danger">
          {choiceLabel(lineArea, 'exceptions', code)}
        </ToneChip>
      ))}
    </Box>
  )
}

function LineCard({ record, row, counted }: { record: OpenRecord; row: MatchRow; counted: string }) {
  const facts: [string, string, boolean?][] = [
    [screenText('billed'), units(row.qty), hasUnits(row)],
    [counted, units(row.counted_qty)],
    [fieldLabel(lineArea, 'earlier_qty'), units(row.earlier_qty)],
    [fieldLabel(lineArea, 'ordered_qty'), units(row.ordered_qty)],
    [fieldLabel(lineArea, 'unit_price'), money(record, row, 'unit_price'), isDearer(row)],
    [fieldLabel(lineArea, 'order_price'), money(record, row, 'order_price')],
    [fieldLabel(lineArea, 'line_amount'), money(record, row, 'line_amount')],
  ]
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, fontSize: 13 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 1, fontWeight: 500 }}>
        <div>
          <LineName row={row} />
        </div>
        <Found row={row} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 0.5 }}>
        {facts.map(([label, value, isOff]) => (
          <Box key={label} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box
              component="dd"
              className="tabular"
              sx={{ m: 0, ...(isOff ? { color: 'tones.danger.text', fontWeight: 600 } : {}) }}
            >
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
