import Box from '@mui/material/Box'
import { format } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { containers } from '../area'
import { screenText } from './texts'

export interface GoodsSize {
  id: number
  size?: { title: string } | null
  size_id: number | null
  expected_qty: number
  received_qty: number | null
  damaged_qty: number | null
}

/** The goods of an order line in a container, with the fields that the user may read. */
export interface GoodsLine {
  id: number
  booking_id: number
  line_title: string | null
  supplier?: { title: string } | null
  article?: { title: string } | null
  sizes: GoodsSize[]
  expected_cartons: number
  received_cartons: number | null
  expected_qty: number
  received_qty: number | null
  short_qty: number
  over_qty: number
  damaged_qty: number
  remark: string | null
}

export const goodsOf = (record: Readonly<Record<string, unknown>>): GoodsLine[] =>
  (Array.isArray(record.lines) ? record.lines : []) as GoodsLine[]

export const isDifferent = ({ short_qty, over_qty, damaged_qty }: GoodsLine) => short_qty + over_qty + damaged_qty > 0

export const lineName = ({ line_title, article }: GoodsLine) => [line_title, article?.title].filter(Boolean).join(' · ')

/** Expected, counted and damaged pieces by line and size. */
export function GoodsTable({ lines }: { lines: readonly GoodsLine[] }) {
  if (lines.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('no_goods')}</Box>
  return (
    <PlainTable label={screenText('goods')}>
      <thead>
        <tr>
          <th scope="col">{screenText('line')}</th>
          <th scope="col">{screenText('size')}</th>
          {(['expected', 'received', 'short', 'over', 'damaged'] as const).map((head) => (
            <th key={head} scope="col" className="number">
              {screenText(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.flatMap((line) =>
          line.sizes.map((size, index) => (
            <SizeRow key={size.id} size={size} line={index === 0 ? line : null} rows={line.sizes.length} />
          )),
        )}
      </tbody>
    </PlainTable>
  )
}

function SizeRow({ size, line, rows }: { size: GoodsSize; line: GoodsLine | null; rows: number }) {
  const { expected_qty, received_qty, damaged_qty } = size
  const difference = received_qty === null ? 0 : received_qty - expected_qty
  const figure = (value: number, isBad = false) => (
    <Box
      component="td"
      className="number tabular"
      sx={isBad && value > 0 ? { color: 'tones.danger.text', fontWeight: 600 } : {}}
    >
      {received_qty === null && isBad ? '–' : format.number(value)}
    </Box>
  )
  return (
    <tr>
      {line && (
        <Box component="th" scope="rowgroup" rowSpan={rows} sx={{ fontWeight: 500, verticalAlign: 'top', pt: 1 }}>
          {lineName(line)}
          {line.supplier && <Box sx={{ fontSize: 12, fontWeight: 400 }}>{line.supplier.title}</Box>}
        </Box>
      )}
      <td>{size.size?.title ?? screenText('no_size')}</td>
      {figure(expected_qty)}
      <td className="number tabular">{received_qty === null ? '–' : format.number(received_qty)}</td>
      {figure(Math.max(-difference, 0), true)}
      {figure(Math.max(difference, 0), true)}
      {figure(damaged_qty ?? 0, true)}
    </tr>
  )
}

/** Counted compared with expected pieces, line by line, with photos that the line's supplier also sees. */
export function DiscrepancyReport({ lines }: { lines: readonly GoodsLine[] }) {
  const differing = lines.filter(isDifferent)
  return (
    <Section title={screenText('report')} help={screenText('report_help')}>
      {differing.length === 0 ? (
        <Box sx={{ fontSize: 13 }}>{screenText('as_expected')}</Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {differing.map((line) => (
            <Box key={line.id} sx={{ display: 'grid', gap: 0.5, fontSize: 13 }}>
              <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 600 }}>
                {lineName(line)}
              </Box>
              <Box sx={{ color: 'tones.danger.text' }}>
                {screenText('differences', {
                  short: format.number(line.short_qty),
                  over: format.number(line.over_qty),
                  damaged: format.number(line.damaged_qty),
                })}
              </Box>
              {line.remark && <Box sx={{ whiteSpace: 'pre-line' }}>{line.remark}</Box>}
              <Attachments area={areaOf(containers, 'lines')} id={line.id} />
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}
