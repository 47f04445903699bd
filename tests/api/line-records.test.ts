import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plan as inspectionPlan, qaActivities } from '#areas/qa-activities/area.ts'
import { server as qaServer } from '#areas/qa-activities/server.ts'
import { plan as samplePlan, sampleRequests } from '#areas/sample-requests/area.ts'
import { server as sampleServer } from '#areas/sample-requests/server.ts'
import { system } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { LinePlan } from '#shared/trade/line-kinds.ts'
import { isReady } from '#shared/trade/readiness.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('samples and inspections that order lines wait for (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0
  const types: Record<string, number> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
    await portal.make('requirement-profiles', [
      { code: 'BOTH', name_en: 'Both', requirements: [{ kind: 'sample' }, { kind: 'inspection' }] },
    ])
    const usual = { stage: 'production', default_qty: 2, sizes_rule: 'base', lead_days: 5, status: 'active' }
    for (const [seq, record] of [
      { code: 'FIT', name_en: 'Fit' },
      { code: 'SIZE_SET', name_en: 'Size set', gate: 'cutting' },
      { code: 'PPS', name_en: 'Pre-production', gate: 'bulk', needs_line: true, needs_colourway: true },
    ].entries()) {
      const [type] = await portal.make('sample-types', [{ ...usual, seq: seq + 1, ...record }])
      types[record.code] = type?.id ?? 0
    }
  }, 120_000)
  afterAll(() => portal.close())

  const order = async (changes: object = {}) => {
    made += 1
    const issued = { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }
    const [record] = await portal.make('purchase-orders', [draft(`PO-REC-${made}`, { ...issued, ...changes })])
    const { lines } = (await admin.get(`/api/purchase-orders/${record?.id}`)).body
    return Number(lines[0].id)
  }
  const lineOf = async (id: number) => (await admin.get(`/api/po-lines/${id}`)).body as AnyRecord
  const cell = async (line: number, kind: string, who = office) =>
    (await who.get(`/api/po-lines/readiness?id=${line}`)).body.rows[0].cells[kind]
  const request = async (values: object) =>
    (
      await portal.make('sample-requests', [
        {
          ...{ sample_type_id: types.SIZE_SET, article_id: 1, supplier_id: 60, location_id: 1 },
          ...{ due_date: addDays(today, 20), sizes: [{ size_id: 1, qty: 1 }], requested_at: '2026-11-02T00:00:00Z' },
          ...values,
        },
      ])
    )[0]?.id ?? 0
  const activity = async (po_line_id: number, values: object = {}) =>
    (
      await portal.make('qa-activities', [
        { type: 'final', po_line_id, supplier_id: 60, planned_date: addDays(today, 30), ...values },
      ])
    )[0]?.id ?? 0
  const clear = () => portal.db.query('delete from sample_requests where po_line_id is null')
  const move = async (who: Person, area: string, id: number, name: string, inputs: object = {}) => {
    const { version } = (await admin.get(`/api/${area}/${id}`)).body
    const { status, body } = await who.post(`/api/${area}/${id}/moves/${name}`, { version, ...inputs })
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
  }
  /** What a plan says of one record in a state. */
  const expected = ({ readiness = {}, turns, whenMissing }: LinePlan, state: string) => {
    const is = readiness[state] ?? 'missing'
    const turn = is === 'missing' ? whenMissing : turns[state]
    return { state: is, turns: turn && !isReady(is) ? [turn] : [] }
  }

  it('are needed by a profile, and missing at first', async () => {
    const line = await order()
    expect(await cell(line, 'sample')).toMatchObject({ state: 'missing', turns: ['office'] })
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'missing', turns: ['office'] })
    expect(await lineOf(line)).toMatchObject({ requirements: expect.arrayContaining(['sample', 'inspection']) })
  })

  it.each(Object.keys(sampleRequests.lifecycle?.states ?? {}))('say how far a sample is: %s', async (status) => {
    const line = await order()
    const [{ colourway_id } = { colourway_id: 0 }] = await portal.db.query<{ colourway_id: number }>(
      'select colourway_id from po_lines where id = $1',
      [line],
    )
    await request({ sample_type_id: types.PPS, po_line_id: line, colourway_id, status })
    expect(await cell(line, 'sample')).toMatchObject(expected(samplePlan, status))
  })

  it.each(
    Object.keys(qaActivities.lifecycle?.states ?? {}).flatMap((status) =>
      status === 'rework_required'
        ? ['asked', 'submitted', 'returned', 'accepted'].map((plan): [string, string | null] => [status, plan])
        : [[status, null] as [string, string | null]],
    ),
  )('say how far the final inspection is: %s %s', async (status, plan_state) => {
    const line = await order()
    await activity(line, { status, plan_state })
    const standing = plan_state ? `rework_${plan_state}` : status
    expect(await cell(line, 'inspection')).toMatchObject(expected(inspectionPlan, standing))
  })

  it('of a style count for every line of it with the same supplier, and follow each move', async () => {
    const [mine, other] = [await order(), await order({ supplier_id: 61 })]
    const id = await request({ status: 'requested' })
    expect(await cell(mine, 'sample')).toMatchObject({
      state: 'in_progress',
      turns: ['supplier'],
      due: addDays(today, 20),
    })
    expect(await cell(mine, 'sample', agent)).toMatchObject({ turns: ['supplier'] })
    expect(await cell(other, 'sample')).toMatchObject({ state: 'missing' })
    await move(agent, 'sample-requests', id, 'acknowledge', { promised_date: addDays(today, 10) })
    await move(agent, 'sample-requests', id, 'dispatch', {
      dispatch_date: today,
      courier: 'DHL',
      awb_no: '1234567890',
    })
    expect(await cell(mine, 'sample')).toMatchObject({ state: 'in_progress', turns: [] })
    await move(office, 'sample-requests', id, 'receive', { received_date: today, condition: 'good' })
    expect(await cell(mine, 'sample')).toMatchObject({ state: 'in_progress', turns: ['office'] })
    await move(office, 'sample-requests', id, 'evaluate', { result: 'rejected', fit_comments: 'Too short.' })
    expect(await cell(mine, 'sample')).toMatchObject({ state: 'rejected', turns: ['office'] })
    await move(office, 'sample-requests', id, 'resubmit', { due_date: addDays(today, 25) })
    expect(await cell(mine, 'sample')).toMatchObject({ state: 'in_progress', turns: ['supplier'] })
    expect(await lineOf(mine)).toMatchObject({
      sample_readiness: 'in_progress',
      supplier_turn: expect.arrayContaining(['sample']),
    })
    await clear()
  })

  it('that nothing waits for do not count', async () => {
    const line = await order()
    await request({ sample_type_id: types.FIT, status: 'approved' })
    expect(await cell(line, 'sample')).toMatchObject({ state: 'missing' })
    await clear()
  })

  it('of the category’s plan must all be there', async () => {
    const line = await order()
    const [plan] = await portal.make('sample-plans', [
      {
        ...{ code: 'ALL', name_en: 'All', product_category_id: (await lineOf(line)).product_category_id },
        items: [types.FIT, types.SIZE_SET, types.PPS].map((sample_type_id, at) => ({
          sample_type_id,
          days_before: 30 - at,
        })),
      },
    ])
    await request({ status: 'approved' })
    expect(await cell(line, 'sample')).toMatchObject({ state: 'missing', turns: ['office'] })
    // Without the plan the size set is all; the type that is missing may go, too.
    const put = async (area: string, id: number | undefined, name: string) => move(admin, area, id ?? 0, name)
    await put('sample-plans', plan?.id, 'archive')
    expect(await cell(line, 'sample')).toMatchObject({ state: 'ok', turns: [] })
    await put('sample-plans', plan?.id, 'restore')
    expect(await cell(line, 'sample')).toMatchObject({ state: 'missing', turns: ['office'] })
    await put('sample-types', types.PPS, 'archive')
    expect(await cell(line, 'sample')).toMatchObject({ state: 'ok', turns: [] })
    await put('sample-types', types.PPS, 'restore')
    const [{ colourway_id } = { colourway_id: 0 }] = await portal.db.query<{ colourway_id: number }>(
      'select colourway_id from po_lines where id = $1',
      [line],
    )
    await request({ sample_type_id: types.PPS, po_line_id: line, colourway_id, status: 'approved_with_comments' })
    expect(await cell(line, 'sample')).toMatchObject({ state: 'ok', turns: [] })
    await portal.db.query('delete from sample_plans')
    await clear()
  })

  it('of a rejected lot count until another final inspection follows', async () => {
    const line = await order()
    await activity(line, { status: 'rejected' })
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'rejected', turns: ['office'] })
    const second = await activity(line)
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'in_progress', turns: [] })
    await move(office, 'qa-activities', second, 'cancel', { reason: 'Booked twice.' })
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'rejected' })
  })

  it('are not needed once a person says so, and are again after that', async () => {
    const line = await order()
    const { version } = await lineOf(line)
    const write = (removed_requirements: string[]) =>
      portal.app.kit.write(system, 'edit', (work) =>
        portal.app.kit.repository('po-lines').edit(work, line, { removed_requirements }),
      )
    expect(version).toBeGreaterThan(0)
    await write(['sample', 'inspection'])
    expect(await cell(line, 'sample')).toMatchObject({ state: 'not_required', turns: [] })
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'not_required', turns: [] })
    await activity(line, { status: 'accepted' })
    await write([])
    expect(await cell(line, 'sample')).toMatchObject({ state: 'missing' })
    expect(await cell(line, 'inspection')).toMatchObject({ state: 'ok', turns: [] })
  })

  it('stop reports of cut pieces until they are approved, where the settings say so', async () => {
    const [line, begun, free] = [await order(), await order(), await order()]
    const id = await request({ status: 'received' })
    await portal.app.kit.write(system, 'edit', (work) =>
      portal.app.kit.repository('po-lines').edit(work, free, { removed_requirements: ['sample'] }),
    )
    const report = (po_line_id: number, stage: string, cumulative_qty: number, who = agent) =>
      who.post('/api/wip-reports', { po_line_id, report_date: today, stage, cumulative_qty })
    const gate = async (cutting_gate: string) => {
      const { id: own, version } = (await admin.get('/api/settings?_start=0&_end=1')).body[0]
      expect((await admin.patch(`/api/settings/${own}`, { version, cutting_gate })).status).toBe(200)
    }
    const openOf = async (of: number, who = agent) => {
      const { lines, stops_cutting } = (await who.get(`/api/wip-reports/progress?lines=${of}`)).body
      return [lines[0].open_samples, stops_cutting]
    }
    const sizeSet = [{ name_en: 'Size set', name_zh: null, status: 'received' }]

    expect(await openOf(line)).toEqual([sizeSet, false])
    expect((await report(begun, 'cutting', 1)).status).toBe(201)
    await gate('block')
    expect(await openOf(line)).toEqual([sizeSet, true])
    for (const [stage, who] of [
      ['cutting', agent],
      ['sewing', office],
    ] as const) {
      const { status, body } = await report(line, stage, 1, who)
      expect([status, body.errors]).toEqual([
        422,
        { cumulative_qty: ['Cutting must wait until these samples are approved: Size set'] },
      ])
    }
    expect((await report(line, 'material_in_house', 1)).status).toBe(201)
    expect((await report(line, 'cutting', 0)).status).toBe(201)
    // What has begun goes on, and what needs no samples waits for none.
    expect((await report(begun, 'sewing', 1)).status).toBe(201)
    expect((await report(free, 'cutting', 1)).status).toBe(201)
    expect((await openOf(begun))[0]).toEqual([])
    await move(office, 'sample-requests', id, 'evaluate', { result: 'approved' })
    expect((await report(line, 'sewing', 1)).status).toBe(201)
    await gate('ignore')
    await clear()
    await request({ status: 'requested' })
    expect(await openOf(await order())).toEqual([[], false])
    await gate('warn')
    await clear()
  })

  it('are settled by the daily work where something was missed', async () => {
    const line = await order()
    await activity(line, { status: 'accepted' })
    await portal.db.query(
      `update po_lines set inspection_readiness = 'missing', sample_readiness = 'ok' where id = $1`,
      [line],
    )
    for (const { server } of [qaServer, sampleServer])
      await portal.app.kit.write(system, 'edit', async (work) => {
        for (let after: number | null = 0; after !== null; ) after = (await server.daily?.(work, after)) ?? null
      })
    expect(await lineOf(line)).toMatchObject({ inspection_readiness: 'ok', sample_readiness: 'missing' })
  })

  it('are listed by line for those who see it only', async () => {
    const line = await order()
    const id = await request({ status: 'requested' })
    const list = async (who: Person) => (await who.get(`/api/sample-requests?for_line=${line}`)).body as AnyRecord[]
    expect((await list(office)).map(({ id }) => id)).toContain(id)
    expect((await list(agent)).map(({ id }) => id)).toContain(id)
    expect(await list(portal.otherAgent)).toEqual([])
    await clear()
  })
})
