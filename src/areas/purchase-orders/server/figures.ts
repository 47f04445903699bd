import type { Figures } from '#server/kit/read/figures.ts'

/** The sums of orders that migration 0059 maintains; a test recounts each. */
export const figures: Figures = {
  table: 'order_figures',
  scopedAs: 'purchase-orders',
  scopedBy: ['supplier_id', 'issued_at'],
  coarse: { issued_at: 'presence', acknowledged_at: 'day' },
  kinds: [
    { name: 'buyer', by: ['status', 'currency', 'buyer_id'], given: 'buyer_id' },
    { name: 'slip', by: ['status', 'currency', 'slip_days'], given: 'slip_days' },
    {
      name: 'due',
      by: ['currency', 'ack_due_date'],
      where: [{ field: 'status', op: '', values: ['issued'] }],
    },
    { name: 'sorting', by: ['status', 'currency', 'house_brand_id', 'season_id'] },
    { name: 'supplier', by: ['status', 'currency', 'supplier_id', 'on_hold', 'change_awaits', 'issued_at'] },
    { name: 'answered', by: ['currency', 'acknowledged_at', 'acknowledged_late'], given: 'acknowledged_at' },
    {
      name: 'supplier_answered',
      by: ['currency', 'supplier_id', 'issued_at', 'acknowledged_at', 'acknowledged_late'],
      given: 'acknowledged_at',
    },
  ],
}
