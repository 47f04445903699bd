import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requirement } from '#shared/trade/requirements.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

describe.each(engines)('what an order line needs (%s)', (engine) => {
  let portal: Portal
  let life: ReturnType<typeof orders>

  beforeAll(async () => {
    portal = await openPortal(engine)
    life = orders(portal)
    await portal.make('rrp-markets', [
      { market: 'GB', currency: 'GBP', tax_pct: '20', tax_included: true, every_line: false },
      { market: 'NZ', currency: 'NZD', tax_pct: '15', tax_included: true, every_line: true },
    ])
    await portal.db.query(`update product_categories set rrp_required_default = 'yes' where id = 1`)
  })
  afterAll(() => portal.close())

  const needs = async (who: Person, id: number) => {
    const { status, body } = await who.get(`/api/po-lines/${id}/requirements`)
    expect(status).toBe(200)
    return body as { readiness: string; requirements: Requirement[] }
  }
  const release = async (id: number) => {
    const { otherOffice } = portal
    const { Office } = portal.as
    const [rrp] = (await Office.get(`/api/po-line-rrps?po_line_id=${id}&market=GB`)).body
    const step = (who: Person, move: string, version: number, inputs: object = {}) =>
      who.post(`/api/po-line-rrps/${rrp.id}/moves/${move}`, { version, ...inputs })
    const entered = await step(Office, 'enter', rrp.version, { amount: '29.90' })
    const approved = await step(otherOffice, 'approve', entered.body.version)
    return step(Office, 'release', approved.body.version)
  }

  it('is told with where it comes from, how far it is and what hangs on it', async () => {
    const { Office, admin } = portal.as
    const { lines } = await life.at('confirmed')
    const id = lines[0].id
    const record = { id: 1, name_en: expect.any(String), name_zh: null }
    const everyLine = (...types: string[]) => [
      { source: 'profile', record: { ...record, name_zh: '所有订单行' }, types, is_needed: true },
    ]
    const specs = ['measurement', 'packing', 'carton_marking']
    const artworks = ['main_label', 'care_label', 'hangtag', 'polybag', 'carton_mark']
    expect(await needs(Office, id)).toMatchObject({
      readiness: 'missing',
      requirements: [
        { area: 'factory-allocations', status: 'missing', reasons: everyLine(), policy: 'block' },
        { area: 'fibre-allocations', status: 'missing', reasons: everyLine(), policy: 'warn' },
        { area: 'care-allocations', status: 'missing', reasons: everyLine(), policy: 'warn' },
        { area: 'spec-allocations', status: 'missing', reasons: everyLine(...specs), policy: 'warn' },
        { area: 'artwork-allocations', status: 'missing', reasons: everyLine(...artworks), policy: 'warn' },
        { area: 'accreditation-allocations', status: 'not_required', reasons: [], policy: 'warn' },
        { area: 'sample-requests', status: 'not_required', reasons: [], policy: 'warn' },
        { area: 'qa-activities', status: 'not_required', reasons: [], policy: 'warn' },
        { area: 'po-lines', status: 'not_required', reasons: [], policy: 'warn' },
        {
          ...{ area: 'po-line-rrps', market: 'GB', status: 'missing', policy: null },
          reasons: [{ source: 'category', record, types: [], is_needed: true }],
        },
        { area: 'po-line-rrps', market: 'NZ', status: 'missing', reasons: [{ source: 'market', record: null }] },
      ],
    })
    const settings = (await admin.get('/api/settings/1')).body
    const { version } = settings
    await admin.patch('/api/settings/1', { version, factory_requirement: 'warn' })
    await Office.post('/api/po-line-rrps', { po_line_id: id, market: 'FR', currency: 'EUR' })
    expect((await release(id)).status).toBe(200)
    const { requirements } = await needs(Office, id)
    expect(
      requirements.map(({ market, status, reasons, policy }) => [market, status, reasons[0]?.source, policy]),
    ).toEqual([
      [null, 'missing', 'profile', 'warn'],
      [null, 'missing', 'profile', 'warn'],
      [null, 'missing', 'profile', 'warn'],
      [null, 'missing', 'profile', 'warn'],
      [null, 'missing', 'profile', 'warn'],
      [null, 'not_required', undefined, 'warn'],
      [null, 'not_required', undefined, 'warn'],
      [null, 'not_required', undefined, 'warn'],
      [null, 'not_required', undefined, 'warn'],
      ['FR', 'missing', 'manual', null],
      ['GB', 'ok', 'category', null],
      ['NZ', 'missing', 'market', null],
    ])
    expect(requirements[10]?.record).toMatchObject({ state: 'released', amount: '29.90', currency: 'GBP' })
  })

  it('tells a supplier of its own lines only, and of prices that are out, without the house’s reasons', async () => {
    const { Agent, staff, user } = portal.as
    const { lines } = await life.at('confirmed')
    const id = lines[0].id
    const kinds = [
      ...['factory-allocations', 'fibre-allocations', 'care-allocations'],
      ...['spec-allocations', 'artwork-allocations', 'accreditation-allocations'],
      ...['sample-requests', 'qa-activities', 'po-lines'],
    ]
    expect((await needs(Agent, id)).requirements.map(({ area }) => area)).toEqual(kinds)
    await release(id)
    const seen = (await needs(Agent, id)).requirements
    expect(seen.map(({ area, market }) => [area, market])).toEqual([
      ...kinds.map((kind) => [kind, null]),
      ['po-line-rrps', 'GB'],
    ])
    expect(seen[9]).toMatchObject({ status: 'ok', reasons: [] })
    expect(seen[9]?.record).toEqual({
      id: expect.any(Number),
      state: 'released',
      amount: '29.90',
      currency: 'GBP',
      due_date: null,
    })
    expect((await needs(staff, id)).requirements.map(({ area }) => area)).toEqual(kinds)
    const url = `/api/po-lines/${id}/requirements`
    expect((await portal.otherAgent.get(url)).status).toBe(404)
    expect((await user.get(url)).status).toBe(403)
    expect((await portal.nobody.get(url)).status).toBe(401)
    const draft = await life.at('draft')
    expect((await Agent.get(`/api/po-lines/${draft.lines[0].id}/requirements`)).status).toBe(404)
  })
})
