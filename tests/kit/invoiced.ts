import { addDays, today } from '#shared/base/dates.ts'
import { draft, type Portal } from './portal'

/** Goods of supplier 60 that were shipped: an order of 100 units at 5.25 GBP, and a booking of all of them. */
export interface Shipped {
  order: number
  line: number
  booking: number
}

let numbers = 0

/** Makes a confirmed order and its shipped booking; `changes` go over the order, `line` over its line, `booked` over the booking. */
export const shipGoods = async (
  portal: Portal,
  { changes = {}, line = {}, booked = {}, units = [40, 60] }: ShipOptions = {},
): Promise<Shipped> => {
  numbers += 1
  const usual = draft(`INVOICED-${numbers}`)
  const ordered_on = addDays(today(), -120)
  const [order] = await portal.make('purchase-orders', [
    {
      ...usual,
      status: 'confirmed',
      order_date: ordered_on,
      issued_at: `${ordered_on}T00:00:00Z`,
      ship_window_start: addDays(today(), -40),
      ship_window_end: addDays(today(), -20),
      ex_factory_date: addDays(today(), -30),
      port_of_loading_id: 1,
      lines: [{ ...(usual.lines as object[])[0], ...line }],
      ...changes,
    },
  ])
  const [row] = await portal.db.query<{ id: number }>('select id from po_lines where purchase_order_id = $1', [
    order?.id,
  ])
  const [booking] = await portal.make('bookings', [
    {
      status: 'shipped',
      load_type: 'lcl',
      cargo_ready_date: addDays(today(), -32),
      etd: addDays(today(), -28),
      atd: addDays(today(), -28),
      hbl_no: `HBL${numbers}`,
      lines: [
        {
          po_line_id: row?.id,
          sizes: [
            { size_id: 1, qty: units[0] },
            { size_id: 2, qty: units[1] },
          ],
        },
      ],
      ...booked,
    },
  ])
  return { order: order?.id ?? 0, line: row?.id ?? 0, booking: booking?.id ?? 0 }
}

interface ShipOptions {
  changes?: object
  line?: object
  booked?: object
  units?: [number, number]
}

/** A verified bank account of a supplier; its id. */
export const giveAccount = async (portal: Portal, supplier_id = 60, currency = 'GBP'): Promise<number> => {
  const [account] = await portal.make('supplier-bank-accounts', [
    {
      supplier_id,
      account_holder: supplier_id === 60 ? 'Golden Loom Garment' : 'Pearl River Textiles',
      bank_name: 'Hang Seng Bank',
      bank_country: 'HK',
      currency,
      account_no: `${supplier_id}1234567`,
      bic: 'HASEHKHH',
      status: 'active',
    },
  ])
  return account?.id ?? 0
}
