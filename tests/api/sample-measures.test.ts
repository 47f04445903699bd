import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/sample-requests'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('measurements of samples (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let staff: Person
  let type: number
  let poms: number[]
  let spec: number

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent, staff } = portal.as)
    const [fit] = await portal.make('sample-types', [
      {
        ...{ code: 'FIT', name_en: 'Fit', seq: 1, stage: 'production', default_qty: 1, lead_days: 5 },
        ...{ sizes_rule: 'all', needs_measurement: true, status: 'active' },
      },
    ])
    type = fit?.id ?? 0
    poms = (
      await portal.make('poms', [
        { code: 'CHEST-1', name_en: 'Chest', name_zh: '胸围' },
        { code: 'LENGTH-1', name_en: 'Length', name_zh: '衣长' },
      ])
    ).map(({ id }) => id)
    spec = await specification('520')
  }, 120_000)
  afterAll(() => portal.close())

  /** A table of two points: sizes 1 and 2 of the first, size 1 of the second. */
  const specification = async (chest: string) => {
    const [made] = await portal.make('specifications', [
      {
        ...{ name_en: 'Measures', spec_type: 'measurement', applies_to: 'article', article_id: 1 },
        ...{ size_scale_id: 1, base_size_id: 1, unit: 'in', status: 'active' },
        measures: [
          {
            ...{ seq: 1, pom_id: poms[0], tol_plus_mm: '10', tol_minus_mm: '5' },
            values: [
              { size_id: 1, value_mm: chest, by_hand: true },
              { size_id: 2, value_mm: '540', by_hand: true },
            ],
          },
          {
            ...{ seq: 2, pom_id: poms[1], tol_plus_mm: '6' },
            values: [{ size_id: 1, value_mm: '650', by_hand: true }],
          },
        ],
      },
    ])
    return made?.id ?? 0
  }
  const request = async (values: object = {}) => {
    const { status, body } = await Office.post(url, {
      ...{ sample_type_id: type, article_id: 1, supplier_id: 60, location_id: 1, due_date: addDays(today, 20) },
      ...{
        sizes: [
          { size_id: 2, qty: 1 },
          { size_id: 1, qty: 1 },
        ],
        ...values,
      },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return Number(body.id)
  }
  const read = async (id: number, who = Office) => (await who.get(`${url}/${id}`)).body
  const move = async (who: Person, id: number, name: string, values: object = {}) => {
    const { version } = await read(id)
    const { status, body } = await who.post(`${url}/${id}/moves/${name}`, { version, ...values })
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
  }
  /** Writes values to the rows of a request, in their order; the others stay. */
  const measure = async (who: Person, id: number, values: object[], version?: number) => {
    const now = await read(id)
    const measures = now.measures.map((row: { id: number }, at: number) => ({ id: row.id, ...values[at] }))
    return who.patch(`${url}/${id}`, { version: version ?? now.version, measures })
  }
  const inMaking = async (values: object = {}) => {
    const id = await request(values)
    await move(Office, id, 'send')
    await move(Agent, id, 'acknowledge', { promised_date: addDays(today, 9) })
    return id
  }
  const received = async () => {
    const id = await inMaking()
    await move(Agent, id, 'dispatch', { dispatch_date: today, courier: 'DHL', awb_no: '1234567890' })
    await move(Office, id, 'receive', { received_date: today, condition: 'good' })
    return id
  }
  const [own, actual] = ['own_mm', 'actual_mm']

  it('are the points of the specification in the sizes of the request, and follow it until the sample is sent', async () => {
    const id = await request()
    const { measures, measure_unit, specification_id } = await read(id)
    expect([specification_id, measure_unit]).toEqual([spec, 'in'])
    const facts = { own_mm: null, actual_mm: null }
    expect(measures).toMatchObject([
      {
        seq: 1,
        pom_id: poms[0],
        size_id: 1,
        spec_mm: '520.000',
        tol_plus_mm: '10.000',
        tol_minus_mm: '5.000',
        ...facts,
      },
      { seq: 2, pom_id: poms[1], size_id: 1, spec_mm: '650.000', tol_plus_mm: '6.000', tol_minus_mm: null, ...facts },
      { seq: 3, pom_id: poms[0], size_id: 2, spec_mm: '540.000', ...facts },
    ])
    await move(Office, id, 'send')
    await move(Agent, id, 'acknowledge', { promised_date: addDays(today, 9) })
    expect((await measure(Agent, id, [{ own_mm: '521.5' }])).status).toBe(200)
    const second = await specification('530')
    const { version } = await read(id)
    expect((await Office.patch(`${url}/${id}`, { version, specification_id: second })).status).toBe(200)
    expect((await read(id)).measures[0]).toMatchObject({ spec_mm: '530.000', own_mm: '521.500' })
    await portal.db.query(`update specifications set status = 'superseded' where id = $1`, [second])
  })

  it('are none without a table, and for types that are not measured', async () => {
    const [plain] = await portal.make('sample-types', [
      {
        ...{ code: 'PHOTO', name_en: 'Photo', seq: 2, stage: 'development', default_qty: 1, lead_days: 5 },
        ...{ sizes_rule: 'base', status: 'active' },
      },
    ])
    expect(await read(await request({ sample_type_id: plain?.id }))).toMatchObject({ measures: [], measure_unit: null })
    expect(await read(await request({ sizes: [{ size_id: null, qty: 1 }] }))).toMatchObject({ measures: [] })
  })

  it('are entered by the supplier before it sends, and by the office once the sample is there', async () => {
    const id = await inMaking()
    expect((await read(id, Agent)).editable).toEqual(['measures.own_mm'])
    expect((await measure(Agent, id, [{ own_mm: '519' }, { own_mm: '661' }])).status).toBe(200)
    expect((await measure(staff, id, [{}, {}, { own_mm: '541.125' }])).status).toBe(200)
    for (const [who, values] of [
      [Agent, { actual_mm: '519' }],
      [Agent, { spec_mm: '519' }],
      [Office, { own_mm: '519' }],
      [Office, { actual_mm: '519' }],
    ] as const)
      expect([403, 422]).toContain((await measure(who, id, [values])).status)
    expect((await measure(portal.otherAgent, id, [{ own_mm: '1' }])).status).toBe(404)
    expect((await read(id)).measures.map((row: Record<string, unknown>) => [row[own], row[actual]])).toEqual([
      ['519.000', null],
      ['661.000', null],
      ['541.125', null],
    ])

    await move(Agent, id, 'dispatch', { dispatch_date: today, courier: 'DHL', awb_no: '1234567890' })
    expect([403, 422]).toContain((await measure(Agent, id, [{ own_mm: '520' }])).status)
    await move(Office, id, 'receive', { received_date: today, condition: 'good' })
    expect((await read(id)).editable).toEqual(['measures.actual_mm'])
    expect((await measure(Office, id, [{ actual_mm: '520' }, { actual_mm: '656.001' }])).status).toBe(200)
    const { moves } = await read(id)
    expect(moves.find(({ name }: { name: string }) => name === 'evaluate').warnings).toEqual([
      '1 of 2 measurements are out of tolerance',
    ])
  })

  it('are closed a day after the evaluation, but for admins', async () => {
    const id = await received()
    const { moves } = await read(id)
    expect(moves.find(({ name }: { name: string }) => name === 'evaluate').warnings).toEqual([
      'The office has not measured this sample yet',
    ])
    await move(Office, id, 'evaluate', { result: 'approved' })
    expect((await measure(Office, id, [{ actual_mm: '521' }])).status).toBe(200)
    await portal.db.query(`update sample_requests set evaluated_at = now() - interval '25 hours' where id = $1`, [id])
    expect([403, 422]).toContain((await measure(Office, id, [{ actual_mm: '522' }])).status)
    expect((await measure(admin, id, [{ actual_mm: '523' }])).status).toBe(200)
    expect((await read(id)).measures[0].actual_mm).toBe('523.000')
  })

  it('refuse what is no length, rows that are not theirs, and an older version', async () => {
    const id = await received()
    for (const value of ['-1', '5000.001', '1.0001', 'abc', '1'.repeat(400), {}, [1]])
      expect((await measure(Office, id, [{ actual_mm: value }])).status, JSON.stringify(value)).toBe(422)
    const { version, measures } = await read(id)
    const patch = (rows: unknown) => Office.patch(`${url}/${id}`, { version, measures: rows })
    expect([403, 422]).toContain((await patch([...measures.map((row: object) => row), { pom_id: poms[0] }])).status)
    expect([403, 422]).toContain((await patch([])).status)
    const foreign = (await read(await received())).measures[0].id
    expect([403, 404, 422]).toContain((await patch([{ id: foreign, actual_mm: '1' }])).status)
    expect((await measure(Office, id, [{ actual_mm: '520' }])).status).toBe(200)
    expect((await measure(Office, id, [{ actual_mm: '521' }], version)).status).toBe(409)
    expect((await read(id)).measures.map((row: Record<string, unknown>) => row[actual])).toEqual([
      '520.000',
      null,
      null,
    ])
  })

  it('stand on the comment sheet, and in the history as what changed', async () => {
    const id = await received()
    await measure(Office, id, [{ actual_mm: '531' }])
    const { rawPayload } = await Office.send({ method: 'GET', url: `${url}/${id}/pdf?language=en` })
    expect(readPdf(rawPayload).text.replaceAll(/\s+/g, ' ')).toMatch(/Chest .*20 1\/2 .*20 7\/8 \*/)
    expect(JSON.stringify((await Office.get(`${url}/${id}/history`)).body)).toContain('531')
  })
})
