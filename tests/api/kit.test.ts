import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readScopeOf, system } from '#server/kit/principal.ts'
import { shapeOf } from '#server/kit/read/list-shape.ts'
import { createLists } from '#server/kit/read/lists.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { contractEngines } from '../kit/db'
import { draft, openPortal, type Portal } from '../kit/portal'

describe.each(contractEngines)('what every area can do (%s)', (engine) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())

  const admin = () => portal.as.admin
  const newPort = async (code: string, more: object = {}) =>
    (await admin().post('/api/ports', { code, name_en: `Port ${code}`, country: 'CN', functions: ['port'], ...more }))
      .body

  describe('lists', () => {
    it('pages, sorts and counts', async () => {
      for (const code of ['AAAAA', 'AAAAB', 'AAAAC']) await newPort(code)
      const page = await admin().get('/api/ports?code_startswith=aaaa&_start=1&_end=3&_sort=code&_order=desc')
      expect(page.body.map(({ code }: { code: string }) => code)).toEqual(['AAAAB', 'AAAAA'])
      expect(page.total).toBe(3)
    })
    it('answers any of several values, and every operator', async () => {
      const codes = async (query: string) =>
        (await admin().get(`/api/ports?${query}&_sort=code`)).body.map(({ code }: { code: string }) => code)
      expect(await codes('code=AAAAA&code=AAAAC')).toEqual(['AAAAA', 'AAAAC'])
      expect(await codes('code_in=AAAAA,AAAAB')).toEqual(['AAAAA', 'AAAAB'])
      expect(await codes('code_startswith=AAAA&code_ne=AAAAB')).toEqual(['AAAAA', 'AAAAC'])
      expect(await codes('code_startswith=AAAA&code_nin=AAAAA,AAAAB')).toEqual(['AAAAC'])
      expect(await codes('code_like=AAB')).toEqual(['AAAAB'])
      expect(await codes('code_startswith=AAAA&name_zh_null=true&functions=port')).toEqual(['AAAAA', 'AAAAB', 'AAAAC'])
      expect(await codes('code_startswith=AAAA&name_zh_nnull=true')).toEqual([])
      expect(await codes('code_like=%25')).toEqual([])
    })
    it('finds Latin words by their beginning, codes by any part, Chinese by any two characters', async () => {
      await newPort('CNNGB', { name_en: 'Ningbo Zhoushan', name_zh: '宁波舟山' })
      const idsFor = async (q: string) =>
        (await admin().get(`/api/ports?q=${encodeURIComponent(q)}`)).body.map(({ code }: { code: string }) => code)
      for (const q of ['ning', 'ZHOU', 'nngb', '宁波', '舟山', '波舟', 'ningbo 舟山'])
        expect([q, await idsFor(q)]).toEqual([q, ['CNNGB']])
      expect(await idsFor('ingbo')).toEqual([])
      expect(await idsFor('宁山')).toEqual([])
    })
    it('remembers a total only until something is written', async () => {
      const before = (await admin().get('/api/ports')).total
      await newPort('ZZZZZ')
      expect((await admin().get('/api/ports')).total).toBe(before + 1)
    })
    it('counts anew at the turn of the day, and after some minutes at the latest', async () => {
      const { kit } = portal.app
      const lists = createLists(kit, false)
      const ports = kit.register.get('ports')
      const total = () => lists.count(lists.listing(ports, system, ''), system)
      const writeElsewhere = (code: string) =>
        portal.db.query(
          `insert into ports (code, name_en, country, functions) values ($1, 'Beside', 'CN', array['port'])`,
          [code],
        )
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 4, 5, 23, 59, 59) })
      try {
        const before = await total()
        await writeElsewhere('BESAA')
        expect(await total()).toBe(before)
        vi.setSystemTime(new Date(2027, 4, 6, 0, 0, 1))
        expect(await total()).toBe(before + 1)
        await writeElsewhere('BESBB')
        expect(await total()).toBe(before + 1)
        vi.setSystemTime(new Date(2027, 4, 6, 0, 5, 1))
        expect(await total()).toBe(before + 2)
      } finally {
        vi.useRealTimers()
      }
    })
    it('travel compressed to those who ask for it, and say the same', async () => {
      const url = '/api/purchase-orders?_end=25'
      for (let number = 0; number < 3; number++) await admin().post('/api/purchase-orders', draft(`ZIP-${number}`))
      const plain = await admin().send({ url })
      const packed = await admin().send({ url, headers: { 'accept-encoding': 'br' } })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(packed.headers['content-encoding']).toBe('br')
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload)
      expect(packed.headers['x-total-count']).toBe(plain.headers['x-total-count'])
    })
    it('cuts pages of any size with few statements', async () => {
      for (const code of ['SIZEA', 'SIZEB', 'SIZEC']) await newPort(code)
      const codes = async (from: number, to: number) =>
        (await admin().get(`/api/ports?code_startswith=SIZE&_sort=code&_start=${from}&_end=${to}`)).body.map(
          ({ code }: { code: string }) => code,
        )
      expect(await codes(0, 1)).toEqual(['SIZEA'])
      expect(await codes(1, 3)).toEqual(['SIZEB', 'SIZEC'])
      expect(await codes(2, 2)).toEqual([])
      expect(await codes(0, 10)).toEqual(['SIZEA', 'SIZEB', 'SIZEC'])
      const { register, selects } = portal.app.kit
      const page = { filters: [], sort: [], start: 0 }
      const forms = Array.from({ length: 100 }, (_, at) =>
        shapeOf({ ...page, end: at + 1 }, false, register.get('ports')),
      )
      const names = forms.map((shape) => selects.list(register.get('ports'), readScopeOf(system), shape).name)
      expect(new Set(names).size).toBeLessThanOrEqual(8)
    })
    it('answers ranges, and spans that move with the calendar, by the day it is asked on', async () => {
      const day = (days: number) => addDays(today(), days)
      for (const [index, date] of [day(-1), day(0), day(6), day(7), null].entries())
        await portal.make('purchase-orders', [draft(`SPAN-${index}`, { ex_factory_date: date })])
      const numbers = async (query: string) =>
        (await admin().get(`/api/purchase-orders?po_no_startswith=SPAN-&_sort=po_no&${query}`)).body.map(
          ({ po_no }: { po_no: string }) => Number(po_no.slice(5)),
        )
      expect(await numbers('ex_factory_date_within=before_today')).toEqual([0])
      expect(await numbers('ex_factory_date_within=next_7_days')).toEqual([1, 2])
      expect(await numbers('ex_factory_date_within=next_8_days')).toEqual([1, 2, 3])
      expect(await numbers('ex_factory_date_within=last_2_days')).toEqual([0, 1])
      expect(await numbers(`ex_factory_date_within=before_today,${day(7)}`)).toEqual([0, 3])
      expect(await numbers(`ex_factory_date_within=${day(0)}..${day(6)}`)).toEqual([1, 2])
      expect(await numbers(`ex_factory_date_gte=${day(0)}&ex_factory_date_lte=${day(6)}`)).toEqual([1, 2])
      expect(await numbers(`ex_factory_date_within=${day(6)}..`)).toEqual([2, 3])
      expect(await numbers('updated_at_within=today')).toEqual([0, 1, 2, 3, 4])
      expect(await numbers('updated_at_within=after_today,before_today')).toEqual([])
      expect(await numbers('total_qty_within=..99')).toEqual([])
      expect(await numbers('total_qty_within=..99,100')).toEqual([0, 1, 2, 3, 4])
      expect(await numbers('total_value_within=525..525')).toEqual([0, 1, 2, 3, 4])
      expect(await numbers('total_qty_within=-2147483647..,2147483647')).toEqual([0, 1, 2, 3, 4])
      expect((await admin().get('/api/purchase-orders?total_qty_within=999999999999..')).status).toBe(400)
      const sums = await admin().get('/api/purchase-orders/totals?po_no_startswith=SPAN-&ex_factory_date_within=today')
      expect(sums.body.count).toBe(1)
      const file = await admin().get(
        '/api/purchase-orders/export?format=csv&po_no_startswith=SPAN-&ex_factory_date_within=before_today',
      )
      expect(file.body).toContain('SPAN-0')
      expect(file.body).not.toContain('SPAN-1')
      const refused = await admin().get('/api/purchase-orders?ex_factory_date_within=soon')
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['ex_factory_date_within']])
    })

    it('counts what moves with the calendar anew at the turn of the day', async () => {
      await portal.make('purchase-orders', [draft('TURN-1', { ex_factory_date: addDays(today(), -1) })])
      const due = async () =>
        (await admin().get('/api/purchase-orders/totals?po_no_startswith=TURN-&ex_factory_date_within=today')).body
          .count
      expect(await due()).toBe(0)
      // Back and not forward: the session would be over.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
      try {
        expect(await due()).toBe(1)
      } finally {
        vi.useRealTimers()
      }
    })

    it('sums what the filter leaves, per currency', async () => {
      await admin().post('/api/purchase-orders', draft('SUM-1'))
      await admin().post('/api/purchase-orders', draft('SUM-2', { currency: 'USD' }))
      await admin().post('/api/purchase-orders', draft('SUM-3', { currency: 'USD' }))
      const { body } = await admin().get('/api/purchase-orders/totals?po_no_startswith=SUM-')
      expect(body).toEqual({
        count: 3,
        sums: [
          { currency: 'GBP', count: 1, total_qty: 100, total_value: '525.00' },
          { currency: 'USD', count: 2, total_qty: 200, total_value: '1050.00' },
        ],
      })
      expect((await admin().get('/api/purchase-orders/totals?po_no_startswith=SUM-&by=status')).body).toEqual({
        values: [{ value: 'draft', count: 3 }],
      })
    })
  })

  describe('edits', () => {
    it('take one of twenty that were made from the same version', async () => {
      const port = await newPort('RACEA')
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          admin().patch(`/api/ports/${port.id}`, { version: 1, name_zh: `港${at}` }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
      const stale = answers.find(({ status }) => status === 409)
      expect(stale?.body.code).toBe('stale')
      expect(stale?.body.current.version).toBe(2)
    })
    it('need a version', async () => {
      const port = await newPort('VERSA')
      expect((await admin().patch(`/api/ports/${port.id}`, { name_zh: '港' })).body.errors).toHaveProperty('version')
    })
    it('that change nothing leave no trace', async () => {
      const port = await newPort('SAMEA')
      const { body } = await admin().patch(`/api/ports/${port.id}`, { version: 1, name_en: port.name_en })
      expect(body.version).toBe(1)
      expect((await admin().get(`/api/ports/${port.id}/history`)).body).toHaveLength(1)
    })
    it('match rows by id: change, add and take away in one request', async () => {
      const { body: scale } = await admin().post('/api/size-scales', {
        code: 'ROWS',
        name_en: 'Rows',
        sizes: [
          { label: 'S', sort_order: 1 },
          { label: 'M', sort_order: 2 },
        ],
      })
      const [small] = scale.sizes
      const { body } = await admin().patch(`/api/size-scales/${scale.id}`, {
        version: 1,
        sizes: [
          { ...pick(small), sort_order: 5 },
          { label: 'L', sort_order: 3 },
        ],
      })
      expect(body.sizes.map(({ label, sort_order }: Record<string, unknown>) => [label, sort_order])).toEqual([
        ['L', 3],
        ['S', 5],
      ])
      expect(body.version).toBe(2)
      const [edit] = (await admin().get(`/api/size-scales/${scale.id}/history`)).body
      const changes = edit.changes.map(({ field, old, new: now }: Record<string, unknown>) => [field, old, now])
      expect(changes).toContainEqual(['sort_order', 1, 5])
      expect(changes).toContainEqual(['label', null, 'L'])
      expect(changes).toContainEqual(['label', 'M', null])
    })
    it('refuse a row of somebody else, by its place', async () => {
      const make = async (code: string) =>
        (await admin().post('/api/size-scales', { code, name_en: code, sizes: [{ label: 'S', sort_order: 1 }] })).body
      const [first, other] = [await make('OWN'), await make('FOREIGN')]
      const { status, body } = await admin().patch(`/api/size-scales/${first.id}`, {
        version: 1,
        sizes: [pick(other.sizes[0])],
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['sizes.0.id']])
    })
    it('say of each field what is wrong with it', async () => {
      const { status, body } = await admin().post('/api/suppliers', {
        code: 5,
        supplier_name: '',
        country: 'China',
        standing: 'best',
        qty_tolerance_over_pct: 5,
        default_port_id: 'CNSHA',
        contact_email: 'nobody',
      })
      expect(status).toBe(422)
      expect(body.errors).toEqual({
        code: ['Enter text'],
        supplier_name: ['Fill this in'],
        country: ['Enter a country’s two-letter code'],
        standing: ['Choose one of the options'],
        qty_tolerance_over_pct: ['Enter text'],
        default_port_id: ['Enter a whole number'],
        contact_email: ['This is not in the expected format'],
      })
    })
    it('refuse a country that there is none of, as an import does', async () => {
      const { status, body } = await admin().post('/api/suppliers', {
        code: 'NOWHERE',
        supplier_name: 'N',
        country: 'ZZ',
      })
      expect([status, body.errors]).toEqual([422, { country: ['Enter a country’s two-letter code'] }])
    })
    it('refuse a currency that there is none of, as an import does', async () => {
      const { status, body } = await admin().post('/api/purchase-orders', { ...draft('NO-MONEY'), currency: 'GPB' })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['currency']])
    })
    it('keep a country and a currency that are no longer in use, and take no other such one', async () => {
      const order = draft('OLD-CODES', { currency: 'BGN', ship_to_country: 'AN' })
      const [line] = order.lines as object[]
      const [made] = await portal.make('purchase-orders', [{ ...order, lines: [{ ...line, country_of_origin: 'AN' }] }])
      const url = `/api/purchase-orders/${made?.id}`
      const { version, lines } = (await admin().get(url)).body
      const stored = { id: lines[0].id, article_id: 1, colourway_id: 1, qty: 100, country_of_origin: 'AN' }
      const saved = await admin().patch(url, {
        version,
        currency: 'BGN',
        ship_to_country: 'AN',
        incoterm_place: 'Ningbo',
        lines: [{ ...stored, description_en: 'Parka' }],
      })
      expect([saved.status, saved.body.errors, saved.body.incoterm_place]).toEqual([200, undefined, 'Ningbo'])
      const refused = await admin().patch(url, {
        version: saved.body.version,
        currency: 'DEM',
        lines: [
          { ...stored, country_of_origin: 'YU' },
          { ...line, country_of_origin: 'AN' },
        ],
      })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
        422,
        ['currency', 'lines.0.country_of_origin', 'lines.1.country_of_origin'],
      ])
      const bulk = await admin().patch('/api/purchase-orders/bulk', {
        values: { currency: 'DEM' },
        rows: [{ id: made?.id, version: saved.body.version }],
      })
      expect(bulk.body.results[0]).toMatchObject({ ok: false, errors: { currency: [expect.any(String)] } })
    })
    it('name the field that is taken', async () => {
      await newPort('TAKEN')
      const { status, body } = await admin().post('/api/ports', { code: 'taken', name_en: 'X', country: 'CN' })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']])
    })
  })

  describe('what may be edited', () => {
    it('is told with the record, for a row as its document’s state allows', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('EDITABLE'))
      expect(order.editable).toContain('lines.sizes.qty')
      const line = async () => (await admin().get(`/api/po-lines/${order.lines[0].id}`)).body.editable
      expect(await line()).toContain('qty')
      const { body: submitted } = await admin().post(`/api/purchase-orders/${order.id}/moves/submit`, { version: 1 })
      expect(submitted.editable).toEqual([])
      expect(await line()).toEqual([])
    })
  })

  describe('an Idempotency-Key', () => {
    const body = (code: string) => ({ code, name_en: 'Key', country: 'CN', functions: [] })
    it('makes one record of twenty requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => admin().post('/api/ports', body('KEYAA'), { 'idempotency-key': 'twenty' })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      expect((await admin().get('/api/ports?code=KEYAA')).total).toBe(1)
    })
    it('is no use for another payload', async () => {
      await admin().post('/api/ports', body('KEYBB'), { 'idempotency-key': 'other' })
      expect((await admin().post('/api/ports', body('KEYCC'), { 'idempotency-key': 'other' })).status).toBe(422)
      expect((await admin().get('/api/ports?code=KEYCC')).total).toBe(0)
    })
    it('stays free after a refusal', async () => {
      expect((await admin().post('/api/ports', { code: 'x' }, { 'idempotency-key': 'free' })).status).toBe(422)
      expect((await admin().post('/api/ports', body('KEYDD'), { 'idempotency-key': 'free' })).status).toBe(201)
    })
    it('stands for nothing after a day', async () => {
      await admin().post('/api/ports', body('KEYEE'), { 'idempotency-key': 'old' })
      await portal.db.query("update idempotency_keys set created_at = now() - interval '25 hours'")
      expect((await admin().post('/api/ports', body('KEYFF'), { 'idempotency-key': 'old' })).status).toBe(201)
      expect((await admin().post('/api/ports', body('KEYGG'), { 'idempotency-key': 'old' })).status).toBe(422)
    })
    it('brings back what a bulk move answered', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('KEY-BULK'))
      const rows = [{ id: order.id, version: order.version }]
      const ask = () => admin().post('/api/purchase-orders/bulk/moves/submit', { rows }, { 'idempotency-key': 'bulk' })
      const first = await ask()
      expect(first.body.results).toEqual([{ id: order.id, ok: true, status: 200 }])
      expect((await ask()).body).toEqual(first.body)
    })
  })

  describe('moves', () => {
    it('happen once of twenty at the same time', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('MOVE-RACE'))
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          admin().post(`/api/purchase-orders/${order.id}/moves/submit`, { version: order.version }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
      const history = (await admin().get(`/api/purchase-orders/${order.id}/history`)).body
      expect(history.filter(({ action }: { action: string }) => action === 'submit')).toHaveLength(1)
    })
    it('are told with the record: allowed, or why not', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('MOVE-TOLD'))
      const moves = Object.fromEntries(order.moves.map((move: { name: string }) => [move.name, move]))
      expect(moves.submit).toEqual({ name: 'submit', allowed: true, reason: null })
      expect(moves.issue.allowed).toBe(false)
      expect(moves.issue.reason).toContain('Draft')
    })
    it('speak the reader’s language', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('MOVE-ZH'))
      const answer = await admin().post(
        `/api/purchase-orders/${order.id}/moves/issue`,
        { version: 1 },
        { 'accept-language': 'zh-CN' },
      )
      expect([answer.status, answer.body.code]).toEqual([409, 'illegal_move'])
      expect(answer.body.message).toMatch(/草稿/)
    })
    it('are 404 when there is no such move, and status cannot be typed', async () => {
      const { body: order } = await admin().post('/api/purchase-orders', draft('MOVE-NONE'))
      expect((await admin().post(`/api/purchase-orders/${order.id}/moves/explode`, { version: 1 })).status).toBe(404)
      expect(
        (await admin().patch(`/api/purchase-orders/${order.id}`, { version: 1, status: 'issued' })).body.errors,
      ).toHaveProperty('status')
    })
  })

  describe('bulk', () => {
    it('edits row by row and says of each how it went', async () => {
      const [first, two] = [await newPort('BULKA'), await newPort('BULKB')]
      const { body } = await admin().patch('/api/ports/bulk', {
        rows: [
          { id: first.id, version: 1 },
          { id: two.id, version: 9 },
          { id: 999999, version: 1 },
        ],
        values: { name_zh: '批量' },
      })
      expect(body.results.map(({ ok, status }: Record<string, unknown>) => [ok, status])).toEqual([
        [true, 200],
        [false, 409],
        [false, 404],
      ])
    })
    it('over a filter needs the number that the person saw', async () => {
      const target = (count: number) => ({ filter: 'code_startswith=BULK', count, values: { name_zh: '全部' } })
      const wrong = await admin().patch('/api/ports/bulk', target(5))
      expect([wrong.status, wrong.body.code]).toEqual([409, 'count_changed'])
      const right = await admin().patch('/api/ports/bulk', target(2))
      expect(right.body.results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
    })
    it('refuses values that nobody may set', async () => {
      const { status, body } = await admin().patch('/api/ports/bulk', {
        rows: [{ id: 1, version: 1 }],
        values: { version: 3 },
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['version']])
    })
  })

  describe('the end of a record', () => {
    it('is deletion where nothing refers to it, and a sentence where something does', async () => {
      const port = await newPort('GONEA')
      const used = await newPort('USEDA')
      await portal.make('suppliers', [
        { code: 'USES', supplier_name: 'Uses a port', country: 'CN', default_port_id: used.id },
      ])
      const refused = await admin().delete(`/api/ports/${used.id}`, { version: 1 })
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
      expect(refused.body.message).toContain('Suppliers')
      expect((await admin().delete(`/api/ports/${port.id}`, { version: 2 })).status).toBe(409)
      expect((await admin().delete(`/api/ports/${port.id}`, { version: 1 })).status).toBe(200)
      expect((await admin().get(`/api/ports/${port.id}`)).status).toBe(404)
    })
    it('or the archive: out of the lists, not chosen anew, and back again', async () => {
      const port = await newPort('ARCHA')
      const { body: archived } = await admin().post(`/api/ports/${port.id}/moves/archive`, { version: 1 })
      expect(archived.archived_at).not.toBeNull()
      expect((await admin().get('/api/ports?code=ARCHA')).total).toBe(0)
      expect((await admin().get('/api/ports?code=ARCHA&archived_at_nnull=true')).total).toBe(1)
      const chosen = await admin().post('/api/suppliers', {
        code: 'PICK',
        supplier_name: 'P',
        country: 'CN',
        default_port_id: port.id,
      })
      expect([chosen.status, Object.keys(chosen.body.errors)]).toEqual([422, ['default_port_id']])
      expect((await admin().patch(`/api/ports/${port.id}`, { version: 2, name_zh: '港' })).status).toBe(409)
      expect((await admin().post(`/api/ports/${port.id}/moves/restore`, { version: 2 })).body.archived_at).toBeNull()
      expect((await portal.as.Office.post(`/api/ports/${port.id}/moves/archive`, { version: 3 })).status).toBe(403)
    })
  })

  it('describes itself in OpenAPI: every route of every area', async () => {
    const { body } = await portal.nobody.get('/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const { name } of portal.app.kit.register.areas) {
      expect(body.paths).toHaveProperty([`/api/${name}`])
      expect(body.paths).toHaveProperty([`/api/${name}/{id}`])
    }
    expect((await portal.nobody.get('/api/docs')).body).toContain('POST')
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await portal.nobody.send({ url })
      expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
      const again = await portal.nobody.send({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const small = await portal.nobody.send({ url, headers: { 'accept-encoding': 'gzip' } })
      expect(small.headers['content-encoding']).toBe('gzip')
    }
  })
})

const pick = ({ id, label, sort_order }: { id: number; label: string; sort_order: number }) => ({
  id,
  label,
  sort_order,
})
