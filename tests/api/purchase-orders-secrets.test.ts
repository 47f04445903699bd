import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fixtures as seasons } from '#areas/seasons/fixtures.ts'
import { engines } from '../kit/db'
import { openPortal, type Portal } from '../kit/portal'
import { orders, step, twoLines } from './orders-kit'

const [, ss27] = seasons

const hidden = {
  'purchase-orders': ['notes_internal', 'fx_rate', 'total_value_base', 'submitted_by', 'first_viewed_at', 'hold_type'],
  'po-lines': [
    'target_price',
    'approval_reasons',
    'last_price',
    'approval_round',
    'decided_by',
    'decided_at',
    'approval_comment',
  ],
}
const prices = {
  'purchase-orders': ['total_value', 'payment_term_id', 'deposit_pct'],
  'po-lines': ['unit_price', 'line_value', 'invoiced_qty'],
}
type AreaName = keyof typeof hidden
const names = Object.keys(hidden) as AreaName[]

describe.each(engines)('what suppliers never learn (%s)', (engine) => {
  let portal: Portal
  let order: { id: number; version: number; lines: { id: number }[] }
  let paths: string[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    const life = orders(portal)
    const lines = twoLines({ unit_price: '7.7777', target_price: '3.3333' })
    order = await life.at('pending_approval', {
      notes_internal: 'TOPSECRET',
      fx_rate: '0.987654',
      currency: 'USD',
      lines,
    })
    const approved = await step(portal.as.admin, order, 'approve', { comment: 'HUSHHUSH' })
    const issued = await step(portal.as.admin, approved.body, 'issue', { comment: 'Please hurry' })
    const noted = await portal.as.Office.patch(`/api/purchase-orders/${order.id}`, {
      version: issued.body.version,
      notes_internal: 'TOPSECRET as ever',
      notes_shared: 'Mind the labels',
    })
    expect(noted.status).toBe(200)
    paths = [
      '/api/purchase-orders',
      `/api/purchase-orders/${order.id}`,
      `/api/purchase-orders?id=${order.id}`,
      `/api/purchase-orders/${order.id}/history`,
      '/api/purchase-orders/totals',
      '/api/po-lines',
      `/api/po-lines/${order.lines[0]?.id}`,
      `/api/po-lines/${order.lines[0]?.id}/history`,
      '/api/articles',
      '/api/suppliers',
      '/api/purchase-orders/export?format=csv',
      '/api/po-lines/export?format=csv',
    ]
  })
  afterAll(() => portal.close())

  it.each(['Agent', 'staff'] as const)(
    '%s: no answer holds target prices, internal notes, approvals or rates',
    async (role) => {
      for (const path of paths) {
        const { status, body } = await portal.as[role].get(path)
        expect([path, status]).toEqual([path, 200])
        const text = JSON.stringify(body)
        for (const secret of [
          'TOPSECRET',
          'HUSHHUSH',
          '3.3333',
          '0.987654',
          'price_above_target',
          ...hidden['purchase-orders'],
          ...hidden['po-lines'],
        ])
          expect([path, text.includes(secret)]).toEqual([path, false])
      }
    },
  )

  it('staff: nor any price', async () => {
    for (const path of paths) {
      const text = JSON.stringify((await portal.as.staff.get(path)).body)
      for (const secret of ['7.7777', ...prices['po-lines'], ...prices['purchase-orders']])
        expect([path, secret, text.includes(secret)]).toEqual([path, secret, false])
    }
  })

  describe('where the office shows prices to staff', () => {
    const show = async (staff_see_prices: boolean) => {
      const { version } = (await portal.as.admin.get('/api/settings/1')).body
      expect((await portal.as.Office.patch('/api/settings/1', { version, staff_see_prices })).status).toBe(403)
      expect((await portal.as.admin.patch('/api/settings/1', { version, staff_see_prices })).status).toBe(200)
      // What an account may is read again within a second.
      await vi.waitFor(async () => expect('total_value' in (await seen())).toBe(staff_see_prices), 5000)
    }
    const seen = async () => (await portal.as.staff.get(`/api/purchase-orders/${order.id}`)).body
    beforeAll(() => show(true))
    afterAll(() => show(false))

    it('they read, filter, add up and take out the prices of their own orders', async () => {
      expect(await seen()).toMatchObject({ currency: 'USD', lines: [{ unit_price: '7.7777' }, {}] })
      expect((await portal.as.staff.get('/api/po-lines?unit_price_gte=7.7')).total).toBeGreaterThan(0)
      expect((await portal.as.staff.get('/api/purchase-orders/totals')).body).toMatchObject({
        sums: [{ currency: 'USD', total_value: expect.any(String) }],
      })
      const file = await portal.as.staff.get('/api/po-lines/export?format=csv&columns=unit_price')
      expect(JSON.stringify(file.body)).toContain('7.7777')
      const session = (await portal.as.staff.get('/api/auth/access-token')).body
      expect(session.data.user.prices).toBe(true)
    })

    it('still nothing that agents are not told, nor what is between the companies', async () => {
      for (const path of paths) {
        const text = JSON.stringify((await portal.as.staff.get(path)).body)
        for (const secret of ['TOPSECRET', 'HUSHHUSH', '3.3333', '0.987654', ...hidden['po-lines'], 'deposit_pct'])
          expect([path, secret, text.includes(secret)]).toEqual([path, secret, false])
      }
      expect((await portal.as.staff.get('/api/purchase-orders?deposit_pct=1')).status).toBe(400)
    })

    it('and no price of anybody else', async () => {
      const stranger = await portal.person({ type: 'staff', supplier_id: 61 })
      expect((await stranger.get(`/api/purchase-orders/${order.id}`)).status).toBe(404)
      expect((await stranger.get('/api/purchase-orders')).total).toBe(0)
      expect((await stranger.get('/api/po-lines?unit_price_gte=0')).total).toBe(0)
    })
  })

  it.each(names)('a hidden field of %s is unknown to filters and sorts', async (area) => {
    for (const role of ['Agent', 'staff'] as const)
      for (const field of [...hidden[area], ...(role === 'staff' ? prices[area] : [])])
        for (const query of [`${field}=1`, `${field}_gte=1`, `${field}_null=true`, `_sort=${field}`, `${field}_in=a,b`])
          expect([role, query, (await portal.as[role].get(`/api/${area}?${query}`)).status]).toEqual([role, query, 400])
  })

  it('an agent reads prices, shared notes and what happened since the order was out', async () => {
    const { body } = await portal.as.Agent.get(`/api/purchase-orders/${order.id}`)
    expect(body).toMatchObject({
      notes_shared: 'Mind the labels',
      lines: [{ unit_price: '7.7777', status: 'approved' }, {}],
    })
    const history = (await portal.as.Agent.get(`/api/purchase-orders/${order.id}/history`)).body
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['edit', 'issue'])
    expect(history[0].changes.map(({ field }: { field: string }) => field)).toEqual(['notes_shared'])
  })

  describe('of an order on hold', () => {
    const hold = { hold_type: 'finance', reason: 'OVERDRAWN' }
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    let held: any
    beforeAll(async () => {
      held = (await step(portal.as.Office, await orders(portal).at('issued'), 'hold', hold)).body
    })
    const pathsOf = ({ id }: { id: number }) => [
      `/api/purchase-orders/${id}`,
      `/api/purchase-orders?id=${id}`,
      `/api/purchase-orders/${id}/history`,
      `/api/purchase-orders/export?format=csv&id=${id}`,
    ]
    const textsFor = async (role: 'Agent' | 'staff', order: { id: number }) => {
      const answers = await Promise.all(pathsOf(order).map((path) => portal.as[role].get(path)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const mails = await portal.db.query('select payload from outbox')
      return JSON.stringify([...answers.map(({ body }) => body), mails])
    }

    it.each(['Agent', 'staff'] as const)('%s reads that it is, not which kind of hold nor why', async (role) => {
      const text = await textsFor(role, held)
      for (const secret of ['OVERDRAWN', 'finance', 'Finance', 'hold_type', '"hold_reason"'])
        expect([secret, text.includes(secret)]).toEqual([secret, false])
      expect((await portal.as[role].get(`/api/purchase-orders/${held.id}`)).body).toMatchObject({
        on_hold: true,
        hold_reason_shared: null,
      })
      const [entry] = (await portal.as[role].get(`/api/purchase-orders/${held.id}/history`)).body
      expect(entry).toMatchObject({ action: 'hold', comment: null })
      expect(entry.changes.map(({ field }: { field: string }) => field)).toEqual(['on_hold', 'held_at'])
    })

    it('the office reads all of it', async () => {
      expect(held).toMatchObject({ hold_type: 'finance', hold_reason: 'OVERDRAWN', hold_reason_shared: null })
      const [entry] = (await portal.as.Office.get(`/api/purchase-orders/${held.id}/history`)).body
      expect(entry).toMatchObject({ action: 'hold', comment: 'OVERDRAWN' })
    })

    it('nor are suppliers told why it goes on', async () => {
      const free = await step(portal.as.Office, held, 'release', { comment: 'REPAID' })
      expect(free.body).toMatchObject({ on_hold: false, hold_reason: null })
      for (const role of ['Agent', 'staff'] as const) {
        const text = await textsFor(role, held)
        expect([role, text.includes('REPAID'), text.includes('OVERDRAWN')]).toEqual([role, false, false])
      }
    })

    it('unless the office shares the reason, until the hold is released', async () => {
      const order = await orders(portal).at('issued')
      const shared = await step(portal.as.Office, order, 'hold', {
        ...hold,
        reason: 'Lab test failed',
        share_reason: true,
      })
      for (const role of ['Agent', 'staff'] as const) {
        const { body } = await portal.as[role].get(`/api/purchase-orders/${order.id}`)
        expect(body).toMatchObject({ on_hold: true, hold_reason_shared: 'Lab test failed' })
        expect(body).not.toHaveProperty('hold_type')
        const [entry] = (await portal.as[role].get(`/api/purchase-orders/${order.id}/history`)).body
        expect(entry.changes).toContainEqual(expect.objectContaining({ new: 'Lab test failed' }))
      }
      await step(portal.as.Office, shared.body, 'release')
      expect((await portal.as.Agent.get(`/api/purchase-orders/${order.id}`)).body.hold_reason_shared).toBeNull()
    })
  })

  it('a change that approvers refused stays with the office, with all that was said of it', async () => {
    const order = await orders(portal).at('issued')
    const item = { po_line_id: order.lines[0].id, field: 'unit_price', new_value: '9.8765' }
    const wish = { reason_code: 'price_agreement', comment: 'OURWISH', items: [item] }
    const waiting = (await step(portal.as.Office, order, 'revise', wish)).body
    expect(waiting.changes[0]).toMatchObject({ outcome: 'in_approval' })
    const refused = await portal.as.admin.post(`/api/po-lines/${order.lines[0].id}/moves/reject`, {
      version: waiting.lines[0].version,
      comment: 'TOODEAR',
    })
    expect(refused.status).toBe(200)
    const now = (await portal.as.Office.get(`/api/purchase-orders/${order.id}`)).body
    expect(now.changes[0]).toMatchObject({ outcome: 'refused', answer_comment: 'TOODEAR' })
    const dropped = await step(portal.as.Office, now, 'revise', { ...wish, comment: 'OURSECOND' })
    expect((await step(portal.as.Office, dropped.body, 'cancel', { reason: 'Season dropped' })).status).toBe(200)
    for (const role of ['Agent', 'staff'] as const)
      for (const path of [`/api/purchase-orders/${order.id}`, `/api/purchase-orders/${order.id}/history`]) {
        const text = JSON.stringify((await portal.as[role].get(path)).body)
        for (const secret of ['OURWISH', 'TOODEAR', 'OURSECOND', '9.8765'])
          expect([role, path, secret, text.includes(secret)]).toEqual([role, path, secret, false])
      }
  })

  it.each([
    ['seasons', 'season_id', { ...ss27, code: 'HX31', name_en: 'Unannounced', year: 2031 }],
    ['house-brands', 'house_brand_id', { code: 'UNA', name_en: 'Unannounced' }],
  ] as const)('of %s suppliers know those on their own orders alone', async (area, field, unannounced) => {
    const made = await portal.as.Office.post(`/api/${area}`, unannounced)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const value = (await portal.as.admin.get(`/api/purchase-orders/${order.id}`)).body[field]
    for (const person of [portal.as.Agent, portal.as.staff]) {
      const { body, total } = await person.get(`/api/${area}`)
      expect([total, body.map(({ id }: { id: number }) => id)]).toEqual([1, [value]])
      expect((await person.get(`/api/${area}/${made.body.id}`)).status).toBe(404)
    }
    expect((await portal.otherAgent.get(`/api/${area}`)).total).toBe(0)
  })

  it('another supplier learns nothing of the order at all', async () => {
    const stranger = portal.otherAgent
    for (const path of [
      `/api/purchase-orders/${order.id}`,
      `/api/purchase-orders/${order.id}/history`,
      `/api/po-lines/${order.lines[0]?.id}`,
    ])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
    for (const list of [
      '/api/purchase-orders',
      '/api/po-lines',
      `/api/purchase-orders?q=PO-10`,
      `/api/purchase-orders?supplier_id=60`,
      '/api/articles',
      '/api/users?supplier_id=60',
      '/api/suppliers?id=60',
    ]) {
      const { body, total } = await stranger.get(list)
      expect([list, total, body]).toEqual([list, 0, []])
    }
    for (const move of ['acknowledge', 'decline'])
      expect((await step(stranger, order, move, { reason: 'x' })).status).toBe(404)
    expect(
      (await stranger.patch(`/api/po-lines/${order.lines[0]?.id}`, { version: 1, supplier_style_ref: 'x' })).status,
    ).toBe(404)
  })

  it('nor does anybody whose account has no company any more, at once', async () => {
    const drifter = await portal.person({ type: 'Agent', supplier_id: null })
    expect((await drifter.get('/api/purchase-orders')).body).toEqual([])
    expect((await drifter.get(`/api/purchase-orders/${order.id}`)).status).toBe(404)
  })
})
