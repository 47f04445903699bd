import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/qa-activities'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('measurements of inspections (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let line: number
  let sizes: number[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
    await portal.make('purchase-orders', [
      draft('MEASURED-1', { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }),
    ])
    const [row] = await portal.db.query<{ id: number; article_id: number; sizes: number[] }>(
      `select l.id, l.article_id, array(select z.size_id from po_line_sizes z where z.po_line_id = l.id and z.qty > 0
         order by z.size_id) as sizes from po_lines l order by l.id limit 1`,
    )
    line = row?.id ?? 0
    sizes = (row?.sizes ?? []).map(Number)
    const [chest, length] = await portal.make('poms', [
      { code: 'CHEST-1', name_en: 'Chest', name_zh: '胸围' },
      { code: 'LENGTH-1', name_en: 'Length', name_zh: '衣长' },
    ])
    const valuesOf = (value_mm: string) => sizes.map((size_id) => ({ size_id, value_mm, by_hand: true }))
    await portal.make('specifications', [
      {
        ...{ name_en: 'Measures', spec_type: 'measurement', applies_to: 'article', article_id: row?.article_id },
        ...{ size_scale_id: 1, base_size_id: 1, unit: 'cm', status: 'active' },
        measures: [
          { seq: 1, pom_id: chest?.id, tol_plus_mm: '10', tol_minus_mm: '5', values: valuesOf('520') },
          { seq: 2, pom_id: length?.id, tol_plus_mm: '6', tol_minus_mm: '6', values: valuesOf('650') },
        ],
      },
    ])
  }, 120_000)
  afterAll(() => portal.close())

  const read = async (id: number, who = Office) => (await who.get(`${url}/${id}`)).body
  const move = async (id: number, name: string, values: object = {}) => {
    const { version } = await read(id)
    const { status, body } = await Office.post(`${url}/${id}/moves/${name}`, { version, ...values })
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    return body
  }
  const begun = async (type = 'final') => {
    const input = { type, po_line_id: line, supplier_id: 60, planned_date: today, lot_qty: 2400 }
    const { status, body } = await Office.post(url, input)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.measures).toEqual([])
    await move(body.id, 'schedule', { planned_date: today })
    await move(body.id, 'start')
    return Number(body.id)
  }
  /** Writes values to the rows of an inspection, in their order; the others stay. */
  const measure = async (who: Person, id: number, values: object[]) => {
    const { version, measures } = await read(id)
    const rows = measures.map((row: { id: number }, at: number) => ({ id: row.id, ...values[at] }))
    return who.patch(`${url}/${id}`, { version, measures: rows })
  }
  const setting = async (values: object) => {
    const { id, version } = (await admin.get('/api/settings?_start=0&_end=1')).body[0]
    expect((await admin.patch(`/api/settings/${id}`, { version, ...values })).status).toBe(200)
  }
  const inspected = { inspected_on: today, packed_pct: 100, conclusion: 'conforming' }

  it('are the points of the specification in the sizes of the line, from the start on', async () => {
    const id = await begun()
    const { measures, measure_unit } = await read(id)
    expect(measure_unit).toBe('cm')
    expect(sizes.length).toBeGreaterThan(1)
    expect(measures.map(({ size_id, spec_mm }: { size_id: number; spec_mm: string }) => [size_id, spec_mm])).toEqual(
      sizes.flatMap((size) => [
        [size, '520.000'],
        [size, '650.000'],
      ]),
    )
    expect((await read(await begun('measurement_audit'))).measures).toHaveLength(measures.length)
    expect((await read(await begun('pp_meeting'))).measures).toEqual([])
    // Nobody makes rows up or changes what is specified, and one half of a length is no length.
    const wrong = [{ spec_mm: '1' }, { piece_1_mm: 'abc' }, { piece_1_mm: '-1' }, { piece_1_mm: '5001' }]
    for (const values of wrong) expect((await measure(Office, id, [values])).status).toBe(422)
    expect((await measure(Agent, id, [{ piece_1_mm: '520' }])).status).toBe(403)
  })

  it('are counted by piece, and are no defects unless the settings say so', async () => {
    const id = await begun()
    const { status, body } = await measure(Office, id, [
      { piece_1_mm: '530', piece_2_mm: '531', piece_3_mm: '520' },
      { piece_1_mm: '650', piece_2_mm: '640', piece_3_mm: '656' },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ measured_qty: 3, out_of_tolerance_qty: 1, major_qty: 0, counts_measures: false })
    expect(await move(id, 'complete', inspected)).toMatchObject({ result: 'passed', out_of_tolerance_qty: 1 })
    expect((await measure(Office, id, [{ piece_1_mm: '1' }])).status).toBe(422)
    expect(await read(id, Agent)).toMatchObject({ measured_qty: 3, out_of_tolerance_qty: 1 })
    expect((await portal.otherAgent.get(`${url}/${id}`)).status).toBe(404)
  })

  it('count as major defects where the settings say so, as they were when the inspection started', async () => {
    await setting({ out_of_tolerance_is_major: true })
    const id = await begun()
    await setting({ out_of_tolerance_is_major: false })
    // A sample of 125 accepts 7; five pieces of each of two sizes are out.
    const out = { piece_1_mm: '1', piece_2_mm: '1', piece_3_mm: '1', piece_4_mm: '1', piece_5_mm: '1' }
    expect((await measure(Office, id, [out, out, { piece_1_mm: '1', piece_2_mm: '1' }])).body).toMatchObject({
      ...{ out_of_tolerance_qty: 7, major_qty: 7, counts_measures: true },
    })
    expect((await move(id, 'complete', inspected)).result).toBe('passed')
    await move(id, 'reopen', { reason: 'One more.' })
    expect((await measure(Office, id, [{}, {}, { piece_3_mm: '1' }])).body.major_qty).toBe(8)
    expect((await move(id, 'complete', inspected)).result).toBe('failed')
    const { rawPayload } = await Office.send({ method: 'GET', url: `${url}/${id}/pdf?language=en` })
    expect(readPdf(rawPayload).text.replaceAll(/\s+/g, ' ')).toMatch(/Piece 1.*Chest .*0\.1 \*/)
  })
})
