import type { CartonLine } from '#shared/trade/carton-mark.ts'
import type { TicketLine } from '#shared/trade/price-ticket.ts'

/** A line with all that its carton marks need. */
export const carton: CartonLine = {
  id: 7,
  purchase_order_id: 3,
  po_no: 'PO-1042',
  line_no: 20,
  line_title: 'PO-1042 / 20',
  is_cancelled: false,
  article_id: 5,
  article_no: 'KN-100',
  colour_code: 'NVY',
  colour: 'Navy',
  qty: 130,
  pack_type: 'solid',
  units_per_carton: 24,
  country_of_origin: 'CN',
  destination: 'Daventry DC, United Kingdom',
  unit_weight_g: '140.00',
  carton_weight_g: '900.00',
  carton_length_cm: '60.0',
  carton_width_cm: '40.0',
  carton_height_cm: '30.5',
  carton_indicator: 1,
  quantities: [
    { size: 'S', gtin: '6291041500213', qty: 50 },
    { size: 'M', gtin: null, qty: 80 },
  ],
}

/** The same with all that its price tickets need, in one market. */
export const ticket: TicketLine = {
  ...carton,
  article_name: 'Crew neck jumper',
  quantities: [
    { size: 'S', sku: 'KN-100-NVY-S', gtin: '6291041500213', qty: 50 },
    { size: 'M', sku: 'KN-100-NVY-M', gtin: '4006381333931', qty: 80 },
  ],
  prices: [
    { id: 1, market: 'GB', amount: '29.9900', currency: 'GBP' },
    { id: 2, market: 'DE', amount: null, currency: 'EUR' },
  ],
}
