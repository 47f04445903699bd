import type { Stage } from './e2e'
import { freshNumber, issuedOrder } from './e2e-orders'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Versioned {
  id: number
  version: number
}

/** Goods of the demo's supplier that have sailed: a confirmed order of 120 units and a booking of all of them. */
export const shippedGoods = async (
  stage: Stage,
  { unit_price, ...changes }: Record<string, unknown> & { unit_price: string },
) => {
  const po_no = freshNumber('SHIPPED')
  const one = async <T extends object>(who: 'office' | 'agent', query: string) => {
    const [record] = await stage.ask<(T & { id: number })[]>(who, query)
    if (!record) throw new Error(`The demo data has no ${query}.`)
    return record
  }
  const article = await one<{ size_scale_id: number }>('office', 'articles?article_no=ALW1001')
  const colourway = await one('office', `colourways?article_id=${article.id}&_end=1`)
  const port = await one('office', 'ports?code=CNNGB')
  const size = await one('office', `sizes?size_scale_id=${article.size_scale_id}&label=M`)
  const order = await issuedOrder(stage, po_no, {
    ...{ ex_factory_date: day(1), ship_window_start: day(-5), ship_window_end: day(40), port_of_loading_id: port.id },
    ...changes,
    lines: [
      {
        ...{ article_id: article.id, colourway_id: colourway.id, qty: 120, unit_price, units_per_carton: 24 },
        pack_type: 'solid',
        sizes: [{ size_id: size.id, qty: 120 }],
      },
    ],
  })
  const move = async (
    who: 'office' | 'agent' | 'admin',
    area: string,
    id: number,
    name: string,
    values: object = {},
  ) => {
    const { version } = await stage.ask<Versioned>(who, `${area}/${id}`)
    return stage.ask<Versioned>(who, `${area}/${id}/moves/${name}`, { version, ...values })
  }
  await move('agent', 'purchase-orders', order.id, 'acknowledge')
  const line = await one('office', `po-lines?purchase_order_id=${order.id}`)
  const factory = await one('agent', 'factories?status=approved&_end=1')
  await stage.ask('office', 'factory-allocations', { po_line_id: line.id, factory_id: factory.id })
  const booking = await stage.ask<Versioned & { booking_no: string }>('agent', 'bookings', {
    ...{ load_type: 'lcl', factory_id: factory.id, cargo_ready_date: day(0), requested_etd: day(5) },
    ...{ goods_description: "Men's knitted T-shirts, 100% cotton", exception_reason: 'Agreed with the buyer.' },
    lines: [{ po_line_id: line.id, sizes: [{ size_id: size.id, qty: 120 }] }],
    cartons: [
      {
        ...{ first_no: 1, last_no: 5, po_line_id: line.id, size_id: size.id, units_per_carton: 24 },
        ...{ length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '9', net_kg: '8' },
      },
    ],
  })
  const step = (who: 'office' | 'agent', name: string, values: object = {}) =>
    move(who, 'bookings', booking.id, name, values)
  await step('agent', 'submit')
  await step('office', 'approve')
  await step('office', 'confirm_carrier', {
    ...{ carrier: 'Meridian Line', vessel: 'CORAL MERIDIAN', voyage_no: '211W', etd: day(5), eta: day(35) },
  })
  await step('agent', 'submit_si', { bl_release: 'telex' })
  await step('office', 'accept_si')
  await step('office', 'receive_cargo', { cargo_received_on: day(0) })
  await step('office', 'ship', { atd: day(0), hbl_no: `HVL${booking.id}`, eta: day(30) })
  return { order: order.id, line: line.id, booking: booking.id, move }
}
