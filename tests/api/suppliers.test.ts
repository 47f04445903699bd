import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFigures } from '#areas/suppliers/server/scorecard.ts'
import { settleDay } from '#server/jobs/daily.ts'
import { system } from '#server/kit/principal.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { monthsBefore } from '#shared/trade/scorecard.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('suppliers (%s)', { timeout: 120_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  }, 240_000)
  afterAll(() => portal.close())

  const read = async (id: number, as = admin) => (await as.get(`/api/suppliers/${id}`)).body
  const edit = async (person: Person, id: number, values: object) =>
    person.patch(`/api/suppliers/${id}`, { version: (await read(id)).version, ...values })
  const move = async (person: Person, id: number, name: string, inputs: object = {}) =>
    person.post(`/api/suppliers/${id}/moves/${name}`, { version: (await read(id)).version, ...inputs })
  const fresh = async (code: string, more: object = {}) => {
    const [made] = await portal.make('suppliers', [
      { code, supplier_name: `${code} Garments`, country: 'CN', standing: 'approved', ...more },
    ])
    return made?.id ?? 0
  }

  describe('have contacts', () => {
    const mei = {
      full_name: '陈美 Mei Chen',
      function: 'shipping',
      is_primary: true,
      email: 'Mei@GLG.example',
      phone: '+86 574 5550 0199',
      wechat_id: 'glg-mei',
      languages: ['zh', 'en'],
    }

    it('that the office keeps, and by whose names and addresses a supplier is found', async () => {
      const id = await fresh('CON')
      const { status, body } = await edit(Office, id, { contacts: [mei] })
      expect(status).toBe(200)
      expect(body.contacts).toMatchObject([{ ...mei, email: 'mei@glg.example', languages: ['en', 'zh'] }])
      for (const q of ['Mei Chen', '陈美', 'mei@glg.example']) {
        const matches = await Office.get(`/api/suppliers?q=${encodeURIComponent(q)}`)
        expect([q, matches.body.map((match: { id: number }) => match.id)]).toEqual([q, [id]])
      }
      const [contact] = body.contacts
      await edit(Office, id, { contacts: [] })
      expect((await Office.get(`/api/suppliers?q=${encodeURIComponent('Mei Chen')}`)).body).toEqual([])
      expect((await Office.get(`/api/supplier-contacts/${contact.id}`)).status).toBe(404)
    })

    it.each([
      ['an email without an @', { email: 'mei.glg.example' }, 'email'],
      ['a phone without a country code', { phone: '0574 5550 0199' }, 'phone'],
      ['a phone that is too short', { phone: '+86 57' }, 'phone'],
      ['a WeChat ID that begins with a digit', { wechat_id: '1mei-chen' }, 'wechat_id'],
      ['no function', { function: null }, 'function'],
      ['an unknown language', { languages: ['xx'] }, 'languages.0'],
    ])('but none with %s', async (_, wrong, field) => {
      const { status, body } = await edit(Office, 60, { contacts: [{ ...mei, ...wrong }] })
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([`contacts.0.${field}`])
    })

    it('of which nobody is listed twice with one function', async () => {
      const id = await fresh('TWICE')
      const again = { ...mei, is_primary: false }
      const refused = await edit(Office, id, { contacts: [mei, again] })
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { 'contacts.1.full_name': ['Two rows have the same key'] },
      ])
      expect((await read(id)).contacts).toEqual([])
    })

    it('of whom one is the first to ask for a function', async () => {
      const id = await fresh('PRI')
      const second = { ...mei, full_name: 'Second Chen' }
      const refused = await edit(Office, id, { contacts: [mei, second] })
      expect(refused.body.errors).toEqual({ 'contacts.1.is_primary': ['This function already has a primary contact.'] })
      const others = [second, { ...mei, full_name: 'Third', function: 'quality' }].map((contact, index) =>
        index === 0 ? { ...contact, is_primary: false } : contact,
      )
      expect((await edit(Office, id, { contacts: [mei, ...others] })).status).toBe(200)
    })

    it('that their own people see and nobody else’s, and do not change', async () => {
      const supplier = await read(60, Agent)
      expect(supplier.contacts).toMatchObject([{ full_name: 'Wei Chen' }])
      expect((await read(60, portal.as.staff)).contacts).toHaveLength(1)
      const names = async (person: Person) =>
        (await person.get('/api/supplier-contacts?_end=100')).body.map(
          (contact: { full_name: string }) => contact.full_name,
        )
      expect(await names(Agent)).toEqual(['Wei Chen'])
      expect(await names(portal.otherAgent)).toEqual(['Lan Zhou'])
      expect((await Agent.get('/api/suppliers/61')).status).toBe(404)
      expect((await edit(Agent, 60, { contacts: [] })).status).toBe(403)
    })
  })

  describe('have a standing', () => {
    it('that the office proposes with a reason, and an administrator confirms', async () => {
      const id = await fresh('STA')
      expect((await move(Office, id, 'propose_standing', { standing: 'watch' })).body.errors).toHaveProperty('reason')
      expect(
        (await move(Office, id, 'propose_standing', { standing: 'approved', reason: 'Well' })).body.errors,
      ).toEqual({ standing: ['The supplier already has this standing.'] })
      const proposed = await move(Office, id, 'propose_standing', { standing: 'watch', reason: 'Late twice.' })
      expect(proposed.body).toMatchObject({ standing: 'approved', proposed_standing: 'watch' })
      expect((await move(Office, id, 'propose_standing', { standing: 'blocked', reason: 'Worse' })).status).toBe(409)
      expect((await move(Office, id, 'confirm_standing')).status).toBe(403)
      const confirmed = await move(admin, id, 'confirm_standing', { comment: 'Agreed.' })
      expect(confirmed.body).toMatchObject({ standing: 'watch', proposed_standing: null, status: 'active' })
      expect(confirmed.body.standings).toMatchObject([
        {
          from_standing: 'approved',
          to_standing: 'watch',
          outcome: 'applied',
          basis: 'person',
          reason: 'Late twice.',
          proposed_by: Office.id,
          answered_by: admin.id,
          answer: 'Agreed.',
        },
        { from_standing: null, to_standing: 'approved', outcome: 'applied' },
      ])
    })

    it('that four eyes look at, also an administrator’s own proposal', async () => {
      const id = await fresh('FOUR')
      await move(admin, id, 'propose_standing', { standing: 'blocked', reason: 'Audit failed.' })
      for (const [name, inputs] of [
        ['confirm_standing', {}],
        ['refuse_standing', { reason: 'No' }],
      ] as const) {
        const { status, body } = await move(admin, id, name, inputs)
        expect([name, status, body.message]).toEqual([
          name,
          409,
          'You proposed this standing, so someone else must decide.',
        ])
      }
      expect((await move(Office, id, 'withdraw_standing')).status).toBe(409)
      const other = await portal.person({ type: 'admin' })
      const refused = await move(other, id, 'refuse_standing', { reason: 'The report is another company’s.' })
      expect(refused.body).toMatchObject({ standing: 'approved', proposed_standing: null })
      expect(refused.body.standings[0]).toMatchObject({
        outcome: 'refused',
        answer: 'The report is another company’s.',
      })
    })

    it('that its proposer withdraws, and an administrator sets at once with a reason', async () => {
      const id = await fresh('SET')
      await move(Office, id, 'propose_standing', { standing: 'watch', reason: 'Late.' })
      expect((await move(Office, id, 'withdraw_standing')).body).toMatchObject({ proposed_standing: null })
      await move(Office, id, 'propose_standing', { standing: 'watch', reason: 'Late again.' })
      expect((await move(Office, id, 'set_standing', { standing: 'blocked', reason: 'Now' })).status).toBe(403)
      const set = await move(admin, id, 'set_standing', { standing: 'blocked', reason: 'Child labour found.' })
      expect(set.body).toMatchObject({ standing: 'blocked', proposed_standing: null })
      expect(set.body.standings.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        'applied',
        'withdrawn',
        'withdrawn',
        'applied',
      ])
    })

    it('that nobody writes as a field once it stands', async () => {
      const id = await fresh('WRI')
      expect((await edit(admin, id, { proposed_standing: 'watch' })).status).toBe(422)
      await edit(admin, id, { standing: 'blocked' })
      expect((await read(id)).standing).toBe('approved')
      expect((await edit(admin, id, { standings: [] })).status).toBe(422)
      const existing = { code: 'NEW', supplier_name: 'New One', country: 'VN' }
      expect((await Office.post('/api/suppliers', { ...existing, standing: 'approved' })).status).toBe(422)
      const { body } = await Office.post('/api/suppliers', existing)
      expect(body).toMatchObject({ standing: 'new', standings: [{ to_standing: 'new', from_standing: null }] })
    })

    it('of which a supplier’s people hear nothing, in record, moves, history or lists', async () => {
      await move(Office, 60, 'propose_standing', { standing: 'watch', reason: 'Quietly now.' })
      for (const person of [Agent, portal.as.staff]) {
        const supplier = await read(60, person)
        for (const field of ['standing', 'proposed_standing', 'score', 'scored_on', 'standings'])
          expect(supplier).not.toHaveProperty(field)
        expect(JSON.stringify(supplier.moves)).not.toMatch(/standing/)
        const history = await person.get('/api/suppliers/60/history')
        expect(JSON.stringify(history.body)).not.toMatch(/Quietly|standing/)
        expect((await person.get('/api/supplier-standings')).status).toBe(403)
        expect((await person.get('/api/suppliers/60/scorecard')).status).toBe(403)
      }
      await move(Office, 60, 'withdraw_standing')
    })

    it('by which the office finds those on watch, blocked or waiting', async () => {
      const id = await fresh('FIND')
      const ids = async (query: string) =>
        (await Office.get(`/api/suppliers?${query}&_end=100`)).body.map((supplier: { id: number }) => supplier.id)
      await move(Office, id, 'propose_standing', { standing: 'blocked', reason: 'Fire exits locked.' })
      expect(await ids('proposed_standing_nnull=true')).toContain(id)
      await move(admin, id, 'confirm_standing')
      expect(await ids('standing=blocked')).toContain(id)
      expect(await ids('proposed_standing_nnull=true')).not.toContain(id)
    })

    it('that decides about new orders: none for a blocked one, a warning for one on watch; those out go on', async () => {
      const id = await fresh('ORD')
      const [waiting, out] = await portal.make('purchase-orders', [
        draft('STAND-1', { supplier_id: id, buyer_id: Office.id }),
        draft('STAND-2', { supplier_id: id, status: 'issued', issued_at: '2026-11-01T00:00:00Z' }),
      ])
      const versionOf = async (order = 0) => (await Office.get(`/api/purchase-orders/${order}`)).body.version
      const act = async (order: number | undefined, name: string, person = Office) =>
        person.post(`/api/purchase-orders/${order}/moves/${name}`, { version: await versionOf(order), comment: 'x' })
      await move(admin, id, 'set_standing', { standing: 'blocked', reason: 'Stopped.' })
      const refused = await act(waiting?.id, 'submit')
      expect([refused.status, refused.body.errors]).toEqual([422, { supplier_id: ['This supplier is blocked'] }])
      expect((await act(out?.id, 'acknowledge')).status).toBe(200)
      await move(admin, id, 'set_standing', { standing: 'watch', reason: 'Better.' })
      const submitted = await act(waiting?.id, 'submit')
      expect(submitted.status).toBe(200)
      expect(submitted.body.lines[0].approval_reasons).toContain('supplier_on_watch')
      expect((await act(waiting?.id, 'approve', portal.otherOffice)).status).toBe(200)
      await move(admin, id, 'set_standing', { standing: 'blocked', reason: 'Worse again.' })
      expect((await act(waiting?.id, 'issue')).body.errors).toEqual({ supplier_id: ['This supplier is blocked'] })
    })
  })

  describe('have a scorecard', () => {
    const months = monthsBefore(today())
    const last = months.at(-1) ?? ''
    const dayOf = (day: number, month = last) => `${month.slice(0, 8)}${String(day).padStart(2, '0')}`

    /** An order whose only line was to leave on a day of the last month. */
    const shipped = async (supplier_id: number, po_no: string, line: object, order: object = {}) => {
      const day = dayOf(10)
      const [made] = await portal.make('purchase-orders', [
        draft(po_no, {
          supplier_id,
          order_date: addDays(day, -40),
          ship_window_start: day,
          ship_window_end: addDays(day, 10),
          ex_factory_date: day,
          status: 'confirmed',
          issued_at: `${addDays(day, -38)}T00:00:00Z`,
        }),
      ])
      const id = made?.id ?? 0
      const [first] = await portal.db.query<{ id: number }>('select id from po_lines where purchase_order_id = $1', [
        id,
      ])
      const set = async (table: string, key: number, values: object) => {
        for (const [name, value] of Object.entries(values))
          await portal.db.query(`update ${table} set ${name} = $2 where id = $1`, [key, value])
      }
      await set('purchase_orders', id, order)
      await set('po_lines', first?.id ?? 0, line)
      return first?.id ?? 0
    }
    const settled = async () => {
      await portal.db.query('update suppliers set scored_on = null')
      await settleDay(portal.app.kit)
    }
    const cardOf = async (id: number) => (await Office.get(`/api/suppliers/${id}/scorecard`)).body
    const figures = (card: {
      scorecard: { parts: { figures: { figure: string; part: number; whole: number }[] }[] }
    }) =>
      Object.fromEntries(
        card.scorecard.parts.flatMap(({ figures }) =>
          figures.map(({ figure, part, whole }) => [figure, [part, whole]]),
        ),
      )
    const kept = { goods_state: 'left', actual_ex_factory_date: dayOf(10) }
    const broken = { goods_state: 'left', actual_ex_factory_date: dayOf(20) }
    const answered = (day: number) => ({ ack_due_date: dayOf(5), acknowledged_at: `${dayOf(day)}T12:00:00Z` })
    const report = (po_line_id: number, stage: string, report_date: string, cumulative_qty: number) =>
      portal.make('wip-reports', [{ po_line_id, stage, report_date, cumulative_qty }])

    it('that counts what is known, month by month, and says what is not', async () => {
      const id = await fresh('CARD')
      const inTime = await shipped(id, 'CARD-1', kept, answered(5))
      const late = await shipped(id, 'CARD-2', broken, answered(6))
      // A forecast that was never taken back is not kept; of what left nobody knows when, nothing is said.
      await shipped(
        id,
        'CARD-3',
        { goods_state: 'packed', forecast_ex_factory_date: dayOf(10) },
        { ack_due_date: dayOf(5) },
      )
      await shipped(id, 'CARD-6', { goods_state: 'left', forecast_ex_factory_date: dayOf(10) })
      await shipped(id, 'CARD-4', kept, { ack_due_date: dayOf(5), status: 'declined' })
      await shipped(id, 'CARD-5', { ...kept, line_status: 'cancelled' })
      await report(inTime, 'packing', dayOf(9), 100)
      await report(late, 'packing', dayOf(9), 60)
      await report(late, 'packing', dayOf(12), 100)
      await report(inTime, 'ex_factory', dayOf(10), 100)
      await report(late, 'ex_factory', dayOf(20), 100)
      await settled()
      const card = await cardOf(id)
      expect(card.scored_on).toBe(today())
      expect(figures(card)).toEqual({
        acknowledged: [1, 3],
        ex_factory: [1, 3],
        packed: [1, 2],
        otif: [0, 0],
        first_pass: [0, 0],
        samples_sent: [0, 0],
        right_first: [0, 0],
        documents: [0, 0],
        invoices_right_first: [0, 0],
        compliance: [0, 0],
        accredited: [0, 0],
      })
      const { total } = await Office.get(
        `/api/po-lines?supplier_id=${id}&ex_factory_date=${dayOf(10)}&line_status_ne=cancelled&left_undated=false&order_status=confirmed`,
      )
      expect(total).toBe(3)
      expect(card.scorecard.months).toEqual(months)
      // (33.3 + 33.3 + 50) / 3, and delivery alone has anything to say.
      expect(card.scorecard.score).toBe('38.9')
      expect(card.scorecard.parts.filter((part: { value: unknown }) => part.value === null)).toHaveLength(4)
      expect(await read(id, Office)).toMatchObject({ score: '38.9', scored_on: today() })
    })

    it('that counts invoices by the month of their approval; a dispute or a rejection is never forgotten', async () => {
      const id = await fresh('INVR')
      const made: number[] = []
      for (const [index, changes] of (
        [{}, {}, { dispute_round: 1 }, { type: 'deposit' }, { approved_at: null, status: 'under_review' }] as object[]
      ).entries()) {
        const fields = {
          invoice_no: `RF-${index}`,
          number_key: `RF${index}`,
          ...{ type: 'commercial', supplier_id: id, invoice_date: dayOf(3), currency: 'GBP', status: 'approved' },
          ...{ auto_approved: false, dispute_round: 0, approved_at: `${dayOf(12)}T10:00:00Z` },
          ...changes,
        }
        const names = Object.keys(fields)
        const [row] = await portal.db.query<{ id: number }>(
          `insert into invoices (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
          Object.values(fields),
        )
        made.push(row?.id ?? 0)
      }
      // Rejected, corrected and then approved.
      await portal.db.query(
        `insert into history (at, actor_name, actor_role, area, record_id, document_area, document_id, action, to_status, changes)
         values (now(), 'Kim', 'Office', 'invoices', $1, 'invoices', $1, 'reject', 'rejected', '[]')`,
        [made[1]],
      )
      await settled()
      expect(figures(await cardOf(id)).invoices_right_first).toEqual([1, 3])
    })

    const programs = new Map<string, number>()
    /** A result of a programme of that kind, valid until a day. */
    const accredited = async (factory_id: unknown, kind: string, valid_to: string | null, changes: object = {}) => {
      if (!programs.has(kind)) {
        const [program] = await portal.make('standard-programs', [
          { code: `T_${kind.toUpperCase()}`, name_en: kind, kind, scheme: 'report' },
        ])
        programs.set(kind, Number(program?.id))
      }
      const [audit] = await portal.make('factory-accreditations', [
        {
          ...{ factory_id, standard_program_id: programs.get(kind), audit_type: 'self_assessment' },
          ...{ audit_date: '2020-01-01', valid_from: '2020-01-01', valid_to, status: 'valid', ...changes },
        },
      ])
      return audit?.id
    }

    it('that asks of what is open now whether its factories may make it', async () => {
      const id = await fresh('COMP')
      const line = await shipped(id, 'COMP-1', { ...kept, qty: 100 })
      const [good, expired] = await portal.make('factories', [
        {
          name_en: 'Good Works',
          country: 'CN',
          status: 'approved',
          business_licence_expiry: '2099-01-01',
          suppliers: [{ supplier_id: id }],
        },
        {
          name_en: 'Expired Works',
          country: 'CN',
          status: 'approved',
          business_licence_expiry: addDays(dayOf(10), -1),
          suppliers: [{ supplier_id: id }],
        },
      ])
      const allocation = { po_line_id: line, process_stage: 'main', status: 'approved' }
      await portal.make('factory-allocations', [{ ...allocation, factory_id: good?.id, qty: 75 }])
      await portal.make('factory-allocations', [{ ...allocation, factory_id: expired?.id, qty: 25 }])
      await accredited(good?.id, 'social', addDays(dayOf(10), -1))
      await accredited(expired?.id, 'social', dayOf(10))
      await accredited(good?.id, 'quality', '2099-01-01')
      await settled()
      // A licence or an accreditation that ends the day before the goods leave is none.
      expect(figures(await cardOf(id))).toMatchObject({ compliance: [75, 100], accredited: [25, 100] })
      // A later result that was not passed takes the place of the one before.
      await accredited(expired?.id, 'social', null, { status: 'failed', audit_date: '2021-01-01', valid_from: null })
      await portal.db.query('update suppliers set scored_on = null where id = $1', [id])
      await settled()
      expect(figures(await cardOf(id)).accredited).toEqual([0, 100])
    })

    it('that counts first inspections and samples, and lists the records that it counts', async () => {
      const id = await fresh('QUALITY')
      const line = await shipped(id, 'QUALITY-1', {}, {})
      const inspect = (values: object) =>
        portal.make('qa-activities', [
          {
            ...{ type: 'final', po_line_id: line, supplier_id: id, planned_date: dayOf(8), inspected_on: dayOf(8) },
            ...{ status: 'accepted', result: 'passed', inspected_qty: 100 },
            ...values,
          },
        ])
      await inspect({})
      await inspect({ result: 'failed', status: 'reinspected', major_qty: 9 })
      await inspect({ result: 'not_ready', status: 'rework_required' })
      // Neither a re-inspection, nor another type, nor one without a result.
      await inspect({ type: 'reinspection', original_type: 'final' })
      await inspect({ type: 'inline' })
      await inspect({ result: null, inspected_on: null, status: 'scheduled' })
      const [type] = await portal.make('sample-types', [
        {
          code: 'CARD',
          name_en: 'Card',
          seq: 90,
          stage: 'production',
          sizes_rule: 'base',
          lead_days: 5,
          status: 'active',
        },
      ])
      const sample = (values: object) =>
        portal.make('sample-requests', [
          {
            ...{ sample_type_id: type?.id, article_id: 1, supplier_id: id, location_id: 1, due_date: dayOf(10) },
            ...{ sizes: [{ size_id: 1, qty: 1 }], requested_at: `${dayOf(1)}T08:00:00Z` },
            ...values,
          },
        ])
      const evaluated = { dispatch_date: dayOf(10), evaluated_at: `${dayOf(20)}T08:00:00Z` }
      await sample({ ...evaluated, status: 'approved_with_comments', result: 'approved_with_comments' })
      await sample({ ...evaluated, status: 'rejected', result: 'rejected', dispatch_date: dayOf(11) })
      await sample({ ...evaluated, status: 'approved', result: 'approved', round: 2 })
      await sample({ status: 'in_making' })
      await sample({ status: 'part_dispatched', dispatch_date: dayOf(9) })
      await sample({ status: 'draft', requested_at: null })
      await sample({ status: 'cancelled' })
      await settled()
      const counted = figures(await cardOf(id))
      expect(counted).toMatchObject({ first_pass: [1, 3], samples_sent: [2, 5], right_first: [1, 2] })
      for (const [figure, list] of [
        ['first_pass', 'qa-activities?type=final&result_nnull=true'],
        ['samples_sent', 'sample-requests?status_nin=draft,cancelled'],
        ['right_first', 'sample-requests?round=1&result_in=approved,approved_with_comments,rejected'],
      ] as const)
        expect([figure, (await Office.get(`/api/${list}&supplier_id=${id}`)).total]).toEqual([
          figure,
          counted[figure]?.[1],
        ])
    })

    it('whose stored counts are what counting anew gives', async () => {
      const stored = () =>
        portal.db.query('select supplier_id, figure, month::text, part, whole from supplier_figures order by 1, 2, 3')
      await settled()
      const before = await stored()
      expect(before.length).toBeGreaterThan(0)
      const ids = (await portal.db.query<{ id: number }>('select id from suppliers')).map(({ id }) => id)
      await portal.app.kit.write(system, 'daily', (work) => countFigures(work, ids))
      expect(await stored()).toEqual(before)
    })

    it('that proposes the standing it deserves once enough is counted, and not again when that is refused', async () => {
      const id = await fresh('PROP')
      for (const at of [1, 2, 3, 4]) await shipped(id, `PROP-${at}`, broken)
      await settled()
      expect(await read(id)).toMatchObject({ score: '0.0', proposed_standing: null })
      await shipped(id, 'PROP-5', broken)
      await settled()
      const proposed = await read(id)
      expect(proposed).toMatchObject({ standing: 'approved', proposed_standing: 'blocked' })
      expect(proposed.standings[0]).toMatchObject({ basis: 'scorecard', score: '0.0', proposed_by: null, reason: null })
      await move(admin, id, 'refuse_standing', { reason: 'A flood; they are back.' })
      await settled()
      expect((await read(id)).proposed_standing).toBeNull()
      await move(Office, id, 'propose_standing', { standing: 'watch', reason: 'All the same.' })
      await move(admin, id, 'confirm_standing')
      expect((await read(id)).standing).toBe('watch')
    })

    it('that never lifts a block', async () => {
      const id = await fresh('LIFT', { standing: 'blocked' })
      for (const at of [1, 2, 3, 4, 5]) await shipped(id, `LIFT-${at}`, kept)
      await settled()
      expect(await read(id)).toMatchObject({ score: '100.0', proposed_standing: null })
    })

    it('that follows its settings at once, which an administrator keeps whole', async () => {
      const id = await fresh('SETT')
      const line = await shipped(id, 'SETT-1', broken)
      const [factory] = await portal.make('factories', [
        {
          name_en: 'Settled Works',
          country: 'CN',
          status: 'approved',
          business_licence_expiry: '2099-01-01',
          suppliers: [{ supplier_id: id }],
        },
      ])
      await portal.make('factory-allocations', [
        { po_line_id: line, process_stage: 'main', status: 'approved', factory_id: factory?.id, qty: 100 },
      ])
      await accredited(factory?.id, 'social', '2099-01-01')
      await settled()
      expect((await read(id)).score).toBe('20.0')
      const settings = (await admin.get('/api/settings/1')).body
      const change = async (values: object) =>
        admin.patch('/api/settings/1', { version: (await admin.get('/api/settings/1')).body.version, ...values })
      const wrong = await change({ score_weight_quality: 40 })
      expect(wrong.status).toBe(422)
      expect(wrong.body.errors.score_weight_quality).toEqual([
        'The five weights must add up to 100; they add up to 110.',
      ])
      expect((await change({ score_watch_from: 80 })).body.errors).toEqual({
        score_approved_from: [
          'Each band needs a part of the range 0 to 100: watch must start above 0, and approved above watch.',
        ],
      })
      expect((await change({ score_weight_delivery: 25, score_weight_compliance: 25 })).status).toBe(200)
      expect((await read(id)).score).toBe('50.0')
      await change({ score_weight_delivery: settings.score_weight_delivery, score_weight_compliance: 10 })
    })

    it('by which the office’s list is sorted', async () => {
      const { status, body } = await Office.get('/api/suppliers?_sort=score&_order=asc&score_nnull=true&_end=100')
      expect(status).toBe(200)
      const scores = body.map(({ score }: { score: string }) => Number(score))
      expect(scores).toEqual([...scores].sort((a, b) => a - b))
    })
  })
})
