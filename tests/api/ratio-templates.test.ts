import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Portal } from '../kit/portal'

describe.each(engines)('lines in pre-packs (%s)', (engine) => {
  let portal: Portal
  let scale: { id: number; sizes: { id: number; label: string }[] }
  let other: typeof scale
  let ratio: { id: number; version: number }
  let sizes: number[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    const labels = ['S', 'M', 'L'].map((label, index) => ({ label, sort_order: (index + 1) * 10 }))
    const make = async (code: string) =>
      (await portal.as.Office.post('/api/size-scales', { code, name_en: code, sizes: labels })).body
    scale = await make('PACKED')
    other = await make('OTHER')
    sizes = ['S', 'M', 'L'].map((wanted) => scale.sizes.find(({ label }) => label === wanted)?.id ?? 0)
    const [s, m] = sizes
    const made = await template('TWO-ONE', [
      { size_id: s, units: 2 },
      { size_id: m, units: 1 },
    ])
    expect(made.status).toBe(201)
    ratio = made.body
  })
  afterAll(() => portal.close())

  const template = (code: string, items: object[], size_scale_id = scale.id) =>
    portal.as.Office.post('/api/ratio-templates', { code, name_en: code, size_scale_id, items })
  const order = (po_no: string, quantities: number[], changes: object) =>
    portal.as.Office.post(
      '/api/purchase-orders',
      draft(po_no, {
        lines: [
          {
            article_id: 1,
            colourway_id: 1,
            size_scale_id: scale.id,
            unit_price: '5.25',
            qty: 1,
            pack_type: 'ratio',
            sizes: quantities.map((qty, index) => ({ size_id: sizes[index], qty })),
            ...changes,
          },
        ],
      }),
    )

  it('are taken when every size is its share of the packs', async () => {
    const { status, body } = await order('PACK-1', [40, 20], { ratio_id: ratio.id, ratio_packs: 20 })
    expect(status).toBe(201)
    expect(body.lines[0]).toMatchObject({
      ratio_id: ratio.id,
      ratio: { id: ratio.id, title: 'TWO-ONE' },
      ratio_packs: 20,
      qty: 60,
    })
  })

  it.each<[string, number[], Record<string, unknown>, string, string]>([
    ['one size off', [40, 21], { ratio_packs: 20 }, 'lines.0.sizes.1.qty', '20 packs of this ratio are 20 units'],
    [
      'a size that the pack does not hold',
      [40, 20, 5],
      { ratio_packs: 20 },
      'lines.0.sizes.2.qty',
      '20 packs of this ratio are 0 units',
    ],
    [
      'a size missing',
      [40],
      { ratio_packs: 20 },
      'lines.0.ratio_packs',
      'The pack holds a size that this line does not order',
    ],
    ['no number of packs', [40, 20], {}, 'lines.0.ratio_packs', 'Enter the number of packs for these quantities'],
    [
      'packs that cannot be alike',
      [40, 21],
      { ratio_packs: 20, ratio_id: undefined },
      'lines.0.sizes.1.qty',
      'Cannot be divided evenly into 20 packs',
    ],
  ])('are refused with %s', async (name, quantities, changes, field, text) => {
    const { status, body } = await order(`BAD-${name.length}`, quantities, { ratio_id: ratio.id, ...changes })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: [text] })
  })

  it('are refused with a ratio of another scale, and are no matter of lines that are packed otherwise', async () => {
    const foreign = await template('FOREIGN', [{ size_id: other.sizes[0]?.id, units: 1 }], other.id)
    const refused = await order('BAD-SCALE', [40], { ratio_id: foreign.body.id, ratio_packs: 40 })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['lines.0.ratio_id']])
    const solid = await order('SOLID-1', [40, 21], { ratio_id: ratio.id, pack_type: 'solid' })
    expect(solid.status).toBe(201)
  })

  it('hold to the ratio while the draft is edited', async () => {
    const made = (await order('PACK-2', [40, 20], { ratio_id: ratio.id, ratio_packs: 20 })).body
    const [line] = made.lines
    const write = (ratio_packs: number) =>
      portal.as.Office.patch(`/api/purchase-orders/${made.id}`, {
        version: made.version,
        lines: [{ id: line.id, article_id: 1, qty: 60, ratio_packs }],
      })
    expect(Object.keys((await write(21)).body.errors).sort()).toEqual(['lines.0.sizes.0.qty', 'lines.0.sizes.1.qty'])
    expect((await write(20)).status).toBe(200)
  })

  it('a template holds each size once, of its own scale only, and stays while a line uses it', async () => {
    const [s] = sizes
    const twice = await template('TWICE', [
      { size_id: s, units: 1 },
      { size_id: s, units: 2 },
    ])
    expect([twice.status, twice.body.errors]).toEqual([
      422,
      { 'items.1.size_id': ['This size is already in the pack'] },
    ])
    const mixed = await template('MIXED', [{ size_id: other.sizes[0]?.id, units: 1 }])
    expect([mixed.status, Object.keys(mixed.body.errors)]).toEqual([422, ['items.0.size_id']])
    const none = await template('NONE', [])
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['items']])
    expect((await portal.as.admin.delete(`/api/ratio-templates/${ratio.id}`, { version: ratio.version })).status).toBe(
      409,
    )
  })
})
