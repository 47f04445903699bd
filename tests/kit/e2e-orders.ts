import type { Stage } from './e2e'

export interface MadeOrder {
  id: number
  version: number
  po_no: string
}

/** A number that no other order of the demo data or of another run on the same portal has. */
export const freshNumber = (name: string) => `${name}-${started}-${++counter}`

/** A draft of the demo's Office for supplier 60, whole enough to be submitted; `changes` go over it. */
export const draftOrder = async (stage: Stage, po_no: string, changes: object = {}): Promise<MadeOrder> => {
  const idOf = async (area: string, filter: string) => {
    const [record] = await stage.ask<{ id: number }[]>('office', `${area}?${filter}&_end=1`)
    if (!record) throw new Error(`The demo data has no ${area} with ${filter}.`)
    return record.id
  }
  const [house_brand_id, season_id, ship_to_location_id, payment_term_id, article_id] = await Promise.all([
    idOf('house-brands', 'status=active'),
    idOf('seasons', 'code=SS27'),
    idOf('locations', 'code=DC-DAV'),
    idOf('payment-terms', 'method=TT'),
    idOf('articles', 'article_no=ALW1001'),
  ])
  const colourway_id = await idOf('colourways', `article_id=${article_id}`)
  return stage.ask('office', 'purchase-orders', {
    po_no,
    supplier_id: 60,
    house_brand_id,
    season_id,
    ship_to_country: 'GB',
    ship_window_start: '2027-03-01',
    ship_window_end: '2027-03-31',
    ex_factory_date: '2027-03-10',
    incoterm: 'FOB',
    incoterm_place: 'Ningbo',
    transport_mode: 'sea',
    ship_to_location_id,
    currency: 'USD',
    payment_term_id,
    lines: [{ article_id, colourway_id, qty: 120, unit_price: '3.10' }],
    ...changes,
  })
}

/** An order that the demo's Agent has to answer. */
export const issuedOrder = async (stage: Stage, po_no: string, changes: object = {}): Promise<MadeOrder> => {
  let order = await draftOrder(stage, po_no, changes)
  for (const [who, move] of [
    ['office', 'submit'],
    ['admin', 'approve'],
    ['admin', 'issue'],
  ] as const) {
    order = await stage.ask(who, `purchase-orders/${order.id}/moves/${move}`, { version: order.version })
  }
  return order
}

/** Lines of one demo article: the first has `qty` units, each further line one more. */
export const linesOfArticle = async (stage: Stage, count: number, qty: number) => {
  const [article] = await stage.ask<{ id: number }[]>('office', 'articles?article_no=ALW1001&_end=1')
  const [colourway] = await stage.ask<{ id: number }[]>('office', `colourways?article_id=${article?.id}&_end=1`)
  return Array.from({ length: count }, (_, at) => ({
    article_id: article?.id,
    colourway_id: colourway?.id,
    qty: qty + at,
    unit_price: '3.10',
  }))
}

const started = Date.now().toString(36).toUpperCase()
let counter = 0
