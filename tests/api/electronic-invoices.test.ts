import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { extractXml } from '@stackforge-eu/factur-x'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCii } from '#shared/trade/einvoice/cii.ts'
import type { EInvoice } from '#shared/trade/einvoice/model.ts'
import { readEInvoice } from '#shared/trade/einvoice/read.ts'
import { writeUbl } from '#shared/trade/einvoice/ubl.ts'
import { engines } from '../kit/db'
import { giveAccount, shipGoods } from '../kit/invoiced'
import { readPdf } from '../kit/pdf'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { openSchematron } from '../kit/schematron'

const url = '/api/invoices'
const folder = join(import.meta.dirname, '../en16931')
const published = { cii: openSchematron(join(folder, 'cii.sch')), ubl: openSchematron(join(folder, 'ubl.sch')) }

describe.each(engines)('electronic invoices (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let admin: Person
  let id: number

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent, admin } = portal.as)
    await giveAccount(portal)
    const { booking } = await shipGoods(portal)
    const answer = await Agent.post(`${url}/from-booking`, { booking_id: booking })
    id = answer.body.invoices[0].id
  }, 120_000)
  afterAll(() => portal.close())

  const fetchAs = (who: Person, path: string) => who.send({ method: 'GET', url: path })
  const send = async (who: Person, file: string | Buffer, params: Record<string, string> = {}, key?: string) => {
    const query = new URLSearchParams({ file_name: 'invoice.xml', ...params })
    const answer = await who.send({
      method: 'POST',
      url: `${url}/e-invoice?${query}`,
      headers: {
        'content-type': 'application/octet-stream',
        ...(key && { 'idempotency-key': key }),
      },
      payload: file,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const made = async (who: Person = Agent): Promise<EInvoice> => {
    const answer = await fetchAs(who, `${url}/${id}/cii.xml`)
    return readEInvoice(answer.rawPayload)?.invoice as EInvoice
  }

  it('are written by the published rules in both syntaxes', async () => {
    for (const syntax of ['cii', 'ubl'] as const) {
      const answer = await fetchAs(Agent, `${url}/${id}/${syntax}.xml`)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(published[syntax](answer.body)).toEqual([])
    }
  })

  it('name the account only to those who read it', async () => {
    expect((await made(Agent)).payment?.account?.number).toBe('601234567')
    expect((await made(admin)).payment?.means).toBe('30')
    const office = await made(Office)
    expect(office.payment).toMatchObject({ means: '1' })
    expect(JSON.stringify(office)).not.toContain('601234567')
    const pdf = readPdf((await fetchAs(Office, `${url}/${id}/modern.pdf?language=en`)).rawPayload)
    expect(pdf.text).not.toContain('601234567')
    expect(readPdf((await fetchAs(Agent, `${url}/${id}/modern.pdf?language=en`)).rawPayload).text).toContain(
      '601234567',
    )
  })

  it('are seen by nobody else: another supplier, staff, guests', async () => {
    for (const file of ['cii.xml', 'ubl.xml', 'factur-x.pdf', 'modern.pdf', 'compact.pdf', 'paper']) {
      expect((await fetchAs(portal.otherAgent, `${url}/${id}/${file}`)).statusCode, file).toBe(404)
      expect((await fetchAs(portal.as.staff, `${url}/${id}/${file}`)).statusCode, file).toBe(403)
      expect((await fetchAs(portal.nobody, `${url}/${id}/${file}`)).statusCode, file).toBe(401)
    }
  })

  it('are embedded in the modern form as Factur-X', async () => {
    const answer = await fetchAs(Agent, `${url}/${id}/factur-x.pdf?language=both`)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    const file = answer.rawPayload
    const { xml, filename } = (await extractXml(file)) as { xml: string; filename: string }
    expect(filename).toBe('factur-x.xml')
    expect(published.cii(xml)).toEqual([])
    const text = file.toString('latin1')
    expect(text).toContain('/AFRelationship /Alternative')
    expect(text).toContain('/S /GTS_PDFA1')
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
    expect(text).toContain('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#')
    expect(text).toMatch(/\/AF \[\d+ 0 R\]/)
    expect(text).toMatch(/\/Subtype \/text#2Fxml/)
    // Every font is embedded, none is one of the fourteen that readers bring along.
    expect(text.match(/\/FontFile[23]? \d+ 0 R/g)?.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/\/Subtype \/Type1\b/)
    const compact = readPdf((await fetchAs(Agent, `${url}/${id}/compact.pdf?language=zh`)).rawPayload)
    expect(compact.language).toBe('zh-CN')
    expect(compact.text).toContain('商业发票')
  })

  it.each([
    ['CII', writeCii],
    ['UBL', writeUbl],
  ])('are read from %s, with their lines, and become a draft with the file', async (name, write) => {
    const { line, booking } = await shipGoods(portal)
    const [order] = await portal.db.query<{ po_no: string; line_no: number }>(
      'select o.po_no, l.line_no from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = $1',
      [line],
    )
    const invoice = await made()
    const file = write({
      ...invoice,
      number: `READ-${name}`,
      order: order?.po_no ?? '',
      lines: invoice.lines.map((one) => ({ ...one, orderLine: String(order?.line_no) })),
    })
    const looked = await send(Agent, file)
    expect(looked.status, JSON.stringify(looked.body)).toBe(200)
    expect(looked.body).toMatchObject({ id: null, possible: true, booking_id: booking, type: 'commercial' })
    expect(looked.body.lines.every((one: { po_line_id: number }) => one.po_line_id === line)).toBe(true)
    expect(looked.body.sums.some((sum: { differs: boolean }) => sum.differs)).toBe(false)
    expect((await portal.db.query(`select 1 from invoices where invoice_no = $1`, [`READ-${name}`])).length).toBe(0)

    const key = createHash('sha256').update(name).digest('hex')
    const drafted = await send(Agent, file, { commit: 'true' }, key)
    expect(drafted.status, JSON.stringify(drafted.body)).toBe(200)
    const draft = (await Agent.get(`${url}/${drafted.body.id}`)).body
    expect(draft).toMatchObject({ status: 'draft', invoice_no: `READ-${name}`, supplier_id: 60, booking_id: booking })
    expect(draft.total).toBe(invoice.totals.due)
    const files = (await Office.get(`/api/files?area=invoices&record=${drafted.body.id}`)).body
    expect(files).toMatchObject([{ name: 'invoice.xml', kind: 'invoice' }])
    // Sent again it is the same draft; with another key it is a duplicate.
    expect((await send(Agent, file, { commit: 'true' }, key)).body.id).toBe(drafted.body.id)
    expect((await send(Agent, file, { commit: 'true' })).status).toBe(422)
  })

  it('with something paid in advance deduct the deposit of their order', async () => {
    const { line, order } = await shipGoods(portal, { changes: { deposit_pct: '30' } })
    const [paid] = await portal.make('invoices', [
      {
        ...{ invoice_no: 'READ-DEPOSIT', type: 'deposit', status: 'approved', supplier_id: 60, currency: 'GBP' },
        ...{ invoice_date: '2026-01-10', purchase_order_id: order },
        lines: [{ description: '30 % deposit', qty: 1, unit_price: '157.5' }],
        payments: [{ paid_on: '2026-01-12', paid_amount: '157.5', reference: 'TT-1' }],
      },
    ])
    const [known] = await portal.db.query<{ po_no: string; line_no: number }>(
      'select o.po_no, l.line_no from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = $1',
      [line],
    )
    const invoice = await made()
    const { body } = await send(
      Agent,
      writeUbl({
        ...invoice,
        ...{ number: 'READ-ADVANCE', order: known?.po_no ?? '' },
        lines: invoice.lines.map((one) => ({ ...one, orderLine: String(known?.line_no) })),
        totals: { ...invoice.totals, prepaid: '157.50', due: '367.50' },
      }),
      { commit: 'true' },
    )
    const draft = (await Agent.get(`${url}/${body.id}`)).body
    expect(draft, JSON.stringify(body)).toMatchObject({
      total: '367.50',
      charges: [{ kind: 'deposit_deduction', deposit_id: paid?.id }],
    })
  })

  it('take over no bank account, and tell that it is another one', async () => {
    const invoice = await made()
    const file = writeUbl({
      ...invoice,
      number: 'READ-ACCOUNT',
      payment: { means: '30', account: { number: 'DE89370400440532013000', isIban: true } },
    })
    const { body } = await send(Agent, file)
    expect(body.findings.map(({ code }: { code: string }) => code)).toContain('bank_account_differs')
    expect(JSON.stringify(body)).not.toContain('601234567')
  })

  it('of another supplier are refused for an agent', async () => {
    await portal.db.query(`update suppliers set tax_id = '91330200MA2AF60' where id = 60`)
    const invoice = await made()
    const foreign = { ...invoice, number: 'READ-FOREIGN', seller: { ...invoice.seller, taxId: '9144FOREIGN' } }
    const answer = await send(Agent, writeCii(foreign), { commit: 'true' })
    expect(answer.status).toBe(422)
    expect((await send(Agent, writeCii(foreign))).body.findings[0]).toMatchObject({
      code: 'seller_differs',
      grave: true,
    })
    // The office is told who the seller is.
    expect(
      (await send(Office, writeCii({ ...foreign, seller: { ...invoice.seller, taxId: '91330200MA2AF60' } }))).body
        .supplier,
    ).toMatchObject({ id: 60, by: 'tax_id' })
  })

  it.each([
    ['entities', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', /entities/],
    ['another document', '<x/>', /not a CII or UBL/],
    ['too many elements', `<x>${'<a/>'.repeat(100_000)}</x>`, /too large or too deep/],
    ['deep nesting', '<a>'.repeat(5000) + '</a>'.repeat(5000), /too large or too deep/],
    ['no XML', 'hello', /not well-formed XML/],
  ])('with %s are refused', async (_name, file, why) => {
    const { status, body } = await send(Agent, file)
    expect([status, body.message]).toEqual([422, expect.stringMatching(why)])
  })

  it('are not taken from staff', async () => {
    expect((await send(portal.as.staff, '<x/>')).status).toBe(403)
  })
})
