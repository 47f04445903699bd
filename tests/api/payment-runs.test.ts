import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#shared/base/dates.ts'
import { roles } from '#shared/kit/roles.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/payment-runs'
const day = today()

interface Item {
  id: number
  invoice_id: number
  supplier_id: number
  pay_amount: string
  discount: string
  outcome: string
  end_to_end_id: string
}

describe.each(engines)('payment runs (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let second: Person
  let Office: Person
  let serial = 0
  const accounts: Record<string, number> = {}

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office } = portal.as)
    second = await portal.person({ type: 'admin' })
    await portal.db.query(
      `update suppliers set company_legal_name_en = supplier_name || ' Co., Ltd.', city = 'Ningbo',
         contact_email = lower(code) || '@pay.example' where id in (60, 61)`,
    )
    for (const currency of ['USD', 'JPY', 'KWD', 'EUR']) {
      const made = await admin.post('/api/paying-accounts', {
        ...{ name: `Main ${currency}`, account_holder: 'Test Retail Ltd', bank_country: 'GB', currency },
        ...{ iban: 'GB29 NWBK 6016 1331 9268 19', bic: 'NWBKGB2L' },
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      accounts[currency] = made.body.id
      for (const supplier of [60, 61]) await bankAccount(supplier, currency)
    }
  }, 240_000)
  afterAll(() => portal.close())

  const bankAccount = async (supplier_id: number, currency: string, values: object = {}) => {
    const [made] = await portal.make('supplier-bank-accounts', [
      {
        ...{ supplier_id, currency, status: 'active', account_holder: `Supplier ${supplier_id} 有限公司` },
        ...{ bank_name: 'Bank of China', bank_country: 'CN', account_no: `3520000001${supplier_id}` },
        ...{ bic: 'BKCHCNBJ', clearing_code: '104100000004' },
        ...values,
      },
    ])
    return Number(made?.id)
  }
  /** An approved invoice; of another currency than others, so that runs of other tests do not take it up. */
  const invoice = async (amount: string, values: Record<string, unknown> = {}) => {
    serial += 1
    const [made] = await portal.make('invoices', [
      {
        ...{ invoice_no: `PAY/${serial}`, type: 'deposit', supplier_id: 60, invoice_date: addDays(day, -30) },
        ...{ currency: 'USD', status: 'approved' },
        lines: [{ description: 'Goods', qty: 1, unit_price: amount }],
        ...values,
      },
    ])
    return Number(made?.id)
  }
  const note = (amount: string, values: object = {}) => invoice(amount, { type: 'credit_note', ...values })
  const withDiscount = async (id: number, amount: string, until: string) => {
    await portal.db.query('update invoices set discount_amount = $2, discount_date = $3 where id = $1', [
      id,
      amount,
      until,
    ])
  }
  const read = async (id: number, who = admin) => (await who.get(`${url}/${id}`)).body
  const invoiceNow = async (id: number) => (await admin.get(`/api/invoices/${id}`)).body
  const body = (currency: string, values: object = {}) => ({
    ...{ currency, due_until: day, execution_date: addDays(day, 2), paying_account_id: accounts[currency] },
    ...values,
  })
  const create = async (currency: string, values: object = {}, who = Office) => {
    const answer = await who.post(url, body(currency, values))
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const of = (ids: readonly number[], amounts: readonly string[]) => ({
    items: ids.map((invoice_id, index) => ({ invoice_id, pay_amount: amounts[index] })),
  })
  const move = async (who: Person, id: number, name: string, values: object = {}) =>
    who.post(`${url}/${id}/moves/${name}`, { version: (await read(id)).version, ...values })
  const step = async (who: Person, id: number, name: string, values: object = {}) => {
    const answer = await move(who, id, name, values)
    expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, 200])
    return answer.body
  }
  const released = async (currency: string, values: object) => {
    const { id } = await create(currency, values)
    await step(Office, id, 'submit')
    await step(admin, id, 'release')
    return id as number
  }
  const sent = async (currency: string, values: object) => {
    const id = await released(currency, values)
    expect((await admin.get(`${url}/${id}/pain001.xml`)).status).toBe(200)
    await step(admin, id, 'send')
    return id
  }
  const answer = async (id: number, content: string, commit = false, who = admin) => {
    const response = await who.send({
      method: 'POST',
      url: `${url}/${id}/confirmation${commit ? '?commit=true' : ''}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from(content),
    })
    return { status: response.statusCode, body: response.json() }
  }
  const csv = (...rows: string[]) => ['end_to_end_id,status,date,reference,reason,amount', ...rows].join('\n')
  const itemOf = (run: { items: Item[] }, invoice_id: number) => {
    const item = run.items.find((each) => each.invoice_id === invoice_id)
    if (!item) throw new Error(`no item of invoice ${invoice_id}`)
    return item
  }

  it('are the matter of the office and of administrators', async () => {
    await invoice('10')
    for (const role of roles) {
      const { status } = await portal.as[role].get(url)
      expect([role, status]).toEqual([role, role === 'admin' || role === 'Office' ? 200 : 403])
      const proposal = await portal.as[role].post(`${url}/propose`, {
        ...{ currency: 'USD', due_until: day, execution_date: day },
      })
      expect([role, proposal.status]).toEqual([role, role === 'admin' || role === 'Office' ? 200 : 403])
    }
    expect((await portal.nobody.get(url)).status).toBe(401)
    const { body: seen } = await Office.get(`/api/paying-accounts/${accounts.USD}`)
    expect(seen.name).toBe('Main USD')
    expect(seen).not.toHaveProperty('iban')
    expect((await Office.patch(`/api/paying-accounts/${accounts.USD}`, { version: 1, name: 'Mine' })).status).toBe(403)
    const wrong = await admin.post('/api/paying-accounts', {
      ...{ name: 'Wrong', account_holder: 'X', bank_country: 'GB', currency: 'USD', iban: 'GB29NWBK60161331926818' },
    })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['iban']])
  })

  it('propose what is due, with discounts, and set notes off without going below zero', async () => {
    const first = await invoice('1000', { currency: 'EUR' })
    await withDiscount(first, '20', addDays(day, 5))
    const late = await invoice('50', { currency: 'EUR', invoice_date: addDays(day, 1) })
    const other = await invoice('30', { currency: 'EUR', supplier_id: 61 })
    const credit = await note('100', { currency: 'EUR' })
    const debit = await invoice('70', { currency: 'EUR', supplier_id: 61, type: 'debit_note' })
    const { body: proposal } = await Office.post(`${url}/propose`, {
      ...{ currency: 'EUR', due_until: day, execution_date: addDays(day, 2) },
    })
    const proposed = Object.fromEntries(
      proposal.items.map((item: { invoice: { id: number }; pay_amount: string; discount: string }) => [
        item.invoice.id,
        [Number(item.pay_amount), Number(item.discount)],
      ]),
    )
    expect(proposed).toEqual({ [first]: [980, 20], [credit]: [-100, 0], [other]: [30, 0], [debit]: [-30, 0] })
    expect(proposed[late]).toBeUndefined()
    const run = await create('EUR')
    expect(run.run_no).toMatch(/^PAY-\d{4}-\d{6}$/)
    expect(run).toMatchObject({
      paid_out: '880.00',
      set_off: '130.00',
      payments_qty: 1,
      suppliers_qty: 2,
      status: 'draft',
    })
    expect(Number(run.discount_total)).toBe(20)
    const undated = await Office.post(`${url}/propose`, { currency: 'USD', due_until: 'soon', execution_date: day })
    expect([undated.status, undated.body.errors]).toEqual([422, { due_until: ['This value is not valid'] }])
    // What is in a run is not proposed again.
    const again = await Office.post(url, body('EUR'))
    expect([again.status, Object.keys(again.body.errors ?? {})]).toEqual([422, ['due_until']])
    await step(Office, run.id, 'cancel', { reason: 'Only a test' })
    expect((await invoiceNow(first)).status).toBe('approved')
  })

  it('take part payments, and refuse more than is open, notes below zero and discounts of parts', async () => {
    const id = await invoice('500')
    const credit = await note('80')
    const tries: [object, string][] = [
      [of([id], ['500.01']), 'items.0.pay_amount'],
      [of([id], ['-5']), 'items.0.pay_amount'],
      [of([id], ['10.005']), 'items.0.pay_amount'],
      [of([credit], ['10']), 'items.0.pay_amount'],
      [of([id, credit], ['50', '-80']), ''],
      [{ items: [{ invoice_id: id, pay_amount: '490', discount: '10' }] }, 'items.0.discount'],
    ]
    for (const [values, field] of tries) {
      const refused = await Office.post(url, body('USD', values))
      expect([refused.status, Object.keys(refused.body.errors)], JSON.stringify(values)).toEqual([422, [field]])
    }
    const run = await create('USD', of([id, credit], ['300', '-80']))
    expect(run).toMatchObject({ paid_out: '220.00', set_off: '80.00', payments_qty: 1 })
    await step(Office, run.id, 'cancel', { reason: 'Only a test' })
  })

  it('are released by neither who proposed nor who submitted them', async () => {
    const id = await invoice('40')
    const own = await create('USD', of([id], ['40']), admin)
    await step(Office, own.id, 'submit')
    const proposer = await move(admin, own.id, 'release')
    expect([proposer.status, proposer.body.code]).toEqual([409, 'guard'])
    expect((await move(Office, own.id, 'release')).status).toBe(403)
    await step(Office, own.id, 'return', { reason: 'Another day' })
    expect((await invoiceNow(id)).status).toBe('approved')
    await step(second, own.id, 'submit')
    const submitter = await move(second, own.id, 'release')
    expect([submitter.status, submitter.body.code]).toEqual([409, 'guard'])
    expect((await invoiceNow(id)).status).toBe('scheduled')
    // What is submitted is not changed any more.
    const run = await read(own.id)
    const changed = await second.patch(`${url}/${own.id}`, {
      version: run.version,
      items: [{ id: run.items[0].id, pay_amount: '39' }],
    })
    expect(changed.status).toBe(422)
    const third = await portal.person({ type: 'admin' })
    await step(third, own.id, 'release')
    await step(admin, own.id, 'stop', { reason: 'Not today' })
    expect(await invoiceNow(id)).toMatchObject({ status: 'approved', balance: '40.00' })
  })

  it('pay an invoice once, however many try at the same time', async () => {
    const id = await invoice('900')
    const tries = await Promise.all([1, 2, 3].map(() => Office.post(url, body('USD', of([id], ['900'])))))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const run = tries.find(({ status }) => status === 201)?.body
    const { version } = run
    const submits = await Promise.all(
      [Office, portal.otherOffice].map((who) => who.post(`${url}/${run.id}/moves/submit`, { version })),
    )
    expect(submits.map(({ status }) => status).sort()).toEqual([200, 409])
    const { version: next } = await read(run.id)
    const releases = await Promise.all(
      [admin, second].map((who) => who.post(`${url}/${run.id}/moves/release`, { version: next })),
    )
    expect(releases.map(({ status }) => status).sort()).toEqual([200, 409])
    await Promise.all([admin, second].map((who) => who.get(`${url}/${run.id}/pain001.xml`)))
    await step(admin, run.id, 'send')
    const [item] = (await read(run.id)).items as [Item]
    const file = csv(`${item.end_to_end_id},paid,${day},BANK-1,,900`)
    const [settle, ...confirmed] = await Promise.all([
      move(second, run.id, 'settle', { paid_on: day, bank_reference: 'BY HAND' }),
      ...[admin, second, admin].map((who) => answer(run.id, file, true, who)),
    ])
    const written = confirmed.reduce((total, { body: said }) => total + Number(said.written ?? 0), 0)
    expect(written + (settle.status === 200 ? 1 : 0)).toBe(1)
    const paid = await invoiceNow(id)
    expect(paid).toMatchObject({ status: 'paid', balance: '0.00' })
    expect(paid.payments).toHaveLength(1)
    expect(paid.payments[0]).toMatchObject({ paid_amount: '900.00', source: 'run', payment_run_no: run.run_no })
    const mails = await portal.db.query(
      `select 1 from outbox where payload ->> 'mail' = 'remittance' and payload ->> 'to' = 'glg@pay.example'
         and payload #>> '{params,lines}' like '%' || $1 || ':%'`,
      [paid.invoice_no],
    )
    expect(mails).toHaveLength(1)
  })

  it('write what was paid, set off and deducted, and name it to the supplier', async () => {
    const id = await invoice('1000', { invoice_no: 'ABC-1' })
    await withDiscount(id, '20', addDays(day, 5))
    const part = await invoice('600', { invoice_no: 'ABC-2' })
    const credit = await note('100', { invoice_no: 'CN-1' })
    const run = await sent('USD', {
      items: [
        { invoice_id: id, pay_amount: '980', discount: '20' },
        { invoice_id: part, pay_amount: '250' },
        { invoice_id: credit, pay_amount: '-60' },
      ],
    })
    expect((await admin.get(`${url}/${run}/remittance.pdf?supplier_id=60`)).status).toBe(409)
    await step(admin, run, 'settle', { paid_on: day, bank_reference: 'TT 4711' })
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid', amount_paid: '980.00', balance: '0.00' })
    expect(await invoiceNow(part)).toMatchObject({ status: 'part_paid', amount_paid: '250.00', balance: '350.00' })
    const noteNow = await invoiceNow(credit)
    expect(noteNow).toMatchObject({ status: 'part_paid', balance: '40.00' })
    expect(noteNow.payments).toMatchObject([{ paid_amount: '60.00', reference: 'TT 4711', paid_on: day }])
    const [mail] = await portal.db.query<{ params: Record<string, string> }>(
      `select payload -> 'params' as params from outbox where payload ->> 'mail' = 'remittance'
         and payload ->> 'to' = 'glg@pay.example' and payload #>> '{params,reference}' = 'TT 4711'`,
    )
    expect(mail?.params.amount).toBe('USD 1,170.00')
    expect(mail?.params.lines?.split('\n')).toEqual([
      'ABC-1: USD 980.00 paid, USD 20.00 discount taken',
      'ABC-2: USD 250.00 paid',
      'CN-1: USD 60.00 set off',
    ])
    const paper = await Office.get(`${url}/${run}/remittance.pdf?supplier_id=60&language=en`)
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await Office.get(`${url}/${run}/remittance.pdf?supplier_id=61`)).status).toBe(404)
    // A code may be written in Chinese; the name of a file in a header may not.
    await portal.db.query(`update suppliers set code = '宁波"1' where id = 60`)
    const named = await Office.get(`${url}/${run}/remittance.pdf?supplier_id=60&language=en`)
    await portal.db.query(`update suppliers set code = 'GLG' where id = 60`)
    expect([named.status, named.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="PAY-\d{4}-\d{6}--1-en\.pdf"$/),
    ])
    // The rest can be paid by the next run.
    const rest = await create('USD', of([part], ['350']))
    await step(Office, rest.id, 'cancel', { reason: 'Only a test' })
  })

  it('give the bank each amount in the minor unit of its currency, once, and only after the release', async () => {
    const amounts: [string, string, string][] = [
      ['JPY', '125000', '125000'],
      ['USD', '99.5', '99.50'],
      ['KWD', '12.345', '12.345'],
    ]
    for (const [currency, amount, written] of amounts) {
      const id = await invoice(amount, { currency })
      const run = await create(currency, of([id], [amount]))
      const early = await admin.get(`${url}/${run.id}/pain001.xml`)
      expect(early.status).toBe(409)
      await step(Office, run.id, 'submit')
      await step(admin, run.id, 'release')
      expect((await Office.get(`${url}/${run.id}/pain001.xml`)).status).toBe(403)
      const unsent = await move(admin, run.id, 'send')
      expect([unsent.status, unsent.body.code]).toEqual([409, 'guard'])
      const xml = await admin.get(`${url}/${run.id}/pain001.xml`)
      expect(xml.status, JSON.stringify(xml.body)).toBe(200)
      expect(xml.body).toContain(`<InstdAmt Ccy="${currency}">${written}</InstdAmt>`)
      expect(xml.body).toContain(`<CtrlSum>${written}</CtrlSum>`)
      expect(xml.body).toContain('<Nm>Golden Loom Garment Co., Ltd.</Nm>')
      expect(xml.body).toContain('<Cd>CNAPS</Cd>')
      expect((await second.get(`${url}/${run.id}/pain001.xml`)).body).toBe(xml.body)
      const table = await admin.get(`${url}/${run.id}/payments.csv`)
      expect(table.body).toContain(`,${currency},${written},`)
      const { body: history } = await admin.get(`${url}/${run.id}/history`)
      expect(history.filter(({ action }: { action: string }) => action === 'bank_file').length).toBe(3)
      expect(await read(run.id)).toMatchObject({ exported_by: admin.id })
      await step(admin, run.id, 'stop', { reason: 'Only a test' })
    }
  })

  it('send nothing to an account that has changed since the release', async () => {
    const id = await invoice('75', { supplier_id: 61 })
    const run = await released('USD', of([id], ['75']))
    expect((await admin.get(`${url}/${run}/pain001.xml`)).status).toBe(200)
    const [before] = (await admin.get('/api/supplier-bank-accounts?supplier_id=61&currency=USD&status=active')).body
    await portal.db.query(`update supplier_bank_accounts set status = 'suspended' where id = $1`, [before.id])
    for (const refused of [await move(admin, run, 'send'), await admin.get(`${url}/${run}/pain001.xml`)])
      expect([refused.status, refused.body.code]).toEqual([409, 'guard'])
    await portal.db.query(`update supplier_bank_accounts set status = 'active', account_no = '999999' where id = $1`, [
      before.id,
    ])
    expect((await move(admin, run, 'send')).status).toBe(409)
    // Whoever stops it is told that the bank may have the file.
    const { moves } = await read(run)
    expect(moves.find(({ name }: { name: string }) => name === 'stop').warnings).toEqual([
      'The bank file was downloaded. Make sure that the bank does not pay it.',
    ])
    await step(admin, run, 'stop', { reason: 'Account changed' })
    // Not released either, while there is no verified account.
    const next = await create('USD', of([id], ['75']))
    await step(Office, next.id, 'submit')
    await portal.db.query(`update supplier_bank_accounts set status = 'suspended' where id = $1`, [before.id])
    const refused = await move(admin, next.id, 'release')
    expect([refused.status, refused.body.code]).toEqual([409, 'guard'])
    await step(Office, next.id, 'return', { reason: 'Account' })
    await step(Office, next.id, 'cancel', { reason: 'Account' })
    const none = await Office.post(url, body('USD', of([id], ['75'])))
    expect(Object.keys(none.body.errors)).toEqual(['items.0.invoice_id'])
    await portal.db.query(`update supplier_bank_accounts set status = 'active' where id = $1`, [before.id])
  })

  it('record what the bank says once, and give failed invoices back with its reason', async () => {
    const paid = await invoice('110')
    const failed = await invoice('220', { supplier_id: 61 })
    const run = await sent('USD', of([paid, failed], ['110', '220']))
    const before = await read(run)
    const [first, other] = [itemOf(before, paid).end_to_end_id, itemOf(before, failed).end_to_end_id]
    const report = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>B1</MsgId><CreDtTm>${day}T10:00:00Z</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${before.run_no}</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>${before.run_no}</OrgnlPmtInfId>
      <TxInfAndSts><OrgnlEndToEndId>${first}</OrgnlEndToEndId><TxSts>ACSC</TxSts><AcctSvcrRef>REF-9</AcctSvcrRef></TxInfAndSts>
      <TxInfAndSts><OrgnlEndToEndId>${other}</OrgnlEndToEndId><TxSts>RJCT</TxSts>
      <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf></TxInfAndSts>
      <TxInfAndSts><OrgnlEndToEndId>SOMETHING-ELSE</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>
      </OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
    const preview = await answer(run, report)
    expect(preview.body).toMatchObject({
      kind: 'pain002',
      written: 0,
      unknown: ['SOMETHING-ELSE'],
      payments: [
        { end_to_end_id: first, result: 'paid', paid_on: day, reference: 'REF-9' },
        { end_to_end_id: other, result: 'failed', reason: 'AC04 Account closed' },
      ],
    })
    expect((await read(run)).version).toBe(before.version)
    expect((await answer(run, report, true)).body.written).toBe(2)
    const settled = await read(run)
    expect(settled).toMatchObject({ status: 'settled', settled_on: day, failed_qty: 1, paid_out: '110.00' })
    expect(itemOf(settled, failed)).toMatchObject({ outcome: 'failed', fault: 'AC04 Account closed' })
    expect(await invoiceNow(failed)).toMatchObject({ status: 'approved', balance: '220.00', payments: [] })
    expect(await invoiceNow(paid)).toMatchObject({ status: 'paid' })
    const again = await answer(run, report, true)
    expect(again.body).toMatchObject({ written: 0, payments: [{ result: 'known' }, { result: 'known' }] })
    expect((await read(run)).version).toBe(settled.version)
    expect((await invoiceNow(paid)).payments).toHaveLength(1)
    const opposite = await answer(run, csv(`${first},failed,${day},,Returned,110`), true)
    expect(opposite.body).toMatchObject({ written: 0, payments: [{ result: 'conflict' }, { result: 'known' }] })
    // The next run takes the failed one up.
    const retry = await create('USD', of([failed], ['220']))
    await step(Office, retry.id, 'cancel', { reason: 'Only a test' })
  })

  it('read notifications of debits, and record no other amount than was sent', async () => {
    const id = await invoice('64.20')
    const run = await sent('USD', of([id], ['64.20']))
    const { end_to_end_id } = itemOf(await read(run), id)
    const notification = (amount: string, status = 'BOOK') =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>
        <Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><AcctSvcrRef>ABC</AcctSvcrRef><EndToEndId>${end_to_end_id}</EndToEndId></Refs>
        <Amt Ccy="USD">${amount}</Amt></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
    expect((await answer(run, notification('64.19'), true)).body).toMatchObject({
      written: 0,
      payments: [{ result: 'differs', bank_amount: '64.19' }],
    })
    expect((await answer(run, notification('64.20', 'PDNG'), true)).body.payments).toMatchObject([
      { result: 'waiting' },
    ])
    expect((await answer(run, notification('64.20'), true)).body).toMatchObject({ kind: 'camt054', written: 1 })
    expect((await invoiceNow(id)).payments).toMatchObject([{ reference: 'ABC' }])
  })

  it('record the days that a table says, and none that it does not say for certain', async () => {
    const id = await invoice('33')
    const run = await sent('USD', of([id], ['33']))
    const { end_to_end_id } = itemOf(await read(run), id)
    const told = (date: string) => answer(run, csv(`${end_to_end_id},paid,${date},REF-D,,33.00`))
    expect((await told('2026-03-28T09:30:00')).body.payments).toMatchObject([{ result: 'paid', paid_on: '2026-03-28' }])
    for (const date of ['28/03/2026', '28.03.2026', '28 Mar 2026', '20260328'])
      expect((await told(date)).body.payments).toMatchObject([{ result: 'paid', paid_on: '2026-03-28' }])
    for (const date of ['04/03/2026', 'last week', '2026-02-30']) {
      const refused = await told(date)
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['file']])
      expect(refused.body.message).toMatch(/dates/)
    }
    expect((await told('')).body.payments).toMatchObject([{ result: 'paid', paid_on: day }])
  })

  it('refuse files that are no answer, of another run, with entities of their own, or too large', async () => {
    const id = await invoice('15')
    const run = await sent('USD', of([id], ['15']))
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document><CstmrPmtStsRpt>&b;</CstmrPmtStsRpt></Document>`
    const foreign =
      '<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>PAY-1999-1</OrgnlMsgId></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>'
    for (const content of [bomb, foreign, '<Document/>', '<broken', 'a,b\n1,2', `${'<a>'.repeat(60)}`]) {
      const { status, body: said } = await answer(run, content)
      expect([status, Object.keys(said.errors ?? {})], content.slice(0, 40)).toEqual([422, ['file']])
    }
    expect((await answer(run, 'x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
    for (const who of [Office, portal.as.Agent]) expect((await answer(run, 'x', false, who)).status).toBe(403)
    const draftRun = await create('USD', of([await invoice('5')], ['5']))
    const { end_to_end_id } = itemOf(await read(run), id)
    expect((await answer(draftRun.id, csv(`${end_to_end_id},paid,,,,`))).status).toBe(409)
    await step(Office, draftRun.id, 'cancel', { reason: 'Only a test' })
    await step(admin, run, 'settle', { paid_on: day, bank_reference: 'X' })
  })

  it('settle at once what notes take off completely', async () => {
    const id = await invoice('70')
    const credit = await note('70')
    const run = await released('USD', of([id, credit], ['70', '-70']))
    expect((await admin.get(`${url}/${run}/pain001.xml`)).status).toBe(409)
    await step(admin, run, 'send')
    expect(await read(run)).toMatchObject({ status: 'settled', payments_qty: 0, paid_out: '0.00', set_off: '70.00' })
    for (const each of [id, credit]) expect(await invoiceNow(each)).toMatchObject({ status: 'paid', balance: '0.00' })
  })

  it('are confined to the suppliers of a portfolio', async () => {
    const [own, foreign] = [await invoice('21'), await invoice('22', { supplier_id: 61 })]
    const confined = await portal.person({ type: 'Office' })
    const [portfolio] = await portal.make('portfolios', [{ name_en: 'One', suppliers: [{ supplier_id: 60 }] }])
    await portal.db.query('insert into user_portfolios (user_id, portfolio_id) values ($1, $2)', [
      confined.id,
      portfolio?.id,
    ])
    const seeing = confined
    const both = await create('USD', of([own, foreign], ['21', '22']))
    expect((await seeing.get(`${url}/${both.id}`)).status).toBe(404)
    await step(Office, both.id, 'cancel', { reason: 'Only a test' })
    const refused = await seeing.post(url, body('USD', of([foreign], ['22'])))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['items.0.invoice_id']])
    const mine = await create('USD', of([own], ['21']), seeing)
    expect((await seeing.get(`${url}/${mine.id}`)).status).toBe(200)
    await step(Office, mine.id, 'cancel', { reason: 'Only a test' })
  })
})
