import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { language } from '#web/i18n.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChips } from '#web/kit/page/tone-chips.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { type OrderOfLine, orderIdOf } from './orders'
import { differenceText, reasonText, screenText } from './texts'

type Orders = ReadonlyMap<number, OrderOfLine>

/** Initial columns: what approvers decide by, or what a supplier delivers. */
export const lineColumns = (): readonly string[] =>
  fieldRights().mayRead(poLines, 'approval_reasons') ? approverColumns : supplierColumns

const approverColumns = [
  'line_title',
  'approval_reasons',
  'article_id',
  'unit_price',
  'line_value',
  'status',
  'last_price',
  'target_price',
  'purchase_order_id',
  'colourway_id',
  'qty',
  'ex_factory_date',
]
const supplierColumns = [
  'line_title',
  'status',
  'article_id',
  'colourway_id',
  'qty',
  'unit_price',
  'line_value',
  'ex_factory_date',
  'forecast_ex_factory_date',
  'slip_days',
]

/** Initial columns of a worklist: suppliers need no supplier column, but their own style number. */
export const worklistColumns = ({ columns = [] }: Area): readonly string[] =>
  fieldRights().mayRead(poLines, 'supplier_id')
    ? columns
    : columns.map((name) => (name === 'purchase_order_id' ? 'supplier_style_ref' : name))

/** Overrides of the standard columns: reasons as text, prices with their comparison. */
export const lineCells = (orders: Orders): Record<string, Partial<AreaColumn>> => ({
  line_title: { width: 140 },
  status: { width: 152 },
  approval_reasons: {
    width: 424,
    display: 'flex',
    renderCell: ({ row }) => <Reasons line={row} />,
  },
  purchase_order_id: {
    headerName: screenText('columns.supplier'),
    width: 188,
    valueFormatter: (_value: unknown, row: AnyRecord) => mentionTitle(orders.get(orderIdOf(row))?.supplier),
  },
  article_id: {
    width: 204,
    renderCell: ({ row, formattedValue }) => (
      <>
        {String(formattedValue)}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {articleName(row)}
        </Box>
      </>
    ),
  },
  qty: { width: 88 },
  unit_price: { width: 116 },
  line_value: { width: 136 },
  ...Object.fromEntries(
    ['last_price', 'target_price'].map((name) => [
      name,
      {
        width: 136,
        renderCell: ({ row }: { row: AnyRecord }) => <Compared line={row} name={name} inColumn />,
      },
    ]),
  ),
})

/** The article's name in the user's language. */
export const articleName = (line: AnyRecord): string =>
  formatValue(poLines, language() === 'zh' && line.description_zh ? 'description_zh' : 'description_en', line)

/** A link to the order of a line. */
export function OrderLink({ line }: { line: AnyRecord }) {
  return (
    <Link
      component={RouterLink}
      to={`${areaOf(poLines, 'purchase_order_id').path}/${line.purchase_order_id}`}
      sx={{ fontWeight: 500, color: 'text.primary' }}
    >
      {formatValue(poLines, 'purchase_order_id', line)}
    </Link>
  )
}

/** The reasons to check a line closely, one chip each. */
export function Reasons({ line }: { line: AnyRecord }) {
  const reasons = Array.isArray(line.approval_reasons) ? (line.approval_reasons as string[]) : []
  return <ToneChips tone="warning" texts={reasons.map((reason) => reasonText(reason, line))} />
}

/**
 * A reference price, and the difference of the line's price from it. In a column, the currency is omitted because
 * another column shows it.
 */
export function Compared({ line, name, inColumn }: { line: AnyRecord; name: string; inColumn?: boolean }) {
  const difference = differenceText(line, name)
  return (
    <Box component="span" className="tabular">
      {formatValue(poLines, name, line, ...(inColumn ? [null] : []))}{' '}
      {difference && (
        <Box
          component="span"
          sx={({ palette }) => ({
            fontSize: 12,
            color: difference.startsWith('+') ? palette.tones.danger.text : 'text.secondary',
          })}
        >
          {difference}
        </Box>
      )}
    </Box>
  )
}
