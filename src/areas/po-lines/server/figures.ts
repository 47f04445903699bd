import type { Figures } from '#server/kit/read/figures.ts'
import type { Filter } from '#shared/kit/filter.ts'

const open: Filter = { field: 'line_status', op: '', values: ['open'] }
const isIssued: Filter = { field: 'delivery_status_id', op: '_nnull', values: ['true'] }
const orderFields = ['order_status', 'delivery_stage', 'currency']
const supplierFields = [...orderFields, 'supplier_id', 'issued_at']

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
      by: [...orderFields, 'buyer_id', 'delivery_status_id', 'delivery_risk', 'forecast_ex_factory_date'],
      where: [open],
    },
    { name: 'slip', by: [...orderFields, 'slip_days'], where: [open, isIssued] },
    { name: 'day', by: [...orderFields, 'goods_state', 'ex_factory_date'], where: [open, isIssued] },
    { name: 'risk', by: [...supplierFields, 'delivery_risk', 'forecast_ex_factory_date'], where: [open, isIssued] },
    { name: 'supplier_slip', by: [...supplierFields, 'slip_days'], where: [open, isIssued] },
    { name: 'supplier_day', by: [...supplierFields, 'goods_state', 'ex_factory_date'], where: [open, isIssued] },
    {
      name: 'supplier',
      by: [...supplierFields, 'status', 'line_status', 'delivery_status_id'],
    },
  ],
}
