import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import { settleTurns } from '#server/allocation/turns.ts'
import { system } from '#server/kit/principal.ts'
import { openWorkbook } from '#server/xlsx/read.ts'
import { tints } from '#server/xlsx/write.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { planOf, readinessField } from '#shared/trade/allocation.ts'
import { lineKindAreas, lineKinds } from '#shared/trade/line-kinds.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { linesPerAnchor } from '#shared/trade/readiness-matrix.ts'
import { neededTypes } from '#shared/trade/requirement-profiles.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const line = (colourway_id: number, qty: number) => ({
  article_id: 1,
  colourway_id,
  unit_price: '5.25',
  qty,
  sizes: [{ size_id: 1, qty }],
})

describe.each(engines)('readiness of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0
  const records: Record<string, AnyRecord[]> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
    const make = async (area: string, inputs: Record<string, unknown>[]) =>
      (await portal.make(area, inputs)) as unknown as AnyRecord[]
    records.factory = await make('factories', [
      { name_en: 'Works A', country: 'CN', status: 'approved', ...licensed, suppliers: [{ supplier_id: 60 }] },
    ])
    records.care = await make('care-instructions', [
      {
        code: 'CI-9001',
        name_en: 'Jersey',
        wash: 'W30',
        bleach: 'BN',
        tumble: 'TN',
        iron: 'I110',
        dry_clean: 'PN',
        status: 'active',
      },
    ])
    records.specification = await make(
      'specifications',
      ['measurement', 'packing', 'carton_marking', 'testing'].map((spec_type, at) => ({
        spec_id: `SP-9000${at}`,
        spec_type,
        applies_to: 'everything',
        name_en: spec_type,
        status: 'active',
      })),
    )
    records.artwork = await make(
      'artworks',
      ['main_label', 'care_label', 'hangtag', 'polybag', 'carton_mark', 'print'].map((artwork_type, at) => ({
        artwork_code: `AW-9000${at}`,
        artwork_type,
        name_en: artwork_type,
        status: 'released',
      })),
    )
  })
  afterAll(() => portal.close())

  const read = async (path: string, who = admin) => (await who.get(`/api/${path}`)).body
  const order = async (lines = [line(1, 100), line(2, 80)], changes: object = issued) => {
    made += 1
    const [record] = await portal.make('purchase-orders', [draft(`PO-RDY-${made}`, { lines, ...changes })])
    const { lines: stored } = await read(`purchase-orders/${record?.id}`)
    return { id: Number(record?.id), lines: (stored as AnyRecord[]).map(({ id }) => id) }
  }
  const matrix = async (query: string, who = office) => read(`po-lines/readiness?${query}`, who)
  const cellOf = async (id: number, kind: string, who = office) => (await matrix(`id=${id}`, who)).rows[0].cells[kind]

  it('has a column for every kind that lines carry', async () => {
    const { kinds, rows, total } = await matrix(`id=${(await order()).lines[0]}`)
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([...readinessKinds])
    expect(total).toBe(1)
    expect(Object.keys(rows[0].cells)).toEqual([...readinessKinds])
    const declared = lineKinds(register.get('po-lines'), register.areas).map(({ kind }) => kind)
    expect(declared.toSorted()).toEqual([...readinessKinds].toSorted())
  })

  it('says who has to do something next, from what is missing to what is approved', async () => {
    const { lines } = await order()
    const [id = 0] = lines
    expect(await cellOf(id, 'care')).toMatchObject({
      state: 'missing',
      turns: ['office'],
      since: expect.stringContaining('2026-11-01'),
    })
    expect(await cellOf(id, 'fibre')).toMatchObject({ state: 'missing', turns: ['supplier'] })
    const { body } = await office.post('/api/care-allocations/allocate', {
      lines: [id],
      values: { care_instruction_id: records.care?.[0]?.id, due_date: '2027-01-10' },
    })
    const care = body.results[0].id as number
    expect(await cellOf(id, 'care')).toMatchObject({ state: 'in_progress', turns: ['supplier'], due: '2027-01-10' })
    await portal.db.query(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, kind, visibility, supplier_id)
       values ('ready', 'proof.png', 'image/png', 1, 'x', 'care-allocations', $1, 'attachment', 'label_proof', 'shared', 60)`,
      [care],
    )
    const move = async (who: Person, name: string, inputs: object = {}) => {
      const { version } = await read(`care-allocations/${care}`)
      const answer = await who.post(`/api/care-allocations/${care}/moves/${name}`, { version, ...inputs })
      expect([answer.status, answer.body.message]).toEqual([200, undefined])
    }
    await move(agent, 'submit_evidence')
    expect(await cellOf(id, 'care')).toMatchObject({ turns: ['office'] })
    await move(office, 'reject', { comment: 'Not readable' })
    expect(await cellOf(id, 'care')).toMatchObject({ state: 'rejected', turns: ['supplier'] })
    await move(agent, 'resubmit')
    await move(office, 'approve')
    expect(await cellOf(id, 'care')).toEqual({
      state: 'ok',
      turns: [],
      missing: [],
      since: null,
      due: null,
      reminded: null,
    })
  })

  it('counts no days before the order is issued, whatever stands there already', async () => {
    const [id = 0] = (await order([line(1, 100)], {})).lines
    const { rows } = await matrix(`id=${id}`)
    const cells = Object.values(rows[0].cells) as { turns: string[]; since: string | null }[]
    expect(cells.some(({ turns }) => turns.includes('office'))).toBe(true)
    expect(cells.map(({ since }) => since)).toEqual(cells.map(() => null))
    await portal.db.query("update accreditation_allocations set updated_at = '2026-10-01' where po_line_id = $1", [id])
    await portal.db.query(
      `update purchase_orders set issued_at = '2026-11-01' where id = (select purchase_order_id from po_lines where id = $1)`,
      [id],
    )
    for (const { since, turns } of Object.values((await matrix(`id=${id}`)).rows[0].cells) as typeof cells)
      if (turns.length > 0) expect(since).toContain('2026-11-01')
  })

  it('waits for both where a kind has several types', async () => {
    const [id = 0] = (await order()).lines
    await office.post('/api/spec-allocations/allocate', {
      lines: [id],
      values: { specification_id: records.specification?.[0]?.id },
    })
    expect(await cellOf(id, 'specification')).toMatchObject({ state: 'missing', turns: ['office', 'supplier'] })
    const both = await matrix(`id=${id}&office_turn=specification&supplier_turn=specification`)
    expect(both.total).toBe(1)
  })

  it('waits for nobody once a line is over, and again when it is open again', async () => {
    const { lines } = await order(undefined, { ...issued, status: 'confirmed' })
    const { version } = await read(`po-lines/${lines[0]}`)
    await portal.db.query("update po_lines set status = 'approved' where id = any($1::bigint[])", [lines])
    const closed = await office.post(`/api/po-lines/${lines[0]}/moves/short_close`, { version, reason: 'Sold out' })
    expect([closed.status, closed.body.message]).toEqual([200, undefined])
    expect((await cellOf(lines[0] ?? 0, 'care')).turns).toEqual([])
    const reopened = await admin.post(`/api/po-lines/${lines[0]}/moves/reopen_closed`, {
      version: closed.body.version,
      reason: 'A mistake',
    })
    expect([reopened.status, reopened.body.message]).toEqual([200, undefined])
    expect((await cellOf(lines[0] ?? 0, 'care')).turns).toEqual(['office'])
  })

  it('adds up lines by kind and supplier, for whoever asks', async () => {
    const { lines } = await order()
    const query = `id=${lines.join('&id=')}`
    const sums = await read(`po-lines/readiness/sums?${query}`, office)
    expect(sums).toMatchObject({
      lines: 2,
      office: 2,
      supplier: 2,
      kinds: { factory: { lines: 2, office: 2, supplier: 0 }, fibre: { lines: 2, office: 0, supplier: 2 } },
      suppliers: [{ id: 60, lines: 2, office: 2, supplier: 2 }],
    })
    expect(await read(`po-lines/readiness/sums?${query}`, agent)).toEqual(sums)
    expect(await read(`po-lines/readiness/sums?${query}`, portal.otherAgent)).toMatchObject({ lines: 0, suppliers: [] })
    // The same figures as the list's filters.
    for (const [filter, count] of [
      ['office_turn=factory', sums.kinds.factory.office],
      ['supplier_turn=fibre', sums.kinds.fibre.supplier],
      [`office_turn_in=${readinessKinds.join()}`, sums.office],
    ])
      expect((await office.get(`/api/po-lines?${query}&${filter}`)).total).toBe(count)
  })

  it('shows a supplier its own lines alone, and nothing to those who read no lines', async () => {
    const { lines } = await order()
    expect((await matrix(`id=${lines[0]}`, agent)).total).toBe(1)
    expect((await matrix(`id=${lines[0]}`, portal.as.staff)).total).toBe(1)
    expect(await matrix(`id=${lines[0]}`, portal.otherAgent)).toMatchObject({ total: 0, rows: [] })
    for (const path of ['readiness', 'readiness/sums']) {
      expect((await portal.as.user.get(`/api/po-lines/${path}`)).status).toBe(403)
      expect((await portal.nobody.get(`/api/po-lines/${path}`)).status).toBe(401)
      expect((await office.get(`/api/po-lines/${path}?office_turn=toString`)).status).toBe(400)
      expect((await office.get(`/api/po-lines/${path}?constructor=1`)).status).toBe(400)
      expect((await agent.get(`/api/po-lines/${path}?target_price_gt=1`)).status).toBe(400)
    }
    expect((await office.get('/api/po-lines/readiness?_end=101')).status).toBe(400)
  })

  it('is exported with its colours: all lines that match, as the reader may see them, in the reader’s words', async () => {
    const { id } = await order(Array.from({ length: 210 }, (_, at) => line(1 + (at % 2), 100)))
    await portal.db.query("update suppliers set supplier_name = '=1+1' where id = 60")
    const query = `purchase_order_id=${id}`
    const book = async (who: Person, more = '', headers = {}) => {
      const url = `/api/po-lines/readiness/export?${query}&_sort=line_no&_order=desc${more}`
      const answer = await who.send({ method: 'GET', url, headers })
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="readiness-\d{4}-\d\d-\d\d\.xlsx"$/),
      ])
      const file = new Uint8Array(answer.rawPayload)
      const workbook = await openWorkbook(file)
      const rows: string[][] = []
      for await (const { cells } of workbook.rows(workbook.sheets[0] ?? '')) rows.push(cells as string[])
      const parts = unzipSync(file)
      const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
      return { rows, sheet: text('xl/worksheets/sheet1.xml'), styles: text('xl/styles.xml') }
    }
    const { rows, sheet, styles } = await book(office)
    expect(rows).toHaveLength(211)
    expect(rows[0]?.slice(0, 10)).toEqual([
      'Purchase order',
      'Line number',
      'Supplier',
      'Article',
      'Colourway',
      'Quantity',
      'Ex-factory date',
      'Factory',
      'Factory: whose turn',
      'Factory: days waiting',
    ])
    expect(rows[1]?.[1]).toBe('2100')
    expect(rows.at(-1)?.slice(1, 3)).toEqual(['10', '=1+1'])
    expect(rows[1]?.slice(7, 9)).toEqual(['Missing', 'Office'])
    expect(rows[1]?.slice(10, 12)).toEqual(['Missing', 'Supplier'])
    expect(Number(rows[1]?.[9])).toBeGreaterThanOrEqual(0)
    // A text, never a formula, on the background of its tone.
    expect(sheet).not.toContain('<f>')
    const tone = Number(/r="H2" s="(\d+)" t="inlineStr"/.exec(sheet)?.[1])
    const format = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)][tone]?.[0] ?? ''
    const fill = Number(/fillId="(\d+)"/.exec(format)?.[1])
    expect(styles.split('<fill>')[fill + 1]).toContain(`FF${tints.warning.fill}`)
    expect((await book(agent)).rows).toEqual(rows)
    expect((await book(portal.otherAgent)).rows).toHaveLength(1)
    expect((await book(office, '&office_turn=care&line_no=30')).rows).toHaveLength(2)
    const chinese = (await book(office, '&line_no=30', { 'accept-language': 'zh' })).rows
    expect([chinese[0]?.[8], chinese[1]?.slice(7, 9)]).toEqual(['工厂：待谁处理', ['缺少', '采购办公室']])
    expect((await office.get('/api/po-lines/readiness/export?office_turn=toString')).status).toBe(400)
    expect((await portal.as.user.get('/api/po-lines/readiness/export')).status).toBe(403)
  })

  it('counts places from an anchor, in any order, and answers a foreign one like one that does not exist', async () => {
    const { lines, id } = await order(Array.from({ length: 12 }, (_, at) => line(1 + (at % 2), 100 + (at % 3))))
    await portal.db.query(
      `update po_lines set ex_factory_date = case when line_no % 30 = 0 then null
         else date '2027-03-01' + (line_no / 40)::int end where purchase_order_id = $1`,
      [id],
    )
    for (const sort of [
      '_sort=ex_factory_date,line_no&_order=asc,asc',
      '_sort=ex_factory_date&_order=desc',
      '_sort=qty,ex_factory_date,line_no&_order=asc,desc,asc',
      '_sort=id&_order=desc',
    ]) {
      const query = `purchase_order_id=${id}&${sort}`
      const all = (await matrix(query)).rows.map((row: { line: AnyRecord }) => row.line.id)
      expect(all).toHaveLength(12)
      for (const [at, from] of all.entries()) {
        const { rows, total } = await matrix(`${query}&_from=${from}&_start=1&_end=4`)
        expect([sort, total, rows.map((row: { line: AnyRecord }) => row.line.id)]).toEqual([
          sort,
          12,
          all.slice(at + 1, at + 4),
        ])
      }
      expect(await read(`po-lines/readiness/anchors?${query}`, agent)).toEqual({ every: linesPerAnchor, ids: [all[0]] })
    }
    const query = `/api/po-lines/readiness?_from=${lines[0]}`
    expect((await portal.otherAgent.get(query)).status).toBe(404)
    expect((await office.get('/api/po-lines/readiness?_from=999999999')).status).toBe(404)
    for (const from of ['0', 'x', '1e3', '1&_from=2'])
      expect([from, (await office.get(`/api/po-lines/readiness?_from=${from}`)).status]).toEqual([from, 400])
    expect(await read(`po-lines/readiness/anchors?id=${lines[0]}`, portal.otherAgent)).toMatchObject({ ids: [] })
  })

  it('copies all kinds from the article’s last order, once, and says what could not be and why', async () => {
    const article_id = 2
    const earlier = await order([{ ...line(3, 100), article_id }], { ...issued, order_date: '2026-10-01' })
    const [from = 0] = earlier.lines
    const [factory, care, specification, artwork] = (['factory', 'care', 'specification', 'artwork'] as const).map(
      (kind) => records[kind]?.[0]?.id,
    )
    await portal.make('factory-allocations', [
      { po_line_id: from, factory_id: factory, process_stage: 'main', qty: 100, status: 'approved' },
    ])
    await portal.make('care-allocations', [{ po_line_id: from, care_instruction_id: care, status: 'approved' }])
    await portal.make('spec-allocations', [
      { po_line_id: from, specification_id: specification, status: 'acknowledged' },
    ])
    await portal.make('artwork-allocations', [{ po_line_id: from, artwork_id: artwork, status: 'approved' }])

    const next = await order([{ ...line(3, 60), article_id }, { ...line(3, 40), article_id }, line(1, 10)], {
      ...issued,
      order_date: '2026-11-01',
    })
    const [first = 0, second = 0, other = 0] = next.lines
    await office.post('/api/care-allocations/allocate', {
      lines: [second],
      values: { care_instruction_id: care },
    })
    const path = '/api/po-lines/readiness/copy-last'
    type Result = { po_line_id: number; kind: string; type?: string; ok: boolean; code?: string; message?: string }
    const copy = async (who: Person, body: object, key?: string) => {
      const answer = await who.post(path, body, key ? { 'idempotency-key': key } : {})
      expect([answer.status, answer.body.message]).toEqual([200, undefined])
      return answer.body.results as Result[]
    }
    const of = (results: Result[], id: number, kind: string) =>
      results.filter((result) => result.po_line_id === id && result.kind === kind)
    const stored = async () =>
      (await portal.db.query('select id from care_allocations where po_line_id = any($1::bigint[])', [next.lines]))
        .length

    const trial = await copy(office, { order: next.id, trial: true })
    expect(await stored()).toBe(1)
    expect(of(trial, first, 'factory')).toMatchObject([{ ok: true }])
    expect(of(trial, first, 'care')).toMatchObject([{ ok: true }])
    expect(of(trial, second, 'care')).toMatchObject([{ ok: false, code: 'present' }])
    const specifications = of(trial, first, 'specification')
    expect(specifications.filter(({ ok }) => ok)).toMatchObject([{ type: 'measurement' }])
    expect(specifications.find(({ type }) => type === 'packing')).toMatchObject({
      code: 'none',
      message: expect.stringContaining('No earlier order'),
    })
    expect(of(trial, other, 'factory')).toMatchObject([
      { ok: false, message: expect.stringContaining('No earlier order') },
    ])
    expect(of(trial, first, 'fibre')).toMatchObject([{ ok: false }])

    // By two people at once, and once more with the first key: each line gets each kind once.
    const answers = await Promise.all([
      copy(office, { lines: next.lines }, 'copy-everything-1'),
      copy(admin, { order: next.id }),
    ])
    expect(await copy(office, { lines: next.lines }, 'copy-everything-1')).toEqual(answers[0])
    for (const [kind, table] of [
      ['factory', 'factory_allocations'],
      ['care', 'care_allocations'],
      ['specification', 'spec_allocations'],
      ['artwork', 'artwork_allocations'],
    ] as const) {
      expect([kind, answers.flatMap((results) => of(results, first, kind).filter(({ ok }) => ok)).length]).toEqual([
        kind,
        1,
      ])
      const rows = await portal.db.query<{ po_line_id: number }>(
        `select po_line_id from ${table} where po_line_id = any($1::bigint[]) order by po_line_id`,
        [[first, second]],
      )
      expect([kind, rows.map(({ po_line_id }) => po_line_id)]).toEqual([kind, [first, second]])
    }
    expect((await copy(office, { order: next.id })).some(({ ok }) => ok)).toBe(false)
    // A supplier copies what it may state or propose, of its own lines.
    const own = await copy(agent, { lines: [first, other], trial: true })
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['factory', 'fibre']))
    expect(await copy(portal.otherAgent, { lines: [first] })).toMatchObject([
      { po_line_id: first, ok: false, status: 404 },
    ])
    expect((await portal.otherAgent.post(path, { order: next.id })).status).toBe(404)
    expect((await portal.as.user.post(path, { order: next.id })).status).toBe(403)
    expect((await office.post(path, { order: next.id, lines: [first] })).status).toBe(422)
    expect((await office.post(path, { lines: [] })).status).toBe(422)
  })

  it('reminds the supplier once a day of each line and kind, and says before whom', async () => {
    const { lines } = await order()
    const [id = 0, other = 0] = lines
    const path = '/api/po-lines/readiness/remind'
    const cells = [
      { line: id, kind: 'fibre' },
      { line: id, kind: 'care' },
      { line: other, kind: 'fibre' },
    ]
    const mails = async () =>
      (
        await portal.db.query<{ notices: number }>(
          `select 1 + (payload #>> '{digest,count}')::int as notices from outbox
           where kind = 'mail' and payload ->> 'mail' = 'readiness_reminder'`,
        )
      ).reduce((sum, { notices }) => sum + Number(notices), 0)
    const trial = await office.post(path, { cells, trial: true })
    expect(trial.status).toBe(200)
    const [recipient] = trial.body.recipients
    expect(recipient).toMatchObject({ supplier: { id: 60 }, cells: 2 })
    expect(recipient.people.length).toBeGreaterThan(0)
    expect(trial.body.results).toMatchObject([{ ok: true }, { ok: false, code: 'not_due' }, { ok: true }])
    expect(await mails()).toBe(0)
    expect((await cellOf(id, 'fibre')).reminded).toBeNull()

    const [once, again, twin] = await Promise.all([
      office.post(path, { cells }, { 'idempotency-key': 'remind-readiness-1' }),
      office.post(path, { cells }, { 'idempotency-key': 'remind-readiness-1' }),
      admin.post(path, { cells }),
    ])
    expect(again?.body).toEqual(once?.body)
    const sent = [...once.body.results, ...twin.body.results].filter(({ ok }: { ok: boolean }) => ok)
    expect(sent.map(({ po_line_id, kind }: AnyRecord) => [po_line_id, kind]).toSorted()).toEqual(
      [
        [id, 'fibre'],
        [other, 'fibre'],
      ].toSorted(),
    )
    expect(await mails()).toBe(2 * recipient.people.length)
    expect((await cellOf(id, 'fibre', agent)).reminded).toBe(new Date().toISOString().slice(0, 10))
    expect((await office.post(path, { cells: cells.slice(0, 1) })).body.results).toMatchObject([{ code: 'reminded' }])

    // The move of an allocation and the reminder of its cell count each other.
    const made = await office.post('/api/spec-allocations/allocate', {
      lines,
      values: { specification_id: records.specification?.[0]?.id },
    })
    const [moved, reminded] = made.body.results.map((result: AnyRecord) => result.id)
    const remindOf = async (allocation: number) => {
      const { version } = await read(`spec-allocations/${allocation}`)
      return (await office.post(`/api/spec-allocations/${allocation}/moves/remind`, { version })).status
    }
    expect(await remindOf(moved)).toBe(200)
    const both = await office.post(path, { cells: lines.map((line) => ({ line, kind: 'specification' })) })
    expect(both.body.results).toMatchObject([{ ok: false, code: 'reminded' }, { ok: true }])
    expect(await remindOf(reminded)).toBe(409)

    const hidden = await order(undefined, {})
    expect((await office.post(path, { cells: [{ line: hidden.lines[0], kind: 'fibre' }] })).body.results).toMatchObject(
      [{ ok: false, message: 'The order has not been issued; the supplier does not know it yet.' }],
    )
    expect((await office.post(path, { cells: [{ line: 999999999, kind: 'fibre' }] })).body.results).toMatchObject([
      { status: 404 },
    ])
    expect((await agent.post(path, { cells })).status).toBe(403)
    expect((await office.post(path, { cells: [{ line: id, kind: 'price' }] })).status).toBe(422)
    expect((await office.post(path, { cells: [] })).status).toBe(422)
  })

  it('is what the rules say, for lines with any allocations', { timeout: 120_000 }, async () => {
    const dice = seeded(20261125)
    const { lines } = await order(Array.from({ length: 40 }, (_, at) => line(1 + (at % 2), 100)))
    for (const area of register.areas) {
      const plan = planOf(area)
      if (!plan) continue
      const states = Object.keys(area.lifecycle?.states ?? {})
      const inputs = lines.flatMap((po_line_id) =>
        Array.from({ length: dice(4) }, () => {
          const choice = records[plan.kind]
          return {
            po_line_id,
            status: states[dice(states.length)],
            ...(plan.library && { [plan.library.by]: choice?.[dice(choice.length)]?.id }),
            ...(plan.shared && { qty: [40, 60, 100][dice(3)], process_stage: 'main' }),
          }
        }),
      )
      for (let at = 0; at < inputs.length; at += 10) await portal.make(area.name, inputs.slice(at, at + 10))
    }
    // Documents that the lines need, each line some of them, and files of some of those.
    const documents = { contract: 'office', packing_instruction: 'office', test_report: 'supplier', photo: 'supplier' }
    const needs = new Map(lines.map((id) => [id, Object.keys(documents).filter(() => dice(4) === 0)]))
    const there = new Map(lines.map((id) => [id, (needs.get(id) ?? []).filter(() => dice(2) === 0)]))
    for (const [po_line_id, kinds] of there)
      for (const kind of kinds)
        await portal.db.query(
          `insert into files (key, name, type, size, sha256, area, record_id, slot, kind)
           values ($1, 'a.pdf', 'application/pdf', 1, $1, 'po-lines', $2, 'attachment', $3)`,
          [`random ${po_line_id} ${kind}`, po_line_id, kind],
        )
    await portal.app.kit.write(system, 'edit', (work) =>
      portal.app.kit.repository('po-lines').editRows(
        work,
        lines.map((id) => ({
          id,
          values: { added_requirements: (needs.get(id) ?? []).map((kind) => `attachments_${kind}`) },
        })),
      ),
    )
    const stored = await turnsIn(portal, lines)
    const expected = await Promise.all(
      lines.map(async (id) => {
        const record: AnyRecord = await read(`po-lines/${id}`)
        const waits = { office: [] as string[], supplier: [] as string[] }
        for (const { area } of lineKindAreas(register.areas)) {
          const plan = planOf(area)
          if (!plan) {
            if (area.name !== 'po-lines') continue
            for (const side of ['office', 'supplier'] as const)
              if (
                needs
                  .get(id)
                  ?.some((kind) => documents[kind as keyof typeof documents] === side && !there.get(id)?.includes(kind))
              )
                waits[side].push('attachments')
            continue
          }
          const live = ((await read(`${area.name}?po_line_id=${id}&_end=50`)) as AnyRecord[]).filter(
            ({ status }) => !['cancelled', 'replaced'].includes(status ?? ''),
          )
          const readiness = record[readinessField(plan)]
          if (['ok', 'waived', 'not_required'].includes(String(readiness))) continue
          const has = (...states: string[]) => live.some(({ status }) => states.includes(status ?? ''))
          const isOfSupplier = plan.library === null
          const lacks = plan.typed
            ? neededTypes(record.requirements as string[], plan.kind).some(
                (type) => !live.some((one) => one[plan.typed?.by ?? ''] === type),
              )
            : readiness === 'missing'
          const supplier =
            has(
              'allocated',
              ...(plan.answer === 'evidence' ? ['acknowledged'] : []),
              ...(isOfSupplier ? ['outdated'] : []),
            ) ||
            readiness === 'rejected' ||
            (isOfSupplier && lacks)
          const office =
            has('proposed', 'submitted', ...(isOfSupplier ? [] : ['outdated'])) ||
            (!isOfSupplier && lacks) ||
            (readiness === 'in_progress' && !supplier)
          if (office) waits.office.push(plan.kind)
          if (supplier) waits.supplier.push(plan.kind)
        }
        return { id, ...waits }
      }),
    )
    expect(stored).toEqual(expected)
    // Enough of everything was thrown.
    for (const side of ['office', 'supplier'] as const)
      expect(new Set(expected.flatMap((waits) => waits[side])).size).toBeGreaterThanOrEqual(4)

    // The statement of the migration and the one of the server agree, and what is stored is what they say.
    const migration = await readFile('src/server/migrations/0093_whose_turn.sql', 'utf8')
    const known = (kind: string) => kind !== 'attachments'
    for (const [settle, isOfKind] of [
      // Attachments became a kind after it.
      [() => portal.db.query(migration.slice(migration.indexOf('update po_lines'))), known],
      [() => settleTurns(portal.db, register.areas), () => true],
    ] as const) {
      await portal.db.query(
        "update po_lines set office_turn = '{}', supplier_turn = '{artwork}' where id = any($1::bigint[])",
        [lines],
      )
      await settle()
      expect(await turnsIn(portal, lines)).toEqual(
        stored.map(({ id, office, supplier }) => ({
          id,
          office: office.filter(isOfKind),
          supplier: supplier.filter(isOfKind),
        })),
      )
    }
  })
})

const turnsIn = (portal: Portal, ids: readonly number[]) =>
  portal.db.query<{ id: number; office: string[]; supplier: string[] }>(
    'select id, office_turn as office, supplier_turn as supplier from po_lines where id = any($1::bigint[]) order by id',
    [ids],
  )

/** Numbers below `sides`, the same ones in every run. */
const seeded = (seed: number) => {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
