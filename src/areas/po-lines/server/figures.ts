import type { Figures } from '#server/kit/read/figures.ts'
import type { Filter } from '#shared/kit/filter.ts'

const open: Filter = { field: 'line_status', op: '', values: ['open'] }
const isOut: Filter = { field: 'delivery_status_id', op: '_nnull', values: ['true'] }
const ofOut = ['order_status', 'delivery_stage', 'currency']
const ofSupplier = [...ofOut, 'supplier_id', 'issued_at']

/** The sums of order lines that migrations 0060 and 0063 maintain; a test recounts each. */
export const figures: Figures = {
  table: 'line_figures',
  scopedAs: 'purchase-orders',
  scopedBy: ['supplier_id', 'issued_at'],
  coarse: { issued_at: 'presence', delivery_status_id: 'presence', forecast_ex_factory_date: 'presence' },
  kinds: [
    { name: 'state', by: ['order_status', 'currency', 'status', 'line_status'] },
    {
      name: 'buyer',
      by: [...ofOut, 'buyer_id', 'delivery_status_id', 'delivery_risk', 'forecast_ex_factory_date'],
      where: [open],
    },
    { name: 'slip', by: [...ofOut, 'slip_days'], where: [open, isOut] },
    { name: 'day', by: [...ofOut, 'goods_state', 'ex_factory_date'], where: [open, isOut] },
    { name: 'risk', by: [...ofSupplier, 'delivery_risk', 'forecast_ex_factory_date'], where: [open, isOut] },
    { name: 'supplier_slip', by: [...ofSupplier, 'slip_days'], where: [open, isOut] },
    { name: 'supplier_day', by: [...ofSupplier, 'goods_state', 'ex_factory_date'], where: [open, isOut] },
    {
      name: 'supplier',
      by: [...ofSupplier, 'status', 'line_status', 'delivery_status_id'],
    },
  ],
}
