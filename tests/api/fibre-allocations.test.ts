import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number) => ({
  article_id: 1,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})
const fibre = (code: string, name_en: string, name_zh: string, family: string, more: object = {}) => ({
  code,
  name_en,
  name_zh,
  family,
  status: 'active',
  ...more,
})

describe.each(engines)('compositions of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let staff: Person
  const fibres: Record<string, number> = {}
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent, staff } = portal.as)
    const known = await portal.db.query<{ id: number; code: string }>('select id, code from fibres')
    const wanted = [
      fibre('CO', 'cotton', '棉', 'natural_plant'),
      fibre('PES', 'polyester', '聚酯纤维', 'synthetic'),
      fibre('EL', 'elastane', '氨纶', 'synthetic'),
      fibre('X-WS', 'fine cashmere', '精纺羊绒', 'natural_animal', { needs_certificate: true }),
      fibre('X-OLD', 'retired fibre', '停用', 'other', { status: 'retired' }),
    ].filter(({ code }) => !known.some((present) => present.code === code))
    const rows = [...known, ...(await portal.make('fibres', wanted))]
    // What the articles of the fixtures state is another test's.
    await portal.db.query('delete from colourway_fibres')
    await portal.db.query('update colourways set yarn_id = null')
    for (const { id, code } of rows) fibres[String(code)] = id
  })
  afterAll(() => portal.close())

  const row = (code: string, pct: string, more: object = {}) => ({
    component: 'shell',
    fibre_id: fibres[code],
    pct,
    ...more,
  })
  const blend = () => [row('CO', '60'), row('PES', '40')]
  const order = async () => {
    made += 1
    const [record] = await portal.make('purchase-orders', [
      draft(`PO-FIB-${made}`, { lines: [line(1, 100), line(2, 80)], ...issued }),
    ])
    const { body } = await admin.get(`/api/purchase-orders/${record?.id}`)
    return { id: Number(record?.id), lines: (body.lines as { id: number }[]).map(({ id }) => id) as [number, number] }
  }
  const read = async (id: number) => (await admin.get(`/api/fibre-allocations/${id}`)).body
  const lineNow = async (id: number) => (await admin.get(`/api/po-lines/${id}`)).body
  const edit = async (who: Person, id: number, values: object) =>
    who.patch(`/api/fibre-allocations/${id}`, { version: (await read(id)).version, ...values })
  const move = async (who: Person, id: number, name: string, input: object = {}) =>
    who.post(`/api/fibre-allocations/${id}/moves/${name}`, { version: (await read(id)).version, ...input })
  const attach = (id: number, kind: string) =>
    portal.db.query(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, kind, visibility, supplier_id)
       values ($2, 'proof.pdf', 'application/pdf', 1, 'x', 'fibre-allocations', $1, 'attachment', $3, 'shared', 60)`,
      [id, `${kind} of ${id}`, kind],
    )
  /** A composition that the office asked for, on the first line of an order of its own. */
  const requested = async () => {
    const { id, lines } = await order()
    const { body } = await office.post('/api/fibre-allocations/allocate', { lines: [lines[0]], values: {} })
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    return { order: id, line: lines[0], id: Number(body.results[0].id) }
  }
  const declared = async (rows = blend()) => {
    const request = await requested()
    const answer = await edit(agent, request.id, { declared: rows })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await attach(request.id, 'test_report')
    return request
  }
  const verified = async () => {
    const request = await declared()
    expect((await move(agent, request.id, 'submit_evidence')).status).toBe(200)
    expect((await move(office, request.id, 'approve')).status).toBe(200)
    return request
  }

  it('are requested for all lines of an order, filled with what the article states', async () => {
    await portal.db.query(
      `insert into colourway_fibres (colourway_id, component, fibre_id, pct) values (1, 'shell', $1, 95), (1, 'shell', $2, 5)`,
      [fibres.CO, fibres.EL],
    )
    const { id, lines } = await order()
    const { body } = await office.post('/api/fibre-allocations/allocate', { order: id, values: {} })
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
    const first = await read(body.results[0].id)
    expect(first).toMatchObject({
      status: 'allocated',
      composition_en: '95% cotton 5% elastane',
      composition_zh: '棉95% 氨纶5%',
      differs_from_article: false,
      supplier_id: 60,
    })
    expect((await read(body.results[1].id)).declared).toEqual([])
    expect(await lineNow(lines[0])).toMatchObject({ fibre_readiness: 'in_progress' })
    await edit(agent, first.id, { declared: blend() })
    expect(await read(first.id)).toMatchObject({
      differs_from_article: true,
      composition_en: '60% cotton 40% polyester',
    })
    await portal.db.query('delete from colourway_fibres')
  })

  it('are those of the article and colour that their line has, also once it gets others', async () => {
    const [record] = await portal.make('purchase-orders', [draft('PO-FIB-COLOUR', { lines: [line(1, 100)] })])
    const url = `/api/purchase-orders/${record?.id}`
    const { body } = await office.post('/api/fibre-allocations/allocate', { order: record?.id, values: {} })
    const id = Number(body.results[0].id)
    await edit(office, id, { declared: blend() })
    await portal.db.query(
      `insert into colourway_fibres (colourway_id, component, fibre_id, pct) values (2, 'shell', $1, 100)`,
      [fibres.CO],
    )
    const order = (await office.get(url)).body
    const [{ id: lineId, sizes }] = order.lines
    const lines = [{ ...line(2, 100), id: lineId, sizes: [{ id: sizes[0].id, size_id: 1, qty: 100 }] }]
    expect((await office.patch(url, { version: order.version, lines })).status).toBe(200)
    expect(await read(id)).toMatchObject({ colourway_id: 2, differs_from_article: true })
    await portal.db.query('delete from colourway_fibres where colourway_id = 2')
  })

  it('are declared by the supplier, verified by the office, and are the label then', async () => {
    const { id, line: lineId } = await declared([row('PES', '30'), row('CO', '70')])
    expect((await move(portal.otherAgent, id, 'submit_evidence')).status).toBe(404)
    expect((await move(office, id, 'approve')).status).toBe(409)
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
    expect((await edit(agent, id, { declared: blend() })).status).toBe(422)
    expect((await move(agent, id, 'approve')).status).toBe(403)
    expect((await move(office, id, 'approve')).status).toBe(200)
    const now = await read(id)
    expect(now).toMatchObject({ status: 'approved', verified_by: office.id })
    expect(now.label.map(({ fibre_id, pct }: { fibre_id: number; pct: string }) => [fibre_id, Number(pct)])).toEqual([
      [fibres.CO, 70],
      [fibres.PES, 30],
    ])
    expect(await lineNow(lineId)).toMatchObject({ fibre_readiness: 'ok' })
  })

  it('may be declared by the supplier without a request, once for a line', async () => {
    const { lines } = await order()
    const values = { declared: blend() }
    const { body } = await agent.post('/api/fibre-allocations/allocate', { lines: [lines[0]], values })
    expect(await read(body.results[0].id)).toMatchObject({ status: 'acknowledged', requested_by: agent.id })
    const again = await agent.post('/api/fibre-allocations/allocate', { lines: [lines[0]], values })
    expect(again.body.results[0].ok).toBe(false)
    expect((await staff.post('/api/fibre-allocations/allocate', { lines: [lines[1]], values })).status).toBe(403)
    const foreign = await portal.otherAgent.post('/api/fibre-allocations/allocate', { lines: [lines[1]], values })
    expect(foreign.body.results[0]).toMatchObject({ ok: false, status: 404 })
  })

  it.each([
    ['less than 100', () => [row('CO', '60'), row('PES', '39')], 'declared.1.pct'],
    ['more than 100', () => [row('CO', '60'), row('PES', '41')], 'declared.1.pct'],
    ['a fibre twice', () => [row('CO', '50'), row('CO', '50')], 'declared.1.fibre_id'],
    ['nothing of a fibre', () => [row('CO', '100'), row('PES', '0')], 'declared.1.pct'],
    ['a retired fibre', () => [row('X-OLD', '100')], 'declared.0.fibre_id'],
    ['a part that lacks something', () => [row('CO', '100'), row('EL', '5', { component: 'rib' })], 'declared.1.pct'],
  ])('refuse %s at the field and change nothing', async (_, rows, field) => {
    const { id } = await requested()
    const { status, body } = await edit(agent, id, { declared: rows() })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await read(id)).toMatchObject({ declared: [], version: 1 })
  })

  it('need something declared and a test report before they are submitted', async () => {
    const { id } = await requested()
    expect((await move(agent, id, 'submit_evidence')).body.message).toBe('Declare the composition first.')
    await edit(agent, id, { declared: blend() })
    expect((await move(agent, id, 'submit_evidence')).body.message).toBe('Attach this first: Test report.')
    await attach(id, 'test_report')
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
  })

  it.each([
    ['3 points off stand', '57', '43', 200, undefined],
    ['more than 3 points off refuse', '56.99', '43.01', 409, 'FIBRE_TOLERANCE'],
  ])('tested %s', async (_, cotton, polyester, status, code) => {
    const { id } = await declared()
    await edit(agent, id, { tested: [row('CO', cotton), row('PES', polyester)] })
    const answer = await move(agent, id, 'submit_evidence')
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('are rejected by a laboratory result that comes while they are verified, and submitted again once corrected', async () => {
    const { id, line: lineId } = await declared()
    await move(agent, id, 'submit_evidence')
    await edit(office, id, { tested: [row('CO', '55'), row('PES', '45')], laboratory: 'SGS Ningbo' })
    expect(await read(id)).toMatchObject({
      status: 'rejected',
      rejection_code: 'FIBRE_TOLERANCE',
      verified_by: office.id,
    })
    expect((await read(id)).decision_comment).toContain('cotton 棉: 60% → 55%')
    expect(await lineNow(lineId)).toMatchObject({ fibre_readiness: 'rejected' })
    const refused = await move(agent, id, 'resubmit')
    expect([refused.status, refused.body.code]).toEqual([409, 'FIBRE_TOLERANCE'])
    await edit(agent, id, { declared: [row('CO', '55'), row('PES', '45')] })
    expect((await move(agent, id, 'resubmit')).status).toBe(200)
    expect((await move(office, id, 'approve')).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'approved', round: 2, rejection_code: null })
  })

  it('that were rejected are not submitted again once others stand in their place', async () => {
    const { id, line: lineId } = await declared()
    await move(agent, id, 'submit_evidence')
    await move(office, id, 'reject', { comment: 'Begin anew' })
    const { body } = await office.post('/api/fibre-allocations/allocate', { lines: [lineId], values: {} })
    expect(body.results[0].ok).toBe(true)
    const refused = await move(agent, id, 'resubmit')
    expect([refused.status, refused.body.message]).toEqual([409, 'Already allocated to this line.'])
    await move(office, body.results[0].id, 'cancel', { reason: 'The first one will do' })
    expect((await move(agent, id, 'resubmit')).status).toBe(200)
  })

  it('become outdated when somebody edits what was verified, and are verified again', async () => {
    const { id, line: lineId } = await verified()
    const answer = await edit(agent, id, { declared: [row('CO', '65'), row('PES', '35')] })
    expect(answer.body).toMatchObject({ status: 'outdated' })
    expect(await lineNow(lineId)).toMatchObject({ fibre_readiness: 'in_progress' })
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
    expect((await move(office, id, 'approve')).status).toBe(200)
    expect((await read(id)).label.map(({ pct }: { pct: string }) => Number(pct))).toEqual([65, 35])
  })

  it('stay verified when only the words of the label or a comment change', async () => {
    const { id } = await verified()
    const { label } = await read(id)
    const rows = label.map(
      (
        { id: rowId, component, fibre_id, pct }: { id: number; component: string; fibre_id: number; pct: string },
        index: number,
      ) => ({
        id: rowId,
        component,
        fibre_id,
        pct: String(Number(pct) + (index === 0 ? 1 : -1)),
      }),
    )
    expect((await edit(office, id, { label: rows, comment: 'Rounded' })).body).toMatchObject({ status: 'approved' })
    expect((await edit(agent, id, { label: rows })).status).toBe(422)
  })

  it('claim organic or recycled fibres with certificates that are valid until the goods leave', async () => {
    const { id } = await declared([row('CO', '70', { organic: true }), row('PES', '30')])
    expect(await read(id)).toMatchObject({
      composition_en: '70% organic cotton 30% polyester',
      composition_zh: '有机棉70% 聚酯纤维30%',
    })
    const submit = async () => (await move(agent, id, 'submit_evidence')).body.message
    expect(await submit()).toBe('Organic fibres need GOTS or OCS.')
    await edit(agent, id, {
      claim_standards: ['GOTS'],
      scope_certificate_no: 'CU-1',
      transaction_certificate_no: 'TC-1',
    })
    expect(await submit()).toBe('Required for organic or recycled fibres.')
    await edit(agent, id, { scope_valid_until: '2027-01-01' })
    expect(await submit()).toContain('ends on 1 Jan 2027, before the goods leave (5 Mar 2027)')
    await edit(agent, id, { scope_valid_until: '2027-12-31' })
    expect(await submit()).toBe('Attach this first: Scope certificate.')
    await attach(id, 'scope_certificate')
    expect(await submit()).toBe('Attach this first: Transaction certificate.')
    await attach(id, 'transaction_certificate')
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
  })

  it('ask for certificates of a fibre that is always certified', async () => {
    const { id } = await declared([row('X-WS', '100')])
    expect((await move(agent, id, 'submit_evidence')).body.message).toBe('Attach this first: Scope certificate.')
  })

  it('are copied from the last order of the article', async () => {
    await verified()
    const { id } = await order()
    const { body } = await office.post('/api/fibre-allocations/copy-last', { order: id })
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    expect((await read(body.results[0].id)).declared).toHaveLength(2)
  })

  it('are copied from the same colour of that order, since another colour may be made of something else', async () => {
    const earlier = await order()
    await portal.db.query(`update purchase_orders set order_date = '2027-06-01' where id = $1`, [earlier.id])
    const { body } = await office.post('/api/fibre-allocations/allocate', { order: earlier.id, values: {} })
    for (const [index, rows] of [blend(), [row('CO', '100')]].entries()) {
      const id = Number(body.results[index].id)
      await edit(agent, id, { declared: rows })
      await attach(id, 'test_report')
      await move(agent, id, 'submit_evidence')
      expect((await move(office, id, 'approve')).status).toBe(200)
    }
    const { id } = await order()
    const copied = await office.post('/api/fibre-allocations/copy-last', { order: id })
    const copies = await Promise.all(copied.body.results.map((result: { id: number }) => read(result.id)))
    expect(copies.map(({ composition_en }) => composition_en)).toEqual(['60% cotton 40% polyester', '100% cotton'])
  })

  it('say why the laboratory refused them until they are submitted anew', async () => {
    const { id } = await declared()
    await move(agent, id, 'submit_evidence')
    await edit(office, id, { tested: [row('CO', '55'), row('PES', '45')] })
    await edit(agent, id, { declared: [row('CO', '55'), row('PES', '45')] })
    expect((await move(agent, id, 'resubmit')).body).toMatchObject({ status: 'submitted', rejection_code: null })
    const rejected = await move(office, id, 'reject', { comment: 'The report is of another style' })
    expect(rejected.body).toMatchObject({ status: 'rejected', rejection_code: null })
  })

  it('are read by part with what they can be filled from, each in the reader’s scope', async () => {
    const { id } = await verified()
    const next = await requested()
    const { body } = await agent.get(`/api/fibre-allocations/by-part?ids=${id},${next.id}`)
    expect(body.documents.map((document: { id: number }) => document.id)).toEqual([id, next.id])
    expect(body.sources[1].earlier.map(({ pct }: { pct: string }) => Number(pct))).toEqual([60, 40])
    const foreign = await portal.otherAgent.get(`/api/fibre-allocations/by-part?ids=${id},${next.id}`)
    expect(foreign.body.documents).toEqual([])
    expect((await agent.get('/api/fibre-allocations/by-part?ids=all')).status).toBe(400)
    expect((await portal.as.user.get(`/api/fibre-allocations/by-part?ids=${id}`)).status).toBe(403)
  })

  it('keep one of two edits of the same version', async () => {
    const { id } = await requested()
    const { version } = await read(id)
    const both = await Promise.all(
      [blend(), [row('CO', '100')]].map((rows) =>
        agent.patch(`/api/fibre-allocations/${id}`, { version, declared: rows }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
