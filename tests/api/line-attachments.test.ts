import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { server as lineServer } from '#areas/po-lines/server.ts'
import { followScan } from '#server/files/attachments.ts'
import { system } from '#server/kit/principal.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { openWorkbook } from '#server/xlsx/read.ts'
import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { attachmentKindsOf, requiredAttachmentKinds } from '#shared/trade/line-attachments.ts'
import type { Requirement } from '#shared/trade/requirements.ts'
import { engines } from '../kit/db'
import { formOf, pdfOf, postForm } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('attachments that order lines wait for (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
    await portal.make('delivery-statuses', deliveryStatuses)
    await portal.make('requirement-profiles', [
      {
        code: 'DOCUMENTS',
        name_en: 'Documents',
        requirements: ['test_report', 'packing_instruction'].map((type) => ({ kind: 'attachments', type })),
      },
    ])
  }, 120_000)
  afterAll(() => portal.close())

  const order = async (changes: object = {}) => {
    made += 1
    const issued = { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ex_factory_date: addDays(today, 60) }
    const [record] = await portal.make('purchase-orders', [draft(`PO-ATT-${made}`, { ...issued, ...changes })])
    const { lines } = (await admin.get(`/api/purchase-orders/${record?.id}`)).body
    return { order: Number(record?.id), line: Number(lines[0].id) }
  }
  const lineOf = async (id: number) => (await admin.get(`/api/po-lines/${id}`)).body as AnyRecord
  const cell = async (line: number, who = office) =>
    (await who.get(`/api/po-lines/readiness?id=${line}`)).body.rows[0].cells.attachments
  const attach = async (who: Person, area: string, record: number | string, fields: Record<string, string>) => {
    const form = await formOf({ area, record: String(record), ...fields }, [
      { name: `${fields.kind ?? 'file'}.pdf`, bytes: pdfOf(1) },
    ])
    const { status, body } = await postForm(who, '/api/files', form)
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: number }[]
  }
  const change = async (who: Person, file: number, values: object) => {
    const { status, body } = await who.patch(`/api/files/${file}`, values)
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const byHand = async (line: number, added_requirements: string[], removed_requirements: string[] = []) => {
    const { version } = await lineOf(line)
    const values = { version, added_requirements, removed_requirements }
    expect((await office.post(`/api/po-lines/${line}/moves/set_requirements`, values)).status).toBe(200)
  }
  const requirement = async (line: number, who = office) =>
    ((await who.get(`/api/po-lines/${line}/requirements`)).body.requirements as Requirement[]).find(
      ({ area }) => area === 'po-lines',
    )

  it('are needed by a profile, named one by one, and wait for whoever has to attach them', async () => {
    const { line } = await order()
    expect(await cell(line)).toMatchObject({
      state: 'missing',
      turns: ['office', 'supplier'],
      missing: ['packing_instruction', 'test_report'],
    })
    expect(await requirement(line)).toMatchObject({
      status: 'missing',
      missing: ['packing_instruction', 'test_report'],
      policy: 'warn',
      reasons: [{ source: 'profile', types: ['packing_instruction', 'test_report'], is_needed: true }],
    })
    expect(await requirement(line, agent)).toMatchObject({
      missing: ['packing_instruction', 'test_report'],
      reasons: [],
    })
    expect(await lineOf(line)).toMatchObject({
      attachments_readiness: 'missing',
      office_turn: expect.arrayContaining(['attachments']),
      supplier_turn: expect.arrayContaining(['attachments']),
    })
  })

  it('make a line ready once each is on the line or on its order', async () => {
    const { order: id, line } = await order()
    const mine = await attach(agent, 'po-lines', line, { kind: 'test_report' })
    expect(await cell(line)).toMatchObject({ state: 'missing', turns: ['office'], missing: ['packing_instruction'] })
    await attach(office, 'purchase-orders', id, { kind: 'packing_instruction' })
    expect(await cell(line)).toMatchObject({ state: 'ok', turns: [], missing: [] })
    expect(await cell(line, agent)).toMatchObject({ state: 'ok' })
    expect(await requirement(line)).toMatchObject({ status: 'ok', missing: [] })
    // Removed again, the line waits again.
    expect((await agent.delete(`/api/files/${mine[0]?.id}`)).status).toBe(200)
    expect(await cell(line)).toMatchObject({ state: 'missing', turns: ['supplier'], missing: ['test_report'] })
  })

  it('count for all lines of the order, and for several records that one upload is for', async () => {
    const [one, two] = [await order(), await order()]
    await attach(office, 'purchase-orders', `${one.order},${two.order}`, { kind: 'packing_instruction' })
    await attach(agent, 'po-lines', `${one.line},${two.line}`, { kind: 'test_report' })
    expect([(await cell(one.line)).state, (await cell(two.line)).state]).toEqual(['ok', 'ok'])
    const other = await order()
    expect(await cell(other.line)).toMatchObject({ state: 'missing' })
  })

  it('count by what they are now, and only where the supplier sees them', async () => {
    const { line } = await order()
    await attach(agent, 'po-lines', line, { kind: 'test_report' })
    await attach(office, 'po-lines', line, { visibility: 'internal', kind: 'packing_instruction' })
    const instruction = await fileOf(line, 'packing_instruction')
    expect(await cell(line)).toMatchObject({ state: 'missing', missing: ['packing_instruction'] })
    await change(office, instruction, { visibility: 'shared' })
    expect(await cell(line)).toMatchObject({ state: 'ok' })
    await change(office, instruction, { kind: 'photo' })
    expect(await cell(line)).toMatchObject({ state: 'missing', missing: ['packing_instruction'] })
    await change(office, instruction, { kind: 'packing_instruction' })
    expect(await cell(line)).toMatchObject({ state: 'ok' })
    // A newer version of another kind takes the place of the document.
    await attach(office, 'po-lines', line, { supersedes: String(instruction), kind: 'contract' })
    expect(await cell(line)).toMatchObject({ state: 'missing', missing: ['packing_instruction'] })
  })
  const fileOf = async (line: number, kind: string) =>
    Number(
      ((await office.get(`/api/files?area=po-lines&record=${line}`)).body as AnyRecord[]).find(
        (file) => file.kind === kind,
      )?.id,
    )

  describe('attached to many lines at once', () => {
    const send = async (
      who: Person,
      lines: readonly number[],
      { kind = 'test_report', key = `attach-lines-${++made}`, files = 1, name = 'report.pdf' } = {},
    ) => {
      const content = Array.from({ length: files }, () => ({ name, bytes: pdfOf(1) }))
      const form = await formOf({ lines: lines.join(), kind }, content, 'file')
      return postForm(who, '/api/po-lines/attach', form, { headers: { 'idempotency-key': key } })
    }
    const filesOf = async (lines: readonly number[]) =>
      portal.db.query<{ record_id: number; kind: string; supplier_id: number | null; visibility: string }>(
        `select record_id, kind, supplier_id, visibility from files
         where area = 'po-lines' and record_id = any($1::bigint[]) and slot = 'attachment' order by record_id`,
        [lines],
      )
    const some = async (count: number, changes: object = {}) => {
      const made: number[] = []
      for (let at = 0; at < count; at += 1) made.push((await order(changes)).line)
      return made
    }

    it('reach each line in the same transaction, from either side', async () => {
      const lines = await some(3)
      const mine = await send(agent, [...lines, lines[0] ?? 0])
      expect([mine.status, mine.body]).toEqual([201, { lines }])
      for (const line of lines)
        expect(await cell(line)).toMatchObject({
          state: 'missing',
          turns: ['office'],
          missing: ['packing_instruction'],
        })
      const theirs = await send(office, lines, { kind: 'packing_instruction' })
      expect([theirs.status, theirs.body]).toEqual([201, { lines }])
      for (const line of lines) expect(await cell(line, agent)).toMatchObject({ state: 'ok', turns: [], missing: [] })
      const file = (supplier_id: number | null, kind: string) => ({ supplier_id, kind, visibility: 'shared' })
      expect(await filesOf(lines)).toHaveLength(6)
      expect(await filesOf(lines.slice(0, 1))).toMatchObject(
        expect.arrayContaining(
          [file(60, 'test_report'), file(null, 'packing_instruction')].map((one) => expect.objectContaining(one)),
        ),
      )
      const { body } = await office.get(`/api/po-lines/${lines[2]}/history`)
      expect(JSON.stringify(body)).toContain('report.pdf')
    })

    it('stay whole: no line has the file where one is another supplier’s or is not there', async () => {
      const own = await some(2)
      const others = await some(1, { supplier_id: 61 })
      for (const lines of [[...own, ...others], others, [...own, 999_999_999]]) {
        const { status, body } = await send(agent, lines)
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
      expect((await send(portal.otherAgent, own)).status).toBe(404)
      expect(await filesOf([...own, ...others])).toEqual([])
      expect((await send(portal.otherAgent, others)).status).toBe(201)
      expect(await filesOf(others)).toMatchObject([{ supplier_id: 61 }])
      expect(await cell(own[0] ?? 0)).toMatchObject({ missing: ['packing_instruction', 'test_report'] })
      expect((await send(office, [...own, ...others])).status).toBe(201)
    })

    it('are attached once, however often the request is sent', async () => {
      const lines = await some(2)
      const key = `attach-again-${++made}`
      const answers = [await send(agent, lines, { key }), await send(agent, lines, { key })]
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [201, { lines }],
        [201, { lines }],
      ])
      expect(await filesOf(lines)).toHaveLength(2)
      const other = await send(agent, lines.slice(1), { key })
      expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['Idempotency-Key']])
    })

    it('are one file of a kind that lines need, for 200 lines at most', async () => {
      const lines = await some(1)
      expect((await send(agent, lines, { files: 2 })).status).toBe(413)
      expect((await send(agent, lines, { files: 0 })).body.errors).toHaveProperty('file')
      expect((await send(agent, lines, { kind: 'other' })).body.errors).toHaveProperty('kind')
      expect((await send(agent, [])).body.errors).toHaveProperty('lines')
      const many = Array.from({ length: 201 }, (_, at) => at + 1)
      expect((await send(agent, many)).body.errors).toHaveProperty('lines')
      expect((await send(agent, lines, { name: 'report.exe' })).status).toBe(415)
      expect(await filesOf(lines)).toEqual([])
    })
  })

  it('wait for their check, and do not count where it refuses them', async () => {
    const { line } = await order()
    await byHand(line, [], ['attachments_packing_instruction'])
    await attach(agent, 'po-lines', line, { kind: 'test_report' })
    const file = await fileOf(line, 'test_report')
    const scanned = async (scan: string) => {
      await portal.db.query('update files set scan = $2 where id = $1', [file, scan])
      await followScan(portal.app.kit, file)
      return cell(line)
    }
    expect(await scanned('waiting')).toMatchObject({ state: 'in_progress', turns: [], missing: [] })
    expect(await scanned('clean')).toMatchObject({ state: 'ok' })
    expect(await scanned('refused')).toMatchObject({ state: 'missing', turns: ['supplier'], missing: ['test_report'] })
  })

  it('follow what a person says about the line', async () => {
    const { line } = await order()
    const none = ['attachments_test_report', 'attachments_packing_instruction']
    await byHand(line, [], none)
    expect(await cell(line)).toMatchObject({ state: 'not_required', turns: [], missing: [] })
    expect(await requirement(line)).toMatchObject({
      status: 'not_required',
      reasons: [{ source: 'manual', is_needed: false }],
    })
    await byHand(line, ['attachments_contract'], none)
    expect(await cell(line)).toMatchObject({ state: 'missing', turns: ['office'], missing: ['contract'] })
    await attach(office, 'po-lines', line, { kind: 'test_report' })
    await byHand(line, [], ['attachments_packing_instruction'])
    expect(await cell(line)).toMatchObject({ state: 'ok' })
  })

  it('of an earlier supplier count no more', async () => {
    const { order: id, line } = await order()
    await attach(office, 'purchase-orders', id, { kind: 'packing_instruction' })
    await attach(agent, 'po-lines', line, { kind: 'test_report' })
    expect(await cell(line)).toMatchObject({ state: 'ok' })
    await portal.app.kit.write(system, 'edit', (work) =>
      portal.app.kit.repository('purchase-orders').edit(work, id, { supplier_id: 61 }),
    )
    expect(await cell(line)).toMatchObject({ state: 'missing', turns: ['supplier'], missing: ['test_report'] })
  })

  it('stay between a supplier and its own lines', async () => {
    const { order: id, line } = await order()
    const { otherAgent } = portal
    for (const [area, record] of [
      ['po-lines', line],
      ['purchase-orders', id],
    ] as const) {
      const form = await formOf({ area, record: String(record), kind: 'test_report' }, [
        { name: 'report.pdf', bytes: pdfOf(1) },
      ])
      expect((await postForm(otherAgent, '/api/files', form)).status).toBe(404)
    }
    expect((await otherAgent.get(`/api/po-lines/${line}/requirements`)).status).toBe(404)
    expect((await otherAgent.get(`/api/po-lines/readiness?id=${line}`)).body.rows).toEqual([])
    expect(await cell(line)).toMatchObject({ missing: ['packing_instruction', 'test_report'] })
  })

  it('are reminded of like other kinds, while they wait for the supplier', async () => {
    const { line } = await order()
    const remind = async () =>
      (await office.post('/api/po-lines/readiness/remind', { cells: [{ line, kind: 'attachments' }] })).body.results[0]
    expect(await remind()).toMatchObject({ ok: true })
    expect(await remind()).toMatchObject({ ok: false, code: 'reminded' })
    const other = await order()
    await attach(agent, 'po-lines', other.line, { kind: 'test_report' })
    const cells = [{ line: other.line, kind: 'attachments' }]
    expect((await office.post('/api/po-lines/readiness/remind', { cells })).body.results).toMatchObject([
      { ok: false, code: 'not_due' },
    ])
  })

  it('are named in the reminder, those that the supplier has to attach, in the reader’s language', async () => {
    const { line } = await order()
    await byHand(line, ['attachments_photo'])
    const kindsIn = async (language: 'en' | 'zh', of: number) => {
      await portal.db.query('delete from outbox')
      await portal.db.query('update users set language = $1 where supplier_id = 60', [language])
      const cells = [
        { line: of, kind: 'fibre' },
        { line: of, kind: 'attachments' },
      ]
      const { body } = await office.post('/api/po-lines/readiness/remind', { cells })
      expect(body.results).toMatchObject([{ ok: true }, { ok: true }])
      const [mail] = await portal.db.query<{ kinds: string }>(
        `select payload #>> '{params,kinds}' as kinds from outbox
         where kind = 'mail' and payload ->> 'mail' = 'readiness_reminder' and payload ->> 'language' = $1`,
        [language],
      )
      return mail?.kinds
    }
    expect(await kindsIn('en', line)).toBe('Composition, Attachments (Test report, Photo)')
    const next = await order()
    await attach(office, 'po-lines', next.line, { kind: 'packing_instruction' })
    expect(await kindsIn('zh', next.line)).toBe('成分、附件（检测报告）')
  })

  it('put a line at risk before it leaves where the settings require them', async () => {
    const confirmed = await orders(portal).at('confirmed', { ex_factory_date: addDays(today, 10) })
    const line = Number(confirmed.lines[0].id)
    const reasons = async () => (await lineOf(line)).delivery_risk_reasons as string[]
    const settings = (await admin.get('/api/settings/1')).body
    const kinds = Object.keys(settings).filter((name) => name.endsWith('_requirement'))
    const ignored = Object.fromEntries(kinds.map((name) => [name, 'ignore']))
    const set = async (attachments_requirement: string) => {
      const { version } = (await admin.get('/api/settings/1')).body
      const values = { version, ...ignored, attachments_requirement }
      expect((await admin.patch('/api/settings/1', values)).status).toBe(200)
    }
    await set('block')
    expect(await reasons()).toContain('requirement_open')
    await attach(office, 'po-lines', line, { kind: 'packing_instruction' })
    await attach(agent, 'po-lines', line, { kind: 'test_report' })
    expect(await reasons()).not.toContain('requirement_open')
    await set('warn')
  })

  it('are refused in a profile that names none, and taken away by one that names the kind', async () => {
    const profile = (requirements: object[]) =>
      admin.post('/api/requirement-profiles', { code: `P-${++made}`, name_en: 'Profile', requirements })
    const refused = await profile([{ kind: 'attachments', is_needed: true }])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'requirements.0.type': ['Choose the kind of attachment.'] },
    ])
    expect((await profile([{ kind: 'attachments', type: 'other', is_needed: true }])).status).toBe(422)
    expect((await profile([{ kind: 'attachments', type: 'hangtag', is_needed: true }])).status).toBe(422)
    expect((await profile([{ kind: 'care', type: 'test_report', is_needed: true }])).status).toBe(422)
    const { line } = await order({ ship_to_country: 'NZ' })
    const [market] = await portal.make('label-markets', [
      { code: 'NZX', name_en: 'New Zealand', countries: [{ country: 'NZ' }], languages: [], parts: [] },
    ])
    const made201 = await admin.post('/api/requirement-profiles', {
      ...{ code: 'NO_FILES', name_en: 'No files', label_market_id: market?.id },
      requirements: [{ kind: 'attachments', is_needed: false }],
    })
    expect(made201.status, JSON.stringify(made201.body)).toBe(201)
    expect(await cell(line)).toMatchObject({ state: 'not_required' })
  })

  it('are in the workbook by name, in the language of the reader', async () => {
    const { line } = await order()
    const lastOf = async (who: Person, language: string) => {
      const url = `/api/po-lines/readiness/export?id=${line}`
      const answer = await who.send({ method: 'GET', url, headers: { 'accept-language': language } })
      const workbook = await openWorkbook(new Uint8Array(answer.rawPayload))
      const rows: string[][] = []
      for await (const { cells } of workbook.rows(workbook.sheets[0] ?? '')) rows.push(cells as string[])
      return rows.map((cells) => [cells.at(-4), cells.at(-3), cells.at(-1)])
    }
    expect(await lastOf(office, 'en')).toEqual([
      ['Attachments', 'Attachments: whose turn', 'Attachments: what is missing'],
      ['Missing', 'Office + Supplier', 'Packing instructions, Test report'],
    ])
    expect(await lastOf(agent, 'zh')).toEqual([
      ['附件', '附件：待谁处理', '附件：缺少的内容'],
      ['缺少', '采购办公室 + 供应商', '包装说明、检测报告'],
    ])
  })

  it('are settled by the daily work where something was missed', async () => {
    const { line } = await order()
    await portal.db.query(`update po_lines set attachments_readiness = 'ok' where id = $1`, [line])
    await portal.app.kit.write(system, 'edit', async (work) => {
      for (let after: number | null = 0; after !== null; )
        after = (await lineServer.server.daily?.(work, after)) ?? null
    })
    expect(await lineOf(line)).toMatchObject({ attachments_readiness: 'missing' })
  })

  it('are what the rules say, for lines with any files', async () => {
    const dice = seeded(20261127)
    const kinds = requiredAttachmentKinds
    const lines = await Promise.all(Array.from({ length: 25 }, () => order({ supplier_id: 60 + dice(2) })))
    const supplierKinds: readonly string[] = attachmentKindsOf('supplier')
    for (const { line } of lines) {
      const needed = kinds.filter(() => dice(4) === 0).map((kind) => `attachments_${kind}`)
      await byHand(line, needed, ['attachments_test_report', 'attachments_packing_instruction'].slice(dice(3)))
    }
    const files = lines.flatMap(({ order: id, line }) =>
      Array.from({ length: dice(14) }, () => ({
        ...(dice(2) ? { area: 'po-lines', record_id: line } : { area: 'purchase-orders', record_id: id }),
        kind: kinds[dice(kinds.length)] ?? null,
        visibility: dice(5) ? 'shared' : 'internal',
        scan: ['clean', 'clean', 'clean', 'waiting', 'refused'][dice(5)],
        supplier_id: [null, null, 60, 61][dice(4)],
        version_no: 1,
        series: null as number | null,
      })),
    )
    const stored: ((typeof files)[number] & { id: number })[] = []
    for (const file of files) stored.push({ ...file, id: await store(file) })
    for (const file of stored.filter(() => dice(4) === 0)) {
      const next = { ...file, kind: kinds[dice(kinds.length)] ?? null, version_no: 2, series: file.id }
      stored.push({ ...next, id: await store(next) })
    }
    const ids = lines.map(({ line }) => line)
    await portal.app.kit.write(system, 'edit', (work) => Promise.resolve(lineServer.server.filesChanged?.(work, ids)))
    for (const { order: id, line } of lines) {
      const { requirements } = await lineOf(line)
      const needed = kinds.filter((kind) => (requirements as string[]).includes(`attachments_${kind}`))
      const { supplier_id } = (await admin.get(`/api/purchase-orders/${id}`)).body
      const there = (kind: string, scan: string) =>
        stored.some(
          (file) =>
            (file.area === 'po-lines' ? file.record_id === line : file.record_id === id) &&
            file.kind === kind &&
            file.visibility === 'shared' &&
            file.scan === scan &&
            [null, supplier_id].includes(file.supplier_id) &&
            !stored.some((newer) => newer.series === file.id && newer.scan === 'clean'),
        )
      const missing = needed.filter((kind) => !there(kind, 'clean') && !there(kind, 'waiting'))
      const waits = needed.some((kind) => !there(kind, 'clean') && there(kind, 'waiting'))
      expect({ line, ...(await cell(line)) }).toMatchObject({
        line,
        state: needed.length === 0 ? 'not_required' : missing.length > 0 ? 'missing' : waits ? 'in_progress' : 'ok',
        missing,
        turns: [
          ...(missing.some((kind) => !supplierKinds.includes(kind)) ? ['office'] : []),
          ...(missing.some((kind) => supplierKinds.includes(kind)) ? ['supplier'] : []),
        ],
      })
    }
  })

  const store = async (file: Record<string, unknown>) => {
    const [row] = await portal.db.query<{ id: number }>(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, visibility, kind, scan, supplier_id,
         version_no, series_id)
       values ($1, 'a.pdf', 'application/pdf', 1, $1, $2, $3, 'attachment', $4, $5, $6, $7, $8, $9) returning id`,
      [
        ...[`random-${++made}`, file.area, file.record_id, file.visibility, file.kind],
        ...[file.scan, file.supplier_id, file.version_no, file.series],
      ],
    )
    return Number(row?.id)
  }
})

/** Numbers below `sides`, the same ones in every run. */
const seeded = (seed: number) => {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
