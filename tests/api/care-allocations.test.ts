import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number) => ({
  article_id: 1,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})
const jersey = {
  name_en: 'Cotton jersey',
  name_zh: '棉汗布',
  wash: 'W40',
  bleach: 'BN',
  tumble: 'TL',
  iron: 'I150',
  dry_clean: 'PN',
}

describe.each(engines)('care instructions of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
  })
  afterAll(() => portal.close())

  const read = async (path: string, who = admin) => (await who.get(`/api/${path}`)).body
  const careNow = (id: number) => read(`care-allocations/${id}`)
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`/api/care-allocations/${id}/moves/${name}`, { version: (await careNow(id)).version, ...inputs })
  const moveInstruction = async (id: number, name: string, inputs: object = {}) => {
    const { version } = await read(`care-instructions/${id}`)
    const { status, body } = await admin.post(`/api/care-instructions/${id}/moves/${name}`, { version, ...inputs })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const instruction = async (changes: object = {}): Promise<number> => {
    const { body } = await office.post('/api/care-instructions', { ...jersey, ...changes })
    await moveInstruction(body.id, 'activate')
    return body.id
  }
  /** The active successor of an instruction, washed at 30 °C. */
  const successorOf = async (id: number): Promise<number> => {
    await moveInstruction(id, 'revise')
    const [next] = await read(`care-instructions?predecessor_id=${id}`)
    const edited = await office.patch(`/api/care-instructions/${next.id}`, { version: next.version, wash: 'W30' })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    await moveInstruction(next.id, 'activate')
    return next.id
  }
  const order = async () => {
    made += 1
    const [record] = await portal.make('purchase-orders', [
      draft(`PO-CARE-${made}`, { lines: [line(1, 100), line(2, 80)], ...issued }),
    ])
    const body = await read(`purchase-orders/${record?.id}`)
    return { id: Number(record?.id), lines: (body.lines as { id: number }[]).map(({ id }) => id) as [number, number] }
  }
  const allocate = (who: Person, body: object) => who.post('/api/care-allocations/allocate', body)
  const prove = (id: number) =>
    portal.db.query(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, kind, visibility, supplier_id)
       values ($2, 'proof.png', 'image/png', 1, 'x', 'care-allocations', $1, 'attachment', 'label_proof', 'shared', 60)`,
      [id, `proof of ${id}`],
    )
  const allocated = async (care: number) => {
    const { id, lines } = await order()
    const { body } = await allocate(office, { lines: [lines[0]], values: { care_instruction_id: care } })
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    return { order: id, line: lines[0], id: Number(body.results[0].id) }
  }
  const approved = async (care: number) => {
    const allocation = await allocated(care)
    await prove(allocation.id)
    expect((await move(agent, allocation.id, 'submit_evidence')).status).toBe(200)
    expect((await move(office, allocation.id, 'approve')).status).toBe(200)
    return allocation
  }
  const readiness = async (id: number) => (await read(`po-lines/${id}`)).care_readiness

  it('needs the proof of the label, and goes through rounds until it is approved', async () => {
    const { id, line } = await allocated(await instruction())
    expect(await readiness(line)).toBe('in_progress')
    const bare = await move(agent, id, 'submit_evidence')
    expect([bare.status, bare.body.code, bare.body.message]).toEqual([
      409,
      'guard',
      expect.stringContaining('Label proof'),
    ])
    await prove(id)
    expect((await move(portal.otherAgent, id, 'submit_evidence')).status).toBe(404)
    expect((await move(agent, id, 'submit_evidence')).body).toMatchObject({ status: 'submitted', round: 1 })
    expect((await move(agent, id, 'approve')).status).toBe(403)
    expect((await move(office, id, 'reject', { comment: 'Symbols below 5 mm' })).status).toBe(200)
    expect(await readiness(line)).toBe('rejected')
    expect((await move(agent, id, 'resubmit')).body).toMatchObject({ status: 'submitted', round: 2 })
    expect((await move(office, id, 'approve')).status).toBe(200)
    expect(await readiness(line)).toBe('ok')
  })

  it('offers no instruction that is a draft, superseded or retired', async () => {
    const { body: written } = await office.post('/api/care-instructions', jersey)
    const { lines } = await order()
    const result = async (care: number) =>
      (await allocate(office, { lines: [lines[0]], trial: true, values: { care_instruction_id: care } })).body
        .results[0]
    expect((await result(written.id)).errors).toHaveProperty('care_instruction_id')
    const first = await instruction()
    expect((await result(first)).ok).toBe(true)
    await successorOf(first)
    expect((await result(first)).errors).toHaveProperty('care_instruction_id')
    const retired = await instruction()
    await moveInstruction(retired, 'retire', { reason: 'No fabric of ours needs it' })
    expect((await result(retired)).errors).toHaveProperty('care_instruction_id')
    expect((await result(9_999_999)).errors).toHaveProperty('care_instruction_id')
  })

  it('warns where the instruction harms what the line is made of, and marks it for the house alone', async () => {
    const [elastane] = await portal.db.query<{ id: number }>(`select id from fibres where code = 'EL'`)
    const [cotton] = await portal.db.query<{ id: number }>(`select id from fibres where code = 'CO'`)
    const { lines } = await order()
    const { body: composition } = await office.post('/api/fibre-allocations/allocate', {
      lines: [lines[0]],
      values: {},
    })
    const document = await read(`fibre-allocations/${composition.results[0].id}`)
    const saved = await agent.patch(`/api/fibre-allocations/${document.id}`, {
      version: document.version,
      declared: [
        { component: 'shell', fibre_id: cotton?.id, pct: '95' },
        { component: 'shell', fibre_id: elastane?.id, pct: '5' },
      ],
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const values = { care_instruction_id: await instruction({ iron: 'I200' }) }
    const trial = await allocate(office, { lines: [lines[0]], trial: true, values })
    expect(trial.body.results[0].warnings.join()).toContain('5% elastane 氨纶: cannot withstand the hottest iron')
    const { body } = await allocate(office, { lines: [lines[0]], values })
    expect(await careNow(body.results[0].id)).toMatchObject({ conflicts: true })
    expect(await read(`care-allocations/${body.results[0].id}`, agent)).not.toHaveProperty('conflicts')
  })

  it('says so also where the composition, or another version of the instruction, comes later', async () => {
    const [elastane] = await portal.db.query<{ id: number }>(`select id from fibres where code = 'EL'`)
    await portal.db.query('delete from colourway_fibres')
    await portal.db.query('update colourways set yarn_id = null')
    const first = await instruction({ iron: 'I200' })
    const { id, line } = await approved(first)
    expect(await careNow(id)).toMatchObject({ conflicts: false })
    const { body } = await office.post('/api/fibre-allocations/allocate', { lines: [line], values: {} })
    const document = await read(`fibre-allocations/${body.results[0].id}`)
    const declared = [{ component: 'shell', fibre_id: elastane?.id, pct: '100' }]
    await agent.patch(`/api/fibre-allocations/${document.id}`, { version: document.version, declared })
    expect(await careNow(id)).toMatchObject({ conflicts: true, status: 'approved' })
    expect((await office.get(`/api/care-allocations?conflicts=true&id=${id}`)).total).toBe(1)

    await moveInstruction(first, 'revise')
    const [next] = await read(`care-instructions?predecessor_id=${first}`)
    await office.patch(`/api/care-instructions/${next.id}`, { version: next.version, iron: 'I110' })
    await moveInstruction(next.id, 'activate')
    expect((await move(office, id, 'reallocate')).body).toMatchObject({
      status: 'allocated',
      care_instruction_id: next.id,
      conflicts: false,
    })
  })

  it('is one for each line: another takes its place, and stands beside it neither anew nor resubmitted', async () => {
    const [first, second] = [await instruction(), await instruction({ wash: 'W30' })]
    const { id, line } = await allocated(first)
    const beside = await allocate(office, { lines: [line], values: { care_instruction_id: second } })
    expect(beside.body.results[0]).toMatchObject({
      ok: false,
      errors: { care_instruction_id: ['The line already has one. Replace it instead.'] },
    })
    await prove(id)
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
    expect((await move(office, id, 'reject', { comment: 'Not this wash' })).status).toBe(200)
    expect(
      (await allocate(office, { lines: [line], values: { care_instruction_id: second } })).body.results[0].ok,
    ).toBe(true)
    expect((await move(agent, id, 'resubmit')).status).toBe(409)
    const { lines } = await order()
    const old = await allocate(office, { lines: [lines[0]], values: { care_instruction_id: first } })
    const next = await office.post('/api/care-allocations', {
      po_line_id: lines[0],
      care_instruction_id: second,
      replaces_id: old.body.results[0].id,
    })
    expect(next.status, JSON.stringify(next.body)).toBe(201)
    expect(await careNow(old.body.results[0].id)).toMatchObject({ status: 'replaced' })
  })

  it('follows what the article and its yarn state, where nothing is declared', async () => {
    const [elastane] = await portal.db.query<{ id: number }>(`select id from fibres where code = 'EL'`)
    const [cotton] = await portal.db.query<{ id: number }>(`select id from fibres where code = 'CO'`)
    await portal.db.query('delete from colourway_fibres')
    await portal.db.query('update colourways set yarn_id = null')
    const { id } = await allocated(await instruction({ iron: 'I200' }))
    const statedBy = async (values: object) => {
      const article = await read('articles/1')
      const colourways = article.colourways.map(({ id, code, name_en }: Record<string, unknown>) => ({
        id,
        code,
        name_en,
        ...(id === 1 ? values : {}),
      }))
      const edited = await admin.patch('/api/articles/1', { version: article.version, colourways })
      expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    }
    const conflicts = async () => (await careNow(id)).conflicts
    const shell = (fibre_id: number | undefined) => [{ component: 'shell', fibre_id, pct: '100' }]
    expect(await conflicts()).toBe(false)
    await statedBy({ fibres: shell(elastane?.id) })
    expect(await conflicts()).toBe(true)
    await statedBy({ fibres: [] })
    expect(await conflicts()).toBe(false)
    const [yarn] = await portal.make('yarns', [
      {
        code: 'Y-CARE',
        name_en: 'Stretch',
        count_value: '30',
        count_system: 'Nm',
        status: 'active',
        fibres: [{ fibre_id: cotton?.id, pct: '100' }],
      },
    ])
    await statedBy({ yarn_id: yarn?.id })
    expect(await conflicts()).toBe(false)
    const { version } = await read(`yarns/${yarn?.id}`)
    const edited = await admin.patch(`/api/yarns/${yarn?.id}`, {
      version,
      fibres: [{ fibre_id: elastane?.id, pct: '100' }],
    })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect(await conflicts()).toBe(true)
  })

  it('is outdated by a new version: kept with a reason, or allocated again as the new version', async () => {
    const first = await instruction()
    const [kept, renewed, open] = [await approved(first), await approved(first), await allocated(first)]
    const second = await successorOf(first)
    expect([await careNow(kept.id), await careNow(renewed.id), await careNow(open.id)]).toMatchObject([
      { status: 'outdated', care_instruction_id: first },
      { status: 'outdated', care_instruction_id: first },
      { status: 'allocated' },
    ])
    expect(await readiness(kept.line)).toBe('in_progress')
    expect((await move(agent, kept.id, 'reallocate')).status).toBe(403)
    expect((await move(office, kept.id, 'keep')).body.errors).toHaveProperty('reason')
    expect((await move(office, kept.id, 'keep', { reason: 'Labels are sewn in' })).body).toMatchObject({
      status: 'approved',
      care_instruction_id: first,
    })
    expect((await move(office, renewed.id, 'reallocate')).body).toMatchObject({
      status: 'allocated',
      care_instruction_id: second,
      round: 2,
    })
    // Suppliers read both versions: one is on each of their lines.
    for (const id of [first, second]) expect((await agent.get(`/api/care-instructions/${id}`)).status).toBe(200)
    expect((await portal.otherAgent.get(`/api/care-instructions/${second}`)).status).toBe(404)
  })

  it('marks many allocations as outdated at once, and many are allocated again in one request', async () => {
    const first = await instruction()
    const allocations = [await approved(first), await approved(first), await approved(first)]
    const second = await successorOf(first)
    const records = await Promise.all(allocations.map(({ id }) => careNow(id)))
    const keys = records.map(({ id, version }: { id: number; version: number }) => ({ id, version }))
    const { status, body } = await office.post('/api/care-allocations/bulk/moves/reallocate', { rows: keys })
    expect(status, JSON.stringify(body)).toBe(200)
    for (const { id } of allocations)
      expect(await careNow(id)).toMatchObject({ status: 'allocated', care_instruction_id: second })
  })

  it('waits for nobody once its line is over', async () => {
    const { id, order: orderId } = await allocated(await instruction())
    const waiting = async (who: Person) =>
      (await who.get(`/api/care-allocations?status=allocated&is_line_open=true&purchase_order_id=${orderId}`)).body
    expect([await waiting(office), await waiting(agent)]).toMatchObject([[{ id }], [{ id }]])
    const { version } = await read(`purchase-orders/${orderId}`)
    await office.post(`/api/purchase-orders/${orderId}/moves/cancel`, { version, reason: 'Dropped' })
    expect([await waiting(office), await waiting(agent)]).toEqual([[], []])
  })

  it('copies the instruction of the article’s last order, in the version that is active now', async () => {
    const first = await instruction()
    const { order: earlier } = await approved(first)
    await portal.db.query(`update purchase_orders set order_date = '2027-06-01' where id = $1`, [earlier])
    const { id } = await order()
    const { body } = await office.post('/api/care-allocations/copy-last', { order: id })
    expect(
      body.results.some(({ ok }: { ok: boolean }) => ok),
      JSON.stringify(body),
    ).toBe(true)
    const copies = await read(`care-allocations?purchase_order_id=${id}`)
    expect(copies[0]).toMatchObject({ status: 'allocated', care_instruction_id: first })
  })

  it('lets an agent neither allocate nor see what another supplier has', async () => {
    const { lines } = await order()
    const care = await instruction()
    expect((await allocate(agent, { lines: [lines[0]], values: { care_instruction_id: care } })).status).toBe(403)
    const { id } = await allocated(care)
    expect((await portal.otherAgent.get(`/api/care-allocations/${id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(`/api/care-allocations?id=${id}`)).body).toEqual([])
    expect((await portal.as.user.get('/api/care-allocations')).status).toBe(403)
    expect((await portal.nobody.get('/api/care-allocations')).status).toBe(401)
  })

  it('come from a file: the instruction in use of a code, to lines that have none', async () => {
    const care = await instruction()
    const { code } = await read(`care-instructions/${care}`)
    const next = await successorOf(care)
    const { lines } = await order()
    const titles = await Promise.all(lines.map(async (id) => (await read(`po-lines/${id}`)).line_title))
    const file = `po_line_id,care_instruction_id,due_date\n${titles[0]},${code},2027-01-15\n${titles[1]},CARE-NONE,\n`
    expect((await upload(agent, 'care-allocations', file)).status).toBe(403)
    const { url } = await uploaded(office, 'care-allocations', file)
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 1 })
    expect((await committed(office, url)).counts).toMatchObject({ written: 1 })
    expect(await read(`care-allocations?po_line_id=${lines.join('&po_line_id=')}`)).toMatchObject([
      { po_line_id: lines[0], care_instruction_id: next, status: 'allocated', due_date: '2027-01-15' },
    ])
    expect(await readiness(lines[0])).toBe('in_progress')
  })
})
