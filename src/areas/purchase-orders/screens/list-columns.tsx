import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import Box from '@mui/material/Box'
import { choiceLabel, format, language } from '#web/i18n.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { purchaseOrders } from '../area'
import { daysOverdue, isSupplierSide } from './facts'
import { screenText, slipText } from './texts'

/** Initial columns; suppliers need no supplier column. */
export const orderColumns = (): readonly string[] => (isSupplierSide() ? supplierColumns : officeColumns)

const officeColumns = [...(purchaseOrders.columns ?? []), 'order_date', 'line_count']
const supplierColumns = [
  'po_no',
  'status',
  'house_brand_id',
  'season_id',
  'total_qty',
  'total_value',
  'currency',
  'ex_factory_date',
  'forecast_ex_factory_date',
  'slip_days',
  'ack_due_date',
  'ship_window_end',
  'order_date',
  'line_count',
]

/** Overrides of the standard columns: short headings, and text where a bare value would be unclear. */
export const orderCells = (): Record<string, Partial<AreaColumn>> => ({
  po_no: { headerName: screenText('columns.po_no'), width: 116 },
  status: {
    width: language() === 'zh' ? 148 : 172,
    renderCell: ({ row }) => (
      <div style={withHold}>
        {row.status && <StatusChip area={purchaseOrders} status={row.status} />}
        {row.on_hold === true && <Hold type={row.hold_type} />}
      </div>
    ),
  },
  supplier_id: { width: 188 },
  house_brand_id: { headerName: screenText('columns.house_brand_id'), width: 108 },
  season_id: { width: 76 },
  total_qty: { headerName: screenText('columns.total_qty'), width: 76 },
  total_value: { headerName: screenText('columns.total_value'), width: 108 },
  currency: { width: 80 },
  ex_factory_date: { headerName: screenText('columns.ex_factory_date'), width: dateWidth() },
  forecast_ex_factory_date: { headerName: screenText('columns.forecast_ex_factory_date'), width: dateWidth() },
  order_date: { width: dateWidth() },
  ship_window_end: { width: 148 },
  slip_days: {
    headerName: screenText('columns.slip_days'),
    width: 80,
    renderCell: ({ row }) => (row.slip_days === null ? null : <Slip days={Number(row.slip_days)} />),
  },
  ack_due_date: {
    headerName: screenText('columns.ack_due_date'),
    width: 228,
    renderCell: ({ row }) => {
      const days = daysOverdue(row)
      return (
        <Box component="span" sx={{ color: row.status === 'issued' ? undefined : 'text.secondary' }}>
          {format.date(row.ack_due_date as string | null)}
          {days > 0 && (
            <Box component="span" sx={{ ml: 1 }}>
              <ToneChip tone="danger">{screenText('overdue', { days })}</ToneChip>
            </Box>
          )}
        </Box>
      )
    },
  },
  buyer_id: { width: 136 },
  line_count: { width: 76 },
})

const withHold = { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 }

/** Date columns are narrow. */
const dateWidth = () => (language() === 'zh' ? 132 : 108)

/** A slip in days: late in red, early or on time plain. */
export function Slip({ days }: { days: number }) {
  return (
    <Box
      component="span"
      className="tabular"
      sx={({ palette }) => ({ color: days > 0 ? palette.tones.danger.text : 'text.secondary', whiteSpace: 'nowrap' })}
    >
      {slipText(days)}
    </Box>
  )
}

function Hold({ type }: { type: unknown }) {
  const label = typeof type === 'string' ? choiceLabel(purchaseOrders, 'hold_type', type) : screenText('on_hold')
  return (
    <PauseCircleOutlineRounded
      titleAccess={label}
      sx={({ palette }) => ({ fontSize: 18, color: palette.tones.warning.text })}
    />
  )
}
