import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#server/kit/principal.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'
import { orders, step, twoLines } from './orders-kit'

describe.each(engines)('purchase orders (%s)', (engine) => {
  let portal: Portal
  let life: ReturnType<typeof orders>
  let admin: Person
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    life = orders(portal)
    ;({ admin, Office, Agent } = portal.as)
  })
  afterAll(() => portal.close())

  const create = (body: object) => Office.post('/api/purchase-orders', body)
  const edit = (person: Person, order: { id: number; version: number }, values: object) =>
    person.patch(`/api/purchase-orders/${order.id}`, { version: order.version, ...values })

  describe('a draft', () => {
    it('needs number, supplier and one line with article and quantity, and is filled from what is known', async () => {
      await portal.db.query(
        `update suppliers set default_currency = 'USD', default_incoterm = 'FOB', default_port_id = 1, default_payment_term_id = 1 where id = 61`,
      )
      await portal.db.query(`update articles set hs_code = '610910', target_fob = 5, currency = 'USD' where id = 2`)
      const { status, body } = await create({ po_no: 'min-1', supplier_id: 61, lines: [{ article_id: 2, qty: 500 }] })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        po_no: 'MIN-1',
        status: 'draft',
        order_type: 'bulk',
        buyer_id: Office.id,
        order_date: new Date().toISOString().slice(0, 10),
        currency: 'USD',
        incoterm: 'FOB',
        incoterm_place: 'Shanghai',
        port_of_loading_id: 1,
        payment_term_id: 1,
        deposit_pct: '30.00',
        house_brand_id: 1,
        season_id: 1,
        qty_tolerance_over_pct: '10.00',
        line_count: 1,
        total_qty: 500,
        total_value_base: null,
      })
      expect(body.lines[0]).toMatchObject({
        line_no: 10,
        line_title: 'MIN-1 / 10',
        house_brand_id: 1,
        season_id: 1,
        product_category_id: 2,
        size_scale_id: 1,
        hs_code: '610910',
        target_price: '5.0000',
        description_en: 'Jersey tee TEE-2',
        uom: 'piece',
        status: 'not_submitted',
        line_status: 'open',
      })
    })

    it.each([
      ['no line', { lines: [] }, 'lines'],
      ['no quantity', { lines: [{ article_id: 1 }] }, 'lines.0.qty'],
      ['no article', { lines: [{ qty: 1 }] }, 'lines.0.article_id'],
      ['no supplier', { supplier_id: undefined }, 'supplier_id'],
      ['a number that is none', { po_no: 'a b' }, 'po_no'],
      ['a sea term by air', { transport_mode: 'air' }, 'incoterm'],
      [
        'a category that has others below it',
        { lines: twoLines({ product_category_id: 1 }) },
        'lines.0.product_category_id',
      ],
      ['a colour of another article', { lines: twoLines({ colourway_id: 3 }) }, 'lines.0.colourway_id'],
      [
        'a size twice',
        {
          lines: twoLines({
            sizes: [
              { size_id: 1, qty: 1 },
              { size_id: 1, qty: 2 },
            ],
          }),
        },
        'lines.0.sizes.1.size_id',
      ],
      [
        'a wrong GTIN',
        { lines: twoLines({ sizes: [{ size_id: 1, qty: 1, gtin: '6291041500214' }] }) },
        'lines.0.sizes.0.gtin',
      ],
      ['sizes of nothing', { lines: twoLines({ sizes: [{ size_id: 1, qty: 0 }] }) }, 'lines.0.qty'],
      [
        'broken inner packs',
        { lines: twoLines({ units_per_carton: 24, inner_pack_qty: 5 }) },
        'lines.0.inner_pack_qty',
      ],
      ['the same line number twice', { lines: twoLines({ line_no: 10 }, { line_no: 10 }) }, 'lines.1.line_no'],
      ['its status typed', { status: 'issued' }, 'status'],
      ['a total typed', { total_value: '1' }, 'total_value'],
    ])('is refused with %s', async (_, changes, field) => {
      const { status, body } = await create(draft('BAD-1', changes))
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    })

    it('is refused for a blocked supplier, and with a size of another scale', async () => {
      await portal.db.query(`update suppliers set standing = 'blocked' where id = 61`)
      const blocked = await create(draft('BAD-2', { supplier_id: 61 }))
      await portal.db.query(`update suppliers set standing = 'approved' where id = 61`)
      expect(blocked.body.errors.supplier_id).toEqual(['This supplier is blocked'])
      const [scale] = await portal.make('size-scales', [
        { code: `ONE-${engine}`, name_en: 'One', sizes: [{ label: 'One', sort_order: 1 }] },
      ])
      const { body } = await create(draft('BAD-3', { lines: twoLines({ size_scale_id: scale?.id }) }))
      expect(Object.keys(body.errors)).toEqual(['lines.0.sizes.0.size_id'])
    })

    it('says at once what its supplier and its season are, while it is a draft', async () => {
      const order = await life.at('draft')
      const { body } = await Office.get(`/api/purchase-orders/${order.id}`)
      const [season] = await portal.db.query('select id, purchase_from, purchase_to from seasons where id = $1', [
        body.season_id,
      ])
      expect(body.facts).toEqual({ standing: 'approved', seasons: [season] })
      expect(order.facts).toEqual(body.facts)
      const submitted = (await step(Office, body, 'submit')).body
      expect(submitted.status).toBe('pending_approval')
      expect(submitted.facts).toBeUndefined()
    })

    it('keeps lines along with their header until they have values of their own', async () => {
      const order = await life.at('draft', { lines: twoLines({}, { ex_factory_date: '2027-03-08' }) })
      const { body } = await edit(Office, order, { ex_factory_date: '2027-03-10' })
      expect(body.lines.map((line: { ex_factory_date: string }) => line.ex_factory_date)).toEqual([
        '2027-03-10',
        '2027-03-08',
      ])
    })

    it('gives its category to lines without one of their own, also to those that were saved before', async () => {
      const lines = [{ article_id: 3, qty: 5 }]
      // A category with others below it is an article's, and no line's.
      await portal.db.query('update articles set product_category_id = 1 where id = 3')
      const { body: made } = await create({ po_no: 'UNSORTED', supplier_id: 60, lines })
      expect(made.lines[0].product_category_id).toBeNull()
      const above = await edit(Office, made, { product_category_id: 1 })
      expect([above.status, above.body.lines[0].product_category_id]).toEqual([200, null])
      const { body: sorted } = await edit(Office, above.body, { product_category_id: 2 })
      expect(sorted.lines[0].product_category_id).toBe(2)
      await portal.db.query('update articles set product_category_id = 2 where id = 3')
    })

    it('counts its lines by ten, also between others', async () => {
      const order = await life.at('draft', { lines: twoLines({ line_no: 15 }) })
      expect(order.lines.map((line: { line_no: number }) => line.line_no)).toEqual([15, 25])
      const renamed = await edit(Office, order, { po_no: `${order.po_no}-A` })
      expect(renamed.body.lines[1].line_title).toBe(`${order.po_no}-A / 25`)
    })

    it('widens or narrows its tolerance with its size while nobody set another', async () => {
      const order = await life.at('draft')
      expect(order.qty_tolerance_over_pct).toBe('10.00')
      const lines = [{ id: order.lines[0].id, article_id: 1, qty: 1000, sizes: [] }]
      const large = (await edit(Office, order, { lines })).body
      expect([large.qty_tolerance_over_pct, large.qty_tolerance_under_pct]).toEqual(['5.00', '5.00'])
      const edited = (await edit(Office, large, { qty_tolerance_over_pct: '7' })).body
      const small = (await edit(Office, edited, { lines: [{ ...lines[0], qty: 10 }] })).body
      expect([small.qty_tolerance_over_pct, small.qty_tolerance_under_pct]).toEqual(['7.00', '10.00'])
    })

    it('may be deleted; what was more than a draft may not', async () => {
      const order = await life.at('draft')
      expect((await Office.delete(`/api/purchase-orders/${order.id}`, { version: order.version })).status).toBe(200)
      const issued = await life.at('issued')
      const refused = await Office.delete(`/api/purchase-orders/${issued.id}`, { version: issued.version })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Only drafts can be deleted. Cancel the order instead.',
      ])
      expect((await step(Office, issued, 'archive')).status).toBe(409)
      expect(movesOf(issued)).not.toContain('archive')
    })

    it('is deleted with all that is allocated to its lines, and so is one of its lines', async () => {
      const spec = { spec_type: 'packing', name_en: 'Packing', applies_to: 'everything', status: 'active' }
      const symbols = { wash: 'W40', bleach: 'BN', tumble: 'TL', iron: 'I150', dry_clean: 'PN' }
      const libraries = {
        artworks: [{ artwork_code: 'AW-DRAFT', artwork_type: 'hangtag', name_en: 'Hangtag', status: 'released' }],
        specifications: [
          { ...spec, spec_id: 'SP-DRAFT1' },
          { ...spec, spec_id: 'SP-DRAFT2' },
        ],
        'care-instructions': [{ code: 'CI-DRAFT', name_en: 'Jersey', ...symbols, status: 'active' }],
        factories: [
          {
            factory_code: 'F-DRAFT',
            name_en: 'Draft works',
            country: 'CN',
            status: 'approved',
            ...licensed,
            suppliers: [{ supplier_id: 60 }],
          },
        ],
      }
      const ids: Record<string, number[]> = {}
      for (const [area, records] of Object.entries(libraries))
        ids[area] = (await portal.make(area, records)).map(({ id }) => id)
      const order = await life.at('draft', { lines: twoLines({}, { qty: 60, sizes: [] }) })
      const allocated = async (area: string, values: object) => {
        const { body } = await Office.post(`/api/${area}/allocate`, { order: order.id, values })
        expect(
          body.results.map(({ ok }: { ok: boolean }) => ok),
          JSON.stringify(body),
        ).toEqual([true, true])
        return body.results.map(({ id }: { id: number }) => id) as [number, number]
      }
      await allocated('artwork-allocations', { artwork_id: ids.artworks?.[0] })
      await allocated('care-allocations', { care_instruction_id: ids['care-instructions']?.[0] })
      await allocated('factory-allocations', { factory_id: ids.factories?.[0] })
      await allocated('fibre-allocations', {})
      const [first] = await allocated('spec-allocations', { specification_id: ids.specifications?.[0] })
      const { body: replacing } = await Office.post('/api/spec-allocations', {
        po_line_id: order.lines[0].id,
        specification_id: ids.specifications?.[1],
        replaces_id: first,
      })
      expect(replacing.status, JSON.stringify(replacing)).toBe('allocated')
      const areas = ['artwork', 'care', 'factory', 'fibre', 'spec'].map((kind) => `${kind}-allocations`)
      const counts = async () =>
        Promise.all(
          areas.map(async (area) => (await admin.get(`/api/${area}?purchase_order_id=${order.id}`)).body.length),
        )
      expect(await counts()).toEqual([2, 2, 2, 2, 3])
      const [{ id, article_id, qty }] = order.lines
      const shorter = await edit(Office, await life.now(order), { lines: [{ id, article_id, qty, sizes: [] }] })
      expect(shorter.status, JSON.stringify(shorter.body)).toBe(200)
      expect(await counts()).toEqual([1, 1, 1, 1, 2])
      const removed = await Office.delete(`/api/purchase-orders/${order.id}`, { version: shorter.body.version })
      expect([removed.status, removed.body.message]).toEqual([200, undefined])
      expect(await counts()).toEqual([0, 0, 0, 0, 0])
    })

    it('may be archived, and what is over too: only then is it offered', async () => {
      const order = await life.at('draft')
      expect(movesOf(order)).toContain('archive')
      const { status, body } = await step(Office, order, 'archive')
      expect([status, movesOf(body)]).toEqual([200, expect.arrayContaining(['restore'])])
      expect(movesOf(body)).not.toContain('archive')
      const over = await step(Office, await life.at('issued'), 'cancel', { reason: 'Programme dropped' })
      expect(movesOf(over.body)).toContain('archive')
    })
  })

  it('has a buyer of the office and a contact of the supplier', async () => {
    const { body } = await create(draft('WHO-1', { buyer_id: Agent.id, agent_contact_id: portal.otherAgent.id }))
    expect(Object.keys(body.errors)).toEqual(['agent_contact_id'])
    expect(Object.keys((await create(draft('WHO-1', { buyer_id: Agent.id }))).body.errors)).toEqual(['buyer_id'])
    expect((await create(draft('WHO-1', { buyer_id: admin.id, agent_contact_id: Agent.id }))).status).toBe(201)
  })

  describe('submitting', () => {
    it('says field by field what approval needs', async () => {
      const made = await create({ po_no: 'BARE-1', supplier_id: 60, lines: [{ article_id: 1, qty: 1 }] })
      const { status, body } = await step(Office, made.body, 'submit')
      expect(status).toBe(422)
      expect(Object.keys(body.errors).sort()).toEqual([
        'currency',
        'ex_factory_date',
        'incoterm',
        'incoterm_place',
        'lines.0.colourway_id',
        'lines.0.ex_factory_date',
        'lines.0.unit_price',
        'payment_term_id',
        'ship_to_country',
        'ship_to_location_id',
        'ship_window_end',
        'ship_window_start',
        'transport_mode',
      ])
      expect((await life.now(made.body)).status).toBe('draft')
    })

    it('needs an open season, an active brand and a licence that lasts', async () => {
      const order = await life.at('draft')
      await portal.db.query(`update seasons set status = 'planning'`)
      await portal.db.query(`update house_brands set licence_expiry = '2027-03-04'`)
      const refused = await step(Office, order, 'submit')
      await portal.db.query(`update seasons set status = 'open'`)
      await portal.db.query(`update house_brands set licence_expiry = null`)
      expect(Object.keys(refused.body.errors).sort()).toEqual([
        'ex_factory_date',
        'lines.0.ex_factory_date',
        'lines.0.season_id',
        'season_id',
      ])
    })

    it('happens once of two at the same time, and once for its key', async () => {
      const order = await life.at('draft')
      const both = await Promise.all([step(Office, order, 'submit'), step(portal.otherOffice, order, 'submit')])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const next = await life.at('draft')
      const url = `/api/purchase-orders/${next.id}/moves/submit`
      const key = { 'idempotency-key': `submit-${next.id}` }
      const first = await Office.post(url, { version: next.version }, key)
      const again = await Office.post(url, { version: next.version }, key)
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body).toEqual(first.body)
      expect((await life.now(next)).lines[0].approval_round).toBe(1)
    })

    it('refuses changes until the order is returned, by somebody else than its maker', async () => {
      const order = await life.at('pending_approval')
      const refused = await edit(admin, order, {
        notes_shared: 'x',
        lines: [{ id: order.lines[0].id, article_id: 1, qty: 1, unit_price: '1' }],
      })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors)).toContain('notes_shared')
      expect((await step(Office, order, 'return', { comment: 'mine' })).status).toBe(409)
      const returned = await step(portal.otherOffice, order, 'return', { comment: 'The price is too high' })
      expect(returned.body).toMatchObject({ status: 'draft', lines: [{ status: 'not_submitted', approval_round: 1 }] })
      // Its maker reads there what to change, until it is put forward again.
      const said = { approval_comment: 'The price is too high', decided_by: portal.otherOffice.id }
      expect((await life.now(order)).lines[0]).toMatchObject(said)
      const again = (await step(Office, await life.now(order), 'submit')).body
      expect(again.lines[0]).toMatchObject({ approval_comment: null, decided_by: null })
    })
  })

  describe('taking back', () => {
    const takeBack = (who: Person, order: { id: number; version: number }) => step(who, order, 'take_back')

    it('makes a draft of it again, for whoever made or submitted it alone, and is kept in its history', async () => {
      const made = await create(draft('BACK-1'))
      const submitted = (await step(admin, made.body, 'submit')).body
      const stranger = await takeBack(portal.otherOffice, submitted)
      expect([stranger.status, stranger.body.message]).toEqual([409, expect.stringContaining('Return it to draft')])
      expect((await takeBack(Agent, submitted)).status).toBe(404)
      const { status, body } = await takeBack(Office, submitted)
      expect([status, body.status, body.lines[0].status]).toEqual([200, 'draft', 'not_submitted'])
      const [entry] = (await admin.get(`/api/purchase-orders/${made.body.id}/history`)).body
      expect(entry).toMatchObject({ action: 'take_back', from_status: 'pending_approval', to_status: 'draft' })
      const edited = await edit(Office, body, { notes_shared: 'With the new label' })
      const again = (await step(Office, edited.body, 'submit')).body
      expect(again).toMatchObject({ status: 'pending_approval', lines: [{ status: 'pending', approval_round: 2 }] })
      // Four eyes still hold: who took it back and put it forward again does not approve it.
      expect((await step(Office, again, 'approve')).status).toBe(409)
      expect((await step(portal.otherOffice, again, 'approve')).body.status).toBe('approved')
      expect((await takeBack(Office, await life.now(again))).body.code).toBe('illegal_move')
    })

    it('keeps what approvers said of lines, and asks them anew of those that change', async () => {
      const order = await life.at('pending_approval', { lines: twoLines() })
      const [line] = order.lines
      const approved = await portal.otherOffice.post(`/api/po-lines/${line.id}/moves/approve`, {
        version: line.version,
      })
      expect(approved.status, JSON.stringify(approved.body)).toBe(200)
      const recalled = (await takeBack(Office, await life.now(order))).body
      expect(recalled.lines.map(({ status }: { status: string }) => status)).toEqual(['approved', 'not_submitted'])
      const dearer = await Office.patch(`/api/po-lines/${line.id}`, {
        version: recalled.lines[0].version,
        unit_price: '9.00',
      })
      expect(dearer.body, JSON.stringify(dearer.body)).toMatchObject({ status: 'not_submitted' })
    })
  })

  describe('issuing', () => {
    it('starts the clock in working days of the supplier and tells its people, each in their language', async () => {
      const chinese = await portal.person({ type: 'Agent', supplier_id: 60, language: 'zh', full_name: '林梅' })
      await portal.person({ type: 'Agent', supplier_id: 60, status: 'suspended' })
      await portal.db.query(`update suppliers set contact_email = 'desk@example.test' where id = 60`)
      const days = new Date().toISOString().slice(0, 10)
      const approved = await life.at('approved')
      await portal.db.query('delete from outbox')
      const order = (await step(Office, approved, 'issue')).body
      const mails = await portal.db.query<{
        payload: { to: string; mail: string; language: string; params: { due: string } }
      }>('select payload from outbox order by id')
      expect(mails.map(({ payload }) => [payload.mail, payload.to, payload.language]).sort()).toEqual([
        ['po_issued', 'desk@example.test', 'en'],
        ['po_issued', 'person3@example.test', 'en'],
        ['po_issued', expect.stringMatching(/^person\d+@/), 'zh'],
      ])
      expect(mails.find(({ payload }) => payload.language === 'zh')?.payload.params.due).toMatch(/年/)
      expect(order.ack_due_date > days).toBe(true)
      expect([1, 2, 3, 4, 5]).toContain(new Date(order.ack_due_date).getUTCDay())
      expect(chinese.id).toBeGreaterThan(0)
      await portal.db.query(`update suppliers set contact_email = null where id = 60`)
      await portal.db.query(`update users set status = 'suspended' where id = $1`, [chinese.id])
    })

    it('can be taken back until the supplier has opened the order', async () => {
      const order = await life.at('issued')
      const recalled = await step(Office, order, 'recall')
      expect(recalled.body).toMatchObject({ status: 'approved', issued_at: null, ack_due_date: null })
      expect((await Agent.get(`/api/purchase-orders/${order.id}`)).status).toBe(404)
      const again = await step(Office, recalled.body, 'issue')
      await portal.otherAgent.get(`/api/purchase-orders/${order.id}`)
      expect((await life.now(order)).first_viewed_at).toBeNull()
      await Agent.get(`/api/purchase-orders/${order.id}`)
      const seen = await life.now(order)
      expect(seen.first_viewed_at).not.toBeNull()
      await Agent.get(`/api/purchase-orders/${order.id}`)
      expect((await life.now(order)).first_viewed_at).toBe(seen.first_viewed_at)
      const late = await step(Office, again.body, 'recall')
      expect([late.status, late.body.message]).toEqual([409, 'The supplier has already opened this order.'])
    })

    it('is undone by the administrator, who opens an approved order again', async () => {
      const order = await life.at('approved')
      expect((await step(Office, order, 'reopen', { reason: 'x' })).status).toBe(403)
      const reopened = await step(admin, order, 'reopen', { reason: 'Wrong colour' })
      expect(reopened.body).toMatchObject({ status: 'draft', lines: [{ status: 'approved' }] })
    })
  })

  describe('the supplier', () => {
    it('acknowledges: promises and forecasts start from the ex-factory date', async () => {
      const order = await life.at('issued')
      const { status, body } = await step(Agent, order, 'acknowledge')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'confirmed',
        acknowledged_by: Agent.id,
        forecast_ex_factory_date: '2027-03-05',
        slip_days: 0,
        lines: [{ promised_ex_factory_date: '2027-03-05', forecast_ex_factory_date: '2027-03-05', slip_days: 0 }],
      })
    })

    it('is acknowledged for by Office only with a comment', async () => {
      const order = await life.at('issued')
      const refused = await step(Office, order, 'acknowledge')
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['comment']])
      expect((await step(Office, order, 'acknowledge', { comment: 'By phone' })).status).toBe(200)
    })

    it('answers once: of several at the same time one is heard', async () => {
      const order = await life.at('issued')
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => step(Agent, order, 'acknowledge')),
        ...Array.from({ length: 5 }, () => step(Agent, order, 'decline', { reason: 'No capacity' })),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect((await Office.get(`/api/purchase-orders/${order.id}/history`)).body).toHaveLength(5)
    })

    it('declines with a reason, and the buyer is told', async () => {
      const order = await life.at('issued')
      expect((await step(Agent, order, 'decline')).status).toBe(422)
      await portal.db.query('delete from outbox')
      expect((await step(Agent, order, 'decline', { reason: 'No capacity' })).body.status).toBe('declined')
      const [mail] = await portal.db.query<{ payload: object }>('select payload from outbox')
      expect(mail?.payload).toMatchObject({
        mail: 'po_declined',
        to: 'person2@example.test',
        params: { reason: 'No capacity' },
      })
    })

    it('moves forecasts and its own style number in a confirmed order, and nothing else', async () => {
      const order = await life.at('confirmed')
      const line = order.lines[0]
      const forecast = (values: object) => Agent.patch(`/api/po-lines/${line.id}`, { version: line.version, ...values })
      expect((await forecast({ unit_price: '1' })).status).toBe(422)
      expect((await forecast({ qty: 1 })).status).toBe(422)
      expect((await edit(Agent, order, { notes_shared: 'x' })).status).toBe(403)
      const moved = await forecast({ forecast_ex_factory_date: '2027-03-12', supplier_style_ref: 'GL-77' })
      expect([moved.status, moved.body.slip_days]).toEqual([200, 7])
      expect(await life.now(order)).toMatchObject({
        slip_days: 7,
        forecast_ex_factory_date: '2027-03-12',
        status: 'confirmed',
      })
      const issued = await life.at('issued')
      const early = await Agent.patch(`/api/po-lines/${issued.lines[0].id}`, {
        version: issued.lines[0].version,
        supplier_style_ref: 'GL-78',
      })
      expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['lines.0.supplier_style_ref']])
    })
  })

  describe('later', () => {
    it('an order is held and released, staying where it is', async () => {
      const order = await life.at('confirmed')
      expect((await step(Office, order, 'release')).status).toBe(409)
      const held = await step(Office, order, 'hold', { hold_type: 'quality', reason: 'Failed test' })
      expect(held.body).toMatchObject({
        status: 'confirmed',
        on_hold: true,
        hold_type: 'quality',
        hold_reason: 'Failed test',
        held_at: expect.stringMatching(/^20\d\d-/),
      })
      expect((await step(Office, held.body, 'hold', { hold_type: 'buyer', reason: 'x' })).status).toBe(409)
      const free = await step(Office, held.body, 'release')
      expect(free.body).toMatchObject({ on_hold: false, hold_type: null, hold_reason: null, held_at: null })
    })

    it('a confirmed order is closed short and reopened', async () => {
      const order = await life.at('confirmed')
      const closed = (await step(Office, order, 'short_close', { reason: 'Fabric ran out' })).body
      expect(closed).toMatchObject({
        status: 'closed',
        lines: [{ line_status: 'short_closed', balance_qty: 0, short_close_reason: 'Fabric ran out' }],
      })
      expect(closed.closed_at).not.toBeNull()
      expect((await step(Office, closed, 'reopen_closed', { reason: 'x' })).status).toBe(403)
      expect((await step(admin, closed, 'reopen_closed', { reason: 'Found more' })).body).toMatchObject({
        status: 'confirmed',
        closed_at: null,
        lines: [{ line_status: 'open', balance_qty: 100, short_close_reason: null }],
      })
    })

    it('one line of a confirmed order is closed short, and the rest goes on', async () => {
      const order = await life.at('confirmed', { lines: twoLines() })
      const [first, second] = order.lines
      const close = (line: { id: number; version: number }, inputs: object = { reason: 'Fabric ran out' }) =>
        Office.post(`/api/po-lines/${line.id}/moves/short_close`, { version: line.version, ...inputs })
      expect((await close(first, {})).status).toBe(422)
      await portal.db.query('update po_lines set shipped_qty = 30 where id = $1', [first.id])
      const closed = await close(first)
      expect([closed.status, closed.body], JSON.stringify(closed.body)).toMatchObject([
        200,
        { status: 'approved', line_status: 'short_closed', balance_qty: 0, short_close_reason: 'Fabric ran out' },
      ])
      expect(closed.body).toMatchObject({ delivery_risk: null, shipped_qty: 30, qty: 100 })
      expect([first.readiness, closed.body.factory_readiness, closed.body.readiness]).toEqual([
        'missing',
        'not_required',
        'not_required',
      ])
      const now = await life.now(order)
      expect(now).toMatchObject({ status: 'confirmed', total_qty: 150, line_count: 2, shipping_status: 'part_shipped' })
      expect(now.lines[1]).toMatchObject({ line_status: 'open', balance_qty: 50 })
      // Nobody waits for it any more: it is in no worklist of deliveries, nor reported on.
      const waiting = await Office.get(`/api/po-lines?line_status=open&purchase_order_id=${order.id}`)
      expect(waiting.body.map(({ id }: { id: number }) => id)).toEqual([second.id])
      const [entry] = (await portal.as.Agent.get(`/api/purchase-orders/${order.id}/history`)).body
      expect(entry).toMatchObject({ action: 'short_close', area: 'po-lines', comment: 'Fabric ran out' })

      const last = await close(now.lines[1])
      expect([last.status, last.body.message]).toEqual([409, expect.stringContaining('last open line')])
      const reopen = (who: typeof Office) =>
        who.post(`/api/po-lines/${first.id}/moves/reopen_closed`, { version: closed.body.version, reason: 'It came' })
      expect((await reopen(Office)).status).toBe(403)
      expect((await reopen(admin)).body).toMatchObject({
        line_status: 'open',
        balance_qty: 70,
        readiness: 'missing',
        short_close_reason: null,
      })
    })

    it('a line is closed alone neither before the order is confirmed nor while a change of it waits', async () => {
      const close = ({ lines: [line] }: { lines: { id: number; version: number }[] }) =>
        Office.post(`/api/po-lines/${line?.id}/moves/short_close`, { version: line?.version, reason: 'Too late' })
      const issued = await close(await life.at('issued', { lines: twoLines() }))
      expect([issued.status, issued.body.message]).toEqual([409, expect.stringContaining('order is confirmed')])
      const order = await life.at('confirmed', { lines: twoLines() })
      const wish = {
        reason_code: 'quantity_short',
        items: [{ po_line_id: order.lines[0].id, field: 'unit_price', new_value: '5.00' }],
      }
      const waiting = await step(Office, order, 'request_change', wish)
      const refused = await close(waiting.body)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('change to this line is pending'),
      ])
    })

    it('an order is cancelled with a reason, and the supplier is told if it knew of it', async () => {
      const unknown = await life.at('approved')
      await portal.db.query('delete from outbox')
      expect((await step(Office, unknown, 'cancel', { reason: 'Range cut' })).body).toMatchObject({
        status: 'cancelled',
        cancel_reason: 'Range cut',
        total_qty: 0,
        lines: [{ line_status: 'cancelled', balance_qty: 0, qty: 100 }],
      })
      expect(await portal.db.query('select 1 from outbox')).toEqual([])
      const known = await life.at('confirmed')
      await portal.db.query('delete from outbox')
      expect((await step(Office, known, 'cancel', { reason: 'Range cut' })).status).toBe(200)
      const [mail] = await portal.db.query<{ payload: object }>('select payload from outbox')
      expect(mail?.payload).toMatchObject({ mail: 'po_cancelled', params: { reason: 'Range cut' } })
      expect((await Agent.get(`/api/purchase-orders/${known.id}`)).body.cancel_reason).toBe('Range cut')
    })

    it('but not by anybody once goods are shipped', async () => {
      const order = await life.at('confirmed')
      await portal.db.query('update po_lines set shipped_qty = 1 where purchase_order_id = $1', [order.id])
      for (const person of [Office, admin])
        expect((await step(person, order, 'cancel', { reason: 'x' })).status).toBe(409)
    })

    it('only the portal itself completes an order', async () => {
      const order = await life.at('confirmed')
      for (const person of [admin, Office, Agent]) expect((await step(person, order, 'complete')).status).toBe(403)
    })

    it('the portal completes it when its last goods are received and invoiced, within the tolerance', async () => {
      const order = await life.at('confirmed', { lines: twoLines(), qty_tolerance_under_pct: '5' })
      const statusOf = async () => (await Office.get(`/api/purchase-orders/${order.id}`)).body.status
      const count = (at: number, values: Record<string, unknown>) =>
        portal.app.kit.write(system, 'edit', (work) =>
          work.kit.repository('po-lines').editRows(work, [{ id: order.lines[at].id, values }]),
        )
      const [first, second] = order.lines as { qty: number }[]
      const short = Math.ceil(Number(second?.qty) * 0.95)
      await count(0, { received_qty: first?.qty, invoiced_qty: first?.qty })
      await count(1, { received_qty: short - 1, invoiced_qty: short - 1 })
      expect(await statusOf()).toBe('confirmed')
      await count(1, { received_qty: short })
      expect(await statusOf()).toBe('confirmed')
      await count(1, { invoiced_qty: short })
      const { body } = await Office.get(`/api/purchase-orders/${order.id}`)
      expect(body).toMatchObject({ status: 'completed', closed_at: expect.any(String) })
      expect(body.lines.map(({ line_status }: { line_status: string }) => line_status)).toEqual(['closed', 'closed'])
      const [entry] = (await Office.get(`/api/purchase-orders/${order.id}/history`)).body
      expect(entry).toMatchObject({ action: 'complete', from_status: 'confirmed', to_status: 'completed' })

      // Who opens it again has a reason: what is written then does not complete it once more.
      const open = await step(admin, body, 'reopen_closed', { reason: 'Two cartons are missing' })
      expect(open.body.status).toBe('confirmed')
      await edit(Office, open.body, { notes_internal: 'Ask the warehouse' })
      expect(await statusOf()).toBe('confirmed')
    })

    it('the portal does not complete it while it is on hold, and does so with the release', async () => {
      const order = await life.at('confirmed')
      const held = await step(Office, order, 'hold', { hold_type: 'quality', reason: 'Fading' })
      expect(held.status).toBe(200)
      const [line] = order.lines as { id: number; qty: number }[]
      await portal.app.kit.write(system, 'edit', (work) =>
        work.kit
          .repository('po-lines')
          .editRows(work, [{ id: Number(line?.id), values: { received_qty: line?.qty, invoiced_qty: line?.qty } }]),
      )
      const now = async () => (await Office.get(`/api/purchase-orders/${order.id}`)).body
      expect((await now()).status).toBe('confirmed')
      await step(Office, await now(), 'release')
      expect((await now()).status).toBe('completed')
      // Opened again for a reason, it is not completed by another hold that ends.
      const open = await step(admin, await now(), 'reopen_closed', { reason: 'Two cartons are missing' })
      const again = await step(Office, open.body, 'hold', { hold_type: 'quality', reason: 'Fading' })
      await step(Office, again.body, 'release')
      expect((await now()).status).toBe('confirmed')
    })

    it('the portal completes it when the change that it waited for, or the line that lacked goods, is over', async () => {
      const counted = (order: { lines: { id: number; qty: number }[] }, at: number) =>
        portal.app.kit.write(system, 'edit', (work) => {
          const { id = 0, qty = 0 } = order.lines[at] ?? {}
          return work.kit
            .repository('po-lines')
            .editRows(work, [{ id, values: { received_qty: qty, invoiced_qty: qty } }])
        })
      const asked = await life.at('confirmed')
      const [line] = asked.lines as { id: number }[]
      const later = { po_line_id: line?.id, field: 'ex_factory_date', new_value: '2027-03-12' }
      const wish = { reason_code: 'capacity', comment: 'Later', items: [later] }
      expect((await step(Agent, asked, 'request_change', wish)).status).toBe(200)
      await counted(asked, 0)
      const waiting = (await Office.get(`/api/purchase-orders/${asked.id}`)).body
      expect(waiting.status).toBe('confirmed')
      await step(Agent, waiting, 'withdraw_request')
      expect((await life.now(asked)).status).toBe('completed')

      const short = await life.at('confirmed', { lines: twoLines() })
      await counted(short, 0)
      const [, lacking] = (await life.now(short)).lines
      const closed = await Office.post(`/api/po-lines/${lacking.id}/moves/short_close`, {
        ...{ version: lacking.version, reason: 'The mill has no more cloth' },
      })
      expect(closed.status, JSON.stringify(closed.body)).toBe(200)
      expect((await life.now(short)).status).toBe('completed')
    })

    it.each(['approved', 'issued', 'confirmed'])(
      'in %s only notes and what else the table allows change',
      async (status) => {
        const order = await life.at(status)
        const refused = await edit(Office, order, { currency: 'USD', incoterm_place: 'Ningbo' })
        expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['currency', 'incoterm_place']])
        const noted = await edit(Office, order, { notes_internal: 'Ask for a discount' })
        expect([noted.status, noted.body.status]).toEqual([200, status])
        expect((await edit(Office, noted.body, { lines: [] })).status).toBe(422)
      },
    )
  })

  it('taken over from elsewhere, orders stand where they stood', async () => {
    const [issued, closed, cancelled] = await portal.make('purchase-orders', [
      draft('OLD-1', { status: 'issued' }),
      draft('OLD-2', { status: 'closed' }),
      draft('OLD-3', { status: 'cancelled' }),
    ])
    expect(await life.now(issued ?? { id: 0 })).toMatchObject({
      ack_due_date: expect.any(String),
      issued_at: expect.any(String),
      lines: [{ status: 'approved', line_status: 'open' }],
    })
    expect(await life.now(closed ?? { id: 0 })).toMatchObject({ lines: [{ line_status: 'closed', balance_qty: 0 }] })
    expect(await life.now(cancelled ?? { id: 0 })).toMatchObject({ issued_at: null, total_qty: 0 })
  })
})

const movesOf = ({ moves }: { moves: { name: string }[] }) => moves.map(({ name }) => name)
