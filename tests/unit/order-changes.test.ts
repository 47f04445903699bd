import { describe, expect, it } from 'vitest'
import {
  applyItems,
  type ChangedOrder,
  type ChangeItem,
  compareRevisions,
  completeItems,
  grownLines,
  itemProblems,
  staleItems,
} from '#shared/trade/order-changes.ts'

const order = (): ChangedOrder => ({
  order_type: 'bulk',
  ex_factory_date: '2027-03-05',
  ship_window_start: '2027-03-01',
  ship_window_end: '2027-03-20',
  etd: '2027-03-08',
  eta: '2027-04-05',
  in_dc_date: '2027-04-12',
  in_store_date: null,
  lines: [line(1), line(2, { sizes: [] })],
})
const line = (id: number, more: object = {}) => ({
  id,
  qty: 200,
  unit_price: '5.2500',
  line_status: 'open',
  packed_qty: 0,
  shipped_qty: 0,
  ex_factory_date: '2027-03-05',
  ship_window_start: '2027-03-01',
  ship_window_end: '2027-03-20',
  etd: null,
  eta: null,
  promised_ex_factory_date: null,
  forecast_ex_factory_date: null,
  sizes: [
    { size_id: 1, qty: 80, booked_qty: 0, shipped_qty: 0 },
    { size_id: 2, qty: 120, booked_qty: 60, shipped_qty: 0 },
  ],
  ...more,
})
const booked = (): ChangedOrder => ({ ...order(), lines: [line(1), line(2, { sizes: [], booked_qty: 90 })] })
const item = (po_line_id: number, field: ChangeItem['field'], new_value: string, more: object = {}): ChangeItem => ({
  po_line_id,
  size_id: null,
  field,
  old_value: null,
  new_value,
  ...more,
})

describe('items of a change', () => {
  it('are given the order’s present values, and left out where nothing differs', () => {
    const items = [
      item(1, 'unit_price', '5.25'),
      item(1, 'unit_price', '5.10'),
      item(1, 'qty', '100', { size_id: 2 }),
      item(2, 'ex_factory_date', '2027-03-12'),
    ]
    expect(completeItems(order(), items).map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
      ['5.25', '5.1'],
      ['120', '100'],
      ['2027-03-05', '2027-03-12'],
    ])
  })

  it.each([
    ['another order’s line', item(9, 'unit_price', '5'), 'problems.po-changes.no_such_line'],
    ['a word for a number', item(2, 'qty', 'many'), 'validation.not_number'],
    ['a negative number', item(2, 'qty', '-5'), 'validation.not_number'],
    ['more units than a line takes', item(2, 'qty', '10000001'), 'validation.too_big'],
    ['a price that no column holds', item(2, 'unit_price', '12345678901'), 'validation.too_many_whole'],
    ['a quantity without its size', item(1, 'qty', '100'), 'problems.po-changes.say_the_size'],
    ['fewer than are booked', item(1, 'qty', '59', { size_id: 2 }), 'problems.po-changes.below_shipped'],
    ['no price', item(1, 'unit_price', '0'), 'problems.po-changes.no_price'],
    ['a price of five decimals', item(1, 'unit_price', '5.00001'), 'validation.not_a_decimal'],
    ['a day that is none', item(1, 'ex_factory_date', '2027-02-30'), 'validation.not_date'],
    ['a year of no record', item(1, 'ex_factory_date', '9999-12-31'), 'validation.date_out_of_range'],
    ['a year before them', item(1, 'ship_window_end', '1027-03-20'), 'validation.date_out_of_range'],
  ])('are refused: %s', (_what, wrong, text) => {
    expect(itemProblems(order(), [wrong]).map((problem) => problem.text.key)).toEqual([text])
  })

  it.each([
    ['-0.01', ['problems.po-changes.no_price']],
    ['0', []],
  ])('of samples may cost nothing and not less: %s', (price, texts) => {
    const samples = { ...order(), order_type: 'sample' }
    expect(itemProblems(samples, [item(1, 'unit_price', price)]).map(({ text }) => text.key)).toEqual(texts)
  })

  const nothingOf = (id: number) =>
    id === 2 ? [item(2, 'qty', '0')] : [item(1, 'qty', '0', { size_id: 1 }), item(1, 'qty', '0', { size_id: 2 })]
  const unbooked = (more: object = {}) => {
    const free = order()
    for (const size of free.lines[0]?.sizes ?? []) size.booked_qty = 0
    Object.assign(free.lines[0] ?? {}, more)
    return free
  }

  it.each([
    ['without sizes', order(), nothingOf(2)],
    ['of which nothing is made', unbooked(), nothingOf(1)],
    [
      'whose other size is at nothing already',
      unbooked({
        sizes: [
          { size_id: 1, qty: 9, booked_qty: 0 },
          { size_id: 2, qty: 0, booked_qty: 0 },
        ],
      }),
      nothingOf(1).slice(0, 1),
    ],
  ])('may drop a line %s', (_what, from, items) => {
    expect(itemProblems(from, items)).toEqual([])
  })

  it.each([
    ['of which goods are packed', unbooked({ packed_qty: 1 }), nothingOf(1), 'drop_has_goods'],
    ['of which goods are shipped', unbooked({ shipped_qty: 1 }), nothingOf(1), 'drop_has_goods'],
    ['that is booked without sizes', booked(), nothingOf(2), 'drop_has_goods'],
    ['that is the last', unbooked(), [...nothingOf(1), ...nothingOf(2)], 'drop_last'],
    [
      'beside which only cancelled ones are left',
      { ...unbooked(), lines: [line(1, { sizes: [] }), line(2, { line_status: 'cancelled' })] },
      [item(1, 'qty', '0')],
      'drop_last',
    ],
  ])('may not drop a line %s', (_what, from, items, text) => {
    const texts = itemProblems(from, items).map((problem) => problem.text.key)
    expect(texts).toContain(`problems.po-changes.${text}`)
    expect(texts.every((key) => /drop_|below_shipped/.test(key))).toBe(true)
  })

  it('may not drop a line of which goods are booked, and say of which size', () => {
    expect(itemProblems(order(), nothingOf(1)).map(({ field, text }) => [field, text.key])).toEqual([
      ['items.1.new_value', 'problems.po-changes.below_shipped'],
      ['items.1.new_value', 'problems.po-changes.drop_has_goods'],
    ])
  })

  it('may not go below what is booked of a line without sizes', () => {
    const textsOf = (units: string) => itemProblems(booked(), [item(2, 'qty', units)]).map(({ text }) => text)
    expect(textsOf('89')).toEqual([{ key: 'problems.po-changes.below_shipped', params: { least: 90 } }])
    expect(textsOf('90')).toEqual([])
  })

  it('may go down to what is booked, and take a size to nothing', () => {
    const fine = [item(1, 'qty', '60', { size_id: 2 }), item(1, 'qty', '0', { size_id: 1 })]
    expect(itemProblems(order(), fine)).toEqual([])
  })

  it('are refused for closed lines and where a place is named twice', () => {
    const closed = order()
    Object.assign(closed.lines[1] ?? {}, { line_status: 'closed' })
    const items = [item(2, 'unit_price', '5'), item(1, 'unit_price', '5'), item(1, 'unit_price', '4')]
    expect(itemProblems(closed, items).map(({ field, text }) => [field, text.key])).toEqual([
      ['items.0.po_line_id', 'problems.po-changes.line_not_open'],
      ['items.2.field', 'problems.po-changes.said_twice'],
    ])
  })

  it('tell what somebody else changed meanwhile', () => {
    const items = completeItems(order(), [item(1, 'unit_price', '5'), item(2, 'qty', '150')])
    const laterOrder = order()
    Object.assign(laterOrder.lines[1] ?? {}, { qty: 180 })
    expect(staleItems(laterOrder, items)).toEqual([{ ...item(2, 'qty', '150'), old_value: '200', now: '180' }])
  })
})

describe('a change that takes effect', () => {
  it('moves later dates along with the ex-factory date, the header too where all lines agree', () => {
    const changed = order()
    applyItems(changed, [item(1, 'ex_factory_date', '2027-03-25'), item(2, 'ex_factory_date', '2027-03-25')])
    expect(changed).toMatchObject({
      ex_factory_date: '2027-03-25',
      ship_window_end: '2027-03-25',
      etd: '2027-03-28',
      eta: '2027-04-25',
      in_dc_date: '2027-05-02',
      in_store_date: null,
    })
    expect(changed.lines[0]).toMatchObject({ ship_window_end: '2027-03-25', promised_ex_factory_date: '2027-03-25' })
  })

  it('leaves the header where lines differ', () => {
    const changed = order()
    applyItems(changed, [item(1, 'ex_factory_date', '2027-03-12')])
    expect(changed).toMatchObject({ ex_factory_date: '2027-03-05', etd: '2027-03-08' })
  })

  it('cancels the line that it drops, which keeps what was ordered, and gives it back to an earlier revision', () => {
    const changed = order()
    const items = completeItems(changed, [item(2, 'qty', '0')])
    applyItems(changed, items)
    expect(changed.lines[1]).toMatchObject({ line_status: 'cancelled', qty: 200 })
    expect(changed.lines[0]).toMatchObject({ line_status: 'open', qty: 200 })
    applyItems(changed, compareRevisions([{ applied_revision: 1, items }], 1, 0))
    expect(changed.lines[1]).toMatchObject({ line_status: 'open', qty: 200 })
  })

  it('adds sizes up, new ones included', () => {
    const changed = order()
    applyItems(changed, [item(1, 'qty', '96', { size_id: 2 }), item(1, 'qty', '24', { size_id: 3 })])
    expect(changed.lines[0]).toMatchObject({ qty: 200, sizes: [{ qty: 80 }, { qty: 96 }, { size_id: 3, qty: 24 }] })
  })

  it.each([
    ['5.26', '0', ['price_raised']],
    ['5.26', '1', undefined],
    ['5.3025', '1', undefined],
    ['5.3026', '1', ['price_raised']],
    ['5.00', '0', undefined],
  ])('with a price of %s against a limit of %s %% needs approval: %s', (price, limit, reasons) => {
    const grown = grownLines(order(), [item(1, 'unit_price', price)], { price: limit, qty: '10' })
    expect(grown.get(1)).toEqual(reasons)
  })

  it('needs approval where a line grows beyond the limit, whichever of its sizes does', () => {
    const limits = { price: '0', qty: '10' }
    expect(grownLines(order(), [item(1, 'qty', '140', { size_id: 2 })], limits).size).toBe(0)
    expect(grownLines(order(), [item(1, 'qty', '141', { size_id: 2 })], limits).get(1)).toEqual(['qty_raised'])
    const swapped = [item(1, 'qty', '160', { size_id: 2 }), item(1, 'qty', '40', { size_id: 1 })]
    expect(grownLines(order(), swapped, limits).size).toBe(0)
  })
})

describe('two revisions', () => {
  const changes = [
    { applied_revision: 2, items: [item(1, 'qty', '96', { size_id: 2, old_value: '110' })] },
    { applied_revision: null, items: [item(1, 'unit_price', '9', { old_value: '5' })] },
    {
      applied_revision: 1,
      items: [item(1, 'qty', '110', { size_id: 2, old_value: '120' }), item(2, 'unit_price', '5', { old_value: '6' })],
    },
    { applied_revision: 3, items: [item(2, 'unit_price', '6', { old_value: '5' })] },
  ]
  const limits = (from: number, to: number) =>
    compareRevisions(changes, from, to).map(({ field, old_value, new_value }) => [field, old_value, new_value])
  it.each([
    [
      0,
      1,
      [
        ['qty', '120', '110'],
        ['unit_price', '6', '5'],
      ],
    ],
    [
      0,
      2,
      [
        ['qty', '120', '96'],
        ['unit_price', '6', '5'],
      ],
    ],
    [0, 3, [['qty', '120', '96']]],
    [1, 2, [['qty', '110', '96']]],
    [
      2,
      0,
      [
        ['qty', '96', '120'],
        ['unit_price', '5', '6'],
      ],
    ],
    [2, 2, []],
  ])('%i and %i differ by what both did not share', (from, to, expected) => {
    expect(limits(from, to)).toEqual(expected)
  })
})
