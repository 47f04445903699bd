import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { decide, orders, step, twoLines } from './orders-kit'

describe.each(engines)('approval of purchase orders (%s)', (engine) => {
  let portal: Portal
  let life: ReturnType<typeof orders>
  let admin: Person
  let Office: Person
  let other: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    life = orders(portal)
    ;({ admin, Office } = portal.as)
    other = portal.otherOffice
  })
  afterAll(() => portal.close())

  const priced = (unit_price: string, changes: object = {}) => ({
    lines: [{ ...twoLines()[0], unit_price }],
    ...changes,
  })
  const states = (order: { lines: { status: string }[] }) => order.lines.map(({ status }) => status)

  describe('four eyes', () => {
    it('keep the creator and the submitter away, administrator or not', async () => {
      const made = await admin.post('/api/purchase-orders', draft('EYES-1'))
      const submitted = (await step(Office, made.body, 'submit')).body
      for (const person of [admin, Office]) {
        const answers = await Promise.all([
          step(person, submitted, 'approve'),
          decide(person, submitted, 'approve'),
          decide(person, submitted, 'reject', { comment: 'x' }),
          decide(person, submitted, 'request_revision', { comment: 'x' }),
        ])
        expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
      }
      const seen = await admin.get(`/api/purchase-orders/${made.body.id}`)
      expect(seen.body.moves.find(({ name }: { name: string }) => name === 'approve')).toEqual({
        name: 'approve',
        allowed: false,
        reason: 'You created this order, so someone else must decide on it.',
      })
      expect((await step(other, submitted, 'approve')).body).toMatchObject({
        status: 'approved',
        lines: [{ status: 'approved', decided_by: other.id, decided_by_title: { id: other.id } }],
      })
    })

    it('are for Office and admin alone', async () => {
      const order = await life.at('pending_approval')
      for (const role of ['Agent', 'staff', 'user', 'superAdmin'] as const) {
        expect([403, 404]).toContain((await step(portal.as[role], order, 'approve')).status)
        expect([403, 404]).toContain((await decide(portal.as[role], order, 'approve')).status)
      }
    })
  })

  describe('value limits', () => {
    it.each([
      ['at the limit', priced('250.00'), 200, 'approved'],
      ['a penny above it', priced('250.0001'), 409, 'pending_approval'],
      ['in a foreign currency without a rate', priced('1.00', { currency: 'USD' }), 409, 'pending_approval'],
      ['above it at its rate', priced('250.00', { currency: 'EUR', fx_rate: '1.01' }), 409, 'pending_approval'],
      ['below it at its rate', priced('250.00', { currency: 'USD', fx_rate: '0.79' }), 200, 'approved'],
    ])('bind Office: %s', async (_, changes, expected, state) => {
      const order = await life.at('pending_approval', changes)
      expect((await step(other, order, 'approve')).status).toBe(expected)
      expect((await life.now(order)).status).toBe(state)
      if (state === 'approved') return
      expect((await decide(other, order, 'approve')).status).toBe(409)
      expect((await step(admin, order, 'approve')).body.status).toBe('approved')
    })
  })

  describe('lines', () => {
    it('are decided one by one; with the last approval the order is approved', async () => {
      const order = await life.at('pending_approval', { lines: twoLines() })
      const first = await decide(other, order, 'approve', { comment: 'Good price' })
      expect(first.body).toMatchObject({ status: 'approved', approval_comment: 'Good price', decided_by: other.id })
      expect((await life.now(order)).status).toBe('pending_approval')
      expect((await decide(admin, order, 'approve', {}, 1)).status).toBe(200)
      expect(await life.now(order)).toMatchObject({
        status: 'approved',
        lines: [{ status: 'approved' }, { status: 'approved' }],
      })
      const history = (await admin.get(`/api/purchase-orders/${order.id}/history`)).body
      expect(
        history.map(({ area, action, to_status }: Record<string, string>) => [area, action, to_status]).slice(0, 3),
      ).toEqual(
        expect.arrayContaining([
          ['po-lines', 'approve', 'approved'],
          ['purchase-orders', 'approve', 'approved'],
        ]),
      )
    })

    it('that are refused send the order back once all are decided; the others keep their approval', async () => {
      const order = await life.at('pending_approval', { lines: twoLines() })
      expect((await decide(other, order, 'reject')).status).toBe(422)
      expect((await decide(other, order, 'request_revision', { comment: 'Too dear' })).status).toBe(200)
      const waiting = await life.now(order)
      expect([waiting.status, states(waiting)]).toEqual(['pending_approval', ['revision_requested', 'pending']])
      expect((await step(other, waiting, 'approve')).body.message).toMatch(/Decide the remaining lines/)
      await decide(other, order, 'approve', {}, 1)
      const back = await life.now(order)
      expect([back.status, states(back)]).toEqual(['draft', ['revision_requested', 'approved']])

      const cheaper = await Office.patch(`/api/purchase-orders/${order.id}`, {
        version: back.version,
        lines: back.lines.map(
          ({ id, article_id, colourway_id, qty, unit_price }: Record<string, unknown>, at: number) => ({
            id,
            article_id,
            colourway_id,
            qty,
            unit_price: at === 0 ? '4.90' : unit_price,
          }),
        ),
      })
      const again = (await step(Office, cheaper.body, 'submit')).body
      expect(states(again)).toEqual(['pending', 'approved'])
      expect(again.lines.map((line: { approval_round: number }) => line.approval_round)).toEqual([2, 1])
      expect(again.lines[0]).toMatchObject({ decided_by: null, approval_comment: null })
      expect((await step(other, again, 'approve')).body.status).toBe('approved')
    })

    it.each([
      ['a lower price', { unit_price: '5.00' }, 'not_submitted'],
      ['more units', { qty: 101 }, 'not_submitted'],
      ['a later ex-factory date', { ex_factory_date: '2027-03-06' }, 'not_submitted'],
      ['another article', { article_id: 2, colourway_id: 3 }, 'not_submitted'],
      ['fewer units', { qty: 99 }, 'approved'],
      ['another description', { description_en: 'Tee' }, 'approved'],
      ['the same price, written otherwise', { unit_price: '5.2500' }, 'approved'],
    ])('lose their approval by what was approved: %s', async (_, changes, expected) => {
      const approved = await life.at('approved', { lines: [{ ...twoLines()[0], sizes: [] }] })
      const order = (await step(admin, approved, 'reopen', { reason: 'x' })).body
      const { id, article_id, colourway_id, qty, unit_price } = order.lines[0]
      const { body } = await Office.patch(`/api/purchase-orders/${order.id}`, {
        version: order.version,
        lines: [{ id, article_id, colourway_id, qty, unit_price, ...changes }],
      })
      expect(states(body)).toEqual([expected])
    })

    it('all lose it with another supplier or currency', async () => {
      for (const changes of [{ supplier_id: 61 }, { currency: 'USD', fx_rate: '0.8' }]) {
        const order = (await step(admin, await life.at('approved'), 'reopen', { reason: 'x' })).body
        const { body } = await Office.patch(`/api/purchase-orders/${order.id}`, { version: order.version, ...changes })
        expect(states(body)).toEqual(['not_submitted'])
      }
    })

    it('are decided once of several at the same time', async () => {
      const order = await life.at('pending_approval', { lines: twoLines() })
      const third = await portal.person({ type: 'Office' })
      const answers = await Promise.all(
        [admin, other, third, admin, other, third].map((person) => decide(person, order, 'approve')),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
      const both = await life.at('pending_approval', { lines: twoLines() })
      const [first, two] = await Promise.all([decide(admin, both, 'approve'), decide(other, both, 'approve', {}, 1)])
      expect([first.status, two.status, (await life.now(both)).status]).toEqual([200, 200, 'approved'])
    })

    it('are decided in bulk with one comment', async () => {
      const made = await Promise.all([1, 2].map(() => life.at('pending_approval')))
      const ownOrder = await admin.post('/api/purchase-orders', draft('BULK-OWN'))
      const mine = (await step(admin, ownOrder.body, 'submit')).body
      const rows = [...made, mine].map((order) => ({ id: order.lines[0].id, version: order.lines[0].version }))
      const { body } = await admin.post('/api/po-lines/bulk/moves/approve', { rows, comment: 'Range meeting' })
      expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
      for (const order of made)
        expect(await life.now(order)).toMatchObject({
          status: 'approved',
          lines: [{ approval_comment: 'Range meeting' }],
        })
    })
  })

  describe('the buyer gets a mail', () => {
    const mails = async () =>
      portal.db.query<{ mail: string; to: string; reason: string }>(
        `select payload ->> 'mail' as mail, payload ->> 'to' as "to", payload #>> '{params,reason}' as reason from outbox
         where kind = 'mail' and payload ->> 'mail' in ('po_approved', 'po_returned') order by id`,
      )
    const submitted = async () => {
      const order = await life.at('pending_approval', { lines: twoLines() })
      await portal.db.query('delete from outbox')
      return order
    }
    const to = expect.stringContaining('@')

    it('when somebody else approves the order', async () => {
      const order = await submitted()
      await step(other, order, 'approve')
      expect(await mails()).toEqual([{ mail: 'po_approved', to, reason: '' }])
    })

    it('with the comment when it comes back, as a whole or by its lines', async () => {
      const whole = await submitted()
      await step(other, whole, 'return', { comment: 'Wrong season' })
      expect(await mails()).toEqual([{ mail: 'po_returned', to, reason: 'Wrong season' }])
      const byLines = await submitted()
      await decide(other, byLines, 'request_revision', { comment: 'Too dear' })
      expect(await mails()).toEqual([])
      await decide(other, byLines, 'approve', {}, 1)
      expect(await mails()).toEqual([{ mail: 'po_returned', to, reason: 'Too dear' }])
    })

    it('but not of an order that was taken back', async () => {
      const order = await submitted()
      expect((await step(Office, order, 'take_back')).body.status).toBe('draft')
      expect(await mails()).toEqual([])
    })
  })

  describe('reasons', () => {
    it('say what an approver should look at', async () => {
      await portal.make('articles', [
        {
          article_no: `LAST-${engine}`,
          name_en: 'Last',
          house_brand_id: 1,
          season_id: 1,
          product_category_id: 2,
          size_scale_id: 1,
          status: 'active',
        },
      ])
      const [{ id: article_id } = { id: 0 }] = await portal.db.query<{ id: number }>(
        'select max(id) as id from articles',
      )
      const bought = (unit_price: string, changes: object = {}) => ({
        lines: [{ article_id, qty: 100, unit_price, target_price: '5.10' }],
        ...changes,
      })
      await portal.make('purchase-orders', [
        draft('OLD-1', { ...bought('4.00'), status: 'confirmed', order_date: '2026-01-01' }),
        draft('OLD-2', { ...bought('4.50'), status: 'closed', order_date: '2026-02-01' }),
        draft('OLD-8', { ...bought('5.00'), status: 'change_proposed', order_date: '2026-02-15' }),
        draft('OLD-3', { ...bought('1.00'), status: 'declined', order_date: '2026-03-01' }),
        draft('OLD-4', { ...bought('1.00'), status: 'draft', order_date: '2026-04-01' }),
        draft('OLD-5', { ...bought('1.00', { currency: 'USD' }), status: 'confirmed', order_date: '2026-05-01' }),
        draft('OLD-6', { ...bought('1.00', { supplier_id: 61 }), status: 'confirmed', order_date: '2026-06-01' }),
        draft('OLD-7', { ...bought('1.00', { order_type: 'sample' }), status: 'confirmed', order_date: '2026-07-01' }),
      ])
      const line = async (unit_price: string, changes: object = {}) =>
        (await life.at('pending_approval', bought(unit_price, changes))).lines[0]
      expect(await line('5.10')).toMatchObject({ last_price: '5.0000', approval_reasons: [] })
      expect(await line('5.15')).toMatchObject({ approval_reasons: ['price_above_target'] })
      expect(await line('5.1501')).toMatchObject({ approval_reasons: ['price_above_target', 'price_above_last'] })
      expect(await line('5.00', { currency: 'EUR' })).toMatchObject({
        last_price: null,
        approval_reasons: ['value_unknown'],
      })
      expect(await line('5.00', { order_date: '2026-05-31' })).toMatchObject({
        approval_reasons: ['outside_season_window'],
      })
      await portal.db.query(`update suppliers set standing = 'watch' where id = 60`)
      expect(await line('5.00')).toMatchObject({ approval_reasons: ['supplier_on_watch'] })
      await portal.db.query(`update suppliers set standing = 'approved' where id = 60`)
    })
  })
})
