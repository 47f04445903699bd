import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areas, register } from '#areas/index.ts'
import { type Area, columnsOf, tableOf } from '#shared/kit/area.ts'
import { belongs } from '#shared/kit/portfolio.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { engines } from '../kit/db'
import { fixtures, inLoadOrder, makeProfiles, makeUsable, resolveReferences } from '../kit/fixtures'
import { committed, previewed, uploaded } from '../kit/imports'
import { givePaymentRuns } from '../kit/paid'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'
import { giveReceipts } from '../kit/receipts'
import { giveDocuments } from '../kit/shipping'

/** Supplier 60 is in the portfolio, supplier 61 is not; every name of what is the latter's says so. */
const [mine, theirs] = [60, 61]
const foreign = 'FOREIGN'
/** A yarn of supplier 61 that supplier 60 knits with. */
const usedYarn = 'USED-2/30'
const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }

const all = areas as readonly Area[]
const isBound = (area: Area) => belongs(register, area)
const readable = all.filter(({ access }) => rolesOf(access.read).includes('Office'))
const read = readable.map((area) => [area.name, area] as const)
const bound = readable.filter(isBound).map((area) => [area.name, area] as const)

describe.each(engines)('an office account with a portfolio (%s)', (engine) => {
  let portal: Portal
  /** Office with a portfolio of supplier 60 alone. */
  let confined: Person
  let group: { id: number; version: number; suppliers: { id: number; supplier_id: number }[] }
  const owners = new Map<string, Map<number, Set<number>>>()
  /** The records of an area that are supplier `of`’s and nobody else’s. */
  const only = (area: string, of: number) =>
    [...(owners.get(area) ?? [])].flatMap(([id, who]) => (who.has(of) && who.size === 1 ? [id] : []))

  beforeAll(async () => {
    portal = await openPortal(engine)
    await portal.db.query(`update suppliers set supplier_name = $2 where id = $1`, [theirs, `${foreign} Textiles`])
    await portal.db.query(`update users set full_name = $2 where id = $1`, [portal.otherAgent.id, `${foreign} Agent`])
    await fill(portal)
    for (const area of all) owners.set(area.name, await ownersOf(portal, area))
    confined = await portal.person({ type: 'Office' })
    group = (await portal.as.admin.post('/api/portfolios', { name_en: 'Knitwear', suppliers: [{ supplier_id: mine }] }))
      .body
    await give(confined, [group.id])
  })
  afterAll(() => portal.close())

  // Compared by the database at the commit.
  it('is of a portfolio that names a supplier once', async () => {
    const twice = { name_en: 'Twice', suppliers: [{ supplier_id: mine }, { supplier_id: mine }] }
    const { status, body } = await portal.as.admin.post('/api/portfolios', twice)
    expect([status, body.errors]).toEqual([422, { supplier_id: ['Two rows have the same key'] }])
  })

  it.each(bound)('%s has records of both suppliers', (name) => {
    expect(only(name, mine)).not.toEqual([])
    expect(only(name, theirs)).not.toEqual([])
  })

  it.each(read)('%s: lists, counts, totals and exports tell of the own suppliers alone', async (name, area) => {
    const everything = await idsOf(portal.as.Office, name)
    const hidden = new Set(isBound(area) || name === 'users' ? only(name, theirs) : [])
    const seen = everything.filter((id) => !hidden.has(id))
    const list = await confined.get(`/api/${name}?_start=0&_end=100&_sort=id`)
    expect(list.body.map(({ id }: { id: number }) => id)).toEqual(
      name === 'support-tickets' ? [] : seen.toSorted((a, b) => a - b),
    )
    expect(list.total).toBe(list.body.length)
    const totals = await confined.get(`/api/${name}/totals`)
    expect(totals.body.count).toBe(list.body.length)
    for (const { count: _count, currency: _currency, ...sums } of totals.body.sums as Record<string, unknown>[])
      for (const field of area.totals ?? [])
        if (field in sums && totals.body.sums.length === 1)
          expect([field, Number(sums[field])]).toEqual([
            field,
            list.body.reduce((sum: number, row: Record<string, unknown>) => sum + Number(row[field] ?? 0), 0),
          ])
    const file = await confined.get(`/api/${name}/export?format=csv`)
    expect(file.status).toBe(200)
    for (const content of [JSON.stringify(list.body), String(file.body)]) expect(content).not.toContain(foreign)
    expect(JSON.stringify(list.body)).not.toContain(`"supplier_id":${theirs}`)
  })

  it.each(read)('%s: what is seen speaks of no other supplier, its rows and history neither', async (name) => {
    for (const id of (await idsOf(confined, name)).slice(0, 10)) {
      const record = await confined.get(`/api/${name}/${id}`)
      expect([id, record.status]).toEqual([id, 200])
      const history = await confined.get(`/api/${name}/${id}/history`)
      for (const { body } of [record, history]) {
        expect(JSON.stringify(body)).not.toContain(`"supplier_id":${theirs}`)
        expect(JSON.stringify(body)).not.toContain(`${foreign} Textiles`)
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`"field":"supplier_id","[^}]*:${theirs}[,}]`))
      }
    }
  })

  it.each(bound)('%s: the other supplier’s is not there, whatever is asked of it', async (name, area) => {
    for (const id of only(name, theirs).slice(0, 3)) {
      const before = await stateOf(name, id)
      const nowhere = (await confined.get(`/api/${name}/999999999`)).body
      const answer = await confined.get(`/api/${name}/${id}`)
      expect([answer.status, answer.body]).toEqual([404, nowhere])
      expect((await confined.get(`/api/${name}?id=${id}`)).body).toEqual([])
      expect((await confined.get(`/api/${name}/${id}/history`)).status).toBe(404)
      expect((await confined.get(`/api/files?area=${name}&record=${id}`)).status).toBe(404)
      expect((await attach(name, id)).statusCode).toBe(404)
      expect([403, 404]).toContain((await confined.get(`/api/${name}/${id}/pdf`)).status)
      const version = Number(before.version)
      expect([403, 404]).toContain((await confined.patch(`/api/${name}/${id}`, { version })).status)
      expect([403, 404]).toContain((await confined.delete(`/api/${name}/${id}`, { version })).status)
      for (const move of [...Object.keys(area.lifecycle?.moves ?? {}), 'archive']) {
        expect([move, [403, 404]]).toEqual([
          move,
          expect.arrayContaining([(await confined.post(`/api/${name}/${id}/moves/${move}`, { version })).status]),
        ])
        const many = await confined.post(`/api/${name}/bulk/moves/${move}`, { rows: [{ id, version }] })
        if (many.status === 200) expect([move, many.body.results[0].ok]).toEqual([move, false])
      }
      const [edited] = area.edits ?? Object.keys(area.fields)
      const many = await confined.patch(`/api/${name}/bulk`, {
        rows: [{ id, version }],
        values: { [String(edited)]: null },
      })
      if (many.status === 200) expect(many.body.results[0]).toMatchObject({ ok: false, status: 404 })
      expect(await stateOf(name, id)).toEqual(before)
    }
  })

  it.each(read)('%s: the other supplier’s cannot be referred to', async (name, area) => {
    if (!rolesOf(area.access.edit).includes('Office')) return
    const [ownId] = await idsOf(confined, name)
    const present = ownId && (await confined.get(`/api/${name}/${ownId}`)).body
    const { mayWrite } = portal.app.kit
    for (const [field, { kind, options }] of columnsOf(area)) {
      const [other] = kind === 'reference' ? only(options.to ?? '', theirs) : []
      if (!other || !present || options.fixed || !mayWrite('Office', area, field)) continue
      const { status, body } = await confined.patch(`/api/${name}/${ownId}`, {
        version: present.version,
        [field]: other,
      })
      const refused = Object.keys(body.errors ?? {}).map((path) => path.split('.').at(-1))
      expect([field, status, refused]).toEqual([field, 422, expect.arrayContaining([field])])
      const listed = await confined.get(`/api/${options.to}?id=${other}`)
      expect(listed.body).toEqual([])
    }
  })

  it('makes orders for the own suppliers, and is refused at the field for another', async () => {
    const refused = await confined.post('/api/purchase-orders', draft('PO-NOT-MINE', { supplier_id: theirs }))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['supplier_id']])
    expect((await confined.post('/api/purchase-orders', draft('PO-MINE'))).status).toBe(201)
  })

  it('imports orders for the own suppliers alone', async () => {
    const file = [
      'po_no,supplier_id,ship_to_country',
      `PO-IMP-1,${foreign} Textiles,GB`,
      `PO-${foreign}-61-DRAFT,Golden Loom Garment,NL`,
      'PO-60-DRAFT,Golden Loom Garment,NL',
    ]
    const { url } = await uploaded(confined, 'purchase-orders', file.join('\n'))
    const record = await previewed(confined, url)
    expect(record.counts).toMatchObject({ new: 0, changed: 1, rejected: 2 })
    expect((await committed(confined, url)).counts).toMatchObject({ written: 1 })
    expect(await portal.db.query(`select po_no from purchase_orders where ship_to_country = 'NL'`)).toEqual([
      { po_no: 'PO-60-DRAFT' },
    ])
    expect(await portal.db.query(`select 1 from purchase_orders where po_no = 'PO-IMP-1'`)).toEqual([])
    const suppliers = await uploaded(confined, 'suppliers', 'code,supplier_name,country\nNEW,New One,CN')
    expect((await previewed(confined, suppliers.url)).counts).toMatchObject({ new: 0, rejected: 1 })
  })

  it('finds nothing of another supplier by searching', async () => {
    for (const q of [foreign, 'PO-FOREIGN', `${foreign} Textiles`]) {
      const { body } = await confined.get(`/api/search?q=${encodeURIComponent(q)}`)
      expect([q, body]).toEqual([q, { results: [], counts: [] }])
    }
    const { body } = await confined.get('/api/search?q=PO-60')
    expect(body.results.length).toBeGreaterThan(0)
  })

  it('sees the sums of the own suppliers on the dashboard', async () => {
    const { body: ownGraph } = await portal.as.admin.get(`/api/dashboard/graph?supplier_id=${mine}`)
    const { body: whole } = await portal.as.admin.get('/api/dashboard/graph')
    const { body: shown } = await confined.get('/api/dashboard/graph')
    expect(shown).toEqual(ownGraph)
    expect(shown).not.toEqual(whole)
    expect(shown.info.length).toBeGreaterThan(0)
    expect((await confined.get(`/api/dashboard/graph?supplier_id=${theirs}`)).status).toBe(404)
    expect((await confined.get(`/api/dashboard/graph?supplier_id=${mine}`)).body).toEqual(ownGraph)
    expect((await confined.get('/api/supplier/get-supplier')).body.supplier).toEqual([
      { id: mine, supplier_name: 'Golden Loom Garment' },
    ])
    for (const { area, query, count } of (await confined.get('/api/dashboard/tiles')).body.tiles)
      expect([area, query, count]).toEqual([area, query, (await confined.get(`/api/${area}?${query}&_end=1`)).total])
  })

  it('is told of no other supplier by boards, calendars, last prices, capacity and the commands over lines', async () => {
    const [line] = only('po-lines', theirs)
    const [ownLine] = only('po-lines', mine)
    const urls = [
      '/api/wip-reports/board?from=2027-01-01&to=2027-03-31&late=1',
      `/api/wip-reports/progress?lines=${line},${ownLine}`,
      '/api/tna-tasks/plan',
      `/api/tna-tasks/plan?po_line_id=${line}`,
      `/api/tna-tasks/plan?supplier_id=${theirs}`,
      '/api/articles/last-prices?ids=1,2',
      '/api/factory-allocations/capacity?from=2027-01&months=12',
    ]
    for (const url of urls) {
      const { status, body } = await confined.get(url)
      expect([url, status]).toEqual([url, 200])
      expect([url, JSON.stringify(body).includes(foreign)]).toEqual([url, false])
    }
    expect((await confined.get(`/api/wip-reports/progress?lines=${line}`)).body.lines).toEqual([])
    const [factory] = only('factories', mine)
    const values = { factory_id: factory, process_stage: 'main' }
    for (const trial of [true, false]) {
      const { body } = await confined.post('/api/factory-allocations/allocate', { lines: [line], values, trial })
      expect(body.results[0]).toMatchObject({ ok: false, line_title: null })
      expect(JSON.stringify(body)).not.toContain(foreign)
    }
    const copied = await confined.post('/api/factory-allocations/copy-last', { lines: [line], trial: true })
    expect(copied.body.results[0]).toMatchObject({ ok: false, line_title: null })
    expect((await confined.get(`/api/suppliers/${mine}/scorecard`)).status).toBe(200)
    expect((await confined.get(`/api/suppliers/${theirs}/scorecard`)).status).toBe(404)
    const [order] = only('purchase-orders', theirs)
    expect((await confined.post('/api/factory-allocations/copy-last', { order, trial: true })).status).toBe(404)
  })

  it('leaves to a shared factory the suppliers that it does not see', async () => {
    const shared = [...(owners.get('factories') ?? [])].find(([, who]) => who.size === 2)?.[0]
    const seen = (await confined.get(`/api/factories/${shared}`)).body
    expect(seen.suppliers.map(({ supplier_id }: { supplier_id: number }) => supplier_id)).toEqual([mine])
    const { id, supplier_id } = seen.suppliers[0]
    const saved = await confined.patch(`/api/factories/${shared}`, {
      version: seen.version,
      moq: 321,
      suppliers: [{ id, supplier_id }],
    })
    expect([saved.status, saved.body.moq]).toEqual([200, 321])
    const whole = (await portal.as.admin.get(`/api/factories/${shared}`)).body
    expect(whole.suppliers.map((row: { supplier_id: number }) => row.supplier_id).toSorted()).toEqual([mine, theirs])
    const left = await confined.patch(`/api/factories/${shared}`, { version: saved.body.version, suppliers: [] })
    expect([left.status, Object.keys(left.body.errors)]).toEqual([422, ['suppliers']])
  })

  it('makes no supplier, which would be out of its own sight', async () => {
    const made = await confined.post('/api/suppliers', { code: 'NEW', supplier_name: 'New One', country: 'CN' })
    expect([made.status, made.body.message]).toEqual([422, expect.stringContaining('portfolio')])
  })

  describe('as portfolios change', () => {
    let person: Person
    const suppliersOf = async () => (await idsOf(person, 'suppliers')).toSorted()
    const ordersSeen = async () => {
      const { body, total } = await person.get('/api/purchase-orders?_end=100')
      expect(total).toBe(body.length)
      return [...new Set(body.map((order: { supplier_id: number }) => order.supplier_id))].toSorted()
    }
    beforeEach(async () => {
      person = await portal.person({ type: 'Office' })
    })

    it('sees all without one, and what it has at the next request after it was given or taken', async () => {
      expect(await ordersSeen()).toEqual([mine, theirs])
      await give(person, [group.id])
      expect(await ordersSeen()).toEqual([mine])
      expect(await suppliersOf()).toEqual([mine])
      await give(person, [])
      expect(await ordersSeen()).toEqual([mine, theirs])
    })

    it('sees the suppliers of several together', async () => {
      const other = await portal.as.admin.post('/api/portfolios', {
        name_en: `Woven ${person.id}`,
        suppliers: [{ supplier_id: theirs }],
      })
      await give(person, [group.id, other.body.id])
      expect(await ordersSeen()).toEqual([mine, theirs])
      expect(await suppliersOf()).toEqual([mine, theirs])
      const { body } = await person.get('/api/auth/access-token')
      expect(body.data.user.portfolio.names.map(({ name_en }: { name_en: string }) => name_en)).toEqual([
        'Knitwear',
        `Woven ${person.id}`,
      ])
    })

    it('sees nothing of any supplier with an empty one, and follows what is put into it', async () => {
      const { body: empty } = await portal.as.admin.post('/api/portfolios', { name_en: `Empty ${person.id}` })
      await give(person, [empty.id])
      expect(await ordersSeen()).toEqual([])
      expect(await suppliersOf()).toEqual([])
      expect((await person.get('/api/dashboard/graph')).body).toEqual({ info: [] })
      expect((await person.get('/api/seasons')).total).toBeGreaterThan(0)
      const filled = await portal.as.admin.patch(`/api/portfolios/${empty.id}`, {
        version: empty.version,
        suppliers: [{ supplier_id: theirs }],
      })
      expect(await ordersSeen()).toEqual([theirs])
      await portal.as.admin.patch(`/api/portfolios/${empty.id}`, { version: filled.body.version, suppliers: [] })
      expect(await ordersSeen()).toEqual([])
    })

    it('is found by its portfolio, by whoever sets portfolios', async () => {
      const { body: held } = await portal.as.admin.post('/api/portfolios', { name_en: `Found ${person.id}` })
      await give(person, [held.id, group.id])
      const accounts = await portal.as.admin.get(`/api/users?portfolio_id=${held.id}`)
      expect([accounts.total, accounts.body.map(({ id }: { id: number }) => id)]).toEqual([1, [person.id]])
      expect((await portal.as.admin.get(`/api/users/${person.id}`)).body.portfolios).toMatchObject([
        { portfolio: { id: held.id, title: `Found ${person.id}` } },
        { portfolio: { id: group.id, title: 'Knitwear' } },
      ])
      for (const other of [portal.as.Office, portal.as.Agent, person])
        expect((await other.get(`/api/users?portfolio_id=${held.id}`)).status).toBe(400)
    })

    it('does not lose a portfolio unnoticed: one that accounts have is neither deleted nor archived', async () => {
      const { body: held } = await portal.as.admin.post('/api/portfolios', { name_en: `Held ${person.id}` })
      await give(person, [held.id])
      const { version } = (await portal.as.admin.get(`/api/portfolios/${held.id}`)).body
      const archived = await portal.as.admin.post(`/api/portfolios/${held.id}/moves/archive`, { version })
      expect([archived.status, archived.body.message]).toEqual([409, expect.stringContaining('Kim')])
      expect((await portal.as.admin.delete(`/api/portfolios/${held.id}`, { version })).status).toBe(409)
      expect(await ordersSeen()).toEqual([])
      await give(person, [])
      expect((await portal.as.admin.delete(`/api/portfolios/${held.id}`, { version })).status).toBe(200)
    })

    it('hears of a change that another process made in the database', async () => {
      expect(await ordersSeen()).toEqual([mine, theirs])
      await portal.db.query('insert into user_portfolios (user_id, portfolio_id) values ($1, $2)', [
        person.id,
        group.id,
      ])
      await expect.poll(ordersSeen, { timeout: 10_000 }).toEqual([mine])
      await portal.db.query('delete from user_portfolios where user_id = $1', [person.id])
      await expect.poll(ordersSeen, { timeout: 10_000 }).toEqual([mine, theirs])
    })
  })

  it('gives portfolios to Office accounts alone', async () => {
    for (const [type, columns] of Object.entries({
      admin: {},
      Agent: { supplier_id: mine },
      user: {},
      superAdmin: {},
    })) {
      const person = await portal.person({ type, ...columns })
      const answer = await setPortfolios(person, [group.id])
      expect([type, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([type, 422, ['portfolios']])
    }
    const admin = await portal.person({ type: 'Office', is_super_user: 1 })
    await portal.db.query('insert into user_portfolios (user_id, portfolio_id) values ($1, $2)', [admin.id, group.id])
    expect((await admin.get('/api/suppliers')).total).toBe(2)
  })

  it('lets nobody but administrators see or give portfolios', async () => {
    for (const person of [confined, portal.as.Office, portal.as.Agent, portal.as.superAdmin]) {
      for (const name of ['portfolios', 'portfolio-suppliers', 'user-portfolios'])
        expect((await person.get(`/api/${name}`)).status).toBe(403)
      const users = await person.get('/api/users')
      if (users.status === 200) expect(JSON.stringify(users.body)).not.toContain('portfolio')
    }
    const { version } = (await confined.get(`/api/users/${confined.id}`)).body
    expect([403, 422]).toContain(
      (await confined.patch(`/api/users/${confined.id}`, { version, portfolios: [] })).status,
    )
    expect(await idsOf(confined, 'suppliers')).toEqual([mine])
  })

  const stateOf = async (name: string, id: number) =>
    (await portal.db.query(`select * from ${tableOf(name)} where id = $1`, [id]))[0] as Record<string, unknown>

  const attach = (name: string, id: number) => {
    const field = (key: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
    return confined.send({
      method: 'POST',
      url: '/api/files',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${field('area', name)}${field('record', String(id))}--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--x--\r\n`,
    })
  }

  const setPortfolios = async (person: Person, ids: readonly number[]) => {
    const { version } = (await portal.as.admin.get(`/api/users/${person.id}`)).body
    const portfolios = ids.map((portfolio_id) => ({ portfolio_id }))
    return portal.as.admin.patch(`/api/users/${person.id}`, { version, portfolios })
  }
  const give = async (person: Person, ids: readonly number[]) => {
    const answer = await setPortfolios(person, ids)
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  }
})

const idsOf = async (person: Person, name: string): Promise<number[]> =>
  ((await person.get(`/api/${name}?_start=0&_end=100&_sort=id`)).body as { id: number }[]).map(({ id }) => id)

/** Records of both suppliers in every area that knows suppliers: orders with their changes, then what each area brings. */
const fill = async (portal: Portal) => {
  await makeProfiles(portal)
  const [ownOrder, other] = await portal.make('purchase-orders', [
    draft('PO-60-ISSUED', issued),
    draft(`PO-${foreign}-61`, { ...issued, supplier_id: theirs }),
  ])
  await portal.make('purchase-orders', [draft('PO-60-DRAFT'), draft(`PO-${foreign}-61-DRAFT`, { supplier_id: theirs })])
  const factory = (code: string, ...suppliers: number[]) => ({
    factory_code: code,
    name_en: `${code} Works`,
    country: 'CN',
    city: 'Ningbo',
    address_en: `${code} Road 1`,
    ...licensed,
    status: 'approved',
    suppliers: suppliers.map((supplier_id) => ({ supplier_id })),
    categories: [{ product_category_id: 2 }],
    contacts: [{ full_name: `${code} Person`, function: 'general_manager' }],
  })
  const [ownFactory, otherFactory] = await portal.make('factories', [
    factory('OWN', mine),
    factory(foreign, theirs),
    factory('SHARED', mine, theirs),
  ])
  const sides = [
    { supplier: mine, agent: portal.as.Agent, order: ownOrder?.id ?? 0, factory: ownFactory?.id ?? 0, mark: 'OWN' },
    {
      supplier: theirs,
      agent: portal.otherAgent,
      order: other?.id ?? 0,
      factory: otherFactory?.id ?? 0,
      mark: foreign,
    },
  ]
  const records = new Map<string, Record<string, number>>()
  for (const { agent, order, factory: id, mark } of sides) {
    const { body } = await agent.get(`/api/purchase-orders/${order}`)
    const item = { po_line_id: body.lines[0].id, field: 'unit_price', new_value: '5' }
    const wish = { reason_code: 'price_agreement', items: [item], version: body.version }
    expect((await agent.post(`/api/purchase-orders/${order}/moves/propose_change`, wish)).status).toBe(200)
    const { version } = (await agent.get(`/api/factories/${id}`)).body
    expect((await agent.patch(`/api/factories/${id}`, { version, moq: 900 })).status).toBe(200)
    records.set(mark, { 'po-lines': body.lines[0].id })
  }
  // A wish of the other supplier about the factory that both know.
  const [shared] = await portal.db.query<{ id: number; version: number }>(
    `select id, version from factories where factory_code = 'SHARED'`,
  )
  await portal.otherAgent.patch(`/api/factories/${shared?.id}`, { version: shared?.version, moq: 777 })
  // Libraries that the records of the suppliers refer to.
  for (const area of inLoadOrder(all)) {
    if (area.partOf || isBound(area) || (await idsOf(portal.as.admin, area.name)).length > 0) continue
    for (const fixture of fixtures.get(area.name) ?? [])
      await portal.make(area.name, [await resolveReferences(portal.db, area.name, fixture)])
    await makeUsable(portal.db, area.name)
  }
  // Bookings have lines, and papers have bookings.
  await giveDocuments(
    portal.db,
    sides.map(({ supplier }) => supplier),
  )
  // A box with goods of each; what is in it says whose it is.
  for (const [index, { supplier, mark }] of sides.entries())
    await portal.make('containers', [
      {
        ...{ container_no: ['CSQU3054383', 'HLXU2008419'][index], type: '40HC', etd: '2027-03-01', vessel: mark },
        lines: [{ supplier_id: supplier, line_title: mark, sizes: [{ size_id: 1, expected_qty: 5 }] }],
      },
    ])
  for (const area of inLoadOrder(all)) {
    // Runs pay invoices, and claims name lines of their order: both follow.
    if (area.partOf || !isBound(area) || area.name === 'payment-runs' || area.name === 'claims') continue
    const present = await ownersOf(portal, area)
    for (const { supplier, order, factory: id, mark } of sides) {
      if ([...present.values()].some((who) => who.has(supplier))) continue
      const [fixture] = fixtures.get(area.name) ?? []
      const fields = records.get(mark) ?? {}
      const places: Record<string, number> = { ...fields, suppliers: supplier, 'purchase-orders': order, factories: id }
      const changed = Object.fromEntries(
        columnsOf(area).flatMap(([name, { kind, options }]): [string, unknown][] => {
          if (kind === 'reference' && (options.to ?? '') in places && fixture && (name in fixture || options.required))
            return [[name, places[options.to ?? '']]]
          return kind === 'text' && options.unique ? [[name, `${mark} ${area.name}`]] : []
        }),
      )
      await portal.make(area.name, [await resolveReferences(portal.db, area.name, { ...fixture, ...changed })])
    }
  }
  await givePaymentRuns(portal, [mine, theirs])
  for (const { order, mark } of sides)
    await portal.make('claims', [
      {
        ...{ type: 'damage', purchase_order_id: order },
        lines: [{ po_line_id: records.get(mark)?.['po-lines'], units: 1 }],
      },
    ])
  await giveReceipts(portal)
  // Rounds are begun by the submission of a proof.
  await portal.db.query(
    `insert into artwork_proofs (artwork_allocation_id, round, artwork_id, proof_title, status)
     select id, 1, artwork_id, 'R1', 'waiting' from artwork_allocations`,
  )
  // Sent by the supplier.
  await portal.db.query('insert into sample_dispatches (sample_request_id, part_no) select id, 1 from sample_requests')
  await portal.db.query(
    `insert into sample_measures (sample_request_id, seq, pom_id, size_id)
     select r.id, 1, (select min(id) from poms), (select min(id) from sizes) from sample_requests r`,
  )
  // Taken over when an inspection starts.
  await portal.db.query(
    `insert into qa_checks (qa_activity_id, seq, checklist_item_id)
     select q.id, 1, (select min(id) from checklist_items) from qa_activities q`,
  )
  await portal.db.query(
    `insert into qa_measures (qa_activity_id, seq, pom_id, size_id)
     select q.id, 1, (select min(id) from poms), (select min(id) from sizes) from qa_activities q`,
  )
  await portal.db.query(
    `insert into qa_signatures (qa_activity_id, side, signer) select q.id, 'factory', 'Chen' from qa_activities q`,
  )
  // A yarn of the other supplier in an article that both make.
  const [fixture] = fixtures.get('yarns') ?? []
  const yarn = await resolveReferences(portal.db, 'yarns', { ...fixture, code: usedYarn, mill_supplier_id: theirs })
  const [used] = await portal.make('yarns', [yarn])
  await portal.db.query(
    `update colourways set yarn_id = $1 where article_id in
       (select l.article_id from po_lines as l where l.purchase_order_id = $2)`,
    [used?.id, ownOrder?.id],
  )
}

/** Whose each record is, read from what an administrator is shown of it, and from what it refers to. */
const ownersOf = async (portal: Portal, area: Area): Promise<Map<number, Set<number>>> => {
  const idsByArea = new Map<number, Set<number>>()
  for (const id of await idsOf(portal.as.admin, area.name)) {
    const record = (await portal.as.admin.get(`/api/${area.name}/${id}`)).body
    const who = await suppliersIn(portal, area, record)
    if (who.size > 0) idsByArea.set(id, who)
  }
  return idsByArea
}

const suppliersIn = async (portal: Portal, area: Area, record: Record<string, unknown>): Promise<Set<number>> => {
  if (area.name === 'suppliers') return new Set([Number(record.id)])
  if (record.code === usedYarn) return new Set([mine, theirs])
  if (area.name === 'containers')
    return new Set((record.lines as { supplier_id: number }[]).map(({ supplier_id }) => supplier_id))
  if (area.name === 'payment-runs')
    return new Set((record.items as { supplier_id: number }[]).map(({ supplier_id }) => supplier_id))
  const [field = ''] =
    columnsOf(area).find(([, { kind, options }]) => kind === 'reference' && options.to === 'suppliers') ?? []
  if (typeof record[field] === 'number') return new Set([Number(record[field])])
  if (area.name === 'factories')
    return new Set((record.suppliers as { supplier_id: number }[]).map(({ supplier_id }) => supplier_id))
  const by =
    area.partOf?.by ??
    columnsOf(area).find(([, { options, required }]) => {
      const target = required && options.to ? register.find(options.to) : undefined
      return target && isBound(target)
    })?.[0]
  const to = area.partOf?.area ?? area.fields[by ?? '']?.options.to
  if (!by || !to || !isBound(register.get(to))) return new Set()
  const target = (await portal.as.admin.get(`/api/${to}/${record[by]}`)).body
  return suppliersIn(portal, register.get(to), target)
}
