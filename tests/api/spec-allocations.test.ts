import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import type { Matrix } from '#shared/trade/allocation-matrix.ts'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number, article_id = 1) => ({
  article_id,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})

describe.each(engines)('specifications of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let staff: Person
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent, staff } = portal.as)
  })
  afterAll(() => portal.close())

  const read = async (path: string, who = admin) => (await who.get(`/api/${path}`)).body
  const one = (id: number) => read(`spec-allocations/${id}`)
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`/api/spec-allocations/${id}/moves/${name}`, { version: (await one(id)).version, ...inputs })
  /** A specification in use; without a scope it holds for everything. */
  const specification = async (changes: Record<string, unknown> = {}): Promise<{ id: number; spec_id: string }> => {
    made += 1
    const spec_id = `SP-${70_000 + made}`
    const values = { spec_id, spec_type: 'packing', name_en: `Packing ${made}`, applies_to: 'everything' }
    const [record] = await portal.make('specifications', [{ ...values, status: 'active', ...changes }])
    return { id: Number(record?.id), spec_id }
  }
  /** A later version of it in use. */
  const successorOf = async ({ id, spec_id }: { id: number; spec_id: string }): Promise<number> => {
    const { spec_type, applies_to, article_id } = await read(`specifications/${id}`)
    const [next] = await portal.make('specifications', [
      {
        spec_id,
        version_no: 2,
        predecessor_id: id,
        spec_type,
        applies_to,
        article_id,
        name_en: 'Next',
        status: 'scheduled',
      },
    ])
    const { status, body } = await admin.post(`/api/specifications/${next?.id}/moves/activate`, { version: 1 })
    expect(status, JSON.stringify(body)).toBe(200)
    return Number(next?.id)
  }
  const order = async (changes: Record<string, unknown> = {}) => {
    made += 1
    const lines = [line(1, 100), line(2, 80)]
    const [record] = await portal.make('purchase-orders', [draft(`PO-SPEC-${made}`, { lines, ...issued, ...changes })])
    const body = await read(`purchase-orders/${record?.id}`)
    return { id: Number(record?.id), lines: (body.lines as { id: number }[]).map(({ id }) => id) as [number, number] }
  }
  const allocated = async (changes: Record<string, unknown> = {}) => {
    const spec = await specification(changes)
    const { id: order_id, lines } = await order()
    const { body } = await office.post('/api/spec-allocations/allocate', {
      lines: [lines[0]],
      values: { specification_id: spec.id },
    })
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    return { spec, order: order_id, lines, line: lines[0], id: Number(body.results[0].id) }
  }
  const fill = (who: Person, body: object) => who.post('/api/spec-allocations/fill', body)
  const mailsOf = async (mail: string, id: number) => {
    const rows = await portal.db.query<{ params: { id: number; title: string } }>(
      `select n as params from outbox, jsonb_array_elements(
         jsonb_build_array(payload -> 'params') || (select coalesce(jsonb_agg(x -> 'params'), '[]') from jsonb_array_elements(payload #> '{digest,notices}') x)) as n
       where kind = 'mail' and payload ->> 'mail' = $1 and (n ->> 'id')::int = $2`,
      [mail, id],
    )
    return rows.map(({ params }) => params.title)
  }

  describe('the receipt', () => {
    it('names the version, the person and the day, and stays when a later version is acknowledged', async () => {
      const { spec, id, line } = await allocated()
      expect((await move(portal.otherAgent, id, 'acknowledge')).status).toBe(404)
      for (const who of [office, staff]) expect((await move(who, id, 'acknowledge')).status).toBe(403)
      const first = await move(agent, id, 'acknowledge', { comment: 'Read by the packing team' })
      expect(first.body).toMatchObject({ status: 'acknowledged', responded_by: agent.id })
      expect(first.body.receipts).toMatchObject([
        {
          record_id: spec.id,
          record_version: 1,
          round: 1,
          acknowledged_by: agent.id,
          comment: 'Read by the packing team',
          acknowledged_at: first.body.responded_at,
        },
      ])
      expect(first.body.receipts[0].full_name).toMatch(/^Kim Nr/)
      const next = await successorOf(spec)
      expect(await one(id)).toMatchObject({ status: 'outdated', specification_id: spec.id })
      const again = await move(office, id, 'reallocate')
      expect(again.body).toMatchObject({ status: 'allocated', specification_id: next, round: 2, responded_at: null })
      expect(again.body.receipts).toHaveLength(1)
      // A list does not say what changed, so it is acknowledged on its own page.
      const rows = [{ id, version: again.body.version }]
      const offered = (await agent.post('/api/spec-allocations/bulk/moves', { rows })).body.moves
      expect(offered.find(({ name }: { name: string }) => name === 'acknowledge')?.ids ?? []).toEqual([])
      const [refused] = (await agent.post('/api/spec-allocations/bulk/moves/acknowledge', { rows })).body.results
      expect(refused).toMatchObject({ ok: false, status: 409, message: expect.stringMatching(/^Another version was/) })
      const second = await move(agent, id, 'acknowledge')
      expect(second.body.receipts).toMatchObject([
        { record_id: spec.id, record_version: 1, round: 1 },
        { record_id: next, record_version: 2, round: 2 },
      ])
      expect((await read(`po-lines/${line}`)).specification_readiness).toBe('missing')
    })

    it('is in lists and files of receipts, for its own supplier alone', async () => {
      const { id } = await allocated()
      await move(agent, id, 'acknowledge')
      const path = `/api/spec-receipts?allocation_id=${id}`
      for (const who of [admin, office, agent, staff]) expect((await who.get(path)).body).toHaveLength(1)
      expect((await portal.otherAgent.get(path)).body).toEqual([])
      const [receipt] = (await office.get(path)).body
      expect((await portal.otherAgent.get(`/api/spec-receipts/${receipt.id}`)).status).toBe(404)
      const file = await office.send({ method: 'GET', url: `/api/spec-receipts/export?format=csv&allocation_id=${id}` })
      expect(file.body.trim().split('\n')).toHaveLength(2)
      expect(file.body).toContain(receipt.full_name)
    })

    it('cannot be changed or taken away, by whichever way', async () => {
      const { id } = await allocated()
      await move(agent, id, 'acknowledge')
      const [receipt] = await read(`spec-receipts?allocation_id=${id}`)
      const changed = { version: receipt.version, full_name: 'Somebody else' }
      expect((await admin.patch(`/api/spec-receipts/${receipt.id}`, changed)).status).toBe(403)
      expect((await admin.delete(`/api/spec-receipts/${receipt.id}`, { version: 1 })).status).toBe(403)
      const whole = { version: (await one(id)).version, receipts: [] }
      expect((await office.patch(`/api/spec-allocations/${id}`, whole)).status).toBe(422)
      for (const sql of [
        `update spec_receipts set full_name = 'x' where id = $1`,
        `update spec_receipts set acknowledged_at = now() where id = $1`,
        'delete from spec_receipts where id = $1',
      ])
        await expect(portal.db.query(sql, [receipt.id])).rejects.toThrow('receipts are kept')
      expect(await read(`spec-receipts?allocation_id=${id}`)).toEqual([receipt])
    })
  })

  describe('a new version', () => {
    it('outdates what nobody has acknowledged too; kept, its receipt is still due', async () => {
      const { spec, id } = await allocated()
      await successorOf(spec)
      expect(await one(id)).toMatchObject({ status: 'outdated' })
      expect((await move(agent, id, 'acknowledge')).status).toBe(409)
      expect((await move(office, id, 'keep', { reason: 'Cartons are printed' })).body).toMatchObject({
        status: 'allocated',
        specification_id: spec.id,
        decision_comment: 'Cartons are printed',
      })
      expect((await move(agent, id, 'acknowledge')).body.receipts).toMatchObject([{ record_id: spec.id }])
    })

    it('is told to the supplier, as is what is to be acknowledged', async () => {
      const { spec, id } = await allocated()
      expect(await mailsOf('spec_allocated', id)).toEqual([expect.stringContaining(`${spec.spec_id} v1`)])
      await move(agent, id, 'acknowledge')
      await successorOf(spec)
      expect(await mailsOf('spec_outdated', id)).toEqual([expect.stringContaining(`${spec.spec_id} v1`)])
      await move(office, id, 'reallocate')
      expect(await mailsOf('spec_allocated', id)).toContainEqual(expect.stringContaining(`${spec.spec_id} v2`))
    })
  })

  describe('a reminder', () => {
    it('is sent once a day by the house', async () => {
      const { id } = await allocated()
      expect((await move(agent, id, 'remind')).status).toBe(403)
      expect((await move(office, id, 'remind')).body).toMatchObject({
        status: 'allocated',
        reminded_at: expect.any(String),
      })
      expect((await move(office, id, 'remind')).body.code).toBe('guard')
      expect(await mailsOf('spec_reminder', id)).toHaveLength(1)
      await move(agent, id, 'acknowledge')
      expect((await move(office, id, 'remind')).status).toBe(409)
    })

    it('goes out by itself once the day is past, and not again in the same week', async () => {
      const [late, early] = [await allocated(), await allocated()]
      const due = (id: number, day: string) =>
        portal.db.query('update spec_allocations set due_date = $2 where id = $1', [id, day])
      await due(late.id, '2026-01-10')
      await due(early.id, '2099-01-10')
      await settleDay(portal.app.kit)
      await settleDay(portal.app.kit)
      expect(await mailsOf('spec_reminder', late.id)).toHaveLength(1)
      expect(await mailsOf('spec_reminder', early.id)).toHaveLength(0)
    })

    it('is not sent of a line that is over', async () => {
      const { id, order: order_id } = await allocated()
      await portal.db.query(`update spec_allocations set due_date = '2026-01-10' where id = $1`, [id])
      const { version } = await read(`purchase-orders/${order_id}`)
      const dropped = { version, reason: 'Programme dropped' }
      expect((await office.post(`/api/purchase-orders/${order_id}/moves/cancel`, dropped)).status).toBe(200)
      await portal.db.query('delete from daily_progress')
      await settleDay(portal.app.kit)
      expect(await mailsOf('spec_reminder', id)).toHaveLength(0)
      expect((await move(office, id, 'remind')).status).toBe(409)
      expect((await one(id)).moves).toContainEqual(expect.objectContaining({ name: 'remind', allowed: false }))
    })
  })

  describe('filling', () => {
    it('previews each cell, then fills those that have one, once for a key', async () => {
      const general = await specification({ spec_type: 'testing' })
      const own = await specification({ spec_type: 'testing', applies_to: 'article', article_id: 1 })
      const twins = [
        await specification({ spec_type: 'labelling', applies_to: 'brand', house_brand_id: 1 }),
        await specification({ spec_type: 'labelling', applies_to: 'brand', house_brand_id: 1 }),
      ]
      const { id, lines } = await order()
      const cells = ['testing', 'labelling', 'trims'].map((type) => ({ line: lines[0], type }))
      const trial = await fill(office, { source: 'rule', cells, trial: true })
      expect(trial.body.results).toMatchObject([
        { ok: true, type: 'testing', record: expect.stringContaining(own.spec_id) },
        { ok: false, type: 'labelling', code: 'ambiguous' },
        { ok: false, type: 'trims', code: 'none' },
      ])
      for (const { spec_id } of twins) expect(trial.body.results[1].message).toContain(spec_id)
      expect(await read(`spec-allocations?purchase_order_id=${id}`)).toEqual([])
      const key = { 'idempotency-key': `fill-${id}` }
      const both = [
        await office.post('/api/spec-allocations/fill', { source: 'rule', cells }, key),
        await office.post('/api/spec-allocations/fill', { source: 'rule', cells }, key),
      ]
      expect(both[1]?.body).toEqual(both[0]?.body)
      expect(await read(`spec-allocations?purchase_order_id=${id}`)).toMatchObject([
        { spec_type: 'testing', specification_id: own.id, status: 'allocated', requested_by: office.id },
      ])
      const again = await fill(office, { source: 'rule', cells: [cells[0]] })
      expect(again.body.results).toMatchObject([{ ok: false, status: 422 }])
      expect(general.id).not.toBe(own.id)
    })

    it('from the article takes none but its own', async () => {
      await specification({ spec_type: 'construction' })
      const { lines } = await order()
      const cells = [{ line: lines[0], type: 'construction' }]
      const none = await fill(office, { source: 'article', cells, trial: true })
      expect(none.body.results).toMatchObject([{ ok: false, code: 'none' }])
      const own = await specification({ spec_type: 'construction', applies_to: 'article', article_id: 1 })
      const found = await fill(office, { source: 'article', cells, trial: true })
      expect(found.body.results[0].record).toContain(own.spec_id)
    })

    it('from the last order takes what the article had there, in the version in use', async () => {
      const spec = await specification({ spec_type: 'security_tagging' })
      const cellOf = (line: number) => [{ line, type: 'security_tagging' }]
      const fresh = await order()
      const none = await fill(office, { source: 'last_order', cells: cellOf(fresh.lines[0]), trial: true })
      expect(none.body.results).toMatchObject([{ ok: false, code: 'none' }])
      const earlier = await order()
      await office.post('/api/spec-allocations/allocate', {
        lines: [earlier.lines[0]],
        values: { specification_id: spec.id },
      })
      const next = await successorOf(spec)
      const { body } = await fill(office, { source: 'last_order', cells: cellOf(fresh.lines[0]) })
      expect(body.results).toMatchObject([{ ok: true }])
      expect(await one(body.results[0].id)).toMatchObject({ specification_id: next, status: 'allocated' })
    })

    it('is for the house alone, and takes no foreign lines, types or hosts of cells', async () => {
      const { lines } = await order()
      const cells = [{ line: lines[0], type: 'packing' }]
      for (const who of [agent, staff, portal.otherAgent])
        expect((await fill(who, { source: 'rule', cells })).status).toBe(403)
      const { body } = await fill(office, { source: 'rule', cells: [{ line: 999_999, type: 'packing' }], trial: true })
      expect(body.results).toMatchObject([{ ok: false, status: 404 }])
      for (const bad of [
        { source: 'guess', cells },
        { source: 'rule', cells: [] },
        { source: 'rule', cells: [{ line: lines[0], type: 'constructor' }] },
        { source: 'rule', cells: [...cells, ...cells] },
        { source: 'rule', cells: Array.from({ length: 501 }, (_, at) => ({ line: at + 1, type: 'packing' })) },
        { source: 'rule', cells, more: 'x'.repeat(100_000) },
      ])
        expect((await fill(office, bad)).status).toBe(422)
    })
  })

  describe('the matrix', () => {
    const matrix = async (who: Person, query: string): Promise<Matrix & { total: number }> =>
      (await who.get(`/api/spec-allocations/matrix?${query}`)).body

    it('has a row for each line and a cell for each type', async () => {
      const { id, order: order_id, spec, lines } = await allocated()
      const { rows, total, types } = await matrix(office, `purchase_order_id=${order_id}&_sort=line_no`)
      expect([total, types.length]).toEqual([2, 10])
      expect(rows.map(({ line }) => line.id)).toEqual(lines)
      expect(rows[0]?.cells.packing).toMatchObject({
        state: 'allocated',
        id,
        version: 1,
        record_id: spec.id,
        code: spec.spec_id,
        version_no: 1,
      })
      expect(rows[0]?.line).toMatchObject({ supplier: { id: 60 } })
      expect(rows[0]?.cells.measurement).toMatchObject({ state: 'missing', id: null })
      expect(rows[0]?.cells.trims).toMatchObject({ state: 'not_required', id: null })
      expect(rows[1]?.cells.packing).toMatchObject({ state: 'missing' })
      await move(office, id, 'cancel', { reason: 'Another one' })
      const after = await matrix(office, `purchase_order_id=${order_id}&_sort=line_no`)
      expect(after.rows[0]?.cells.packing).toMatchObject({ state: 'missing' })
    })

    it('answers lines and allocations of the caller’s scope, in the grammar of their list', async () => {
      const { order: order_id } = await allocated()
      const query = `purchase_order_id=${order_id}&line_status=open`
      for (const who of [agent, staff]) expect((await matrix(who, query)).rows).toHaveLength(2)
      expect(await matrix(portal.otherAgent, query)).toMatchObject({ rows: [], total: 0 })
      expect((await matrix(office, `${query}&_start=1&_end=2`)).rows).toHaveLength(1)
      const get = (who: Person, text: string) => who.get(`/api/spec-allocations/matrix?${text}`)
      expect((await get(portal.as.user, query)).status).toBe(403)
      expect((await get(portal.nobody, query)).status).toBe(401)
      for (const bad of ['_end=101', '__proto__=1', 'target_price_gt=x', 'nothing=1'])
        expect((await get(office, bad)).status).toBe(400)
      expect((await get(agent, 'target_price_gt=1')).status).toBe(400)
    })

    it('offers the records of a type that are made for all of the lines', async () => {
      const { lines } = await order()
      const fitting = await specification({ spec_type: 'fabric' })
      const other = await specification({ spec_type: 'fabric', applies_to: 'article', article_id: 2 })
      const path = `/api/spec-allocations/candidates?lines=${lines.join()}`
      const { ids } = (await office.get(`${path}&type=fabric`)).body
      expect([ids.includes(fitting.id), ids.includes(other.id)]).toEqual([true, false])
      expect((await office.get(`${path}&type=${'x'.repeat(100)}`)).status).toBe(422)
    })
  })

  describe('from a file', () => {
    const titlesOf = async (lines: readonly number[]): Promise<string[]> =>
      Promise.all(lines.map(async (id) => (await read(`po-lines/${id}`)).line_title))
    const ofLines = async (lines: readonly number[]): Promise<Record<string, unknown>[]> =>
      read(`spec-allocations?po_line_id=${lines.join('&po_line_id=')}&_sort=id`)
    const documents = async (url: string) => (await office.get(`${url}/rows?_end=20`)).body

    it('gives the version in use of a code to many lines, once', async () => {
      const spec = await specification()
      const next = await successorOf(spec)
      const { lines } = await order()
      const [first, second] = await titlesOf(lines)
      const file = `po_line_id,specification_id,due_date\n${first},${spec.spec_id},2027-02-01\n${second},${spec.spec_id},\n`
      const { url } = await uploaded(office, 'spec-allocations', file)
      const checked = await previewed(office, url)
      expect(checked.counts, JSON.stringify(await documents(url))).toMatchObject({ new: 2, rejected: 0 })
      expect((await committed(office, url)).counts).toMatchObject({ written: 2 })
      expect(await ofLines(lines)).toMatchObject([
        {
          po_line_id: lines[0],
          specification_id: next,
          status: 'allocated',
          spec_type: 'packing',
          due_date: '2027-02-01',
        },
        { po_line_id: lines[1], specification_id: next, status: 'allocated', due_date: null },
      ])
      const again = await uploaded(office, 'spec-allocations', file.replace('2027-02-01', '2027-02-02'))
      expect((await previewed(office, again.url)).counts).toMatchObject({
        new: 0,
        changed: 1,
        unchanged: 1,
        rejected: 0,
      })
      // What was cancelled is allocated anew.
      const [gone] = await ofLines(lines)
      await move(office, Number(gone?.id), 'cancel', { reason: 'Ordered anew' })
      const anew = await uploaded(office, 'spec-allocations', file)
      expect((await previewed(office, anew.url)).counts).toMatchObject({ new: 1, unchanged: 1 })
    })

    it('says what cannot be allocated', async () => {
      const { lines, spec } = await allocated()
      const draftSpec = await specification({ status: 'draft' })
      const other = await specification()
      const [first, second] = await titlesOf(lines)
      const rows = [
        [first, other.spec_id],
        [second, draftSpec.spec_id],
        [second, 'SP-99999'],
        ['PO-NONE / 1', spec.spec_id],
      ]
      const file = `po_line_id,specification_id\n${rows.map((row) => row.join()).join('\n')}\n`
      const { url } = await uploaded(office, 'spec-allocations', file)
      expect((await previewed(office, url)).counts).toMatchObject({ new: 0, rejected: 4 })
      expect((await committed(office, url).catch(() => null))?.counts?.written ?? 0).toBe(0)
      expect(await ofLines(lines)).toHaveLength(1)
      for (const who of [agent, staff]) expect((await upload(who, 'spec-allocations', file)).status).toBe(403)
    })

    it('that was exported keeps the version of each allocation', async () => {
      const { spec, id } = await allocated()
      await successorOf(spec)
      const columns = 'id,version,po_line_id,specification_id,due_date'
      const { body } = await office.send({
        method: 'GET',
        url: `/api/spec-allocations/export?columns=${columns}&id=${id}&format=csv`,
      })
      const [headings, row = ''] = body.trim().split('\r\n')
      expect(row).toContain(spec.spec_id)
      const back = await uploaded(office, 'spec-allocations', `${headings}\r\n${row.replace(/,$/, ',2027-03-03')}\r\n`)
      const checked = await previewed(office, back.url)
      expect(checked.counts, JSON.stringify(await documents(back.url))).toMatchObject({ changed: 1, rejected: 0 })
      await committed(office, back.url)
      expect(await one(id)).toMatchObject({ specification_id: spec.id, status: 'outdated', due_date: '2027-03-03' })
    })
  })

  it('is outdated where its line gets another article than the one it is made for, until the office decides', async () => {
    const measured = await specification({ spec_type: 'construction', applies_to: 'article', article_id: 1 })
    const packing = await specification()
    const { id: order_id, lines } = await order({ status: 'draft', issued_at: null })
    const ids: number[] = []
    for (const { id } of [measured, packing]) {
      const values = { specification_id: id }
      const { body } = await office.post('/api/spec-allocations/allocate', { lines: [lines[0]], values })
      expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
      ids.push(Number(body.results[0].id))
    }
    const states = async () => [(await one(ids[0] ?? 0)).status, (await one(ids[1] ?? 0)).status]
    const known = await read(`purchase-orders/${order_id}`)
    const others = known.lines.map((row: { id: number; sizes: { id: number }[] }, index: number) => ({
      ...(index === 0 ? line(3, 100, 2) : line(2, 80)),
      id: row.id,
      sizes: [{ id: row.sizes[0]?.id, size_id: index === 0 ? 2 : 1, qty: index === 0 ? 100 : 80 }],
    }))
    const edited = await office.patch(`/api/purchase-orders/${order_id}`, { version: known.version, lines: others })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect(await states()).toEqual(['outdated', 'allocated'])
    expect((await move(office, ids[0] ?? 0, 'keep', { reason: 'Sewn alike' })).body).toMatchObject({
      status: 'allocated',
    })
  })

  it('makes a line ready once all types that it needs are acknowledged', async () => {
    const specs = []
    for (const spec_type of ['measurement', 'packing', 'carton_marking']) specs.push(await specification({ spec_type }))
    const { lines } = await order()
    const ids: number[] = []
    for (const { id } of specs) {
      const values = { specification_id: id }
      const { body } = await office.post('/api/spec-allocations/allocate', { lines: [lines[0]], values })
      ids.push(body.results[0].id)
    }
    const readiness = async () => (await read(`po-lines/${lines[0]}`)).specification_readiness
    for (const id of ids) {
      expect(await readiness()).toBe('in_progress')
      expect((await move(agent, id, 'acknowledge')).status).toBe(200)
    }
    expect(await readiness()).toBe('ok')
  })
})
