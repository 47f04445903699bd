import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaJobs, startOutbox } from '#server/jobs/outbox.ts'
import { system } from '#server/kit/principal.ts'
import { tnaTemplates } from '#server/seeds/tna-templates.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { requiredSpecTypes } from '#shared/trade/specification.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'
import { orders, step } from './orders-kit'
import { askForPrices } from './retail-prices-kit'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

describe.each(engines)('time and action (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let staff: Person
  let template: number
  const day = today()

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent, staff } = portal.as)
    const [made] = await portal.make('tna-templates', tnaTemplates)
    template = made?.id ?? 0
    await useTemplate(template)
  })
  afterAll(() => portal.close())

  const useTemplate = async (tna_template_id: number | null) => {
    const [settings] = (await admin.get('/api/settings?_start=0&_end=1')).body
    const { version } = (await admin.get(`/api/settings/${settings.id}`)).body
    const saved = await admin.patch(`/api/settings/${settings.id}`, { version, tna_template_id })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }

  /** The milestones of an order by code, as somebody sees them. */
  const tasksOf = async (order: { id: number }, person: Person = Office) => {
    const { status, body } = await person.get(`/api/tna-tasks?purchase_order_id=${order.id}&_start=0&_end=100`)
    expect(status).toBe(200)
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return new Map<string, any>(body.map((task: { code: string }) => [task.code, task]))
  }
  const move = (person: Person, task: { id: number; version: number }, name: string, inputs: object = {}) =>
    person.post(`/api/tna-tasks/${task.id}/moves/${name}`, { version: task.version, ...inputs })

  it('begins with the issue of an order, for each of its lines', async () => {
    const approved = await orders(portal).at('approved')
    expect(await tasksOf(approved)).toEqual(new Map())
    const { body: issued } = await step(admin, approved, 'issue')
    const tasks = await tasksOf(issued)
    expect(tasks.size).toBe(33)
    expect(tasks.get('po_issued')).toMatchObject({ status: 'done', actual_date: day, set_by: 'event', late_days: 0 })
    expect(tasks.get('ex_factory')).toMatchObject({
      status: 'pending',
      owner: 'supplier',
      planned_date: '2027-03-05',
      revised_date: '2027-03-05',
      supplier: { id: 60 },
    })
    // 2027-02-03 minus thirty is a Wednesday; a Sunday before ex-factory is a Friday.
    expect(tasks.get('cutting_start')).toMatchObject({ planned_date: '2027-02-03' })
    expect(tasks.get('final_inspection')).toMatchObject({ planned_date: '2027-03-03' })
    // Nobody said when it sails.
    expect(tasks.get('on_board')).toMatchObject({ planned_date: null, revised_date: null })
  })

  it('fills itself with the confirmation', async () => {
    const issued = await orders(portal).at('issued')
    expect((await tasksOf(issued)).get('po_confirmed')).toMatchObject({ status: 'pending' })
    await step(Agent, issued, 'acknowledge')
    const task = (await tasksOf(issued)).get('po_confirmed')
    expect(task).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
    const { body } = await Office.get(`/api/tna-tasks/${task.id}/history`)
    expect(body[0]).toMatchObject({ action: 'finish', from_status: 'pending', to_status: 'done' })
    const refused = await move(Office, task, 'reopen', { reason: 'Not so' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Set automatically from the underlying record. Correct that record instead.',
    ])
  })

  it('fills itself from production, and is to do again when that was a mistake', async () => {
    const order = await orders(portal).at('confirmed')
    const tell = (stage: string, cumulative_qty: number) =>
      Agent.post('/api/wip-reports', { po_line_id: order.lines[0].id, report_date: day, stage, cumulative_qty })
    await tell('material_in_house', 60)
    expect((await tasksOf(order)).get('material_in_house')).toMatchObject({ status: 'pending' })
    const cut = await tell('cutting', 10)
    await tell('packing', 100)
    const tasks = await tasksOf(order)
    expect(tasks.get('cutting_start')).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
    expect(tasks.get('sewing_start')).toMatchObject({ status: 'pending' })
    expect(tasks.get('packing_complete')).toMatchObject({ status: 'done', actual_date: day })
    const gone = await Office.delete(`/api/wip-reports/${cut.body.id}`, { version: cut.body.version })
    expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300)
    expect((await tasksOf(order)).get('cutting_start')).toMatchObject({ status: 'pending', actual_date: null })
  })

  it('is as the line says when what a person said is taken back', async () => {
    const order = await orders(portal).at('confirmed')
    const [{ id: line }] = order.lines
    const cutting = async () => (await tasksOf(order)).get('cutting_start')
    expect((await move(Agent, await cutting(), 'finish', { actual_date: addDays(day, -1) })).status).toBe(200)
    const report = { po_line_id: line, report_date: day, stage: 'cutting', cumulative_qty: 1 }
    expect((await Agent.post('/api/wip-reports', report)).status).toBe(201)
    expect(await cutting()).toMatchObject({ actual_date: addDays(day, -1), set_by: 'person' })
    expect((await move(Office, await cutting(), 'reopen', { reason: 'Another day' })).status).toBe(200)
    expect(await cutting()).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
  })

  it('fills itself when all of a line has its factory', async () => {
    const [factory] = await portal.make('factories', [
      {
        factory_code: 'F-TNA',
        name_en: 'Works',
        country: 'CN',
        status: 'approved',
        ...licensed,
        suppliers: [{ supplier_id: 60 }],
      },
    ])
    const order = await orders(portal).at('confirmed')
    const allocate = (qty: number) =>
      Office.post('/api/factory-allocations', {
        po_line_id: order.lines[0].id,
        factory_id: factory?.id,
        process_stage: 'main',
        qty,
      })
    expect((await tasksOf(order)).get('factory_allocated')).toMatchObject({ status: 'pending' })
    const { status, body } = await allocate(100)
    expect([status, body.status], JSON.stringify(body)).toEqual([201, 'approved'])
    expect((await tasksOf(order)).get('factory_allocated')).toMatchObject({ status: 'done', set_by: 'event' })
  })

  it('fills itself once every specification that the line needs is acknowledged, and waits again for a new version', async () => {
    const scope = { name_en: 'Of the article', applies_to: 'article', article_id: 1, status: 'active' }
    const specs = await portal.make(
      'specifications',
      requiredSpecTypes.map((spec_type) => ({ ...scope, spec_type })),
    )
    const order = await orders(portal).at('confirmed')
    const specsTask = async () => (await tasksOf(order)).get('specs_acknowledged')
    const allocations: { id: number; version: number }[] = []
    for (const { id } of specs) {
      const values = { specification_id: id }
      const { body } = await Office.post('/api/spec-allocations/allocate', { lines: [order.lines[0].id], values })
      expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
      allocations.push((await Office.get(`/api/spec-allocations/${body.results[0].id}`)).body)
    }
    for (const { id, version } of allocations) {
      expect(await specsTask()).toMatchObject({ status: 'pending', owner: 'supplier' })
      expect((await Agent.post(`/api/spec-allocations/${id}/moves/acknowledge`, { version })).status).toBe(200)
    }
    expect(await specsTask()).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
    const [first] = allocations
    await portal.app.kit.write(system, 'outdate', (work) =>
      portal.app.kit.repository('spec-allocations').move(work, first?.id ?? 0, 'outdate', {}),
    )
    expect(await specsTask()).toMatchObject({ status: 'pending', actual_date: null })
  })

  it('moves with ex-factory, but neither the plan nor what is done', async () => {
    const order = await orders(portal).at('confirmed')
    const before = await tasksOf(order)
    await move(Agent, before.get('material_in_house'), 'finish', { actual_date: day })
    const line = order.lines[0].id
    const { body: changed } = await step(Office, order, 'request_change', {
      reason_code: 'quantity_change_buyer',
      items: [{ po_line_id: line, field: 'ex_factory_date', new_value: '2027-03-12' }],
    })
    const accepted = await step(Agent, changed, 'accept_request')
    expect([accepted.status, accepted.body.lines?.[0]?.ex_factory_date], JSON.stringify(accepted.body)).toEqual([
      200,
      '2027-03-12',
    ])
    const after = await tasksOf(order)
    expect(after.get('ex_factory')).toMatchObject({ planned_date: '2027-03-05', revised_date: '2027-03-12' })
    expect(after.get('cutting_start')).toMatchObject({ planned_date: '2027-02-03', revised_date: '2027-02-10' })
    expect(after.get('material_in_house')).toMatchObject({
      status: 'done',
      revised_date: before.get('material_in_house').revised_date,
    })
    expect(after.get('po_confirmed')).toEqual(before.get('po_confirmed'))
  })

  it('is finished and dated by its owner, with a day that has come', async () => {
    const order = await orders(portal).at('confirmed')
    const tasks = await tasksOf(order, Agent)
    const fabric = tasks.get('fabric_booked')
    const early = await move(Agent, fabric, 'finish', { actual_date: addDays(day, 2) })
    expect([early.status, early.body.errors]).toEqual([422, { actual_date: ['The date must not be after today'] }])
    const absurd = await move(Agent, fabric, 'finish', { actual_date: '1999-01-01' })
    expect([absurd.status, Object.keys(absurd.body.errors)]).toEqual([422, ['actual_date']])
    const gone = await move(Agent, fabric, 'revise', { expected_date: addDays(day, -2), reason: 'Mill is late' })
    expect([gone.status, Object.keys(gone.body.errors)]).toEqual([422, ['expected_date']])
    expect((await move(Agent, fabric, 'revise', { expected_date: addDays(day, 20) })).status).toBe(422)
    const expected = addDays(fabric.revised_date, 4)
    const revised = await move(staff, fabric, 'revise', { expected_date: expected, reason: 'Mill is late' })
    expect([revised.status, revised.body]).toEqual([
      200,
      expect.objectContaining({ status: 'pending', expected_date: expected, late_days: 4, reason: 'Mill is late' }),
    ])
    const done = await move(Agent, revised.body, 'finish', { actual_date: addDays(day, -1) })
    expect([done.status, done.body]).toEqual([
      200,
      expect.objectContaining({ status: 'done', actual_date: addDays(day, -1), set_by: 'person' }),
    ])
    expect(done.body.done_by).toBe(Agent.id)
  })

  it('leaves the office’s milestones to the office', async () => {
    const order = await orders(portal).at('confirmed')
    const approval = (await tasksOf(order, Agent)).get('lab_dip_approved')
    for (const person of [Agent, staff]) {
      const { status, body } = await move(person, approval, 'finish', { actual_date: day })
      expect([status, body.code]).toEqual([409, 'guard'])
    }
    expect((await move(Agent, approval, 'skip', { reason: 'No dip' })).status).toBe(403)
    const skipped = await move(Office, approval, 'skip', { reason: 'Colour carried over' })
    expect([skipped.status, skipped.body]).toEqual([
      200,
      expect.objectContaining({ status: 'skipped', reason: 'Colour carried over' }),
    ])
    const again = await move(Office, skipped.body, 'reopen', { reason: 'New colour after all' })
    expect([again.status, again.body]).toEqual([200, expect.objectContaining({ status: 'pending', reason: null })])
    expect((await move(Office, (await tasksOf(order)).get('po_issued'), 'finish', { actual_date: day })).status).toBe(
      409,
    )
  })

  it('is nobody else’s', async () => {
    const order = await orders(portal).at('issued')
    const task = (await tasksOf(order)).get('fabric_booked')
    expect((await tasksOf(order, portal.otherAgent)).size).toBe(0)
    expect((await portal.otherAgent.get(`/api/tna-tasks/${task.id}`)).status).toBe(404)
    expect((await move(portal.otherAgent, task, 'finish', { actual_date: day })).status).toBe(404)
    expect((await portal.as.user.get('/api/tna-tasks?_start=0&_end=10')).status).toBe(403)
    expect((await Agent.get('/api/tna-templates?_start=0&_end=10')).status).toBe(403)
  })

  it('ends with its line and comes back with it', async () => {
    const order = await orders(portal).at('confirmed')
    await move(Office, (await tasksOf(order)).get('pp_meeting'), 'finish', { actual_date: day })
    await step(Office, (await Office.get(`/api/purchase-orders/${order.id}`)).body, 'short_close', {
      reason: 'Enough came',
    })
    const ended = await tasksOf(order)
    // What a person has done stays, and is not opened for a line that is over.
    expect(ended.get('pp_meeting')).toMatchObject({ status: 'done', set_by: 'person' })
    expect((await move(Office, ended.get('pp_meeting'), 'reopen', { reason: 'Try' })).status).toBe(409)
    expect(ended.get('fabric_booked')).toMatchObject({ status: 'skipped', set_by: 'line' })
    expect(ended.get('po_confirmed')).toMatchObject({ status: 'done' })
    expect((await move(Office, ended.get('fabric_booked'), 'reopen', { reason: 'Try' })).status).toBe(409)
    const cancelled = await orders(portal).at('issued')
    await step(Office, cancelled, 'cancel', { reason: 'Dropped from the range' })
    const states = new Set([...(await tasksOf(cancelled)).values()].map(({ status }) => status))
    expect(states).toEqual(new Set(['done', 'skipped']))
  })

  it('is taken back with an order that its supplier never saw', async () => {
    const issued = await orders(portal).at('issued')
    const { body: recalled, status } = await step(Office, issued, 'recall')
    expect([status, (await tasksOf(issued)).size]).toEqual([200, 0])
    await step(Office, recalled, 'issue')
    expect((await tasksOf(issued)).size).toBe(33)
  })

  it('follows the nearest category that names a template', async () => {
    const [short] = await portal.make('tna-templates', [
      {
        code: 'SHORT',
        name_en: 'Short',
        items: [
          {
            seq: 1,
            code: 'start',
            name_en: 'Start',
            owner: 'office',
            anchor: 'order',
            offset_days: 0,
            filled_by: 'manual',
          },
        ],
      },
    ])
    const put = async (tna_template_id: number | null) => {
      const { version } = (await Office.get('/api/product-categories/1')).body
      expect((await Office.patch('/api/product-categories/1', { version, tna_template_id })).status).toBe(200)
    }
    // The line stands in the category below it.
    await put(short?.id ?? 0)
    const order = await orders(portal).at('issued')
    expect([...(await tasksOf(order)).keys()]).toEqual(['start'])
    // A line without a category stands in that of its order.
    const approved = await orders(portal).at('approved')
    await portal.db.query('update po_lines set product_category_id = null where purchase_order_id = $1', [approved.id])
    const { body: issued } = await step(admin, approved, 'issue')
    expect([...(await tasksOf(issued)).keys()]).toEqual(['start'])
    await put(null)
    expect((await tasksOf(await orders(portal).at('issued'))).size).toBe(33)
  })

  it('comes to orders that are out with the first template of the settings', async () => {
    await useTemplate(null)
    const [imported] = await portal.make('purchase-orders', [
      draft('TNA-OUT', {
        status: 'confirmed',
        issued_at: '2026-10-05T00:00:00Z',
        acknowledged_at: '2026-10-09T08:00:00Z',
      }),
    ])
    const order = { id: Number(imported?.id) }
    // More than are planned at once: the others follow, portion by portion.
    const others = await portal.make(
      'purchase-orders',
      Array.from({ length: 45 }, (_, at) =>
        draft(`TNA-OUT-${at}`, { status: 'confirmed', issued_at: `${day}T00:00:00Z` }),
      ),
    )
    expect((await tasksOf(order)).size).toBe(0)
    await useTemplate(template)
    const outbox = await startOutbox(portal.db, areaJobs(portal.app.kit), silent)
    await expect
      .poll(
        async () => (await portal.db.query(`select 1 from outbox where done_at is null and kind = 'tna_plan'`)).length,
        { timeout: 60_000 },
      )
      .toBe(0)
    await outbox.stop()
    const last = { id: Number(others.at(-1)?.id) }
    expect((await tasksOf(last)).size).toBe(33)
    const tasks = await tasksOf(order)
    expect(tasks.get('po_confirmed')).toMatchObject({
      status: 'done',
      planned_date: '2026-10-08',
      actual_date: '2026-10-09',
      late_days: 1,
    })
  })

  it('tells what is late and what is due', async () => {
    const [imported] = await portal.make('purchase-orders', [
      draft('TNA-LATE', { status: 'confirmed', issued_at: '2026-10-05T00:00:00Z' }),
    ])
    const codes = async (filter: string) => {
      const { status, body } = await Office.get(
        `/api/tna-tasks?purchase_order_id=${imported?.id}&_start=0&_end=100&${filter}`,
      )
      expect(status, JSON.stringify(body)).toBe(200)
      return body.map(({ code }: { code: string }) => code)
    }
    const late = await codes('is_late=true')
    expect(late).toContain('fabric_booked')
    expect(late).not.toContain('ex_factory')
    expect(late).not.toContain('po_issued')
    expect(await codes('due_by_gte=2027-03-01')).toEqual(['packing_complete', 'final_inspection', 'ex_factory'])
  })

  it('is planned by line, the latest first, for each side its own', async () => {
    const plan = async (person: Person, query: string) => {
      const { status, body } = await person.get(`/api/tna-tasks/plan?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.lines as { id: number; po_no: string; tasks: { code: string; version: number }[] }[]
    }
    const order = await orders(portal).at('confirmed')
    const [line] = await plan(Agent, `purchase_order_id=${order.id}`)
    expect([line?.po_no, line?.tasks.length, line?.tasks[0]]).toEqual([
      order.po_no,
      33,
      expect.objectContaining({ code: 'po_issued', status: 'done', actual_date: day, version: 1 }),
    ])
    const late = await plan(Office, 'late=1')
    expect(late[0]?.po_no).toBe('TNA-LATE')
    expect(late.map(({ po_no }) => po_no)).not.toContain(order.po_no)
    expect((await plan(Office, 'within=5&owner=supplier')).map(({ po_no }) => po_no)).not.toContain(order.po_no)
    expect((await plan(Office, `within=14&owner=supplier&q=${order.po_no}`)).map(({ po_no }) => po_no)).toEqual([
      order.po_no,
    ])
    expect(await plan(Office, 'supplier_id=61')).toEqual([])
    expect(await plan(portal.otherAgent, '')).toEqual([])
    for (const wrong of ['within=soon', 'owner=nobody', 'colour=red'])
      expect((await Office.get(`/api/tna-tasks/plan?${wrong}`)).status).toBe(400)
    expect((await portal.as.user.get('/api/tna-tasks/plan')).status).toBe(403)
  })

  it('finishes many at once, with a result for each', async () => {
    const order = await orders(portal).at('confirmed')
    const tasks = await tasksOf(order, Agent)
    const rows = ['fabric_booked', 'lab_dip_submitted', 'lab_dip_approved'].map((code) => ({
      id: tasks.get(code).id,
      version: tasks.get(code).version,
    }))
    const { status, body } = await Agent.post('/api/tna-tasks/bulk/moves/finish', { rows, actual_date: day })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    const after = await tasksOf(order)
    expect(['fabric_booked', 'lab_dip_submitted', 'lab_dip_approved'].map((code) => after.get(code).status)).toEqual([
      'done',
      'done',
      'pending',
    ])
  })

  it('keeps templates whole', async () => {
    const item = (seq: number, code: string, more: object = {}) => ({
      seq,
      code,
      name_en: code,
      owner: 'office',
      anchor: 'order',
      offset_days: seq,
      filled_by: 'manual',
      ...more,
    })
    const { status, body } = await Office.post('/api/tna-templates', {
      code: 'WRONG',
      name_en: 'Wrong',
      items: [item(1, 'a', { after_code: 'b' }), item(2, 'b', { after_code: 'nothing' }), item(2, 'a')],
    })
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['items.0.after_code', 'items.1.after_code', 'items.2.code', 'items.2.seq'],
    ])
  })

  describe('follows the working calendar', () => {
    /** Lets the jobs of the plans run until none is left. */
    const settleJobs = async () => {
      const outbox = await startOutbox(portal.db, areaJobs(portal.app.kit), silent)
      await expect
        .poll(
          async () =>
            (await portal.db.query(`select 1 from outbox where done_at is null and kind like 'tna_%'`)).length,
          { timeout: 60_000 },
        )
        .toBe(0)
      await outbox.stop()
    }
    const chinaNow = async () => {
      const [china] = (await admin.get('/api/calendars?country=CN')).body
      return (await admin.get(`/api/calendars/${china.id}`)).body
    }
    const change = async (holidays: { id?: number; date: string; name_en: string; kind?: string }[]) => {
      const { id, version } = await chinaNow()
      const rows = holidays.map(({ id: row, date, name_en, kind }) => ({
        ...(row && { id: row }),
        date,
        name_en,
        ...(kind && { kind }),
      }))
      const saved = await admin.patch(`/api/calendars/${id}`, { version, holidays: rows })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }

    it('when holidays and make-up days change: what is not done moves, after the write, and the history says why', async () => {
      const order = await orders(portal).at('confirmed')
      const before = await tasksOf(order)
      await move(Agent, before.get('material_in_house'), 'finish', { actual_date: day })
      const due = before.get('cutting_start').revised_date
      expect(due).toBe('2027-02-03')
      const { holidays } = await chinaNow()
      await change([
        ...holidays,
        { date: due, name_en: 'Festival' },
        { date: before.get('material_in_house').revised_date, name_en: 'Festival' },
      ])
      // The administrator waited for no plan.
      expect((await tasksOf(order)).get('cutting_start').revised_date).toBe(due)
      await settleJobs()
      const after = await tasksOf(order)
      expect(after.get('cutting_start')).toMatchObject({ planned_date: due, revised_date: '2027-02-02' })
      // The office works by its own calendar.
      expect(after.get('pp_meeting').revised_date).toBe(before.get('pp_meeting').revised_date)
      expect(after.get('material_in_house').revised_date).toBe(before.get('material_in_house').revised_date)
      const { body: history } = await Office.get(`/api/tna-tasks/${after.get('cutting_start').id}/history`)
      expect(history[0]).toMatchObject({
        action: 'calendar_changed',
        actor: { id: null },
        changes: [expect.objectContaining({ field: 'revised_date', old: due, new: '2027-02-02' })],
      })

      // A Sunday that is worked: what falls on it stays there.
      const line = order.lines[0].id
      await portal.db.query(`update tna_tasks set offset_days = -26 where po_line_id = $1 and code = 'cutting_start'`, [
        line,
      ])
      await change([...holidays, { date: '2027-02-07', name_en: 'Make-up day', kind: 'make_up_day' }])
      await settleJobs()
      expect((await tasksOf(order)).get('cutting_start').revised_date).toBe('2027-02-07')
      await change(holidays)
      await settleJobs()
      expect((await tasksOf(order)).get('cutting_start').revised_date).toBe('2027-02-05')
    })

    it('in portions, each of which asks for the next in its own transaction', async () => {
      await portal.make(
        'purchase-orders',
        Array.from({ length: 22 }, (_, index) =>
          draft(`TNA-MANY-${index}`, { status: 'confirmed', issued_at: '2026-11-05T00:00:00Z' }),
        ),
      )
      await change([...(await chinaNow()).holidays, { date: '2027-02-03', name_en: 'Festival' }])
      const waiting = () =>
        portal.db.query<{ payload: { after: number } }>(
          `select payload from outbox where kind = 'tna_calendar' and done_at is null`,
        )
      expect((await waiting()).map(({ payload }) => payload)).toEqual([{ country: 'CN', after: 0 }])
      // As a process would that dies after the first portion: the next one is there to be taken up.
      await areaJobs(portal.app.kit).tna_calendar?.({ country: 'CN', after: 0 }, { id: 0, attempt: 1 })
      expect((await waiting()).map(({ payload }) => payload.after > 0)).toEqual([false, true])
      await settleJobs()
      const due = await portal.db.query(
        `select 1 from tna_tasks where revised_date = '2027-02-03' and status = 'pending' and owner = 'supplier'`,
      )
      expect(due).toEqual([])
    })

    it('and not when only its name changes', async () => {
      const { id, version } = await chinaNow()
      await admin.patch(`/api/calendars/${id}`, { version, name_zh: '中国大陆' })
      expect(await portal.db.query(`select 1 from outbox where kind = 'tna_calendar' and done_at is null`)).toEqual([])
    })
  })

  it('fills itself as inspections take place, and final ones as goods are accepted', async () => {
    const order = await orders(portal).at('confirmed')
    const [{ id: line }] = order.lines
    const now = async (code: string) => (await tasksOf(order)).get(code)
    const step = async (id: number, name: string, inputs: object = {}) => {
      const { version } = (await admin.get(`/api/qa-activities/${id}`)).body
      const { status, body } = await Office.post(`/api/qa-activities/${id}/moves/${name}`, { version, ...inputs })
      expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    }
    for (const [type, code, isBy] of [
      ['inline', 'inline_inspection', 'complete'],
      ['final', 'final_inspection', 'accept'],
    ] as const) {
      const planned = { type, po_line_id: line, supplier_id: 60, planned_date: day, lot_qty: 500 }
      const { status, body } = await Office.post('/api/qa-activities', planned)
      expect(status, JSON.stringify(body)).toBe(201)
      await step(body.id, 'schedule', { planned_date: day })
      await step(body.id, 'start')
      expect(await now(code)).toMatchObject({ status: 'pending', actual_date: null })
      await step(body.id, 'complete', { inspected_on: day, packed_pct: 100, conclusion: 'conforming' })
      expect((await now(code))?.status).toBe(isBy === 'complete' ? 'done' : 'pending')
      await step(body.id, 'accept')
      expect(await now(code)).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
    }
  })

  it('fills itself as samples of the line, or of its style, are sent and approved', async () => {
    const order = await orders(portal).at('confirmed')
    const [{ id: line, article_id }] = order.lines
    const now = async (code: string) => (await tasksOf(order)).get(code)
    const usual = { seq: 1, sizes_rule: 'base', default_qty: 1, lead_days: 5, status: 'active' }
    const request = async (code: string, type: object, values: object) => {
      const [kind] = await portal.make('sample-types', [
        { ...usual, code, name_en: code, stage: 'production', ...type },
      ])
      const { body } = await Office.post('/api/sample-requests', {
        sample_type_id: kind?.id,
        article_id,
        supplier_id: 60,
        location_id: 1,
        due_date: '2099-01-04',
        sizes: [{ size_id: null, qty: 2 }],
        ...values,
      })
      return Number(body.id)
    }
    const step = async (person: Person, id: number, name: string, inputs: object = {}) => {
      const { version } = (await admin.get(`/api/sample-requests/${id}`)).body
      const { status, body } = await person.post(`/api/sample-requests/${id}/moves/${name}`, { version, ...inputs })
      expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    }
    // One is for the line, the other for its style.
    for (const [id, sent, approved] of [
      [await request('PPS', { needs_line: true }, { po_line_id: line }), 'pps_submitted', 'pps_approved'],
      [await request('FIT', {}, {}), 'fit_submitted', 'fit_approved'],
    ] as const) {
      await step(Office, id, 'send')
      await step(Agent, id, 'acknowledge', { promised_date: '2099-01-02' })
      expect(await now(sent)).toMatchObject({ status: 'pending', actual_date: null })
      await step(Agent, id, 'dispatch', { dispatch_date: day, courier: 'DHL', awb_no: '1234567890' })
      expect(await now(sent)).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
      await step(Office, id, 'receive', { received_date: day, condition: 'good' })
      expect(await now(approved)).toMatchObject({ status: 'pending' })
      await step(Office, id, 'evaluate', { result: 'approved' })
      expect(await now(approved)).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
      // What is put away was decided.
      const { version } = (await admin.get(`/api/sample-requests/${id}`)).body
      expect((await admin.post(`/api/sample-requests/${id}/moves/archive`, { version })).status).toBe(200)
    }
    const report = { po_line_id: line, report_date: day, stage: 'material_in_house', cumulative_qty: 1 }
    expect((await Agent.post('/api/wip-reports', report)).status).toBe(201)
    for (const code of ['pps_submitted', 'pps_approved', 'fit_submitted', 'fit_approved'])
      expect(await now(code)).toMatchObject({ status: 'done', actual_date: day })
  })

  it('fills itself when all retail prices of a line are released, and on tickets', async () => {
    await askForPrices(portal, { every_line: true })
    const order = await orders(portal).at('confirmed')
    const line = order.lines[0].id
    const prices = (await Office.get(`/api/po-line-rrps?po_line_id=${line}`)).body
    expect(prices.map(({ market }: { market: string }) => market).sort()).toEqual(['DE', 'GB'])
    const step = async (id: number, person: Person, name: string, inputs: object = {}) => {
      const { version } = (await admin.get(`/api/po-line-rrps/${id}`)).body
      const { status, body } = await person.post(`/api/po-line-rrps/${id}/moves/${name}`, { version, ...inputs })
      expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    }
    const now = async (code: string) => (await tasksOf(order)).get(code)
    expect(await now('rrp_released')).toMatchObject({ status: 'pending', filled_by: 'prices_released' })
    expect((await move(Office, await now('rrp_released'), 'finish', { actual_date: day })).body.code).toBe('guard')
    for (const [at, { id }] of prices.entries()) {
      await step(id, Office, 'enter', { amount: '29.99' })
      await step(id, admin, 'approve')
      expect(await now('rrp_released')).toMatchObject({ status: 'pending' })
      await step(id, Office, 'release')
      expect(await now('rrp_released')).toMatchObject({ status: at === 0 ? 'pending' : 'done' })
    }
    expect(await now('rrp_released')).toMatchObject({ actual_date: day, set_by: 'event' })
    for (const { id } of prices) await step(id, Agent, 'confirm_ticketed', { comment: 'Tickets are on' })
    expect(await now('labels_ordered')).toMatchObject({ status: 'done', actual_date: day, set_by: 'event' })
    await step(prices[0].id, admin, 'change_ticketed', { amount: '34.99', reason: 'The rate moved' })
    expect(await now('rrp_released')).toMatchObject({ status: 'pending', actual_date: null })
    expect(await now('labels_ordered')).toMatchObject({ status: 'pending' })
  })
})
