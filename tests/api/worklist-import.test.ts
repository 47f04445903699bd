import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { orders, twoLines } from './orders-kit'

type Row = Record<string, string>

describe.each(engines)('a worklist that was edited in a spreadsheet (%s)', (engine) => {
  let portal: Portal
  let life: ReturnType<typeof orders>

  beforeAll(async () => {
    portal = await openPortal(engine)
    life = orders(portal)
    await portal.make('delivery-statuses', deliveryStatuses)
    await portal.make('seasons', [
      {
        code: 'AW27',
        name_en: 'Autumn winter 2027',
        season_type: 'autumn_winter',
        year: 2027,
        purchase_from: '2026-06-01',
        purchase_to: '2027-12-31',
        delivery_from: '2027-01-01',
        delivery_to: '2027-12-31',
        sales_from: '2027-07-01',
        sales_to: '2028-02-28',
        status: 'open',
      },
    ])
  })
  afterAll(() => portal.close())

  const lineNow = async (id: number) => (await portal.as.admin.get(`/api/po-lines/${id}`)).body

  /** The rows of an export by heading, only of the order of that number. */
  const exported = async (person: Person, worklist: string, po_no = ''): Promise<Row[]> => {
    const { body } = await person.get(`/api/${worklist}/import/template`)
    const [head = '', ...lines] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
    const headings = head.split(',')
    return lines
      .map((line) => Object.fromEntries(line.split(',').map((cell, at) => [headings[at] ?? '', cell])))
      .filter((row) => row.line_title?.startsWith(po_no))
  }
  const file = (rows: readonly Row[]) => {
    const headings = Object.keys(rows[0] ?? {})
    return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
      .map((cells) => cells.join(','))
      .join('\r\n')
  }
  const brought = async (person: Person, worklist: string, rows: readonly Row[]) => {
    const { url, record } = await uploaded(person, worklist, file(rows))
    expect(record.questions).toEqual({})
    return { url, record, checked: await previewed(person, url) }
  }
  const rowsOf = async (person: Person, url: string, outcome: string) =>
    (await person.get(`${url}/rows?outcome=${outcome}`)).body as {
      name: string
      lines: number[]
      errors: { line: number; field: string | null; message: string; value?: string }[]
      changes: { field: string; old: unknown; new: unknown }[]
    }[]

  it('changes nothing when nothing was edited, and shows what the list shows', async () => {
    const order = await life.at('draft')
    const rows = await exported(portal.as.Office, 'season-worklist', order.po_no)
    expect(rows).toMatchObject([
      {
        id: String(order.lines[0].id),
        version: '1',
        line_title: `${order.po_no} / 10`,
        season_id: 'SS27',
        purchase_order_id: order.po_no,
        qty: '100',
      },
    ])
    const { checked, url } = await brought(portal.as.Office, 'season-worklist', rows)
    expect(checked.counts).toMatchObject({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
    expect((await portal.as.Office.post(`${url}/commit`)).status).toBe(409)
  })

  it.each([
    ['en', 'Forecast ex-factory date'],
    ['zh', '预计出厂日期'],
  ])('as a workbook too, headed as people read it (%s)', async (language, heading) => {
    await life.at('confirmed')
    const { rawPayload } = await portal.as.Office.send({
      method: 'GET',
      url: '/api/delivery-worklist/import/template?format=xlsx&headings=labels',
      headers: { 'accept-language': language },
    })
    const { url, record } = await uploaded(portal.as.Office, 'delivery-worklist', rawPayload)
    expect(record).toMatchObject({ encoding: 'xlsx', settings: { bring_back: true } })
    expect(record.columns.map(({ heading }: { heading: string }) => heading)).toEqual(
      expect.arrayContaining(['id', 'version', heading]),
    )
    expect(record.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'delivery_comment',
      'delivery_status_id',
      'forecast_ex_factory_date',
      'late_reason',
    ])
    const { counts } = await previewed(portal.as.Office, url)
    expect(counts).toMatchObject({ changed: 0, rejected: 0 })
  })

  it('changes the line through its order: checked, told in its history, once however often it is sent', async () => {
    const { Office } = portal.as
    const order = await life.at('draft', { lines: twoLines() })
    const [firstRow, other] = await exported(Office, 'season-worklist', order.po_no)
    const { url, checked } = await brought(Office, 'season-worklist', [
      { ...firstRow, season_id: 'AW27' },
      { ...other, season_id: '' },
    ])
    expect(checked.counts).toMatchObject({ changed: 2, rejected: 0 })
    expect((await rowsOf(Office, url, 'changed')).map(({ name, changes }) => [name, changes])).toEqual([
      [firstRow?.line_title, [{ field: 'season_id', old: 'SS27', new: expect.anything() }]],
      [other?.line_title, [{ field: 'season_id', old: 'SS27', new: null }]],
    ])
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [await Office.post(`${url}/commit`, {}, key), await Office.post(`${url}/commit`, {}, key)]
    expect([first.status, again.status]).toEqual([202, 202])
    const { counts } = await (async () => {
      for (;;) {
        const { body } = await Office.get(url)
        if (body.status === 'done') return body
      }
    })()
    expect(counts).toMatchObject({ changed: 2, written: 2 })
    const lines = await Promise.all([firstRow, other].map((row) => lineNow(Number(row?.id))))
    expect(
      lines.map(({ season, season_warning, version }) => [season?.title ?? null, season_warning, version]),
    ).toEqual([
      [expect.stringContaining('AW27'), null, 2],
      [null, 'missing', 2],
    ])
    const history = (await Office.get(`/api/purchase-orders/${order.id}/history`)).body
    expect(history[0]).toMatchObject({ action: 'import', actor: { id: Office.id } })
  })

  it('tells what was changed in columns that are not changed there, and leaves such rows out', async () => {
    const { Office } = portal.as
    const order = await life.at('draft', { lines: twoLines() })
    const [firstRow, other] = await exported(Office, 'season-worklist', order.po_no)
    const { url, checked } = await brought(Office, 'season-worklist', [
      { ...firstRow, qty: '999', season_id: 'AW27' },
      { ...other, season_id: 'AW27', qty: `${other?.qty}.0` },
    ])
    expect(checked.counts).toMatchObject({ changed: 1, rejected: 1 })
    expect((await rowsOf(Office, url, 'rejected'))[0]).toMatchObject({
      name: firstRow?.line_title,
      errors: [
        {
          line: 2,
          field: 'qty',
          value: '999',
          message: expect.stringContaining('“100” cannot be changed in this list'),
        },
      ],
    })
    await committed(Office, url)
    expect(await lineNow(Number(firstRow?.id))).toMatchObject({ qty: 100, version: 1 })
    expect((await lineNow(Number(other?.id))).season.title).toContain('AW27')
    const { body } = await Office.get(`${url}/rejected`)
    expect(body).toContain('999')
    expect(body).toContain('cannot be changed in this list')
  })

  it('tells by line and column what cannot be, and what somebody changed meanwhile is not overwritten', async () => {
    const { Office, admin } = portal.as
    const order = await life.at('draft', { lines: twoLines() })
    const [firstRow, other] = await exported(Office, 'season-worklist', order.po_no)
    const changed = await admin.patch(`/api/po-lines/${firstRow?.id}`, { version: 1, description_en: 'Meanwhile' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const { url, checked } = await brought(Office, 'season-worklist', [
      { ...firstRow, season_id: 'AW27' },
      { ...other, season_id: 'XX99' },
      { ...other, id: '', version: '' },
      { ...other, id: '999999' },
      { ...other, season_id: 'AW27' },
    ])
    expect(checked.counts).toMatchObject({ changed: 0, unchanged: 0, rejected: 5 })
    const faults = (await rowsOf(Office, url, 'rejected')).flatMap(({ errors }) => errors)
    expect(faults.sort((a, b) => a.line - b.line).map(({ line, field, message }) => [line, field, message])).toEqual([
      [2, null, expect.stringContaining('after the export')],
      [3, 'season_id', expect.stringContaining('“XX99” not found')],
      [4, null, expect.stringContaining('no id')],
      [5, null, expect.stringContaining('was deleted')],
      [6, null, expect.stringContaining('Line 3 has the same id')],
    ])
    expect((await Office.post(`${url}/commit`)).status).toBe(409)
  })

  it('sets aside what was changed between check and import', async () => {
    const { Office, admin } = portal.as
    const order = await life.at('draft', { lines: twoLines() })
    const rows = await exported(Office, 'season-worklist', order.po_no)
    const { url } = await brought(
      Office,
      'season-worklist',
      rows.map((row) => ({ ...row, season_id: 'AW27' })),
    )
    await admin.patch(`/api/po-lines/${rows[0]?.id}`, { version: 1, description_en: 'Meanwhile' })
    expect((await committed(Office, url)).counts).toMatchObject({ written: 1, rejected: 1 })
    expect((await lineNow(Number(rows[0]?.id))).season.title).toContain('SS27')
    expect((await rowsOf(Office, url, 'rejected'))[0]?.errors[0]?.message).toContain('after the check')
  })

  it('is no file of another kind: without its stamps it is refused at once', async () => {
    const { status, body } = await upload(portal.as.Office, 'season-worklist', 'line_title,season_id\nPO-1 / 10,AW27')
    expect([status, body.errors.file[0]]).toEqual([422, expect.stringContaining('id and version are missing')])
  })

  it('holds for the rules of the order: what may not be edited in its state is told by line', async () => {
    const { Office } = portal.as
    const order = await life.at('pending_approval')
    const rows = await exported(Office, 'season-worklist', order.po_no)
    const { url, checked } = await brought(
      Office,
      'season-worklist',
      rows.map((row) => ({ ...row, season_id: 'AW27' })),
    )
    expect(checked.counts).toMatchObject({ changed: 0, rejected: 1 })
    expect((await rowsOf(Office, url, 'rejected'))[0]?.errors).toMatchObject([{ line: 2, field: 'season_id' }])
  })

  it('is for an agent the own lines and the cells that are an agent’s', async () => {
    const { Agent, Office, staff } = portal.as
    const order = await life.at('confirmed')
    const mine = await exported(Agent, 'delivery-worklist', order.po_no)
    expect(mine).toHaveLength(1)
    expect(await exported(portal.otherAgent, 'delivery-worklist', order.po_no)).toEqual([])
    // Somebody else's line is one that is not there.
    const foreign = await brought(
      portal.otherAgent,
      'delivery-worklist',
      mine.map((row) => ({ ...row, delivery_comment: 'Not mine' })),
    )
    expect((await rowsOf(portal.otherAgent, foreign.url, 'rejected'))[0]?.errors[0]?.message).toContain('was deleted')
    const { url, checked } = await brought(
      Agent,
      'delivery-worklist',
      mine.map((row) => ({ ...row, forecast_ex_factory_date: '2027-03-25', delivery_comment: 'Cloth is late' })),
    )
    expect(checked.counts).toMatchObject({ rejected: 1 })
    expect((await rowsOf(Agent, url, 'rejected'))[0]?.errors).toMatchObject([{ line: 2, field: 'late_reason' }])
    const second = await brought(
      Agent,
      'delivery-worklist',
      mine.map((row) => ({ ...row, forecast_ex_factory_date: '2027-03-25', late_reason: 'material_late' })),
    )
    expect((await committed(Agent, second.url)).counts).toMatchObject({ written: 1, rejected: 0 })
    expect(await lineNow(Number(mine[0]?.id))).toMatchObject({ slip_days: 20, delivery_risk: 'red' })
    // Nothing in the other lists is the agent's to change, nor staff's.
    for (const [person, worklist] of [
      [Agent, 'season-worklist'],
      [Agent, 'brand-worklist'],
      [staff, 'season-worklist'],
      [portal.nobody, 'delivery-worklist'],
    ] as const) {
      const { status } = await upload(person, worklist, file(mine))
      expect([worklist, status]).toEqual([worklist, person === portal.nobody ? 401 : 403])
    }
    // Nor is an import anybody else’s.
    expect((await Office.get(second.url)).status).toBe(404)
  })

  it('takes from staff how far the goods are, and sets aside where they touched another cell', async () => {
    const { staff } = portal.as
    const order = await life.at('confirmed', { lines: twoLines() })
    const rows = await exported(staff, 'delivery-worklist', order.po_no)
    expect(rows).toHaveLength(2)
    const { url, checked } = await brought(
      staff,
      'delivery-worklist',
      rows.map((row, at) => ({
        ...row,
        delivery_status_id: 'In production',
        ...(at === 1 && { forecast_ex_factory_date: '2027-03-12' }),
      })),
    )
    expect(checked.counts).toMatchObject({ changed: 1, rejected: 1 })
    expect((await rowsOf(staff, url, 'rejected'))[0]?.errors).toMatchObject([{ field: 'forecast_ex_factory_date' }])
    expect((await committed(staff, url)).counts).toMatchObject({ written: 1 })
    expect(await lineNow(Number(rows[0]?.id))).toMatchObject({ delivery_stage: 'production' })
    expect(await lineNow(Number(rows[1]?.id))).toMatchObject({
      delivery_stage: 'pre_production',
      forecast_ex_factory_date: '2027-03-05',
    })
  })

  it('may have a thousand rows', { timeout: 240_000 }, async () => {
    const { Office } = portal.as
    const lines = Array.from({ length: 50 }, (_, at) => ({
      article_id: 1,
      colourway_id: 1,
      qty: at + 1,
      unit_price: '5.25',
      season_id: 1,
      sizes: [{ size_id: 1, qty: at + 1 }],
    }))
    await portal.make(
      'purchase-orders',
      Array.from({ length: 20 }, (_, at) => draft(`THOUSAND-${at}`, { lines })),
    )
    const rows = await exported(Office, 'season-worklist', 'THOUSAND')
    expect(rows).toHaveLength(1000)
    const started = Date.now()
    const { url, checked } = await brought(
      Office,
      'season-worklist',
      rows.map((row) => ({ ...row, season_id: 'AW27' })),
    )
    expect(checked.counts).toMatchObject({ changed: 1000, rejected: 0 })
    const read = Date.now()
    expect((await committed(Office, url)).counts).toMatchObject({ written: 1000, rejected: 0 })
    console.info(`1,000 rows: checked in ${read - started} ms, written in ${Date.now() - read} ms`)
    const { total } = await Office.get('/api/po-lines?q=THOUSAND&season_id=2')
    expect(total).toBe(1000)
  })
})
