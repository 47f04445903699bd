import { describe, expect, it } from 'vitest'
import { deriveSlips, deriveTotals, type Line, type Order, rules } from '#areas/purchase-orders/rules.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { context, paths, texts } from './rules-kit'

describe('what to know before an order is put forward, approved or issued', () => {
  const early = '2026-11-19'
  const noSizes = { size_scale_id: 1, sizes: [] }
  it.each([
    ['nothing, where nothing is unusual', {}, []],
    [
      'that its date has passed',
      { ex_factory_date: early, order_date: '2026-11-01', lines: [line({ ex_factory_date: early })] },
      ['ex_factory_passed'],
    ],
    [
      'that the date of a line has passed',
      { lines: [line(), line({ ex_factory_date: early })] },
      ['ex_factory_passed', 'ordered_late'],
    ],
    ['that it is ordered after it leaves', { order_date: '2027-03-06' }, ['ordered_late']],
    ['that a line has no sizes', { lines: [line(noSizes)] }, ['no_sizes']],
    ['nothing of a line of an article without sizes', { lines: [line({ ...noSizes, size_scale_id: null })] }, []],
    [
      'nothing of a line that is cancelled',
      { lines: [line(), line({ ...noSizes, ex_factory_date: early, line_status: 'cancelled' })] },
      [],
    ],
    ['nothing once it is out', { ex_factory_date: early, issued_at: '2026-11-20T00:00:00Z' }, []],
  ])('says %s', (_, changes, cautions) => {
    for (const move of ['submit', 'approve', 'issue'])
      expect([move, texts(rules.cautions?.[move]?.(order(changes), context()))]).toEqual([
        move,
        cautions.map((caution) => `problems.cautions.${caution}`),
      ])
  })

  it('is said beforehand where it stands, and of a line only what its order does not say', () => {
    const lines = [line({ ex_factory_date: early }), line({ ...noSizes, ex_factory_date: '2026-11-18' })]
    const warnings = rules.warn?.(order({ ex_factory_date: early, order_date: '2026-11-01', lines }), context())
    expect(paths(warnings)).toEqual(
      expect.arrayContaining(['ex_factory_date', 'lines.1.ex_factory_date', 'lines.1.sizes']),
    )
    expect(paths(warnings)).not.toContain('lines.0.ex_factory_date')
  })
})

describe('what a saved order must agree on', () => {
  it.each([
    ['window ends before it starts', { ship_window_start: '2027-03-21' }, 'ship_window_end'],
    [
      'leaves the factory after the window',
      { ship_window_end: '2027-03-01', ex_factory_date: '2027-03-02' },
      'ex_factory_date',
    ],
    ['sails before it leaves the factory', { ex_factory_date: '2027-03-02', etd: '2027-03-01' }, 'etd'],
    ['arrives on the day it sails', { etd: '2027-03-06', eta: '2027-03-06' }, 'eta'],
    ['is in the warehouse before it arrives', { eta: '2027-03-02', in_dc_date: '2027-03-01' }, 'in_dc_date'],
    ['is in the shop before the warehouse', { in_dc_date: '2027-03-02', in_store_date: '2027-03-01' }, 'in_store_date'],
    ['is ordered later than tomorrow', { order_date: '2026-11-22' }, 'order_date'],
    ['goes FOB by air', { incoterm: 'FOB', transport_mode: 'air' }, 'incoterm'],
    ['goes CIF by road', { incoterm: 'CIF', transport_mode: 'road' }, 'incoterm'],
  ])('refuses an order that %s', (_, changes, field) => {
    expect(paths(rules.check?.(order(changes), context()))).toEqual([field])
  })

  it.each([
    [
      'dates that fall together',
      {
        ship_window_start: '2027-03-01',
        ship_window_end: '2027-03-01',
        ex_factory_date: '2027-03-01',
        etd: '2027-03-01',
      },
    ],
    ['an order of tomorrow, elsewhere on the globe', { order_date: '2026-11-21' }],
    ['FOB by sea', { incoterm: 'FOB', transport_mode: 'sea' }],
    ['FCA by air', { incoterm: 'FCA', transport_mode: 'air' }],
    ['a sea term while the mode is open', { incoterm: 'CFR', transport_mode: null }],
    ['nothing but what a draft needs', empty],
  ])('lets pass %s', (_, changes) => {
    expect(rules.check?.(order(changes), context())).toEqual([])
  })

  it('refuses a GTIN that two colours share, and lets two lines of the same colour share theirs', () => {
    const sized = (colourway_id: number) => line({ colourway_id, sizes: [size({ gtin: '4006381333931' })] })
    expect(paths(rules.check?.(order({ lines: [sized(1), sized(2)] }), context()))).toEqual(['lines.1.sizes.0.gtin'])
    expect(rules.check?.(order({ lines: [sized(1), sized(1)] }), context())).toEqual([])
  })

  it('refuses a line number twice', () => {
    const lines = [line({ line_no: 10 }), line({ line_no: 20 }), line({ line_no: 10 })]
    expect(paths(rules.check?.(order({ lines }), context()))).toEqual(['lines.2.line_no'])
  })

  it('warns of a repeated line and of a line outside the window', () => {
    const both = order({ lines: [line(), line({ ex_factory_date: '2027-04-01' })] })
    expect(texts(rules.warn?.(both, context()))).toEqual([
      'problems.purchase-orders.line_repeated',
      'problems.purchase-orders.outside_window',
    ])
    expect(rules.warn?.(order(), context())).toEqual([])
  })
})

describe('what approval needs', () => {
  const submit = (record: AnyRecord) => paths(rules.guards?.submit?.(record, context()))

  it('is there in a whole order', () => expect(submit(order())).toEqual([]))

  it('is said field by field', () => {
    expect(submit(order({ ...empty, lines: [line({ size_scale_id: null, unit_price: null })] })).sort()).toEqual([
      'currency',
      'ex_factory_date',
      'house_brand_id',
      'incoterm',
      'incoterm_place',
      'lines.0.size_scale_id',
      'lines.0.unit_price',
      'order_date',
      'payment_term_id',
      'qty_tolerance_over_pct',
      'qty_tolerance_under_pct',
      'season_id',
      'ship_to_country',
      'ship_to_location_id',
      'ship_window_end',
      'ship_window_start',
      'transport_mode',
    ])
  })

  it.each([
    ['bulk', '0.0000', ['lines.0.unit_price']],
    ['bulk', '0.0001', []],
    ['sample', '0', []],
  ])('in a %s order at %s', (order_type, unit_price, expected) => {
    expect(submit(order({ order_type, lines: [line({ unit_price })] }))).toEqual(expected)
  })

  it('is not asked of cancelled lines', () => {
    expect(submit(order({ lines: [line(), line({ line_status: 'cancelled', unit_price: null })] }))).toEqual([])
  })
})

describe('moves wait for their time', () => {
  it.each([
    ['approve', order({ lines: [line({ status: 'pending' })] }), true],
    ['approve', order({ lines: [line({ status: 'pending' }), line({ status: 'rejected' })] }), false],
    ['approve', order({ lines: [line({ status: 'revision_requested' })] }), false],
    ['recall', order(), true],
    ['recall', order({ first_viewed_at: '2026-11-20T10:00:00Z' }), false],
    ['hold', order(), true],
    ['hold', order({ on_hold: true }), false],
    ['release', order(), false],
    ['release', order({ on_hold: true }), true],
    ['cancel', order(), true],
    ['cancel', order({ lines: [line(), line({ shipped_qty: 1 })] }), false],
    ['cancel', order({ lines: [line(), line({ sizes: [size({ booked_qty: 1 })] })] }), false],
    ['complete', order({ invoice_status: 'full', lines: [line({ received_qty: 90 })] }), true],
    ['complete', order({ invoice_status: 'full', lines: [line({ received_qty: 89 })] }), false],
    ['complete', order({ invoice_status: 'part', lines: [line({ received_qty: 100 })] }), false],
  ])('%s (%#)', (move, record, passes) => {
    expect(rules.guards?.[move]?.(record, context())).toHaveLength(passes ? 0 : 1)
  })
})

describe('what may be changed', () => {
  const everything = [
    'notes_shared',
    'notes_internal',
    'agent_contact_id',
    'po_no',
    'lines',
    'lines.unit_price',
    'lines.sizes.qty',
    'lines.forecast_ex_factory_date',
    'lines.supplier_style_ref',
    'lines.packed_qty',
  ]
  const allowed = (status: string, role: 'Office' | 'Agent') =>
    everything.filter(rules.editable?.(order({ status }), context({ role })) ?? (() => true))

  it.each([
    ['draft', everything],
    ['pending_approval', []],
    ['approved', ['notes_shared', 'notes_internal', 'agent_contact_id']],
    ['issued', ['notes_shared', 'notes_internal', 'agent_contact_id', 'lines.packed_qty']],
    ['declined', ['notes_shared', 'notes_internal', 'agent_contact_id']],
    [
      'confirmed',
      [
        'notes_shared',
        'notes_internal',
        'lines.forecast_ex_factory_date',
        'lines.supplier_style_ref',
        'lines.packed_qty',
      ],
    ],
    ['completed', ['notes_internal']],
    ['closed', ['notes_internal']],
    ['cancelled', ['notes_internal']],
  ])('by Office in %s', (status, expected) => expect(allowed(status, 'Office')).toEqual(expected))

  it.each(['pending_approval', 'approved', 'issued', 'declined', 'completed', 'closed', 'cancelled'])(
    'by an agent in %s: nothing',
    (status) => expect(allowed(status, 'Agent')).toEqual([]),
  )
  it('by an agent in confirmed: what only the supplier knows', () =>
    expect(allowed('confirmed', 'Agent')).toEqual(['lines.forecast_ex_factory_date', 'lines.supplier_style_ref']))
})

describe('totals', () => {
  it('come from the lines that are not cancelled, sizes first', () => {
    const record = derived({
      lines: [
        line({ line_no: 10, qty: 1, sizes: [size({ qty: 40 }), size({ size_id: 2, qty: 60 })], unit_price: '5.255' }),
        line({ qty: 10, sizes: [], unit_price: '0.333', line_no: 20 }),
        line({ qty: 7, sizes: [], line_status: 'cancelled' }),
      ],
    })
    expect(record).toMatchObject({ line_count: 2, total_qty: 110, total_value: '528.83' })
    expect(record.lines[0]).toMatchObject({ qty: 100, line_value: '525.50', line_title: 'PO-1 / 10', balance_qty: 100 })
    expect(record.lines[1]).toMatchObject({ line_value: '3.33' })
    expect(record.lines[2]).toMatchObject({ balance_qty: 0 })
  })

  it('count the open lines that are promised for later than they were ordered', () => {
    const [ordered, promised] = ['2027-03-05', '2027-03-06']
    const promises = [null, ordered, promised, promised].map((promised_ex_factory_date, index) =>
      line({ ex_factory_date: ordered, promised_ex_factory_date, line_status: index === 3 ? 'cancelled' : 'open' }),
    )
    expect(derived({ lines: promises })).toMatchObject({ later_lines: 1 })
  })

  it.each([
    ['GBP', null, '525.00', '525.00'],
    ['USD', '0.79', '525.00', '414.75'],
    ['USD', null, '525.00', null],
    ['JPY', '0.005321', '525', '2.79'],
    [null, '1', '525.00', null],
  ])('in %s at a rate of %s', (currency, fx_rate, total_value, total_value_base) => {
    expect(derived({ currency, fx_rate })).toMatchObject({ total_value, total_value_base })
  })

  it('say how late the latest open line is', () => {
    const late = (forecast_ex_factory_date: string | null, line_status = 'open') =>
      line({ forecast_ex_factory_date, line_status })
    expect(
      derived({ lines: [late('2027-03-08'), late('2027-03-01'), late(null), late('2027-09-01', 'closed')] }),
    ).toMatchObject({
      slip_days: 3,
      forecast_ex_factory_date: '2027-03-08',
    })
    expect(derived({ lines: [late('2027-03-01')] })).toMatchObject({ slip_days: -4 })
    expect(derived({ lines: [late(null)] })).toMatchObject({ slip_days: null, forecast_ex_factory_date: null })
  })

  it.each([
    [
      {},
      {
        production_status: 'not_started',
        shipping_status: 'not_booked',
        receipt_status: 'none',
        invoice_status: 'none',
      },
    ],
    [{ packed_qty: 50 }, { production_status: 'in_production' }],
    [{ packed_qty: 100 }, { production_status: 'finished' }],
    [{ shipped_qty: 60 }, { shipping_status: 'part_shipped' }],
    [{ shipped_qty: 100 }, { shipping_status: 'shipped' }],
    [{ sizes: [size({ qty: 100, booked_qty: 10 })] }, { shipping_status: 'part_booked' }],
    [{ sizes: [size({ qty: 100, booked_qty: 100 })] }, { shipping_status: 'booked' }],
    [{ received_qty: 60 }, { receipt_status: 'part' }],
    [{ received_qty: 100 }, { receipt_status: 'full' }],
    [{ received_qty: 101 }, { receipt_status: 'over' }],
    [{ invoiced_qty: 60 }, { invoice_status: 'part' }],
    [{ invoiced_qty: 100 }, { invoice_status: 'full' }],
  ])('derive the other statuses (%#)', (changes, expected) => {
    expect(derived({ lines: [line(changes)] })).toMatchObject(expected)
  })

  it.each([
    [[110, 0], { shipping_status: 'part_shipped', receipt_status: 'part', invoice_status: 'part' }],
    [[110, 10], { shipping_status: 'shipped', receipt_status: 'over', invoice_status: 'full' }],
  ])('do not count what is over in one line for another: %j of 100 and 10', (units, expected) => {
    const lines = [100, 10].map((qty, at) =>
      line({ qty, sizes: [], shipped_qty: units[at], received_qty: units[at], invoiced_qty: units[at] }),
    )
    expect(derived({ lines })).toMatchObject(expected)
  })

  it('leave nothing open in a line that is closed short', () => {
    expect(derived({ lines: [line({ line_status: 'short_closed', shipped_qty: 30 })] }).lines[0]).toMatchObject({
      balance_qty: 0,
    })
    expect(derived({ lines: [line({ shipped_qty: 130 })] }).lines[0]).toMatchObject({ balance_qty: 0 })
  })
})

const empty = {
  house_brand_id: null,
  season_id: null,
  ship_to_country: null,
  order_date: null,
  ship_window_start: null,
  ship_window_end: null,
  ex_factory_date: null,
  incoterm: null,
  incoterm_place: null,
  transport_mode: null,
  ship_to_location_id: null,
  currency: null,
  payment_term_id: null,
  qty_tolerance_over_pct: null,
  qty_tolerance_under_pct: null,
}

function size(changes: object = {}) {
  return { size_id: 1, qty: 100, gtin: null, booked_qty: 0, ...changes }
}

function line(changes: object = {}) {
  return {
    status: 'not_submitted',
    line_status: 'open',
    line_no: null,
    article_id: 1,
    colourway_id: 1,
    product_category_id: 2,
    house_brand_id: 1,
    season_id: 1,
    size_scale_id: 1,
    qty: 100,
    unit_price: '5.25',
    uom: 'piece',
    pack_type: 'solid',
    ex_factory_date: '2027-03-05',
    ship_window_start: '2027-03-01',
    ship_window_end: '2027-03-20',
    forecast_ex_factory_date: null,
    goods_state: null,
    packed_qty: 0,
    shipped_qty: 0,
    received_qty: 0,
    invoiced_qty: 0,
    sizes: [size()],
    ...changes,
  } as unknown as Line
}

function order(changes: object = {}): AnyRecord {
  return {
    id: 1,
    version: 1,
    status: 'draft',
    po_no: 'PO-1',
    order_type: 'bulk',
    supplier_id: 60,
    buyer_id: 2,
    house_brand_id: 1,
    season_id: 1,
    ship_to_country: 'GB',
    order_date: '2026-11-20',
    ship_window_start: '2027-03-01',
    ship_window_end: '2027-03-20',
    ex_factory_date: '2027-03-05',
    etd: null,
    eta: null,
    in_dc_date: null,
    in_store_date: null,
    incoterm: 'FOB',
    incoterm_place: 'Shanghai',
    transport_mode: 'sea',
    ship_to_location_id: 1,
    currency: 'GBP',
    fx_rate: null,
    payment_term_id: 1,
    qty_tolerance_over_pct: '10',
    qty_tolerance_under_pct: '10',
    on_hold: false,
    first_viewed_at: null,
    invoice_status: 'none',
    lines: [line()],
    ...changes,
  } as unknown as AnyRecord
}

function derived(changes: object): Order {
  const record = order(changes) as unknown as Order
  deriveTotals(record, 'GBP')
  deriveSlips(record, '2026-11-23')
  return record
}
