import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { formOf, png, postForm } from '../kit/form'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z', ship_to_country: 'GB' }
const cartoned = { units_per_carton: 24, country_of_origin: 'CN' }

describe.each(engines)('artwork of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let staff: Person
  let made = 0
  const artworks: Record<string, number> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent, staff } = portal.as)
    const types = ['hangtag', 'care_label', 'price_ticket', 'carton_mark', 'main_label', 'polybag']
    const records = await portal.make(
      'artworks',
      types.map((artwork_type, at) => ({
        artwork_code: `AW-8000${at}`,
        artwork_type,
        name_en: `Test ${artwork_type}`,
        status: 'released',
      })),
    )
    for (const [at, type] of types.entries()) artworks[type] = Number(records[at]?.id)
  })
  afterAll(() => portal.close())

  const read = async (path: string, who = admin) => (await who.get(`/api/${path}`)).body
  const now = (id: number, who = admin) => read(`artwork-allocations/${id}`, who)
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`/api/artwork-allocations/${id}/moves/${name}`, { version: (await now(id)).version, ...inputs })
  const attach = async (who: Person, record: number, name: string, area = 'artwork-allocations') =>
    postForm(who, '/api/files', await formOf({ area, record: String(record), kind: 'proof' }, [{ name, bytes: png }]))
  const filesOf = async (who: Person, area: string, record: number) =>
    (await who.get(`/api/files?area=${area}&record=${record}`)).body as { id: number; name: string; may: object }[]

  const line = async (values: object = {}): Promise<number> => {
    made += 1
    const [order] = await portal.make('purchase-orders', [
      draft(`PO-ART-${made}`, {
        lines: [{ article_id: 1, colourway_id: 1, unit_price: '5.25', qty: 100, ...values }],
        ...issued,
      }),
    ])
    return (await read(`purchase-orders/${order?.id}`)).lines[0].id
  }
  const allocate = (who: Person, po_line_id: number, type: string, more: object = {}) =>
    who.post('/api/artwork-allocations/allocate', {
      lines: [po_line_id],
      values: { artwork_id: artworks[type] },
      ...more,
    })
  const allocated = async (type = 'hangtag', values: object = {}) => {
    const po_line_id = await line(values)
    const { body } = await allocate(office, po_line_id, type)
    expect(body.results[0].ok, JSON.stringify(body)).toBe(true)
    return { line: po_line_id, id: Number(body.results[0].id), warnings: body.results[0].warnings as string[] }
  }
  const submitted = async () => {
    const allocation = await allocated()
    expect((await attach(agent, allocation.id, 'first.png')).status).toBe(201)
    expect((await move(agent, allocation.id, 'submit_evidence', { comment: 'Bulk board' })).status).toBe(200)
    return allocation
  }

  it('is acknowledged, proved, rejected with pins and proved again; each round keeps its own files', async () => {
    const { id } = await allocated()
    expect((await move(agent, id, 'acknowledge')).body.status).toBe('acknowledged')
    const bare = await move(agent, id, 'submit_evidence')
    expect([bare.status, bare.body.code]).toEqual([409, 'guard'])
    await attach(agent, id, 'first.png')
    expect((await move(agent, id, 'submit_evidence', { comment: 'Bulk board' })).body).toMatchObject({
      status: 'submitted',
      proofs: [{ round: 1, status: 'waiting', comment: 'Bulk board' }],
    })
    // The proof is of its round now.
    expect(await filesOf(office, 'artwork-allocations', id)).toEqual([])
    const [first] = (await now(id)).proofs
    const [proof] = await filesOf(office, 'artwork-proofs', first.id)
    expect(proof).toMatchObject({
      name: 'first.png',
      may: { change: false, share: false, replace: false, remove: false },
    })
    for (const [x, body] of [
      [0.2, 'Hole too close to the edge'],
      [0.7, 'Green too dark'],
    ])
      expect(
        (await office.post(`/api/files/${proof?.id}/pins`, { x, y: 0.3, page: 1, body, visibility: 'shared' })).status,
      ).toBe(201)
    expect((await move(office, id, 'reject')).status).toBe(422)
    expect((await move(office, id, 'reject', { comment: 'Two places' })).body).toMatchObject({
      status: 'rejected',
      proofs: [{ round: 1, status: 'rejected', decision_comment: 'Two places' }],
    })
    const pins = (await agent.get(`/api/files/pins?area=artwork-proofs&record=${first.id}`)).body
    expect(pins).toHaveLength(2)
    // What was judged stays as it was; an administrator may take it away.
    const said = `/api/files/${proof?.id}/pins/${pins[1].id}/comments/${pins[1].comments[0].id}`
    expect((await office.patch(said, { version: 1, body: 'Green is fine' })).status).toBe(403)
    expect((await office.delete(said, { version: 1 })).status).toBe(403)
    expect((await admin.delete(said, { version: 1 })).body).toHaveLength(1)
    // A new round needs a new proof.
    expect((await move(agent, id, 'resubmit')).status).toBe(409)
    await attach(staff, id, 'second.png')
    expect((await move(agent, id, 'resubmit', { comment: 'Corrected' })).body.round).toBe(2)
    expect((await move(office, id, 'approve')).body).toMatchObject({
      status: 'approved',
      proofs: [
        { round: 1, status: 'rejected' },
        { round: 2, status: 'approved', comment: 'Corrected', decision_comment: null },
      ],
    })
    const second = (await now(id)).proofs[1]
    expect((await filesOf(agent, 'artwork-proofs', second.id)).map(({ name }) => name)).toEqual(['second.png'])
    expect((await filesOf(agent, 'artwork-proofs', first.id)).map(({ name }) => name)).toEqual(['first.png'])
  })

  it('keeps the files of a round from everybody', async () => {
    const { id } = await submitted()
    const [round] = (await now(id)).proofs
    const [file] = await filesOf(admin, 'artwork-proofs', round.id)
    for (const who of [agent, office, admin]) {
      expect((await attach(who, round.id, 'late.png', 'artwork-proofs')).status).toBe(409)
      expect((await who.delete(`/api/files/${file?.id}`)).status).toBe(409)
      expect((await who.patch(`/api/files/${file?.id}`, { name: 'other.png' })).status).toBe(409)
    }
  })

  it.each([
    ['Agent', { allocate: 403, acknowledge: 200, read: 200 }],
    ['staff', { allocate: 403, acknowledge: 403, read: 200 }],
    ['user', { allocate: 403, acknowledge: 404, read: 403 }],
  ] as const)('%s within its rights', async (role, answers) => {
    const { id, line: po_line_id } = await allocated()
    const who = portal.as[role] as Person
    expect((await who.get(`/api/artwork-allocations/${id}`)).status).toBe(answers.read)
    expect((await allocate(who, po_line_id, 'polybag')).status).toBe(answers.allocate)
    const answer = (await move(who, id, 'acknowledge')).status
    expect(answers.acknowledge === 404 ? [403, 404] : [answers.acknowledge]).toContain(answer)
  })

  it('is out of sight of other suppliers, with its rounds, its files and what it needs', async () => {
    const { id } = await submitted()
    const [round] = (await now(id)).proofs
    const other = portal.otherAgent
    for (const path of [
      `artwork-allocations/${id}`,
      `artwork-allocations/${id}/needs`,
      `artwork-proofs/${round.id}`,
      `files?area=artwork-proofs&record=${round.id}`,
      `files?area=artwork-allocations&record=${id}`,
    ])
      expect([path, (await other.get(`/api/${path}`)).status]).toEqual([path, 404])
    expect((await move(other, id, 'acknowledge')).status).toBe(404)
    expect((await other.get('/api/artwork-allocations?_end=100')).body).toEqual([])
    expect((await attach(other, id, 'x.png')).status).toBe(404)
  })

  it('takes released versions only', async () => {
    const po_line_id = await line()
    const [unreleased] = await portal.make('artworks', [
      { artwork_code: 'AW-80090', artwork_type: 'hangtag', name_en: 'Draft', status: 'approved' },
    ])
    const { body } = await office.post('/api/artwork-allocations/allocate', {
      lines: [po_line_id],
      values: { artwork_id: unreleased?.id },
    })
    expect(body.results[0]).toMatchObject({ ok: false, errors: { artwork_id: expect.anything() } })
  })

  it.each([
    ['care_label', ['composition', 'care'], ['fibre-allocations', 'care-allocations']],
    ['price_ticket', ['retail_price'], ['po-line-rrps']],
  ] as const)('%s waits for what it prints, and says what is missing', async (type, names, areas) => {
    const { id, line: po_line_id, warnings } = await allocated(type)
    expect(warnings).toHaveLength(names.length)
    const needs = (await read(`artwork-allocations/${id}/needs`)).needs as {
      name: string
      missing: { area: string }[]
    }[]
    expect(needs.map(({ name }) => name)).toEqual(names)
    expect(needs.flatMap(({ missing }) => missing.map(({ area }) => area))).toEqual(areas)
    await attach(agent, id, 'proof.png')
    const refused = await move(agent, id, 'submit_evidence')
    expect([refused.status, refused.body.code]).toEqual([409, 'guard'])
    if (type === 'care_label') {
      const [care] = await portal.make('care-instructions', [
        { name_en: 'C', wash: 'W30', bleach: 'BN', tumble: 'TX', iron: 'I110', dry_clean: 'PN', status: 'active' },
      ])
      await portal.make('care-allocations', [{ po_line_id, care_instruction_id: care?.id, status: 'approved' }])
      await portal.make('fibre-allocations', [{ po_line_id, status: 'approved' }])
    } else
      await portal.make('po-line-rrps', [
        { po_line_id, market: 'GB', currency: 'GBP', amount: '29.99', status: 'released' },
      ])
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
    const met = (await read(`artwork-allocations/${id}/needs`)).needs as { missing: unknown[] }[]
    expect(met.every(({ missing }) => missing.length === 0)).toBe(true)
    expect((await move(office, id, 'approve')).status).toBe(200)
  })

  it('carton marks wait for what is known of the carton', async () => {
    await portal.db.query(
      `update articles set unit_weight_g = 140, carton_weight_g = null, carton_length_cm = 60, carton_width_cm = 40,
         carton_height_cm = 30 where id = 1`,
    )
    const { id, warnings } = await allocated('carton_mark', cartoned)
    expect(warnings).toEqual(['The article has no empty carton weight'])
    await portal.db.query('update articles set carton_weight_g = 900 where id = 1')
    await attach(agent, id, 'carton.png')
    expect((await move(agent, id, 'submit_evidence')).status).toBe(200)
  })

  it('hides an unreleased price from the supplier', async () => {
    const { id, line: po_line_id } = await allocated('price_ticket')
    await portal.make('po-line-rrps', [
      { po_line_id, market: 'GB', currency: 'GBP', amount: '29.99', status: 'entered' },
    ])
    const gap = async (who: Person) => (await read(`artwork-allocations/${id}/needs`, who)).needs[0].missing[0]
    expect(await gap(agent)).toMatchObject({ area: null, id: null })
    expect(await gap(office)).toMatchObject({ area: 'po-line-rrps', id: expect.any(Number) })
  })

  it('is decided once when two people judge at the same time, and submitted once by the same key', async () => {
    const { id } = await submitted()
    const { version } = await now(id)
    const judge = (who: Person, name: string, inputs: object) =>
      who.post(`/api/artwork-allocations/${id}/moves/${name}`, { version, ...inputs })
    const answers = await Promise.all([
      judge(office, 'approve', {}),
      judge(portal.otherOffice, 'reject', { comment: 'Too dark' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { proofs, status } = await now(id)
    expect(proofs).toEqual([expect.objectContaining({ round: 1, status })])

    const next = await allocated()
    await attach(agent, next.id, 'once.png')
    const body = { version: (await now(next.id)).version }
    const url = `/api/artwork-allocations/${next.id}/moves/submit_evidence`
    const headers = { 'idempotency-key': `artwork-${engine}-once-0001` }
    const twice = await Promise.all([1, 2].map(() => agent.send({ method: 'POST', url, headers, payload: body })))
    expect(twice.map(({ statusCode }) => statusCode)).toContain(200)
    expect((await now(next.id)).proofs).toHaveLength(1)
  })

  it('becomes outdated by a successor, and is allocated anew or kept with a reason', async () => {
    const { id } = await submitted()
    await move(office, id, 'approve')
    const kept = await submitted()
    await move(office, kept.id, 'approve')
    const [later] = await portal.make('artworks', [
      {
        artwork_code: 'AW-80000',
        version_no: 2,
        predecessor_id: artworks.hangtag,
        artwork_type: 'hangtag',
        name_en: 'Test hangtag',
        status: 'approved',
      },
    ])
    const { version } = await read(`artworks/${later?.id}`)
    // Checked and drawn, as the jobs would do.
    await portal.db.query(
      `with print as (
         insert into files (key, name, type, size, sha256, area, record_id, slot, kind, visibility, scan)
         values ($2, 'p.pdf', 'application/pdf', 1, 'x', 'artworks', $1, 'attachment', 'print_file', 'shared', 'clean')
         returning id)
       insert into files (key, name, type, size, sha256, area, record_id, slot, visibility, source_id, scan)
       select $2 || ' drawn', 'p.webp', 'image/webp', 1, 'x', 'artworks', $1, 'attachment_preview', 'shared', id, 'clean'
       from print`,
      [later?.id, `print ${later?.id}`],
    )
    const release = await admin.post(`/api/artworks/${later?.id}/moves/release`, { version })
    expect(release.status, JSON.stringify(release.body)).toBe(200)
    expect((await now(id)).status).toBe('outdated')
    expect((await move(office, id, 'reallocate')).body).toMatchObject({ status: 'allocated', artwork_id: later?.id })
    expect((await now(id)).proofs).toHaveLength(1)

    expect((await now(kept.id)).status).toBe('outdated')
    expect((await move(agent, kept.id, 'keep', { reason: 'x' })).status).toBe(403)
    expect((await move(office, kept.id, 'keep')).body.errors).toHaveProperty('reason')
    expect((await move(office, kept.id, 'keep', { reason: 'Tags are printed' })).body).toMatchObject({
      status: 'approved',
      artwork_id: artworks.hangtag,
      decision_comment: 'Tags are printed',
      proofs: [{ round: 1, status: 'approved' }],
    })
    expect((await read(`po-lines/${kept.line}`)).artwork_readiness).toBe('missing')
    artworks.hangtag = Number(later?.id)
  })

  it('copies what the article had in its last order, in the version in use now', async () => {
    const earlier = await line()
    await portal.make(
      'artwork-allocations',
      ['hangtag', 'polybag'].map((type) => ({ po_line_id: earlier, artwork_id: artworks[type], status: 'approved' })),
    )
    const { purchase_order_id } = await read(`po-lines/${earlier}`)
    await portal.db.query(`update purchase_orders set order_date = '2027-06-01' where id = $1`, [purchase_order_id])
    const target = await line()
    for (const who of [agent, staff, portal.otherAgent])
      expect((await who.post('/api/artwork-allocations/copy-last', { lines: [target] })).status).toBe(403)
    const { body } = await office.post('/api/artwork-allocations/copy-last', { lines: [target] })
    expect(
      body.results.map(({ ok }: { ok: boolean }) => ok),
      JSON.stringify(body),
    ).toEqual([true, true])
    const copies = (await read(`artwork-allocations?po_line_id=${target}`)) as Record<string, unknown>[]
    expect(copies.map(({ artwork_type, artwork_id, status }) => [artwork_type, artwork_id, status]).toSorted()).toEqual(
      [
        ['hangtag', artworks.hangtag, 'allocated'],
        ['polybag', artworks.polybag, 'allocated'],
      ],
    )
    // What the lines have already is not copied again.
    const again = await office.post('/api/artwork-allocations/copy-last', { lines: [target] })
    expect(again.body.results.every(({ ok }: { ok: boolean }) => !ok)).toBe(true)
  })

  describe('filled by rule', () => {
    const fill = (who: Person, cells: { line: number; type: string }[], source = 'rule', trial = false) =>
      who.post('/api/artwork-allocations/fill', { source, cells, trial })
    const released = async (values: object) => {
      made += 1
      const [record] = await portal.make('artworks', [
        { artwork_code: `AW-81${made}`.padEnd(8, '0'), name_en: 'By rule', status: 'released', ...values },
      ])
      return Number(record?.id)
    }

    it('a line gets what is made for its brand and market, else for its brand, else for all', async () => {
      const [market] = await portal.make('label-markets', [
        {
          code: 'T-GB',
          name_en: 'Test',
          countries: [{ country: 'GB' }],
          languages: [{ seq: 10, language: 'en' }],
          parts: [{ seq: 1, part: 'size' }],
        },
      ])
      const packaging = { artwork_type: 'packaging' }
      const forAll = await released(packaging)
      const target = await line({ house_brand_id: 1 })
      const abroad = await line({ house_brand_id: 1 })
      const unbranded = await line()
      const { purchase_order_id } = await read(`po-lines/${abroad}`)
      await portal.db.query(`update purchase_orders set ship_to_country = 'US' where id = $1`, [purchase_order_id])
      await portal.db.query('update purchase_orders set house_brand_id = null')
      await portal.db.query('update po_lines set house_brand_id = null where id = $1', [unbranded])
      const ofBrand = await released({ ...packaging, house_brand_id: 1 })
      const ofBoth = await released({ ...packaging, house_brand_id: 1, label_market_id: market?.id })
      const cells = [target, abroad, unbranded].map((at) => ({ line: at, type: 'packaging' }))
      for (const who of [agent, staff, portal.otherAgent]) expect((await fill(who, cells)).status).toBe(403)
      expect((await fill(office, cells, 'rule', true)).body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([
        true,
        true,
        true,
      ])
      expect(await read(`artwork-allocations?po_line_id=${target}`)).toEqual([])
      const { body } = await fill(office, cells)
      const ids = body.results.map(({ id }: { id: number }) => id) as number[]
      const given = await Promise.all(ids.map(async (id) => (await now(id)).artwork_id))
      expect(given, JSON.stringify(body)).toEqual([ofBoth, ofBrand, forAll])
    })

    it('equals are left to a person, and artwork knows no article', async () => {
      await released({ artwork_type: 'security' })
      const target = await line()
      const cells = [{ line: target, type: 'security' }]
      expect((await fill(office, [{ line: target, type: 'embroidery' }])).body.results[0]).toMatchObject({
        ok: false,
        code: 'none',
      })
      await released({ artwork_type: 'security' })
      expect((await fill(office, cells)).body.results[0]).toMatchObject({ ok: false, code: 'ambiguous' })
      expect((await fill(office, cells, 'article')).status).toBe(422)
      expect((await fill(office, cells, 'last_order')).body.results[0]).toMatchObject({ ok: false, code: 'none' })
    })
  })

  it('is exported in the scope of whoever asks', async () => {
    const { id } = await submitted()
    const { allocation_title } = await now(id)
    for (const format of ['csv', 'xlsx']) {
      const url = `/api/artwork-allocations/export?format=${format}&id=${id}`
      for (const who of [admin, office, agent, staff]) {
        const answer = await who.send({ method: 'GET', url })
        expect(answer.statusCode).toBe(200)
        if (format === 'csv') expect(answer.body).toContain(allocation_title)
      }
      const foreign = await portal.otherAgent.send({ method: 'GET', url })
      expect(foreign.statusCode).toBe(200)
      if (format === 'csv') expect(foreign.body).not.toContain(allocation_title)
      expect((await portal.as.user.send({ method: 'GET', url })).statusCode).toBe(403)
      expect((await portal.nobody.send({ method: 'GET', url })).statusCode).toBe(401)
    }
    const heads = await agent.send({ method: 'GET', url: `/api/artwork-allocations/export?format=csv&id=${id}` })
    expect(heads.body.split('\n')[0]).toContain('artwork_id,artwork_type')
  })

  it('counts for the line: every type that it needs must be approved or waived', async () => {
    const { id, line: po_line_id } = await submitted()
    const readiness = async () => (await read(`po-lines/${po_line_id}`)).artwork_readiness
    await move(office, id, 'approve')
    expect(await readiness()).toBe('missing')
    for (const type of ['main_label', 'care_label', 'polybag', 'carton_mark']) {
      const { body } = await allocate(office, po_line_id, type)
      expect((await move(office, body.results[0].id, 'waive', { reason: 'x' })).status).toBe(403)
      expect((await move(admin, body.results[0].id, 'waive', { reason: 'Left over' })).status).toBe(200)
    }
    expect(await readiness()).toBe('waived')
  })

  it('tells the supplier’s people in one mail of several allocations, and of rejections', async () => {
    await portal.db.query(`update outbox set done_at = now() where payload ->> 'mail' like 'artwork%'`)
    await allocated()
    const { id } = await submitted()
    await move(office, id, 'reject', { comment: 'Too dark' })
    const mails = await portal.db.query<{ mail: string; count: number; list: string }>(
      `select payload ->> 'mail' as mail, (payload #>> '{digest,count}')::int as count, payload #>> '{digest,list}' as list
       from outbox where payload ->> 'mail' like 'artwork%' and done_at is null order by id`,
    )
    expect(new Set(mails.map(({ mail }) => mail))).toEqual(new Set(['artwork_allocated', 'artwork_rejected']))
    expect(mails.every(({ list }) => list.startsWith('/apps/artwork_po_allocation?status='))).toBe(true)
    expect(mails.find(({ mail }) => mail === 'artwork_allocated')?.count).toBe(1)
  })

  it.each([
    ['a comment too long', { comment: 'x'.repeat(100_000) }],
    ['an unknown name', { constructor: 1 }],
  ])('refuses %s', async (_, inputs) => {
    const { id } = await allocated()
    expect([400, 422]).toContain((await move(agent, id, 'acknowledge', inputs)).status)
  })

  it('come from a file: one of each type to a line, released ones alone, and by the office alone', async () => {
    const [first, second] = [await line(cartoned), await line()]
    const [titleOfFirst, titleOfSecond] = [
      (await read(`po-lines/${first}`)).line_title,
      (await read(`po-lines/${second}`)).line_title,
    ]
    await portal.make('artworks', [
      { artwork_code: 'AW-80010', artwork_type: 'hangtag', name_en: 'Draft hangtag', status: 'draft' },
      { artwork_code: 'AW-80011', artwork_type: 'hangtag', name_en: 'Other hangtag', status: 'released' },
    ])
    const rows = [
      [titleOfFirst, 'AW-80000'],
      [titleOfFirst, 'AW-80003'],
      [titleOfSecond, 'AW-80010'],
      // A second hangtag for the line.
      [titleOfFirst, 'AW-80011'],
    ]
    const file = `po_line_id,artwork_id\n${rows.map((row) => row.join()).join('\n')}\n`
    for (const who of [agent, staff]) expect((await upload(who, 'artwork-allocations', file)).status).toBe(403)
    const { url } = await uploaded(office, 'artwork-allocations', file)
    expect((await previewed(office, url)).counts).toMatchObject({ new: 2, rejected: 2 })
    expect((await committed(office, url)).counts).toMatchObject({ written: 2 })
    const kept = await read(`artwork-allocations?po_line_id=${first}&_sort=id`)
    expect(kept).toMatchObject([
      { artwork_id: artworks.hangtag, artwork_type: 'hangtag', status: 'allocated' },
      { artwork_id: artworks.carton_mark, artwork_type: 'carton_mark', status: 'allocated' },
    ])
    const again = await uploaded(office, 'artwork-allocations', file)
    expect((await previewed(office, again.url)).counts).toMatchObject({ new: 0, rejected: 2, unchanged: 2 })
  })
})
