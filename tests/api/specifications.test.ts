import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import { addDays, formatDate, today } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { formOf, png, postForm } from '../kit/form'
import { committed, previewed, uploaded } from '../kit/imports'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/specifications'
const words = {
  spec_type: 'testing',
  name_en: 'Colour fastness',
  name_zh: '色牢度',
  requirements_en: 'ISO 105-C06, grade 4.',
}

describe.each(engines)('specifications (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let office: Person
  let admin: Person
  let otherAdmin: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
    admin = portal.as.admin
    otherAdmin = await portal.person({ type: 'admin' })
    await portal.make('poms', [
      {
        code: 'CHEST',
        name_en: 'Chest width',
        name_zh: '胸宽',
        how_to_measure_en: 'Edge to edge.',
        how_to_measure_zh: '从边至边平量。',
      },
      { code: 'SHLDR', name_en: 'Across shoulder', name_zh: '总肩宽', aliases: '肩宽' },
    ])
  })
  afterAll(() => portal.close())

  const made = async (changes: Record<string, unknown> = {}, person = office) => {
    const { status, body } = await person.post(url, { applies_to: 'everything', ...words, ...changes })
    expect([status, body.errors]).toEqual([201, undefined])
    return body
  }
  const read = async (id: number, person = office) => (await person.get(`${url}/${id}`)).body
  const moved = async (id: number, move: string, person: Person, asked = {}) =>
    person.post(`${url}/${id}/moves/${move}`, { version: (await read(id, admin)).version, ...asked })
  const active = async (changes: Record<string, unknown> = {}) => {
    const { id } = await made(changes)
    expect((await moved(id, 'submit', office)).status).toBe(200)
    const { status, body } = await moved(id, 'approve', admin)
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }
  const revised = async (id: number) => {
    expect((await moved(id, 'revise', office)).status).toBe(200)
    return (await office.get(`${url}?predecessor_id=${id}`)).body[0]
  }
  const table = (rows: object[]) => ({
    spec_type: 'measurement',
    requirements_en: null,
    size_scale_id: 1,
    base_size_id: 2,
    measures: rows,
  })
  const chest = {
    seq: 1,
    pom_id: 1,
    tol_plus_mm: '10',
    tol_minus_mm: '5',
    grade_step_mm: '12.7',
    values: [{ size_id: 2, value_mm: '520' }],
  }

  it('get a number, a version, a title in both languages and their author', async () => {
    const first = await made()
    const second = await made({ name_zh: undefined })
    expect(first).toMatchObject({
      spec_id: expect.stringMatching(/^SP-\d{5}$/),
      version_no: 1,
      status: 'draft',
      drafted_by: office.id,
      title_en: `${first.spec_id} v1 Colour fastness`,
      title_zh: `${first.spec_id} v1 色牢度`,
    })
    expect(Number(second.spec_id.slice(3))).toBe(Number(first.spec_id.slice(3)) + 1)
  })

  it.each<[object, string]>([
    [{ spec_type: 'shape' }, 'spec_type'],
    [{ applies_to: 'article' }, 'article_id'],
    [{ applies_to: 'brand', house_brand_id: 1, article_id: 1 }, 'article_id'],
    [{ units_per_carton: 24 }, 'units_per_carton'],
    [{ spec_id: 'SPEC-1' }, 'spec_id'],
    [{ version_no: 7 }, 'version_no'],
    [{ approved_by: 1 }, 'approved_by'],
    [{ drafted_by: 1 }, 'drafted_by'],
    [{ name_en: 'x'.repeat(100_000) }, 'name_en'],
    [{ requirements_en: 'x'.repeat(100_000) }, 'requirements_en'],
    [table([{ ...chest, values: [{ size_id: 2, value_mm: '-1' }] }]), 'measures'],
    [table([{ ...chest, values: [{ size_id: 2, value_mm: '1.2345' }] }]), 'measures'],
    [table([{ ...chest, values: [{ size_id: 99, value_mm: '1' }] }]), 'measures'],
    [table([chest, { ...chest, seq: 2 }]), 'measures'],
    [table([{ ...chest, tol_plus_mm: '1e3' }]), 'measures'],
    [table(Array.from({ length: 121 }, (_, at) => ({ seq: at + 1, pom_id: at + 1 }))), 'measures'],
    [{ ...table([chest]), base_size_id: null }, 'base_size_id'],
  ])('are refused at the field %#', async (change, field) => {
    const before = (await office.get(url)).total
    const { status, body } = await office.post(url, { applies_to: 'everything', ...words, ...change })
    expect([status, Object.keys(body.errors ?? {}).map((path) => path.split('.')[0])]).toEqual([
      422,
      expect.arrayContaining([field]),
    ])
    expect((await office.get(url)).total).toBe(before)
  })

  it('are refused with thousands of rows, in words', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({ seq: at + 1, pom_id: at + 1 }))
    const { status, body } = await office.post(url, { applies_to: 'everything', ...words, ...table(rows) })
    expect([status, typeof body.message]).toEqual([400, 'string'])
  })

  it('fill a measurement table from the base size and the grade, and keep what is written by hand', async () => {
    const record = await made(table([chest, { seq: 2, pom_id: 2, values: [{ size_id: 2, value_mm: '385' }] }]))
    const valuesOf = (body: { measures: { values: { size_id: number; value_mm: string; by_hand: boolean }[] }[] }) =>
      body.measures.map(({ values }) =>
        values.map(({ size_id, value_mm, by_hand }) => [size_id, Number(value_mm), by_hand]),
      )
    expect(valuesOf(record)).toEqual([
      [
        [1, 507.3, false],
        [2, 520, false],
      ],
      [[2, 385, false]],
    ])
    const [first, second] = record.measures
    const [small, medium] = first.values
    const edited = await office.patch(`${url}/${record.id}`, {
      version: record.version,
      measures: [
        {
          id: first.id,
          seq: 1,
          pom_id: 1,
          grade_step_mm: '20',
          values: [
            { id: small.id, size_id: 1, value_mm: '500', by_hand: true },
            { id: medium.id, size_id: 2, value_mm: '520' },
          ],
        },
        { id: second.id, seq: 2, pom_id: 2 },
      ],
    })
    expect([edited.status, edited.body.errors]).toEqual([200, undefined])
    expect(valuesOf(edited.body)[0]).toEqual([
      [1, 500, true],
      [2, 520, false],
    ])
    const history = (await office.get(`${url}/${record.id}/history`)).body
    expect(JSON.stringify(history[0].changes)).toContain('grade_step_mm')
  })

  it('take a table of 20 points and 8 sizes in one write, once', async () => {
    const [scale] = await portal.make('size-scales', [
      {
        code: 'EIGHT',
        name_en: 'Eight',
        sizes: Array.from({ length: 8 }, (_, at) => ({ label: String(34 + at * 2), sort_order: at })),
      },
    ])
    const sizes = (scale as unknown as { sizes: { id: number }[] }).sizes.map(({ id }) => id)
    const poms = await portal.make(
      'poms',
      Array.from({ length: 20 }, (_, at) => ({ code: `P-${at}`, name_en: `Point ${at}`, name_zh: `部位${at}` })),
    )
    const body = {
      ...words,
      ...table(
        poms.map(({ id }, at) => ({
          seq: at + 1,
          pom_id: id,
          tol_plus_mm: '5',
          tol_minus_mm: '5',
          values: sizes.map((size_id, place) => ({ size_id, value_mm: String(400 + at + place * 10), by_hand: true })),
        })),
      ),
      applies_to: 'everything',
      size_scale_id: Number(scale?.id),
      base_size_id: sizes[3],
    }
    const key = { 'idempotency-key': 'table-of-twenty' }
    const first = await office.post(url, body, key)
    const again = await office.post(url, body, key)
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(first.body.measures.flatMap(({ values }: { values: unknown[] }) => values)).toHaveLength(160)
  })

  it('are written by one person at a time', async () => {
    const record = await made(table([chest]))
    const edit = (person: Person, name_en: string) =>
      person.patch(`${url}/${record.id}`, { version: record.version, name_en })
    const answers = await Promise.all([edit(office, 'One'), edit(portal.otherOffice, 'Two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a table without points', { spec_type: 'measurement', requirements_en: null }, 'no point of measure'],
    ['a tag without its technology', { spec_type: 'security_tagging', requirements_en: null }, 'Tag technology'],
    ['packing without a carton', { spec_type: 'packing' }, 'Units per carton'],
    ['neither words nor a file', { requirements_en: null }, 'attach a file'],
  ])('are not submitted with %s', async (_, change, message) => {
    const { id } = await made(change)
    const { status, body } = await moved(id, 'submit', office)
    expect([status, JSON.stringify(body.errors)]).toEqual([422, expect.stringContaining(message)])
    const offered = (await read(id)).moves.find(({ name }: { name: string }) => name === 'submit')
    expect(offered).toMatchObject({ allowed: false, reason: expect.stringContaining(message) })
  })

  it('are approved by an administrator, never by the one who submitted them', async () => {
    const { id } = await made({}, admin)
    expect((await moved(id, 'submit', admin)).body).toMatchObject({ status: 'under_review', submitted_by: admin.id })
    expect((await moved(id, 'approve', office)).status).toBe(403)
    for (const move of ['approve', 'schedule'] as const) {
      const asked = move === 'schedule' ? { effective_from: addDays(today(), 5) } : {}
      const own = await moved(id, move, admin, asked)
      expect([own.status, own.body.code, own.body.message]).toEqual([
        409,
        'guard',
        expect.stringContaining('another administrator'),
      ])
    }
    const { status, body } = await moved(id, 'approve', otherAdmin, { comment: 'As discussed' })
    expect([status, body.message]).toEqual([200, undefined])
    expect(body).toMatchObject({
      status: 'active',
      approved_by: otherAdmin.id,
      effective_from: today(),
      decision_comment: 'As discussed',
    })
  })

  it('cannot be edited while they are reviewed, and go back with a comment', async () => {
    const { id } = await made()
    const { body } = await moved(id, 'submit', office)
    const edit = await office.patch(`${url}/${id}`, { version: body.version, name_en: 'Other' })
    expect([edit.status, Object.keys(edit.body.errors)]).toEqual([422, ['name_en']])
    expect((await moved(id, 'send_back', admin)).status).toBe(422)
    const back = await moved(id, 'send_back', admin, { comment: 'Name the grade' })
    expect(back.body).toMatchObject({ status: 'draft', submitted_by: null, decision_comment: 'Name the grade' })
    expect((await office.patch(`${url}/${id}`, { version: back.body.version, name_en: 'Other' })).status).toBe(200)
  })

  it('are followed by a version with everything that the one before says, its table included', async () => {
    const record = await active({ ...table([chest]), effective_from: addDays(today(), -1), summary: 'First' })
    const next = await read((await revised(record.id)).id)
    expect(next).toMatchObject({
      spec_id: record.spec_id,
      spec_type: 'measurement',
      version_no: 2,
      status: 'draft',
      effective_from: null,
      drafted_by: office.id,
      submitted_by: null,
      approved_by: null,
    })
    expect(next.measures[0].values.map(({ value_mm }: { value_mm: string }) => Number(value_mm))).toEqual([507.3, 520])
    expect(next.measures[0].id).not.toBe(record.measures[0].id)
    const second = await moved(record.id, 'revise', portal.otherOffice)
    expect([second.status, second.body.message]).toEqual([409, expect.stringContaining('Version 2')])
    await moved(next.id, 'submit', office)
    expect((await moved(next.id, 'approve', admin)).body.status).toBe('active')
    expect((await read(record.id)).status).toBe('superseded')
  })

  it('are revised with points of measure that are archived by now, which no other table takes', async () => {
    const [pom] = await portal.make('poms', [{ code: 'OLD-1', name_en: 'Old point', name_zh: '旧部位' }])
    const row = { ...chest, pom_id: pom?.id }
    const record = await active(table([row]))
    await portal.db.query('update poms set archived_at = now() where id = $1', [pom?.id])
    const next = await read((await revised(record.id)).id)
    expect(next.measures).toMatchObject([{ pom_id: pom?.id, values: [{ size_id: 1 }, { size_id: 2 }] }])
    const edited = await office.patch(`${url}/${next.id}`, { version: next.version, summary: 'Second' })
    expect([edited.status, edited.body.errors]).toEqual([200, undefined])
    const other = await office.post(url, { applies_to: 'everything', ...words, ...table([row]) })
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['measures.0.pom_id']])
  })

  it('take effect on their day; until then the version before stays in use', async () => {
    const record = await active()
    const next = await revised(record.id)
    await moved(next.id, 'submit', office)
    const past = await moved(next.id, 'schedule', admin, { effective_from: today() })
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['effective_from']])
    const day = addDays(today(), 10)
    expect((await moved(next.id, 'schedule', admin, { effective_from: day })).body).toMatchObject({
      status: 'scheduled',
      effective_from: day,
      approved_by: admin.id,
    })
    await settleDay(portal.app.kit)
    expect([(await read(record.id)).status, (await read(next.id)).status]).toEqual(['active', 'scheduled'])
    await portal.db.query('update specifications set effective_from = $2 where id = $1', [next.id, today()])
    await settleDay(portal.app.kit)
    expect([(await read(record.id)).status, (await read(next.id)).status]).toEqual(['superseded', 'active'])
    const actions = (await office.get(`${url}/${next.id}/history`)).body.map(({ action }: { action: string }) => action)
    expect(actions).toContain('activate')
  })

  it('wait for the day that their draft names', async () => {
    const { id } = await made({ effective_from: addDays(today(), 3) })
    await moved(id, 'submit', office)
    const { status, body } = await moved(id, 'approve', admin)
    expect([status, body.message]).toEqual([409, expect.stringContaining(formatDate(addDays(today(), 3), 'en'))])
  })

  it('show a supplier the versions that its lines carry, without what the house notes', async () => {
    const { id } = await made({ notes: 'Ask the laboratory', ...table([chest]) })
    await moved(id, 'submit', office)
    expect((await moved(id, 'send_back', office, { comment: 'Said in the house' })).status).toBe(200)
    await moved(id, 'submit', office)
    const { body: record } = await moved(id, 'approve', admin, { comment: 'Said in the house too' })
    expect(record.status).toBe('active')
    const agents = [portal.as.Agent, portal.otherAgent]
    for (const person of agents) expect((await person.get(`${url}/${record.id}`)).status).toBe(404)
    const [order] = await portal.make('purchase-orders', [
      draft('PO-SPEC-1', { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }),
    ])
    const [line] = (await office.get(`/api/purchase-orders/${order?.id}`)).body.lines
    const allocated = await office.post('/api/spec-allocations/allocate', {
      lines: [line.id],
      values: { specification_id: record.id },
    })
    expect(allocated.body.results[0].ok, JSON.stringify(allocated.body)).toBe(true)
    const seen = await portal.as.Agent.get(`${url}/${record.id}`)
    expect(seen.status).toBe(200)
    expect(seen.body).not.toHaveProperty('notes')
    expect(seen.body).not.toHaveProperty('decision_comment')
    const history = JSON.stringify((await portal.as.Agent.get(`${url}/${record.id}/history`)).body)
    expect(history).toContain('approve')
    expect(history).not.toMatch(/in the house|send_back/)
    expect(seen.body.measures[0].values).toHaveLength(2)
    expect((await portal.as.staff.get(`${url}/${record.id}`)).status).toBe(200)
    expect((await portal.otherAgent.get(`${url}/${record.id}`)).status).toBe(404)
    expect((await portal.otherAgent.get(`${url}/${record.id}/pdf`)).status).toBe(404)
    expect((await portal.otherAgent.get(`/api/spec-measures?specification_id=${record.id}`)).body).toEqual([])
    expect((await portal.as.Agent.post(`${url}/${record.id}/moves/revise`, { version: record.version })).status).toBe(
      403,
    )
  })

  it('print in both languages and in either unit', async () => {
    const record = await active({
      ...table([{ ...chest, values: [{ size_id: 2, value_mm: '517.525' }] }]),
      name_zh: '尺寸表',
    })
    const printed = async (query: string) => {
      const answer = await office.send({ method: 'GET', url: `${url}/${record.id}/pdf?${query}` })
      expect(answer.statusCode).toBe(200)
      return { name: String(answer.headers['content-disposition']), text: readPdf(answer.rawPayload).text }
    }
    const both = await printed('language=both&unit=in')
    expect(both.name).toContain(`${record.spec_id}-v1-in-en-zh.pdf`)
    for (const part of [
      record.spec_id,
      'Chest width',
      '胸宽',
      '20 3/8',
      'Edge to edge.',
      '从边至边平量。',

      'Test Retail Ltd',
    ])
      expect(both.text).toContain(part)
    const metric = await printed('language=en')
    expect(metric.text).toContain('51.8')
    expect(metric.text).not.toContain('胸宽')
    expect((await office.get(`${url}/${record.id}/pdf?unit=feet`)).status).toBe(400)
  })

  it('print the picture of a point in place of its sketch, when it is shared', async () => {
    const record = await active(table([{ ...chest, values: [{ size_id: 2, value_mm: '500' }] }]))
    const pictures = async () => {
      const answer = await office.send({ method: 'GET', url: `${url}/${record.id}/pdf` })
      expect([answer.statusCode, readPdf(answer.rawPayload).tags.Figure]).toEqual([200, 1])
      return answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
    }
    const attached = await postForm(
      office,
      '/api/files',
      await formOf({ area: 'poms', record: String(chest.pom_id), visibility: 'internal' }, [
        { name: 'a.png', bytes: png },
      ]),
    )
    expect(attached.status).toBe(201)
    const [file] = attached.body
    await portal.app.files.check(file.id)
    expect(await pictures()).toBe(0)
    expect((await office.get(`/api/poms/covers?ids=${chest.pom_id}`)).body).toEqual({})

    expect((await office.patch(`/api/files/${file.id}`, { visibility: 'shared' })).status).toBe(200)
    expect(await pictures()).toBe(1)
    for (const person of [office, admin, portal.as.Agent, portal.as.staff])
      expect(Object.keys((await person.get(`/api/poms/covers?ids=${chest.pom_id},99`)).body)).toEqual([
        String(chest.pom_id),
      ])
    expect((await portal.as.user.get(`/api/poms/covers?ids=${chest.pom_id}`)).body).toEqual({})
    expect((await portal.nobody.get(`/api/poms/covers?ids=${chest.pom_id}`)).status).toBe(401)
  })

  it('come from a file with their measures, and go to one', async () => {
    const file = [
      'spec_id,spec_type,name_en,applies_to,size_scale_id,base_size_id,measures.seq,measures.pom_id,measures.tol_plus_mm,measures.grade_step_mm,measures.values.size_id,measures.values.value_mm',
      'SP-77001,measurement,Tee,everything,ALPHA,M,1,CHEST,10,25,M,520',
      'SP-77001,,,,,,2,SHLDR,5,,S,380',
      'SP-77001,,,,,,2,SHLDR,5,,M,390',
    ].join('\n')
    const { url: place } = await uploaded(office, 'specifications', file)
    const checked = await previewed(office, place)
    expect(checked.counts, JSON.stringify(checked)).toMatchObject({ new: 1 })
    await committed(office, place)
    const [record] = (await office.get(`${url}?spec_id=SP-77001`)).body
    const { measures } = await read(record.id)
    const values = (measures as { values: { value_mm: string }[] }[]).map((row) =>
      row.values.map(({ value_mm }) => Number(value_mm)),
    )
    expect(values).toEqual([
      [495, 520],
      [380, 390],
    ])
    const answer = await office.send({
      method: 'GET',
      url: `${url}/export?format=csv&spec_id=SP-77001&columns=spec_id,measures.pom_id,measures.values.size_id,measures.values.value_mm`,
    })
    for (const part of ['SP-77001', 'CHEST', '495']) expect(answer.payload).toContain(part)
  })
})
