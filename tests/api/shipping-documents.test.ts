import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#server/kit/principal.ts'
import { makeDocuments } from '#server/seeds/demo/shipping-documents.ts'
import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { engines } from '../kit/db'
import { formOf, pdf, postForm } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/shipping-documents'
const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('shipping documents (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let admin: Person
  let booking: number
  let number = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent, admin } = portal.as)
    await portal.make('payment-terms', [
      { code: 'LC_SIGHT', name_en: 'L/C at sight', method: 'LC', base_date: 'bl_date', days: 0 },
    ])
    await portal.make('document-requirements', [
      { code: 'INV', name_en: 'Invoice', name_zh: '发票', doc_type: 'commercial_invoice' },
      { code: 'PL', name_en: 'Packing list', name_zh: '装箱单', doc_type: 'packing_list' },
      { code: 'BL', name_en: 'B/L', name_zh: '提单', doc_type: 'bill_of_lading', load_types: ['fcl', 'lcl'] },
      { code: 'AWB', name_en: 'AWB', name_zh: '空运单', doc_type: 'air_waybill', load_types: ['air'] },
      {
        code: 'BEN',
        name_en: 'For the bank',
        name_zh: '交单',
        doc_type: 'beneficiary_certificate',
        payment_methods: ['LC'],
      },
      { code: 'OLD', name_en: 'Not in use', name_zh: '停用', doc_type: 'other', status: 'retired' },
    ])
    await portal.make('purchase-orders', [
      draft('DOCS-1', { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }),
      draft('DOCS-LC', { status: 'issued', issued_at: '2026-11-01T00:00:00Z', payment_term_id: 2 }),
    ])
    booking = await book()
  }, 120_000)
  afterAll(() => portal.close())

  /** A booking of an order, as its own area leaves it. */
  const book = async (columns: Record<string, unknown> = {}, order = 'DOCS-1') => {
    number += 1
    const row = {
      ...{ booking_no: `BK-TEST-${number}`, supplier_id: 60, status: 'approved', load_type: 'fcl', incoterm: 'FOB' },
      ...{ ship_to_country: 'GB', pieces_qty: 100, cartons_qty: 5, gross_kg: '60.400', net_kg: '50.000' },
      ...{ volume_m3: '0.5230', goods_description: 'Men’s cotton shirts, woven', ...columns },
    }
    const names = Object.keys(row)
    const [made] = await portal.db.query<{ id: number }>(
      `insert into bookings (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    await portal.db.query(
      `insert into booking_lines (booking_id, po_line_id, purchase_order_id, qty)
       select $1, l.id, o.id, 100 from po_lines l join purchase_orders o on o.id = l.purchase_order_id where o.po_no = $2`,
      [made?.id, order],
    )
    // Totals are the sums of its rows.
    await portal.db.query(
      `insert into booking_line_sizes (booking_line_id, size_id, qty) select id, 1, 100 from booking_lines where booking_id = $1`,
      [made?.id],
    )
    await portal.db.query(
      `insert into booking_cartons (booking_id, first_no, last_no, po_line_id, units_per_carton, length_cm, width_cm, height_cm,
         gross_kg, net_kg)
       select $1, 1, 5, po_line_id, 20, 58, 41, 44, 12.08, 10 from booking_lines where booking_id = $1`,
      [made?.id],
    )
    return Number(made?.id)
  }
  /** What its own area writes of a booking. */
  const write = async (id: number, values: Record<string, unknown>) => {
    const names = Object.keys(values)
    await portal.db.query(
      `update bookings set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(values)],
    )
    await portal.app.kit.write(system, 'edit', async (work) => {
      const follow = portal.app.kit.server('shipping-documents').follows?.bookings
      await follow?.(work, [{ before: { id, status: 'before' }, after: { id, ...values } }])
    })
  }
  const confirmed = async (columns: Record<string, unknown> = {}, order?: string) => {
    const id = await book(columns, order)
    await write(id, { status: 'confirmed', etd: addDays(today, 10) })
    return id
  }
  const documentsOf = async (id: number, who = Office): Promise<AnyRecord[]> =>
    (await who.get(`${url}?booking_id=${id}&_sort=id`)).body
  const bookingOf = async (id: number) => (await Office.get(`/api/bookings/${id}`)).body as AnyRecord
  const states = async (id: number) =>
    Object.fromEntries((await documentsOf(id)).map(({ doc_type, status }) => [String(doc_type), status]))
  const documentOf = async (id: number, type: string) =>
    (await documentsOf(id)).find(({ doc_type }) => doc_type === type) as AnyRecord
  const attach = async (who: Person, document: number, more: Record<string, string> = {}) =>
    postForm(
      who,
      '/api/files',
      await formOf({ area: 'shipping-documents', record: String(document), ...more }, [
        { name: 'paper.pdf', bytes: pdf },
      ]),
    )
  const move = async (who: Person, document: number, name: string, input: Record<string, unknown> = {}) => {
    const { version } = (await admin.get(`${url}/${document}`)).body
    return who.post(`${url}/${document}/moves/${name}`, { version, ...input })
  }
  const approveAll = async (id: number) => {
    for (const document of await documentsOf(id)) {
      expect((await attach(Agent, document.id)).status).toBe(201)
      expect((await move(Office, document.id, 'approve')).status).toBe(200)
    }
  }
  const mails = async (mail: string) =>
    portal.db.query<{ payload: { to: string; params: Record<string, unknown>; digest: { count: number } } }>(
      `select payload from outbox where kind = 'mail' and payload ->> 'mail' = $1 order by id`,
      [mail],
    )

  it('of a booking are those that its terms need, from the day on which it is confirmed', async () => {
    expect(await documentsOf(booking)).toEqual([])
    await write(booking, { status: 'confirmed', etd: addDays(today, 10) })
    expect(await states(booking)).toEqual({
      commercial_invoice: 'missing',
      packing_list: 'missing',
      bill_of_lading: 'missing',
    })
    const [first] = await documentsOf(booking)
    expect(first).toMatchObject({
      document_title: 'BK-TEST-1 Commercial invoice',
      document_title_zh: 'BK-TEST-1 商业发票',
      is_required: true,
      supplier: { id: 60 },
      due_date: addDays(today, 13),
      present_by: null,
    })
    expect(await bookingOf(booking)).toMatchObject({ documents_due: addDays(today, 13), documents_complete_on: null })
  })

  it('follow the terms: what never came goes, what came stays without being required', async () => {
    const id = await confirmed()
    const lading = await documentOf(id, 'bill_of_lading')
    await write(id, { load_type: 'air' })
    expect(await states(id)).toEqual({ commercial_invoice: 'missing', packing_list: 'missing', air_waybill: 'missing' })
    expect((await Office.get(`${url}/${lading.id}`)).status).toBe(404)
    expect(await bookingOf(id)).toMatchObject({ documents_due: addDays(today, 10) })
    await attach(Agent, (await documentOf(id, 'air_waybill')).id)
    await write(id, { load_type: 'lcl' })
    expect(await documentOf(id, 'air_waybill')).toMatchObject({ status: 'uploaded', is_required: false })
    await write(id, { status: 'cancelled' })
    expect(await states(id)).toEqual({ air_waybill: 'uploaded' })
    expect(await bookingOf(id)).toMatchObject({ documents_due: null, documents_complete_on: null })
    expect((await Agent.post(url, { booking_id: id, doc_type: 'other' })).body.errors).toHaveProperty('booking_id')
  })

  it('are due after the actual departure once it is known, with the clock of a letter of credit', async () => {
    const id = await confirmed({}, 'DOCS-LC')
    expect(Object.keys(await states(id))).toContain('beneficiary_certificate')
    expect(await documentOf(id, 'packing_list')).toMatchObject({ due_date: addDays(today, 13), present_by: null })
    await write(id, { status: 'shipped', atd: addDays(today, -1) })
    expect(await documentOf(id, 'packing_list')).toMatchObject({
      due_date: addDays(today, 2),
      present_by: addDays(today, 20),
    })
    expect(await bookingOf(id)).toMatchObject({ documents_due: addDays(today, 2) })
  })

  it('are uploaded with their file, rejected with a comment, and another version is reviewed again', async () => {
    const id = await confirmed()
    const { id: list } = await documentOf(id, 'packing_list')
    expect((await move(Office, list, 'approve')).status).toBe(409)
    const { body: files } = await attach(Agent, list)
    expect(await documentOf(id, 'packing_list')).toMatchObject({ status: 'uploaded', version_no: 1, files_qty: 1 })
    expect((await move(Agent, list, 'approve')).status).toBe(403)
    expect((await move(Office, list, 'reject')).status).toBe(422)
    expect((await move(Office, list, 'reject', { comment: 'Carton 3 is missing.' })).status).toBe(200)
    const [mail] = (await mails('document_rejected')).filter(({ payload }) => payload.params.id === list)
    expect(mail?.payload.params).toMatchObject({ note: 'Carton 3 is missing.', state: { key: expect.any(String) } })
    await attach(Agent, list, { supersedes: String(files[0].id) })
    expect(await documentOf(id, 'packing_list')).toMatchObject({
      ...{ status: 'uploaded', version_no: 2, files_qty: 1 },
      ...{ review_comment: 'Carton 3 is missing.', reviewed_at: null },
    })
    expect((await move(Office, list, 'start_review')).status).toBe(200)
    expect((await move(Office, list, 'approve', { comment: 'Fine now.' })).status).toBe(200)
    expect(await documentOf(id, 'packing_list')).toMatchObject({
      ...{ status: 'approved', reviewed_by: Office.id, review_comment: 'Fine now.' },
    })
  })

  it('keep the files that were judged, and are missing again without any', async () => {
    const id = await confirmed()
    const { id: list } = await documentOf(id, 'packing_list')
    const { body: files } = await attach(Agent, list)
    expect((await Agent.delete(`/api/files/${files[0].id}`)).status).toBe(200)
    expect(await documentOf(id, 'packing_list')).toMatchObject({ status: 'missing', files_qty: 0, version_no: 1 })
    const { body: again } = await attach(Agent, list)
    await move(Office, list, 'approve')
    expect(await Agent.delete(`/api/files/${again[0].id}`)).toMatchObject({ status: 409, body: { code: 'files_kept' } })
    expect((await admin.delete(`/api/files/${again[0].id}`)).status).toBe(409)
    expect(await documentOf(id, 'packing_list')).toMatchObject({ status: 'approved', files_qty: 1 })
  })

  it('are corrected by the supplier until they are judged, and submitted again with the same file', async () => {
    const id = await confirmed()
    const { id: list } = await documentOf(id, 'packing_list')
    const edit = async (who: Person, values: object) =>
      who.patch(`${url}/${list}`, { version: (await admin.get(`${url}/${list}`)).body.version, ...values })
    expect(
      (await edit(Agent, { pieces_qty: 98, cartons_qty: 5, gross_kg: '60.5', volume_m3: '0.52' })).body,
    ).toMatchObject({ differences: ['pieces_qty'] })
    expect((await edit(Agent, { net_kg: '61' })).status).toBe(422)
    expect((await edit(Agent, { is_required: false })).status).toBe(422)
    const { body: shown } = await Agent.get(`${url}/${list}`)
    expect(shown.shipment).toMatchObject({ pieces_qty: 100, cartons_qty: 5, gross_kg: '60.400' })
    expect((await move(Agent, list, 'submit')).status).toBe(409)
    await attach(Agent, list)
    // A difference prevents nothing.
    expect((await move(Office, list, 'approve')).status).toBe(200)
    expect((await edit(Agent, { pieces_qty: 100 })).status).toBe(422)
    await move(Office, list, 'reject', { comment: '100 pieces' })
    expect((await edit(Agent, { pieces_qty: 100 })).body).toMatchObject({ differences: [] })
    expect((await move(Agent, list, 'submit')).status).toBe(200)
    expect(await documentOf(id, 'packing_list')).toMatchObject({ status: 'uploaded', version_no: 1 })
    expect((await Office.get(`${url}?has_differences=true&booking_id=${id}`)).body).toEqual([])
  })

  it('say anew what differs when the booking changes', async () => {
    const id = await confirmed({ hbl_no: null })
    const { id: lading, version } = await documentOf(id, 'bill_of_lading')
    await Agent.patch(`${url}/${lading}`, { version, bl_no: 'SHA 123-456', cartons_qty: 6 })
    expect(await documentOf(id, 'bill_of_lading')).toMatchObject({ differences: ['cartons_qty'] })
    await write(id, { hbl_no: 'SHA123456', cartons_qty: 6 })
    expect(await documentOf(id, 'bill_of_lading')).toMatchObject({ differences: [] })
    await write(id, { hbl_no: 'SHA999999' })
    expect(await documentOf(id, 'bill_of_lading')).toMatchObject({ differences: ['bl_no'] })
  })

  it('complete the set with the last one, and take that back with a rejection or a newer version', async () => {
    const id = await confirmed()
    const rows = await documentsOf(id)
    for (const { id: document } of rows) await attach(Agent, document)
    for (const { id: document } of rows.slice(1)) await move(Office, document, 'approve')
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: null })
    const [last = { id: 0 }] = rows
    await move(Office, last.id, 'approve')
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: today })
    await move(Office, last.id, 'reject', { comment: 'Wrong invoice number' })
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: null })
    expect((await move(Office, last.id, 'waive', { reason: 'No' })).status).toBe(403)
    expect((await move(admin, last.id, 'waive', { reason: 'The invoice comes with the next shipment.' })).status).toBe(
      200,
    )
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: today })
    await move(admin, last.id, 'require')
    expect(await documentOf(id, 'commercial_invoice')).toMatchObject({ status: 'uploaded' })
    await move(Office, last.id, 'approve')
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: today })
    await attach(Agent, last.id)
    expect(await documentOf(id, 'commercial_invoice')).toMatchObject({ status: 'uploaded', version_no: 2 })
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: null })
  })

  it('are approved once by two at the same time, and complete the set however they meet', async () => {
    const id = await confirmed()
    const rows = await documentsOf(id)
    for (const { id: document } of rows) await attach(Agent, document)
    const [first = { id: 0 }] = rows
    const { version } = (await Office.get(`${url}/${first.id}`)).body
    const both = await Promise.all(
      [Office, portal.otherOffice].map((who) => who.post(`${url}/${first.id}/moves/approve`, { version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await Promise.all(rows.slice(1).map(({ id: document }) => move(Office, document, 'approve')))
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: today })
  })

  it('of other suppliers do not exist for a supplier', async () => {
    const { otherAgent } = portal
    const [{ id }] = (await documentsOf(booking)) as [AnyRecord]
    expect(await documentsOf(booking, otherAgent)).toEqual([])
    expect((await otherAgent.get(`${url}/${id}`)).status).toBe(404)
    expect((await attach(otherAgent, id)).status).toBe(404)
    expect((await otherAgent.post(url, { booking_id: booking, doc_type: 'other' })).status).toBe(422)
    expect((await portal.as.user.get(url)).status).toBe(403)
    expect((await portal.as.staff.post(url, { booking_id: booking, doc_type: 'other' })).status).toBe(201)
    expect((await portal.as.staff.post(`${url}/${id}/moves/approve`, { version: 1 })).status).toBe(403)
  })

  it('that are needed cannot be deleted, others can while they are missing', async () => {
    const [needed] = (await documentsOf(booking)) as [AnyRecord]
    expect((await Office.delete(`${url}/${needed.id}`, { version: needed.version })).status).toBe(409)
    const { body: other } = await Agent.post(url, { booking_id: booking, doc_type: 'test_report', doc_no: 'T-1' })
    expect(other).toMatchObject({ is_required: false, status: 'missing', supplier: { id: 60 } })
    expect((await Agent.delete(`${url}/${other.id}`, { version: other.version })).status).toBe(403)
    expect((await Office.delete(`${url}/${other.id}`, { version: other.version })).status).toBe(200)
  })

  it('are added once of each type; of types that a shipment has several of, another one may go again', async () => {
    const id = await confirmed()
    const add = (doc_type: string, who = Agent) => who.post(url, { booking_id: id, doc_type })
    expect((await add('packing_list')).body.errors).toEqual({ doc_type: [expect.any(String)] })
    const both = await Promise.all([add('insurance_certificate'), add('insurance_certificate', Office)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const [needed] = await portal.make('document-requirements', [
      { code: 'TR', name_en: 'Test', name_zh: '测试', doc_type: 'test_report' },
    ])
    const { body: first } = await add('test_report')
    const { body: second } = await add('test_report')
    expect([first.is_required, second.is_required]).toEqual([true, true])
    const remove = ({ id: paper, version }: AnyRecord) => Office.delete(`${url}/${paper}`, { version })
    expect((await remove(second)).status).toBe(200)
    expect((await remove(first)).status).toBe(409)
    await portal.db.query("update document_requirements set status = 'retired' where id = $1", [needed?.id])
  })

  it('that are not needed stay so in the archive, too', async () => {
    const id = await confirmed()
    const { id: paper } = await documentOf(id, 'packing_list')
    expect((await move(admin, paper, 'waive', { reason: 'On the invoice.' })).status).toBe(200)
    expect((await move(Office, paper, 'archive')).status).toBe(200)
    await write(id, { etd: addDays(today, 12) })
    expect((await documentsOf(id)).map(({ doc_type }) => doc_type).sort()).toEqual([
      'bill_of_lading',
      'commercial_invoice',
    ])
    await approveAll(id)
    expect(await bookingOf(id)).toMatchObject({ documents_complete_on: today })
  })

  it('are caught up with and reminded of by the work of the day, once each', async () => {
    const old = await book({ status: 'shipped', etd: addDays(today, -5), atd: addDays(today, -5) })
    const soon = await book({ status: 'confirmed', etd: addDays(today, -2) })
    const long = await book({ status: 'closed', etd: addDays(today, -90), atd: addDays(today, -90) })
    const runDay = () =>
      portal.app.kit.write(system, 'edit', async (work) => {
        let after: number | null = 0
        while (after !== null) after = (await portal.app.kit.server('shipping-documents').daily?.(work, after)) ?? null
      })
    await portal.db.query('delete from outbox')
    await runDay()
    expect(Object.keys(await states(old))).toHaveLength(3)
    expect(await bookingOf(old)).toMatchObject({ documents_due: addDays(today, -2) })
    expect(await documentOf(soon, 'packing_list')).toMatchObject({ reminder: 'due_soon', due_date: addDays(today, 1) })
    expect(await documentOf(long, 'packing_list')).toMatchObject({ reminder: 'late' })
    expect((await Agent.get(`${url}?booking_id=${old}`)).body[0]).not.toHaveProperty('reminder')
    const told = async () =>
      Promise.all(
        ['document_late', 'document_due'].map(async (mail) =>
          (await mails(mail)).map(({ payload }) => payload.digest.count + 1),
        ),
      )
    // Of what has been late for months nobody is told any more.
    const before = await told()
    expect(before[0]).toEqual([3])
    expect(before[1]?.[0]).toBeGreaterThanOrEqual(3)
    await runDay()
    expect(await told()).toEqual(before)
    expect((await Office.get(`${url}?is_late=true&booking_id=${old}`)).total).toBe(3)
    // A paper that nobody asks for is neither late nor due.
    await portal.make('shipping-documents', [{ booking_id: old, doc_type: 'other' }])
    expect(await documentOf(old, 'other')).toMatchObject({ is_required: false, due_date: addDays(today, -2) })
    for (const filter of ['is_late=true', `due_by_lte=${today}`])
      expect((await Office.get(`${url}?${filter}&booking_id=${old}`)).total, filter).toBe(3)
    await approveAll(old)
    expect(await bookingOf(old)).toMatchObject({ documents_complete_on: today })
    await write(soon, { etd: addDays(today, 30) })
    expect(await documentOf(soon, 'packing_list')).toMatchObject({ reminder: null, due_date: addDays(today, 33) })
  })

  it('follow the library and the settings', async () => {
    const id = await confirmed()
    const { body: settings } = await admin.get('/api/settings/1')
    await admin.patch('/api/settings/1', { version: settings.version, documents_days_sea: 5 })
    expect(await bookingOf(id)).toMatchObject({ documents_due: addDays(today, 15) })
    const added = await Office.post('/api/document-requirements', {
      ...{ code: 'CO-GB', name_en: 'Origin', name_zh: '产地', doc_type: 'certificate_of_origin', countries: 'IE GB' },
    })
    expect(added.status).toBe(201)
    expect(Object.keys(await states(id))).toContain('certificate_of_origin')
    const wrong = await Office.patch(`/api/document-requirements/${added.body.id}`, { version: 1, countries: 'XX' })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { countries: [expect.any(String)] } } })
    expect((await Agent.get('/api/document-requirements')).status).toBe(403)
  })

  it('of the demo data are in every state, and agree with what was shipped unless they say otherwise', async () => {
    for (const [at, status] of ['closed', 'arrived', 'shipped', 'shipped', 'shipped', 'shipped', 'confirmed'].entries())
      await book({
        status,
        booking_no: `BK-DEMO-${at}`,
        etd: addDays(today, -9),
        atd: addDays(today, -8),
        hbl_no: 'H1',
      })
    const papers = await portal.app.kit.write(system, 'import', (work) => makeDocuments(work, today, true))
    const rows = await portal.db.query<AnyRecord>(
      `select d.*, b.documents_complete_on::text as complete from shipping_documents d join bookings b on b.id = d.booking_id
       where b.booking_no like 'BK-DEMO-%'`,
    )
    expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual(
      ['missing', 'uploaded', 'under_review', 'approved', 'rejected', 'not_needed'].toSorted(),
    )
    for (const { status, files_qty, version_no, id, complete } of rows) {
      const hasFile = status !== 'missing' && status !== 'not_needed'
      expect([id, files_qty, version_no]).toEqual([id, hasFile ? 1 : 0, hasFile ? 1 : 0])
      expect([id, papers.filter(({ record_id }) => record_id === id).length]).toEqual([id, hasFile ? 1 : 0])
      if (complete) expect(['approved', 'not_needed']).toContain(status)
    }
    expect(rows.some(({ complete }) => complete === addDays(today, -6))).toBe(true)
    expect(rows.some(({ differences }) => (differences as unknown[]).length > 0)).toBe(true)
  })
})
