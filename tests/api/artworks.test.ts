import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { engines } from '../kit/db'
import { formOf, pdf, png, postForm } from '../kit/form'
import { committed, previewed, uploaded } from '../kit/imports'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders } from './orders-kit'

const url = '/api/artworks'
const hangtag = { artwork_type: 'hangtag', name_en: 'Hangtag', width_mm: '45', height_mm: '90' }
const label = { artwork_type: 'main_label', name_en: 'Main label' }
type Row = Record<string, never> & { id: number; version: number; status: string; round: number; department: string }

describe.each(engines)('artworks (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let otherOffice: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office } = portal.as)
    otherOffice = portal.otherOffice
  })
  afterAll(() => portal.close())

  const read = async (path: string, person = admin) => (await person.get(`/api/${path}`)).body
  const made = async (values: Record<string, unknown> = hangtag, person = Office) => {
    const { status, body } = await person.post(url, values)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.id as number
  }
  const attach = async (id: number, kind = 'print_file', bytes = pdf, person = Office) =>
    postForm(
      person,
      '/api/files',
      await formOf({ area: 'artworks', record: String(id), kind }, [{ name: 'a.pdf', bytes }]),
    )
  const fileOf = async (id: number, person = Office) =>
    (await read(`files?area=artworks&record=${id}`, person))[0] as { id: number; may: Record<string, boolean> }
  const move = async (id: number, name: string, person = Office, asked: object = {}) => {
    const { version } = await read(`artworks/${id}`)
    return person.post(`${url}/${id}/moves/${name}`, { version, ...asked })
  }
  const submitted = async (values?: Record<string, unknown>) => {
    const id = await made(values)
    expect((await attach(id)).status).toBe(201)
    expect((await move(id, 'submit')).status).toBe(200)
    return id
  }
  const reviewsOf = async (id: number): Promise<Row[]> => (await read(`artworks/${id}`)).reviews
  const openOf = async (id: number, department: string) => {
    const row = (await reviewsOf(id)).find((review) => review.department === department && review.status === 'open')
    if (!row) throw new Error(`no open review of ${department}`)
    return row
  }
  const judge = async (id: number, department: string, verdict: 'pass' | 'fail', person: Person, comment?: string) => {
    const row = await openOf(id, department)
    return person.post(`/api/artwork-reviews/${row.id}/moves/${verdict}`, { version: row.version, comment })
  }
  const passAll = async (id: number) => {
    const departments = (await reviewsOf(id)).filter(({ status }) => status === 'open').map((row) => row.department)
    for (const [at, department] of departments.entries())
      expect((await judge(id, department, 'pass', at === 0 ? otherOffice : admin)).status).toBe(200)
  }
  /** The picture that the portal makes of a file behind the scenes. */
  const drawPreview = (id: number) =>
    portal.db.query(
      `insert into files (key, name, type, size, sha256, area, record_id, slot, source_id)
       select f.key, 'p.webp', 'image/webp', 1, 'x', area, record_id, 'attachment_preview', id from files f
       where f.area = 'artworks' and f.record_id = $1 and f.slot = 'attachment'
         and not exists (select 1 from files p where p.source_id = f.id and p.slot = 'attachment_preview')`,
      [id],
    )
  const approve = async (values?: Record<string, unknown>) => {
    const id = await submitted(values)
    await passAll(id)
    return id
  }
  const released = async (values?: Record<string, unknown>) => {
    const id = await approve(values)
    await portal.db.query(`update files set scan = 'clean' where area = 'artworks' and record_id = $1`, [id])
    await drawPreview(id)
    const { status, body } = await move(id, 'release', admin)
    expect([status, body.message]).toEqual([200, undefined])
    return id
  }
  const mails = async (kind: string) =>
    (
      await portal.db.query<{ to: string }>(
        `select payload ->> 'to' as to from outbox where kind = 'mail' and payload ->> 'mail' = $1 order by id`,
        [kind],
      )
    ).map(({ to }) => to)

  it('are numbered, and named after code and version', async () => {
    const id = await made()
    const artwork = await read(`artworks/${id}`)
    expect(artwork.artwork_code).toMatch(/^AW-\d{5}$/)
    expect(artwork).toMatchObject({
      status: 'draft',
      version_no: 1,
      title_en: `${artwork.artwork_code} v1 Hangtag`,
      author_id: Office.id,
    })
    const twin = await Office.post(url, { ...hangtag, artwork_code: artwork.artwork_code })
    expect([twin.status, Object.keys(twin.body.errors)]).toEqual([422, ['artwork_code']])
  })

  describe('in review', () => {
    it('need a print-ready file that can be seen', async () => {
      const id = await made()
      expect((await move(id, 'submit')).body.message).toContain('print-ready file')
      await attach(id, 'artwork')
      expect((await move(id, 'submit')).status).toBe(409)
      await attach(id)
      expect((await move(id, 'submit')).status).toBe(200)
    })

    it('open one review for each department of the type, and ask its people', async () => {
      await portal.db.query(`update users set review_departments = '{brand}' where id = $1`, [otherOffice.id])
      const id = await submitted(label)
      expect((await reviewsOf(id)).map(({ department, status, round }) => [department, status, round])).toEqual([
        ['brand', 'open', 1],
        ['buying', 'open', 1],
      ])
      // Nobody is of the buying department: administrators are asked for it.
      const addresses = await portal.db.query<{ email: string }>('select email from users where id = any($1)', [
        [otherOffice.id, admin.id],
      ])
      expect(await mails('artwork_review')).toEqual(expect.arrayContaining(addresses.map(({ email }) => email)))
      await portal.db.query(`update users set review_departments = '{}'`)
    })

    it('are not judged by whoever made them, nor alone by one person', async () => {
      const id = await submitted(label)
      const offered = async (person: Person) => {
        const { moves } = await read(`artwork-reviews/${(await openOf(id, 'brand')).id}`, person)
        return (moves as { allowed: boolean; reason: string | null }[]).map(({ allowed, reason }) => [allowed, reason])
      }
      expect(await offered(admin)).toEqual([
        [true, null],
        [true, null],
      ])
      expect(await offered(Office)).toEqual(Array(2).fill([false, expect.stringContaining('You made or submitted')]))
      const own = await judge(id, 'brand', 'pass', Office)
      expect([own.status, own.body.code]).toEqual([409, 'guard'])
      expect((await judge(id, 'brand', 'pass', admin)).status).toBe(200)
      const alone = await judge(id, 'buying', 'pass', admin)
      expect([alone.status, alone.body.message]).toEqual([409, expect.stringContaining('someone else')])
      expect((await judge(id, 'buying', 'pass', otherOffice)).status).toBe(200)
      expect((await read(`artworks/${id}`)).status).toBe('approved')
      expect(await mails('artwork_approved')).toHaveLength(1)
    })

    it('count two verdicts that are recorded at the same time', async () => {
      const id = await submitted(label)
      const answers = await Promise.all([judge(id, 'brand', 'pass', admin), judge(id, 'buying', 'pass', otherOffice)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await read(`artworks/${id}`)).status).toBe('approved')
      const again = await submitted(label)
      const mixed = await Promise.all([
        judge(again, 'brand', 'fail', admin, 'The logo is squeezed.'),
        judge(again, 'buying', 'pass', otherOffice),
      ])
      expect(mixed.map(({ status }) => status)).toEqual([200, 200])
      expect((await read(`artworks/${again}`)).status).toBe('changes_requested')
      expect((await reviewsOf(again)).map(({ status }) => status).sort()).toEqual(['failed', 'passed'])
    })

    it('take one verdict of a department', async () => {
      const id = await submitted(label)
      const row = await openOf(id, 'brand')
      const at = `/api/artwork-reviews/${row.id}/moves`
      const answers = await Promise.all(
        [admin, otherOffice].map((person) => person.post(`${at}/pass`, { version: row.version })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('go back with a comment, keep it, and are judged anew', async () => {
      const id = await submitted(hangtag)
      const silent = await judge(id, 'quality', 'fail', admin)
      expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['comment']])
      expect((await judge(id, 'quality', 'fail', admin, 'The warning is too small.')).status).toBe(200)
      expect((await read(`artworks/${id}`)).status).toBe('changes_requested')
      expect(await mails('artwork_changes')).not.toHaveLength(0)
      // The others still say what they think.
      expect((await judge(id, 'brand', 'pass', otherOffice)).status).toBe(200)
      expect((await read(`artworks/${id}`)).status).toBe('changes_requested')
      const { version } = await read(`artworks/${id}`)
      expect((await Office.patch(`${url}/${id}`, { version, width_mm: '50' })).status).toBe(200)
      expect((await move(id, 'submit')).status).toBe(200)
      const rows = await reviewsOf(id)
      expect(rows.map((row) => [row.round, row.department, row.status])).toEqual([
        [1, 'brand', 'passed'],
        [1, 'quality', 'failed'],
        [1, 'buying', 'lapsed'],
        [2, 'brand', 'open'],
        [2, 'quality', 'open'],
        [2, 'buying', 'open'],
      ])
      expect(rows.find((row) => row.status === 'failed')).toMatchObject({ comment: 'The warning is too small.' })
      await passAll(id)
      expect((await read(`artworks/${id}`)).status).toBe('approved')
    })

    it('cannot be changed, nor can their files', async () => {
      const id = await submitted()
      const { version } = await read(`artworks/${id}`)
      expect((await Office.patch(`${url}/${id}`, { version, name_en: 'Other' })).status).toBe(422)
      const more = await attach(id, 'artwork')
      expect([more.status, more.body.code]).toEqual([409, 'files_locked'])
      expect(more.body.message).toContain('In review')
      const file = await fileOf(id)
      expect(Object.values(file.may)).toEqual([false, false, false, false])
      expect((await admin.delete(`/api/files/${file.id}`)).status).toBe(409)
      expect((await admin.patch(`/api/files/${file.id}`, { kind: 'other' })).status).toBe(409)
    })

    it('are found by the department that they wait for', async () => {
      const id = await submitted(label)
      const found = async () =>
        (await read('artworks?status=in_review&awaits=brand&_end=100')).map((row: Row) => row.id) as number[]
      expect(await found()).toContain(id)
      await judge(id, 'brand', 'pass', admin)
      expect(await found()).not.toContain(id)
    })

    it('are found by whoever they wait for, each their own', async () => {
      await portal.db.query(`update users set review_departments = '{brand}' where id = any($1)`, [
        [otherOffice.id, Office.id],
      ])
      const awaiting = async (person: Person) => {
        const answer = await person.get(`${url}?awaits_me=true&_end=100`)
        const ids = (answer.body as Row[]).map((row) => row.id)
        // The count is kept for each person.
        expect(answer.headers['x-total-count']).toBe(String(ids.length))
        return ids
      }
      const id = await submitted(label)
      expect(await awaiting(otherOffice)).toContain(id)
      // It is his own.
      expect(await awaiting(Office)).not.toContain(id)
      // Nobody is of the buying department.
      expect(await awaiting(admin)).toContain(id)
      const tile = async (person: Person) =>
        (await read('dashboard/tiles', person)).tiles.find(({ name }: { name: string }) => name === 'artwork_to_review')
      expect(await tile(otherOffice)).toMatchObject({
        query: 'awaits_me=true',
        count: (await awaiting(otherOffice)).length,
      })
      await judge(id, 'brand', 'pass', admin)
      expect(await awaiting(otherOffice)).not.toContain(id)
      // Whoever passed all others does not pass the last one.
      expect(await awaiting(admin)).not.toContain(id)
      expect((await portal.as.Agent.get(`${url}?awaits_me=true`)).status).toBe(400)
      await portal.db.query(`update users set review_departments = '{}'`)
    })
  })

  describe('released', () => {
    it('need a checked file and a picture, and an administrator', async () => {
      const id = await approve()
      expect((await move(id, 'release', Office)).status).toBe(403)
      await portal.db.query(`update files set scan = 'waiting' where area = 'artworks' and record_id = $1`, [id])
      expect((await move(id, 'release', admin)).body.message).toContain('being checked')
      await portal.db.query(`update files set scan = 'clean' where area = 'artworks' and record_id = $1`, [id])
      expect((await move(id, 'release', admin)).body.message).toContain('picture')
      await drawPreview(id)
      expect((await move(id, 'release', admin)).status).toBe(200)
    })

    it('are followed by a version that takes over, with files of its own', async () => {
      const id = await released()
      const { version } = await read(`artworks/${id}`)
      for (const person of [Office, admin])
        expect((await person.patch(`${url}/${id}`, { version, name_en: 'Other' })).status).toBe(422)
      expect((await attach(id, 'print_file', pdf, admin)).status).toBe(409)
      expect((await move(id, 'revise')).status).toBe(200)
      expect((await move(id, 'revise')).status).toBe(409)
      const [next] = await read(`artworks?predecessor_id=${id}`)
      expect(next).toMatchObject({ version_no: 2, status: 'draft', width_mm: '45.0', author_id: Office.id, round: 0 })
      expect(await read(`files?area=artworks&record=${next.id}`)).toEqual([])
      const other = await Office.patch(`${url}/${next.id}`, { version: next.version, artwork_type: 'polybag' })
      expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['artwork_type']])
      await attach(next.id)
      await move(next.id, 'submit')
      await passAll(next.id)
      expect((await read(`artworks/${id}`)).status).toBe('released')
      await portal.db.query(`update files set scan = 'clean' where area = 'artworks' and record_id = $1`, [next.id])
      await drawPreview(next.id)
      expect((await move(next.id, 'release', admin)).status).toBe(200)
      expect((await read(`artworks/${id}`)).status).toBe('superseded')
    })

    it('are read by suppliers whose lines carry them, without what the house says of them', async () => {
      const id = await released()
      const { Agent, staff } = portal.as
      expect((await Agent.get(`${url}/${id}`)).status).toBe(404)
      const { lines } = await orders(portal).at('confirmed')
      const allocated = await Office.post('/api/artwork-allocations/allocate', {
        lines: [lines[0].id],
        values: { artwork_id: id },
      })
      expect([allocated.status, allocated.body.results?.[0]?.status]).toEqual([200, 201])
      await portal.app.files.check((await fileOf(id)).id)
      expect((await portal.otherAgent.get(`${url}/covers?ids=${id}`)).body).toEqual({})
      for (const person of [Agent, staff]) {
        const covers = (await person.get(`${url}/covers?ids=${id},${id + 5000}`)).body
        expect(Object.keys(covers)).toEqual([String(id)])
        expect((await person.send({ method: 'GET', url: covers[id] })).headers['content-type']).toBe('image/webp')
        const seen = await person.get(`${url}/${id}`)
        expect(seen.status).toBe(200)
        for (const field of ['notes', 'reviews', 'author_id', 'submitted_by', 'round'])
          expect(seen.body).not.toHaveProperty(field)
      }
      expect((await portal.otherAgent.get(`${url}/${id}`)).status).toBe(404)
      const told = (await Agent.get(`${url}/${id}/history`)).body as { action: string }[]
      expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['release']))
      expect(told.filter(({ action }) => ['submit', 'pass', 'approve'].includes(action))).toEqual([])
    })
  })

  describe('pinned comments', () => {
    const pinsOf = async (file: number, person = Office) => (await read(`files/${file}/pins`, person)) as Pin[]
    const pin = (file: number, person = Office, values: object = {}) =>
      person.post(`/api/files/${file}/pins`, { x: 0.25, y: 0.5, body: 'Too close to the edge.', ...values })
    const pictured = async () => {
      const id = await made()
      await attach(id)
      return { id, file: (await fileOf(id)).id }
    }

    it('stand on a point, are answered, resolved and opened again, and stand in the history', async () => {
      const { id, file } = await pictured()
      expect((await pin(file, otherOffice)).status).toBe(201)
      const { body } = await pin(file, admin, { x: 0.123456, y: 1 })
      expect(body.map(({ seq, x, y, page }: Pin) => [seq, x, y, page])).toEqual([
        [1, 0.25, 0.5, 1],
        [2, 0.12346, 1, 1],
      ])
      const [first] = body as Pin[]
      const at = `/api/files/${file}/pins/${first?.id}`
      expect((await Office.post(`${at}/answers`, { body: 'Moved by 2 mm.' })).status).toBe(201)
      expect((await otherOffice.post(`${at}/resolve`, {})).status).toBe(200)
      const twice = await otherOffice.post(`${at}/resolve`, {})
      expect(twice.status).toBe(409)
      expect((await pinsOf(file))[0]).toMatchObject({
        resolved_by: { id: otherOffice.id },
        comments: [
          { body: 'Too close to the edge.', created_by: { id: otherOffice.id } },
          { body: 'Moved by 2 mm.', created_by: { id: Office.id } },
        ],
      })
      expect((await Office.post(`${at}/reopen`, {})).status).toBe(200)
      expect((await pinsOf(file))[0]?.resolved_at).toBeNull()
      const history = (await read(`artworks/${id}/history`)) as { action: string }[]
      expect(history.map(({ action }) => action).filter((action) => action.startsWith('pin_'))).toEqual(
        expect.arrayContaining(['pin_added', 'pin_answered', 'pin_resolved', 'pin_reopened']),
      )
      expect(await read(`files/pins?area=artworks&record=${id}`)).toHaveLength(2)
    })

    it('are edited and removed by who wrote them, until somebody else has answered', async () => {
      const { id, file } = await pictured()
      const [own] = (await pin(file, otherOffice)).body as Pin[]
      const at = (comment?: { id: number }, of = own?.id) => `/api/files/${file}/pins/${of}/comments/${comment?.id}`
      const first = own?.comments[0]
      expect(first).toMatchObject({ version: 1, edited_at: null, may: { edit: true, remove: true } })
      expect((await pinsOf(file, Office))[0]?.comments[0]?.may).toEqual({ edit: false, remove: false })
      expect((await pinsOf(file, admin))[0]?.comments[0]?.may).toEqual({ edit: false, remove: true })
      expect((await Office.patch(at(first), { version: 1, body: 'Not mine.' })).status).toBe(403)
      expect((await Office.delete(at(first), { version: 1 })).status).toBe(403)

      // Of two edits of one version the first stands.
      const edits = await Promise.all(
        ['Too close.', 'Far too close.'].map((body) => otherOffice.patch(at(first), { version: 1, body })),
      )
      expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const kept = edits.find(({ status }) => status === 200)?.body[0].comments[0]
      expect(kept).toMatchObject({ version: 2, edited_at: expect.any(String) })
      expect((await otherOffice.patch(at(first), { version: 2, body: ' ' })).status).toBe(422)

      const answered = await Office.post(`/api/files/${file}/pins/${own?.id}/answers`, { body: 'Moved.' })
      const answer = (answered.body as Pin[])[0]?.comments[1]
      expect((await otherOffice.delete(at(first), { version: 2 })).status).toBe(403)
      expect((await otherOffice.patch(at(first), { version: 2, body: 'Too close to the fold.' })).status).toBe(200)
      expect((await Office.delete(at(answer), { version: 1 })).status).toBe(200)
      expect((await otherOffice.delete(at(first), { version: 1 })).body.code).toBe('stale')
      expect((await otherOffice.delete(at(first), { version: 3 })).body).toEqual([])
      expect((await otherOffice.delete(at(first), { version: 3 })).status).toBe(404)

      const history = JSON.stringify(await read(`artworks/${id}/history`))
      for (const trace of ['pin_edited', 'pin_answer_removed', 'pin_removed', ': Moved.', ': Too close to the fold.'])
        expect(history).toContain(trace)
    })

    it('that are resolved stay as they are, unless an administrator removes them', async () => {
      const { file } = await pictured()
      const [own] = (await pin(file, Office)).body as Pin[]
      const at = `/api/files/${file}/pins/${own?.id}`
      const comment = `${at}/comments/${own?.comments[0]?.id}`
      await Office.post(`${at}/resolve`, {})
      expect((await Office.patch(comment, { version: 1, body: 'Other.' })).status).toBe(403)
      expect((await Office.delete(comment, { version: 1 })).status).toBe(403)
      expect((await admin.delete(comment, { version: 1 })).body).toEqual([])
    })

    it('of one person may be answered and removed at the same time: one of the two is refused', async () => {
      const { file } = await pictured()
      const [own] = (await pin(file, otherOffice)).body as Pin[]
      const at = `/api/files/${file}/pins/${own?.id}`
      const [removed, answered] = await Promise.all([
        otherOffice.delete(`${at}/comments/${own?.comments[0]?.id}`, { version: 1 }),
        Office.post(`${at}/answers`, { body: 'Why?' }),
      ])
      expect([
        [200, 404],
        [403, 201],
      ]).toContainEqual([removed.status, answered.status])
    })

    it('may be added while the artwork is judged, once for a key', async () => {
      const id = await submitted()
      const file = (await fileOf(id)).id
      const send = () =>
        Office.post(`/api/files/${file}/pins`, { x: 0, y: 0, body: 'Once.' }, { 'idempotency-key': `pin-${id}` })
      const answers = await Promise.all([send(), send()])
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(await pinsOf(file)).toHaveLength(1)
    })

    it('number those that are pinned at the same time', async () => {
      const { file } = await pictured()
      await Promise.all([Office, admin, otherOffice].map((person) => pin(file, person)))
      expect((await pinsOf(file)).map(({ seq }) => seq)).toEqual([1, 2, 3])
    })

    it('keep their numbers: that of a removed one is not given again', async () => {
      const { file } = await pictured()
      await pin(file)
      const [, last] = (await pin(file)).body as Pin[]
      const removed = await Office.delete(`/api/files/${file}/pins/${last?.id}/comments/${last?.comments[0]?.id}`, {
        version: 1,
      })
      expect(removed.status).toBe(200)
      await pin(file)
      expect((await pinsOf(file)).map(({ seq }) => seq)).toEqual([1, 3])
    })

    it('stay inside the house unless they are shared, and suppliers add none to the library', async () => {
      const id = await released()
      const file = (await fileOf(id)).id
      await pin(file)
      await pin(file, Office, { visibility: 'shared', body: 'Fold here.' })
      const { lines } = await orders(portal).at('confirmed')
      await Office.post('/api/artwork-allocations/allocate', { lines: [lines[0].id], values: { artwork_id: id } })
      const seen = await pinsOf(file, portal.as.Agent)
      expect(seen.map(({ comments }) => comments[0]?.body)).toEqual(['Fold here.'])
      expect(seen[0]?.may).toEqual({ answer: false, resolve: false })
      expect((await pin(file, portal.as.Agent)).status).toBe(403)
      const hidden = (await pinsOf(file)).find(({ visibility }) => visibility === 'internal')
      const answered = await portal.as.Agent.post(`/api/files/${file}/pins/${hidden?.id}/answers`, { body: 'Hm?' })
      expect(answered.status).toBe(403)
      expect((await portal.otherAgent.get(`/api/files/${file}/pins`)).status).toBe(404)
      expect((await pin(file, portal.otherAgent)).status).toBe(404)
      expect((await portal.nobody.get(`/api/files/${file}/pins`)).status).toBe(401)
    })

    it('on a proof are shared by house and supplier, and closed by the side that asked', async () => {
      const artwork = await released()
      const { Agent } = portal.as
      const { lines } = await orders(portal).at('confirmed')
      const { body } = await Office.post('/api/artwork-allocations/allocate', {
        lines: [lines[0].id],
        values: { artwork_id: artwork },
      })
      const record = String(body.results[0].id)
      const sent = await postForm(
        Agent,
        '/api/files',
        await formOf({ area: 'artwork-allocations', record, kind: 'proof' }, [{ name: 'p.png', bytes: png }]),
      )
      expect(sent.status).toBe(201)
      const proof = sent.body[0].id
      await pin(proof, Office, { visibility: 'shared', body: 'The green is too yellow.' })
      await pin(proof, Office, { body: 'Only for us.' })
      await pin(proof, Agent, { body: 'Which green?' })
      const seen = await pinsOf(proof, Agent)
      expect(seen.map(({ comments }) => comments[0]?.body)).toEqual(['The green is too yellow.', 'Which green?'])
      const [asked, own] = seen
      const at = (id = 0) => `/api/files/${proof}/pins/${id}`
      expect((await Agent.post(`${at(asked?.id)}/answers`, { body: 'New ink tomorrow.' })).status).toBe(201)
      expect((await Agent.post(`${at(asked?.id)}/resolve`, {})).status).toBe(403)
      expect((await Agent.post(`${at(own?.id)}/resolve`, {})).status).toBe(200)
      expect((await Office.post(`${at(asked?.id)}/resolve`, {})).status).toBe(200)
      expect((await pin(proof, Agent, { visibility: 'internal' })).status).toBe(403)
      // What the office wrote is not the supplier's to change, and no other supplier learns that it is there.
      const comment = `${at(asked?.id)}/comments/${asked?.comments[0]?.id}`
      for (const [person, status] of [
        [Agent, 403],
        [portal.otherAgent, 404],
        [portal.nobody, 401],
      ] as const) {
        expect((await person.patch(comment, { version: 1, body: 'Fine.' })).status).toBe(status)
        expect((await person.delete(comment, { version: 1 })).status).toBe(status)
      }
      const hidden = (await pinsOf(proof)).find(({ visibility }) => visibility === 'internal')
      const unseen = `${at(hidden?.id)}/comments/${hidden?.comments[0]?.id}`
      expect((await Agent.patch(unseen, { version: 1, body: 'Fine.' })).status).toBe(404)
      const history = (await Agent.get(`/api/artwork-allocations/${record}/history`)).body
      expect(JSON.stringify(history)).not.toContain(' · 2')
    })

    it.each([
      ['a point outside', { x: 1.01 }],
      ['a point that is no number', { x: '0.5' }],
      ['no words', { body: '   ' }],
      ['too many words', { body: 'x'.repeat(100_000) }],
      ['a page that the file does not have', { page: 2 }],
      ['an unknown field', { constructor: 1 }],
      ['an unknown audience', { visibility: '__proto__' }],
    ])('refuse %s', async (_what, values) => {
      const { file } = await pictured()
      expect((await pin(file, Office, values)).status).toBe(422)
      expect(await pinsOf(file)).toEqual([])
    })

    it('refuse a file that is no picture, a pin of another file, and more than a picture takes', async () => {
      const { id, file } = await pictured()
      const other = await pictured()
      await pin(other.file)
      const [foreign] = await pinsOf(other.file)
      expect((await Office.post(`/api/files/${file}/pins/${foreign?.id}/answers`, { body: 'No.' })).status).toBe(404)
      await portal.db.query(
        `insert into file_pins (file_id, seq, page, x, y, visibility) select $1, n, 1, 0, 0, 'internal' from generate_series(1, 300) n`,
        [file],
      )
      expect((await pin(file)).body.code).toBe('too_many')
      await portal.db.query(`update files set type = 'application/zip' where id = $1`, [file])
      expect((await pin(file)).status).toBe(422)
      expect((await Office.get('/api/files/pins?area=toString&record=1')).status).toBe(400)
      expect((await Office.get(`/api/files/pins?area=artworks&record=${id + 5000}`)).status).toBe(404)
    })
  })

  it('come from a file and go into one', async () => {
    const draft = await made({ ...hangtag, artwork_code: 'AW-70001' })
    const used = await submitted({ ...hangtag, artwork_code: 'AW-70002' })
    const file = [
      'Code,Type,Name,Width (mm),Barcode,Languages',
      'AW-70001,Hangtag,Hangtag,60,No barcode,',
      'AW-70002,Hangtag,Hangtag,60,No barcode,',
      'AW-70003,Polybag,Polybag 35 x 45,350,No barcode,"English, French"',
      'AW-70004,Scarf,Nothing,1,No barcode,',
    ].join('\n')
    const { url: place } = await uploaded(Office, 'artworks', file)
    expect((await previewed(Office, place)).counts).toMatchObject({ new: 1, rejected: 2 })
    expect((await committed(Office, place)).counts).toMatchObject({ written: 2, rejected: 2 })
    expect(await read(`artworks/${draft}`)).toMatchObject({ width_mm: '60.0' })
    expect(await read(`artworks/${used}`)).toMatchObject({ width_mm: '45.0' })
    const [bag] = await read('artworks?artwork_code=AW-70003')
    expect(bag).toMatchObject({ artwork_type: 'polybag', languages: ['en', 'fr'], status: 'draft', version_no: 1 })
    const csv = await Office.send({ method: 'GET', url: '/api/artworks/export?format=csv&q=Polybag' })
    expect(csv.body).toContain('Polybag 35 x 45')
  })
})
