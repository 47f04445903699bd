import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import type { SearchResult } from '#server/http/search.ts'
import type { Area } from '#shared/kit/area.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

describe.each(engines)('the search over everything (%s)', (engine) => {
  let portal: Portal
  let issued: { id: number; po_no: string }
  let foreign: { id: number; po_no: string }
  let hidden: { id: number; po_no: string }

  beforeAll(async () => {
    portal = await openPortal(engine)
    const { at } = orders(portal)
    issued = await at('issued', { po_no: 'QUAIL-ISSUED' })
    foreign = await at('draft', { po_no: 'QUAIL-FOREIGN', supplier_id: 61 })
    hidden = await at('draft', { po_no: 'QUAIL-DRAFT' })
  })
  afterAll(() => portal.close())

  const search = async (who: Person, q: string, more = '') => {
    const { status, body } = await who.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { results: SearchResult[]; counts: { area: string; count: number }[] }
  }
  const titles = async (who: Person, q: string, area: string) =>
    (await search(who, q)).results.filter((result) => result.area === area).map(({ title }) => title)

  it('finds records with what they are, where they stand and how they are', async () => {
    const { results } = await search(portal.as.Office, 'quail-issued')
    expect(results[0]).toEqual({
      area: 'purchase-orders',
      id: issued.id,
      title: 'QUAIL-ISSUED',
      subtitle: 'Golden Loom Garment · Northway',
      status: 'issued',
      path: `/apps/purchase_order/${issued.id}`,
    })
  })

  it('answers by area in the order of the register, and says how many each has', async () => {
    const { results, counts } = await search(portal.as.Office, 'golden')
    const order = (areas as readonly Area[]).map(({ name }) => name)
    const areaNames = [...new Set(results.map(({ area }) => area))]
    expect(areaNames).toEqual([...areaNames].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(counts.map(({ area }) => area)).toEqual(areaNames)
    expect(counts).toContainEqual({ area: 'suppliers', count: 1 })
    expect(counts).toContainEqual({ area: 'purchase-orders', count: 2 })
  })

  it('shows an agent the issued orders of the own supplier and no others', async () => {
    expect(await titles(portal.as.Agent, 'quail', 'purchase-orders')).toEqual(['QUAIL-ISSUED'])
    expect(await titles(portal.otherAgent, 'quail', 'purchase-orders')).toEqual([])
    expect((await titles(portal.as.Office, 'quail', 'purchase-orders')).sort()).toEqual(
      [hidden.po_no, foreign.po_no, issued.po_no].sort(),
    )
    expect(await titles(portal.as.Agent, 'pearl', 'suppliers')).toEqual([])
  })

  it('looks only where the role may read', async () => {
    const { results, counts } = await search(portal.as.user, 'quail')
    expect({ results, counts }).toEqual({ results: [], counts: [] })
    for (const role of ['admin', 'Office', 'Agent', 'staff', 'user', 'superAdmin'] as const)
      for (const { area } of (await search(portal.as[role], 'no')).counts)
        expect([role, area, portal.app.kit.can(role, area, 'read')]).toEqual([role, area, true])
  })

  it('answers every record that it names', async () => {
    for (const who of [portal.as.admin, portal.as.Agent])
      for (const { area, id } of (await search(who, 'golden')).results)
        expect([area, id, (await who.get(`/api/${area}/${id}`)).status]).toEqual([area, id, 200])
  })

  it('never lets a role find by what it may not read', async () => {
    const { results } = await search(portal.as.staff, 'quail-issued')
    expect(JSON.stringify(results)).not.toMatch(/5\.25|GBP/)
  })

  it('finds Chinese by one character, codes by any part, and folds case and accents', async () => {
    expect(await titles(portal.as.admin, '海', 'ports')).toEqual(['Shanghai'])
    expect(await titles(portal.as.admin, 'nsha', 'ports')).toEqual(['Shanghai'])
    expect(await titles(portal.as.admin, 'SHÀNG', 'ports')).toEqual(['Shanghai'])
  })

  it('says names in the language of the caller', async () => {
    const { body } = await portal.as.admin
      .send({ method: 'GET', url: '/api/search?q=CNSHA', headers: { 'accept-language': 'zh-CN' } })
      .then((answer) => ({ body: answer.json() }))
    expect(body.results.find(({ area }: SearchResult) => area === 'ports').title).toBe('上海')
  })

  it('searches nothing for too little', async () => {
    for (const q of ['', ' ', 'q', '--', "'", '%%'])
      expect([q, await search(portal.as.admin, q)]).toEqual([q, { results: [], counts: [] }])
  })

  it('turns pages over all areas without a gap or a repetition', async () => {
    const all = await search(portal.as.admin, 'golden', '&_start=0&_end=100')
    expect(all.results).toHaveLength(all.counts.reduce((sum, { count }) => sum + count, 0))
    const pages: SearchResult[] = []
    for (let start = 0; start < all.results.length; start += 2)
      pages.push(...(await search(portal.as.admin, 'golden', `&_start=${start}&_end=${start + 2}`)).results)
    expect(pages).toEqual(all.results)
  })

  it('keeps to the areas that are asked for and to as many of each, and still counts all', async () => {
    const { results, counts } = await search(portal.as.Office, 'quail', '&areas=purchase-orders,nothing&each=2')
    expect(results.map(({ area }) => area)).toEqual(['purchase-orders', 'purchase-orders'])
    expect(counts).toEqual([
      { area: 'purchase-orders', count: 3 },
      { area: 'po-lines', count: 3 },
    ])
    expect((await search(portal.as.Office, 'quail', '&areas=nothing&_end=10')).results).toEqual([])
  })

  it.each([
    ['filter=x', 'filter'],
    ['_end=x', '_end'],
    ['_start=10&_end=2', '_end'],
    ['_end=101', '_end'],
    ['each=101', '_end'],
    ['_start=20000&_end=20010', '_start'],
    ['areas=ports&areas=seasons', 'areas'],
  ])('refuses %s by its name', async (query, name) => {
    const { status, body } = await portal.as.admin.get(`/api/search?q=golden&${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]])
  })

  it('asks for a sign-in', async () => {
    expect((await portal.nobody.get('/api/search?q=golden')).status).toBe(401)
  })

  it('stands in the description of the API', async () => {
    const { body } = await portal.nobody.get('/api/openapi.json')
    expect(body.paths['/api/search'].get.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'q',
      'areas',
      'each',
      '_start',
      '_end',
    ])
  })
})
