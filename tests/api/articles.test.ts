import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('articles (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let count = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  })
  afterAll(() => portal.close())

  const read = async (id: number, person = Office) => (await person.get(`/api/articles/${id}`)).body
  const edit = async (id: number, values: object, person = Office) =>
    person.patch(`/api/articles/${id}`, { version: (await read(id)).version, ...values })
  const carry = async (id: number, inputs: object, person = Office) =>
    person.post(`/api/articles/${id}/moves/carry_over`, { version: (await read(id, admin)).version, ...inputs })
  const make = async (skus: object[] = [], changes: object = {}) => {
    const answer = await Office.post('/api/articles', {
      article_no: `ART-${++count}`,
      name_en: 'Crew-neck tee',
      size_scale_id: 1,
      target_fob: '3.4',
      currency: 'USD',
      colourways: [{ code: 'RED', name_en: 'Red', skus }],
      ...changes,
    })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  /** Its colour with these SKUs; those that stand keep what is not said. */
  const withSkus = async (id: number, rows: object[]) => {
    const [{ id: colour, code, name_en, skus }] = (await read(id)).colourways
    const merged = rows.map((row) => ({
      ...skus.find((sku: { id: number }) => sku.id === (row as { id?: number }).id),
      ...row,
    }))
    const known = merged.map(({ id, size_id, sku, gtin, active }) => ({ id, size_id, sku, gtin, active }))
    return { colourways: [{ id: colour, code, name_en, skus: known }] }
  }
  const refusal = (answer: { body: { errors: object } }) => answer.body.errors

  describe('SKUs', () => {
    it('get their codes from article, colour and size, and keep one that was given', async () => {
      const { article_no, colourways } = await make([
        { size_id: 1 },
        { size_id: 2, sku: 'OWN-7', gtin: '2000000000015' },
      ])
      expect(colourways[0].skus).toMatchObject([
        { size_id: 1, sku: `${article_no}-RED-S`, gtin: null, active: true },
        { size_id: 2, sku: 'OWN-7', gtin: '2000000000015', active: true },
      ])
    })

    it('give an article without a size scale theirs', async () => {
      expect(await make([{ size_id: 1 }], { size_scale_id: null })).toMatchObject({ size_scale_id: 1 })
    })

    it.each([
      ['a wrong check digit', '2000000000023', /should be 2;/],
      ['a GTIN-12', '614141000036', /GTIN-12; put zeros in front: 0614141000036/],
      ['a GTIN-8', '96385074', /GTIN-8; put zeros in front: 0000096385074/],
      ['the number of a carton', '16141410000366', /GTIN-14 of a carton/],
      ['a digit too few', '200000000002', /13 digits; this one has 12/],
      ['letters', '20000000000IS', /digits only/],
    ])('refuse %s and say what is right', async (_, gtin, text) => {
      const { id, colourways } = await make([{ size_id: 1 }])
      const [{ skus }] = colourways
      const answer = await edit(id, await withSkus(id, [{ id: skus[0].id, gtin }]))
      expect(answer.status).toBe(422)
      expect(refusal(answer)).toEqual({ 'colourways.0.skus.0.gtin': [expect.stringMatching(text)] })
    })

    it('share no code and no GTIN, in one article or between two', async () => {
      const first = await make([{ size_id: 1, sku: 'TWICE', gtin: '2000000000022' }])
      const twice = [
        { size_id: 1, sku: 'SAME', gtin: '2000000000039' },
        { size_id: 2, sku: 'SAME', gtin: '2000000000039' },
      ]
      const { id } = await make()
      expect(Object.keys(refusal(await edit(id, await withSkus(id, twice))))).toEqual([
        'colourways.0.skus.1.sku',
        'colourways.0.skus.1.gtin',
      ])
      const existing = [{ size_id: 1, sku: 'TWICE', gtin: '2000000000022' }]
      expect(refusal(await edit(id, await withSkus(id, existing)))).toEqual({
        'colourways.0.skus.0.sku': [expect.stringContaining(first.article_no)],
        'colourways.0.skus.0.gtin': [expect.stringContaining('TWICE')],
      })
    })

    it('may exchange their GTINs in one save', async () => {
      const { id, colourways } = await make([
        { size_id: 1, gtin: '2000000000046' },
        { size_id: 2, gtin: '2000000000053' },
      ])
      const [small, medium] = colourways[0].skus
      const answer = await edit(
        id,
        await withSkus(id, [
          { id: small.id, gtin: medium.gtin },
          { id: medium.id, gtin: small.gtin },
        ]),
      )
      expect(answer.status).toBe(200)
      expect(answer.body.colourways[0].skus.map(({ gtin }: { gtin: string }) => gtin)).toEqual([
        '2000000000053',
        '2000000000046',
      ])
    })

    it('are of the size scale of their article while they are in use', async () => {
      const [other] = await portal.make('size-scales', [
        { code: `ONE${count}`, name_en: 'One size', sizes: [{ label: 'OS', sort_order: 1 }] },
      ])
      const [size] = (other?.sizes ?? []) as { id: number }[]
      const { id, colourways } = await make([{ size_id: 1 }])
      const [{ skus }] = colourways
      const withOther = (active: boolean) => withSkus(id, [{ id: skus[0].id }, { size_id: size?.id, active }])
      expect(refusal(await edit(id, await withOther(true)))).toHaveProperty('colourways.0.skus.1.size_id')
      expect((await edit(id, await withOther(false))).status).toBe(200)
    })

    it('are in the history of their article, and only the office writes them', async () => {
      const { id, colourways } = await make([{ size_id: 1, gtin: '2000000000060' }])
      const [{ skus }] = colourways
      const off = { version: skus[0].version, active: false }
      expect((await Agent.patch(`/api/skus/${skus[0].id}`, off)).status).toBe(403)
      expect((await Office.patch(`/api/skus/${skus[0].id}`, off)).status).toBe(200)
      const [latest] = (await Office.get(`/api/articles/${id}/history`)).body
      expect(latest.changes).toMatchObject([{ area: 'skus', field: 'active', old: true, new: false }])
    })
  })

  describe('in orders', () => {
    const order = (id: number, colourway_id: number, sizes: object[]) =>
      Office.post(
        '/api/purchase-orders',
        draft(`PO-SKU-${++count}`, { lines: [{ article_id: id, colourway_id, qty: 10, unit_price: '1', sizes }] }),
      )

    it('name the sizes, and refuse more of those that are not in use', async () => {
      const { id, colourways } = await make(
        [
          { size_id: 1, gtin: '2000000000077' },
          { size_id: 2, active: false },
        ],
        {},
      )
      const [{ id: colour, skus }] = colourways
      expect(refusal(await order(id, colour, [{ size_id: 2, qty: 10 }]))).toEqual({
        'lines.0.sizes.0.qty': [expect.stringContaining('is not available in this size')],
      })
      const made = await order(id, colour, [{ size_id: 1, qty: 10 }])
      expect(made.status).toBe(201)
      expect(made.body.lines[0].sizes).toMatchObject([{ sku: skus[0].sku, gtin: '2000000000077' }])

      await Office.patch(`/api/skus/${skus[0].id}`, { version: skus[0].version, active: false })
      const [line] = made.body.lines
      const set = (qty: number) => {
        const sizes = [{ id: line.sizes[0].id, size_id: 1, qty }]
        const { article_id, colourway_id, line_no } = line
        return Office.get(`/api/purchase-orders/${made.body.id}`).then(({ body }) =>
          Office.patch(`/api/purchase-orders/${body.id}`, {
            version: body.version,
            lines: [{ id: line.id, line_no, article_id, colourway_id, qty, sizes }],
          }),
        )
      }
      expect((await set(11)).status).toBe(422)
      expect((await set(9)).status).toBe(200)
    })

    it('leave sizes free where none are kept', async () => {
      const { id, colourways } = await make()
      expect((await order(id, colourways[0].id, [{ size_id: 2, qty: 10 }])).status).toBe(201)
    })

    it('show a supplier the articles of his orders, never what they should cost', async () => {
      const { id, colourways } = await make([{ size_id: 1 }])
      expect((await Agent.get(`/api/articles/${id}`)).status).toBe(404)
      const made = await order(id, colourways[0].id, [{ size_id: 1, qty: 10 }])
      await portal.db.query(`update purchase_orders set issued_at = now(), status = 'issued' where id = $1`, [
        made.body.id,
      ])
      const seen = await read(id, Agent)
      expect(seen.colourways[0].skus).toHaveLength(1)
      expect(seen).not.toHaveProperty('target_fob')
      expect((await portal.otherAgent.get(`/api/articles/${id}`)).status).toBe(404)
      expect((await portal.otherAgent.get(`/api/skus?colourway_id=${colourways[0].id}`)).body).toEqual([])
    })
  })

  describe('carried over', () => {
    const season = async (code: string, status = 'planning') => {
      const [made] = await portal.make('seasons', [
        {
          code,
          name_en: code,
          season_type: 'holiday',
          year: 2060 + count++,
          purchase_from: '2027-01-01',
          purchase_to: '2027-12-31',
          delivery_from: '2028-01-01',
          delivery_to: '2028-06-30',
          sales_from: '2028-02-01',
          sales_to: '2028-08-31',
          status,
        },
      ])
      return made?.id ?? 0
    }

    it('as they are have that season too, once', async () => {
      const { id } = await make([{ size_id: 1 }], { season_id: 1 })
      const next = await season('HO61')
      expect((await carry(id, { season_id: next, as: 'same' })).status).toBe(200)
      expect(await read(id)).toMatchObject({ season_id: 1, seasons: [{ season_id: next, season_code: 'HO61' }] })
      expect(refusal(await carry(id, { season_id: next, as: 'same' }))).toEqual({
        season_id: [expect.stringContaining('HO61')],
      })
      expect(refusal(await carry(id, { season_id: 1, as: 'same' }))).toHaveProperty('season_id')
      const [latest] = (await Office.get(`/api/articles/${id}/history`)).body
      expect(latest).toMatchObject({ action: 'carry_over' })
    })

    it.each([
      [
        'skus',
        [
          {
            code: 'RED',
            skus: [
              { size_id: 1, gtin: null, active: true },
              { size_id: 2, active: false },
            ],
          },
        ],
      ],
      ['colourways', [{ code: 'RED', skus: [] }]],
      ['nothing', []],
    ])('as new ones know their origin and take along %s', async (keep, colourways) => {
      const origin = await make(
        [
          { size_id: 1, gtin: null },
          { size_id: 2, active: false },
        ],
        { fit: 'slim' },
      )
      const next = await season(`NW${62 + count}`.slice(0, 4))
      expect((await carry(origin.id, { season_id: next, as: 'new', keep })).status).toBe(200)
      const [made, ...others] = (await Office.get(`/api/articles?carried_from_id=${origin.id}`)).body
      expect(others).toEqual([])
      expect(await read(made.id)).toMatchObject({
        article_no: expect.stringContaining(`${origin.article_no}-`),
        season_id: next,
        status: 'development',
        fit: 'slim',
        target_fob: '3.4000',
        carried_from: { id: origin.id },
        colourways,
      })
      const [first] = (await Office.get(`/api/articles/${made.id}/history`)).body
      expect(first).toMatchObject({ action: 'create', actor: { id: Office.id } })
    })

    it('take along what each colour is made of, as far as it may still be chosen', async () => {
      const [fibre] = await portal.make('fibres', [
        { code: 'X-CARRY', name_en: 'carried', name_zh: '沿用', family: 'other', status: 'active' },
      ])
      const yarn = { name_en: 'Slub', count_value: '30', plies: 1, fibres: [] }
      const [used, retired] = await portal.make('yarns', [
        { ...yarn, code: 'Y-USED', status: 'active' },
        { ...yarn, code: 'Y-OLD', status: 'active' },
      ])
      const colour = (code: string, changes: object) => ({ code, name_en: code, ...changes })
      const origin = await make([], {
        colourways: [
          colour('A', { yarn_id: used?.id }),
          colour('B', { yarn_id: retired?.id }),
          colour('C', { fibres: [{ component: 'shell', fibre_id: fibre?.id, pct: '100', organic: true }] }),
        ],
      })
      await portal.db.query(`update yarns set status = 'retired' where id = $1`, [retired?.id])
      const next = await season('YA66')
      expect((await carry(origin.id, { season_id: next, as: 'new', keep: 'colourways' })).status).toBe(200)
      const [{ id }] = (await Office.get(`/api/articles?carried_from_id=${origin.id}`)).body
      expect((await read(id)).colourways).toMatchObject([
        { code: 'A', yarn_id: used?.id, fibres: [] },
        { code: 'B', yarn_id: null },
        { code: 'C', fibres: [{ component: 'shell', fibre_id: fibre?.id, pct: '100.00', organic: true }] },
      ])
    })

    it('by a double click are one', async () => {
      const { id } = await make()
      const next = await season('DC63')
      const { version } = await read(id)
      const body = { season_id: next, as: 'new', new_article_no: `once-${count}` }
      const both = await Promise.all(
        [1, 2].map(() => Office.post(`/api/articles/${id}/moves/carry_over`, { version, ...body })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await carry(id, body)).status).toBe(409)
      expect((await Office.get(`/api/articles?carried_from_id=${id}`)).body).toMatchObject([
        { article_no: `ONCE-${count}` },
      ])
    })

    it('in bulk are told one by one', async () => {
      const [first, two] = [await make(), await make()]
      const next = await season('BK64')
      await carry(first.id, { season_id: next, as: 'same' })
      const rows = await Promise.all([first, two].map(async ({ id }) => ({ id, version: (await read(id)).version })))
      const { body } = await Office.post('/api/articles/bulk/moves/carry_over', { rows, season_id: next, as: 'same' })
      expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true])
    })

    it('are found by each season in which they are offered', async () => {
      const { id } = await make([], { season_id: 1 })
      const next = await season('FS67')
      await carry(id, { season_id: next, as: 'same' })
      const found = async (season_id: number) =>
        (await Office.get(`/api/articles?offered_season_id=${season_id}&id=${id}`)).total
      expect([await found(1), await found(next), await found(next + 1)]).toEqual([1, 1, 0])
    })

    it('go into no season that is over, and by nobody but the office', async () => {
      const { id } = await make()
      const over = await season('CL65', 'closed')
      expect(refusal(await carry(id, { season_id: over, as: 'same' }))).toHaveProperty('season_id')
      expect((await carry(id, { season_id: over, as: 'same' }, Agent)).status).toBe(404)
    })
  })
})
