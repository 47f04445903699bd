import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('libraries (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  })
  afterAll(() => portal.close())

  const read = async (area: string, id: number) => (await admin.get(`/api/${area}/${id}`)).body
  const edit = async (person: Person, area: string, id: number, values: object) =>
    person.patch(`/api/${area}/${id}`, { version: (await read(area, id)).version, ...values })
  const move = async (person: Person, area: string, id: number, name: string, inputs: object = {}) =>
    person.post(`/api/${area}/${id}/moves/${name}`, { version: (await read(area, id)).version, ...inputs })

  it.each(['payment-terms', 'product-categories'])('tell a plain account no more of %s than an agent', async (area) => {
    const keysOf = async (person: Person) => Object.keys((await person.get(`/api/${area}`)).body[0] ?? {}).sort()
    const known = await keysOf(Agent)
    expect(known.length).toBeGreaterThan(0)
    for (const role of ['user', 'superAdmin'] as const)
      expect(known).toEqual(expect.arrayContaining(await keysOf(portal.as[role])))
    expect((await keysOf(Office)).length).toBeGreaterThan(known.length)
  })

  it('are not searched by what a plain account does not read of them', async () => {
    for (const query of ['deposit_pct_gte=1', '_sort=discount_pct'])
      expect([query, (await portal.as.user.get(`/api/payment-terms?${query}`)).status]).toEqual([query, 400])
    // Of these an agent sees only what is on its orders, and a plain account has none.
    for (const area of ['house-brands', 'seasons'])
      expect([area, (await portal.as.user.get(`/api/${area}`)).status]).toEqual([area, 403])
  })

  it('hold no half of a character', async () => {
    const made = await Office.post('/api/ports', { code: 'CNHLF', name_en: 'Half \ud83d', country: 'CN' })
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, ['name_en']])
    const whole = await Office.post('/api/ports', { code: 'CNHLF', name_en: 'Whole 😀 𠮷', country: 'CN' })
    expect([whole.status, whole.body.name_en]).toEqual([201, 'Whole 😀 𠮷'])
  })

  describe('product categories', () => {
    const category = async (code: string, parent_id: number | null = null) =>
      (await Office.post('/api/product-categories', { code, name_en: code, parent_id })).body
    const leafOf = async (id: number) => (await read('product-categories', id)).is_leaf

    it('know their level, path and whether they are leaves', async () => {
      const top = await category('WOMEN')
      const middle = await category('KNIT', top.id)
      const leaf = await category('JUMPER', middle.id)
      expect(top).toMatchObject({ level: 'department', full_path: 'WOMEN', is_leaf: true })
      expect(leaf).toMatchObject({ level: 'subclass', full_path: 'WOMEN / KNIT / JUMPER', is_leaf: true })
      expect([await leafOf(top.id), await leafOf(middle.id)]).toEqual([false, false])

      const other = await category('LADIES')
      await edit(Office, 'product-categories', middle.id, { parent_id: other.id, name_en: 'Knitwear' })
      expect(await read('product-categories', leaf.id)).toMatchObject({ full_path: 'LADIES / Knitwear / JUMPER' })
      expect([await leafOf(top.id), await leafOf(other.id)]).toEqual([true, false])

      await edit(Office, 'product-categories', other.id, { name_zh: '女装' })
      expect(await read('product-categories', leaf.id)).toMatchObject({ full_path_zh: '女装 / Knitwear / JUMPER' })

      const { version } = await read('product-categories', leaf.id)
      expect((await admin.delete(`/api/product-categories/${leaf.id}`, { version })).status).toBe(200)
      expect(await leafOf(middle.id)).toBe(true)
    })

    it('are a tree of four levels without circles', async () => {
      const ids: number[] = []
      for (const code of ['L1', 'L2', 'L3', 'L4']) ids.push((await category(code, ids.at(-1) ?? null)).id)
      expect((await category('L5', ids[3])).errors).toHaveProperty('parent_id')
      for (const parent_id of [ids[0], ids[3]])
        expect((await edit(Office, 'product-categories', ids[0] ?? 0, { parent_id })).body.errors).toHaveProperty(
          'parent_id',
        )
      const outer = await category('OUTER')
      expect(
        (await edit(Office, 'product-categories', ids[0] ?? 0, { parent_id: outer.id })).body.errors,
      ).toHaveProperty('parent_id')
      expect((await edit(Office, 'product-categories', ids[2] ?? 0, { parent_id: outer.id })).status).toBe(200)
      expect(await read('product-categories', ids[3] ?? 0)).toMatchObject({ level: 'subclass' })
    })

    it('close no circle when two are moved at the same time', async () => {
      const [first, two] = [await category('C1'), await category('C2')]
      const both = await Promise.all([
        edit(Office, 'product-categories', first.id, { parent_id: two.id }),
        edit(admin, 'product-categories', two.id, { parent_id: first.id }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    })
  })

  describe('seasons', () => {
    const season = (code: string, changes: object = {}) => ({
      code,
      name_en: code,
      season_type: 'holiday',
      year: 2028,
      purchase_from: '2027-01-01',
      purchase_to: '2027-12-31',
      delivery_from: '2028-01-01',
      delivery_to: '2028-06-30',
      sales_from: '2028-02-01',
      sales_to: '2028-08-31',
      ...changes,
    })

    it('are one of a type and year', async () => {
      const made = await Office.post('/api/seasons', season('HO28'))
      expect(made.status).toBe(201)
      const twin = await Office.post('/api/seasons', season('HX28'))
      expect(twin.body.errors.season_type).toEqual(['Season HO28 is of the same type and year'])
      expect((await edit(Office, 'seasons', made.body.id, { name_zh: '假日' })).status).toBe(200)
      expect(
        (await Office.post('/api/seasons', season('HO29', { year: 2029, sales_to: '2028-01-31' }))).body.errors,
      ).toHaveProperty('sales_to')
    })

    it('frozen are the administrator’s, closed are nobody’s', async () => {
      const { id } = (await Office.post('/api/seasons', season('HO30', { year: 2030 }))).body
      await move(Office, 'seasons', id, 'open')
      expect((await move(Office, 'seasons', id, 'freeze')).status).toBe(403)
      await move(admin, 'seasons', id, 'freeze')
      expect((await edit(Office, 'seasons', id, { name_en: 'x' })).status).toBe(422)
      expect((await edit(admin, 'seasons', id, { name_en: 'Frozen' })).status).toBe(200)
      const refused = await Office.post('/api/purchase-orders', draft('FROZEN-1', { season_id: id }))
      expect(Object.keys(refused.body.errors)).toEqual(['season_id', 'lines.0.season_id'])
      expect((await admin.post('/api/purchase-orders', draft('FROZEN-1', { season_id: id }))).status).toBe(201)
      await move(admin, 'seasons', id, 'close', { reason: 'Over' })
      expect((await edit(admin, 'seasons', id, { name_en: 'x' })).status).toBe(422)
    })
  })

  it('a house brand is retired when no order is open under it', async () => {
    const [brand] = await portal.make('house-brands', [{ code: 'ZZ', name_en: 'Zed', status: 'active' }])
    const order = (await Office.post('/api/purchase-orders', draft('BRAND-1', { house_brand_id: brand?.id }))).body
    const refused = await move(admin, 'house-brands', brand?.id ?? 0, 'retire', { reason: 'x' })
    expect([refused.status, refused.body.message]).toEqual([409, 'Order BRAND-1 is still open for this brand.'])
    await portal.db.query(`update purchase_orders set status = 'change_proposed' where id = $1`, [order.id])
    expect((await move(admin, 'house-brands', brand?.id ?? 0, 'retire', { reason: 'x' })).status).toBe(409)
    await portal.db.query(`update purchase_orders set status = 'draft' where id = $1`, [order.id])
    await move(Office, 'purchase-orders', order.id, 'cancel', { reason: 'x' })
    expect((await move(admin, 'house-brands', brand?.id ?? 0, 'retire', { reason: 'x' })).body.status).toBe('retired')
  })

  it('the base currency stays once orders are counted in it', async () => {
    const [settings] = (await admin.get('/api/settings')).body
    expect((await edit(admin, 'settings', settings.id, { base_currency: 'EUR' })).body.errors).toHaveProperty(
      'base_currency',
    )
    expect((await edit(admin, 'settings', settings.id, { days_to_acknowledge: 5 })).status).toBe(200)
    expect((await edit(Office, 'settings', settings.id, { days_to_acknowledge: 6 })).status).toBe(403)
  })

  it.each([
    [
      'size-scales',
      {
        code: 'DUP',
        name_en: 'Dup',
        sizes: [
          { label: 'M', sort_order: 1 },
          { label: 'm', sort_order: 2 },
        ],
      },
      'sizes.1.label',
    ],
    [
      'articles',
      {
        article_no: 'DUP',
        name_en: 'Dup',
        colourways: [
          { code: 'A', name_en: 'A' },
          { code: 'a', name_en: 'B' },
        ],
      },
      'colourways.1.code',
    ],
    ['articles', { article_no: 'PRICE', name_en: 'Price', target_fob: '3.50' }, 'currency'],
  ])('%s are refused with a fault at its place (%#)', async (area, body, field) => {
    const answer = await Office.post(`/api/${area}`, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('a calendar without a working day is refused, and a country without a calendar works Monday to Friday', async () => {
    const { body } = await admin.post('/api/calendars', { country: 'BD', name_en: 'Bangladesh', working_days: [] })
    expect(Object.keys(body.errors)).toEqual(['working_days'])
    await portal.db.query(`update suppliers set country = 'BD' where id = 61`)
    const [order] = await portal.make('purchase-orders', [
      draft('CAL-1', { supplier_id: 61, status: 'issued', issued_at: '2026-11-20T09:00:00Z' }),
    ])
    expect((await read('purchase-orders', order?.id ?? 0)).ack_due_date).toBe('2026-11-27')
    await admin.post('/api/calendars', {
      country: 'BD',
      name_en: 'Bangladesh',
      working_days: ['sun', 'mon', 'tue', 'wed', 'thu'],
      holidays: [{ date: '2026-11-24', name_en: 'Holiday' }],
    })
    const [laterOrder] = await portal.make('purchase-orders', [
      draft('CAL-2', { supplier_id: 61, status: 'issued', issued_at: '2026-11-20T09:00:00Z' }),
    ])
    expect((await read('purchase-orders', laterOrder?.id ?? 0)).ack_due_date).toBe('2026-11-29')
  })

  it('a supplier sees itself, the articles on its orders, and of the libraries what an order names', async () => {
    const line = { article_id: 2, colourway_id: 3, qty: 1, unit_price: '1' }
    await portal.make('purchase-orders', [draft('SEE-1', { status: 'issued', lines: [line] }), draft('SEE-2')])
    expect((await Agent.get('/api/articles')).body).toMatchObject([{ article_no: 'TEE-2' }])
    expect((await Agent.get('/api/articles/1')).status).toBe(404)
    expect((await Agent.get('/api/suppliers')).body).toMatchObject([{ id: 60 }])
    const [seen] = (await Agent.get('/api/suppliers')).body
    for (const field of ['standing', 'notes_internal', 'tax_id', 'default_payment_term_id'])
      expect(seen).not.toHaveProperty(field)
    const [season] = (await Agent.get('/api/seasons')).body
    expect(Object.keys(season).sort()).toEqual([
      'archived_at',
      'code',
      'created_at',
      'id',
      'name_en',
      'name_zh',
      'status',
      'updated_at',
      'version',
    ])
  })
})
