import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#server/kit/principal.ts'
import { addDays, formatDate, today } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { giveAccount, shipGoods } from '../kit/invoiced'
import { openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/invoices'

describe.each(engines)('invoices (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let Agent: Person
  let admin: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office, Agent, admin } = portal.as)
    await giveAccount(portal)
    await giveAccount(portal, 61)
  }, 120_000)
  afterAll(() => portal.close())

  const settings = async (values: Record<string, unknown>) => {
    const names = Object.keys(values)
    await portal.db.query(
      `update settings set ${names.map((name, index) => `${name} = $${index + 1}`).join(', ')}`,
      Object.values(values),
    )
    // Settings are remembered for a second.
    await sleep(1100)
  }
  const fromBooking = async (booking: number, who = Agent) => {
    const answer = await who.post(`${url}/from-booking`, { booking_id: booking })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return Number(answer.body.invoices[0].id)
  }
  const read = async (id: number, who = Office) => (await who.get(`${url}/${id}`)).body
  const move = async (who: Person, id: number, name: string, values: object = {}) => {
    const { version } = await read(id)
    return who.post(`${url}/${id}/moves/${name}`, { version, ...values })
  }
  const moved = async (who: Person, id: number, name: string, values: object = {}) => {
    const answer = await move(who, id, name, values)
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
  const edit = async (id: number, values: object, who = Agent) => {
    const { version } = await read(id)
    return who.patch(`${url}/${id}`, { version, ...values })
  }
  const priceOf = async (id: number, unit_price: string) => {
    const { lines } = await read(id)
    return edit(id, { lines: lines.map((line: { id: number }) => ({ id: line.id, unit_price })) })
  }
  const reviewed = async (id: number) => {
    await moved(Agent, id, 'submit')
    return moved(Office, id, 'review')
  }
  const approved = async (id: number) => {
    await reviewed(id)
    return moved(Office, id, 'approve')
  }

  it('are drafted from a shipped booking with its units, prices, terms and account', async () => {
    const { booking, line } = await shipGoods(portal)
    const id = await fromBooking(booking)
    const invoice = await read(id, Agent)
    expect(invoice).toMatchObject({
      type: 'commercial',
      status: 'draft',
      supplier_id: 60,
      currency: 'GBP',
      total: '525.00',
      balance: '525.00',
      incoterm: 'FOB',
      due_base: 'bl_date',
      due_date: addDays(today(), -28),
      match_status: 'matched',
      exceptions: [],
      lines: [{ po_line_id: line, qty: 100, unit_price: '5.2500', line_amount: '525.00', order_price: '5.2500' }],
    })
    expect(invoice.internal_no).toMatch(/^INV-\d{4}-\d{6}$/)
    expect(invoice.bank_account_id).toBeTruthy()
    const again = await Agent.post(`${url}/from-booking`, { booking_id: booking })
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_invoice'])
  })

  it('stay with their supplier, and away from staff', async () => {
    const { booking } = await shipGoods(portal)
    const id = await fromBooking(booking)
    expect((await portal.otherAgent.get(`${url}/${id}`)).status).toBe(404)
    expect((await portal.otherAgent.post(`${url}/from-booking`, { booking_id: booking })).status).toBe(404)
    expect((await portal.otherAgent.post(`${url}/${id}/moves/submit`, { version: 1 })).status).toBe(404)
    expect((await portal.as.staff.get(`${url}/${id}`)).status).toBe(403)
    expect((await portal.as.user.get(url)).status).toBe(403)
    const { version, ...told } = await read(id, Agent)
    expect(version).toBe(1)
    for (const field of ['total_base', 'notes_internal', 'fx_rate', 'number_key'])
      expect(told).not.toHaveProperty(field)
    const foreign = await portal.otherAgent.post(url, {
      ...{ invoice_no: 'X-1', type: 'commercial', invoice_date: today(), currency: 'GBP', booking_id: booking },
      lines: [{ description: 'Goods', qty: 1, unit_price: '1' }],
    })
    expect(foreign.status).toBe(422)
    expect(Object.keys(foreign.body.errors)).toContain('booking_id')
  })

  it('that ask for absurdly many units do not keep others of the same goods from being matched', async () => {
    const { booking, order, line } = await shipGoods(portal)
    const id = await fromBooking(booking)
    const { invoice_no, invoice_date, currency, bank_account_id } = await read(id)
    const absurd = async (ending: string, qty: number) => {
      const about = {
        type: 'commercial',
        invoice_no: `${invoice_no}-${ending}`,
        invoice_date,
        currency,
        bank_account_id,
      }
      const lines = [{ po_line_id: line, qty, unit_price: '5.25' }]
      return Agent.post(url, { ...about, booking_id: booking, lines })
    }
    expect((await absurd('A', 2_147_483_647)).body.errors).toEqual({ 'lines.0.qty': ['At most 10000000'] })
    for (const ending of ['B', 'C']) {
      const { body } = await absurd(ending, 10_000_000)
      await moved(Agent, body.id, 'submit')
    }
    // As many invoices could be sent.
    await portal.db.query('update invoice_lines set qty = 2000000000 where qty = 10000000')
    await moved(Agent, id, 'submit')
    expect((await read(id)).exceptions).toContain('qty_over')
    const { version } = (await Office.get(`/api/purchase-orders/${order}`)).body
    const held = { version, hold_type: 'buyer', reason: 'The supplier invoices far too much.' }
    const { status, body } = await Office.post(`/api/purchase-orders/${order}/moves/hold`, held)
    expect([status, body.errors]).toEqual([200, undefined])
  })

  it('have a number that their supplier uses once, however it is written', async () => {
    const { order } = await shipGoods(portal)
    const body = (invoice_no: string) => ({
      ...{ invoice_no, type: 'proforma', invoice_date: today(), currency: 'GBP', purchase_order_id: order },
      lines: [{ description: 'Goods as ordered', qty: 1, unit_price: '525' }],
    })
    const first = await Agent.post(url, body('GL/2026-0042'))
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    for (const same of ['gl 2026 42', 'GL2026/0042']) {
      const answer = await Agent.post(url, body(same))
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['invoice_no']])
    }
    const racing = await Promise.all([1, 2, 3].map(() => Agent.post(url, body('RACE-7'))))
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    await moved(Agent, first.body.id, 'submit')
    await moved(Agent, first.body.id, 'withdraw')
    expect((await Agent.post(url, body('GL-2026-42'))).status).toBe(201)
    expect((await move(Agent, first.body.id, 'revise')).status).toBe(422)
  })

  it('find units, prices, holds, inspections and documents that are off, and follow them', async () => {
    const { booking, order, line } = await shipGoods(portal)
    const id = await fromBooking(booking)
    expect((await priceOf(id, '5.30')).body).toMatchObject({ match_status: 'exception', exceptions: ['price_diff'] })
    await priceOf(id, '5.20')
    expect(await read(id)).toMatchObject({ match_status: 'within_tolerance', exceptions: [] })
    await priceOf(id, '5.25')
    const { lines } = await read(id)
    const more = await edit(id, { lines: [{ id: lines[0].id, qty: 101, unit_price: '5.25' }] })
    expect(more.body, JSON.stringify(more.body)).toMatchObject({ exceptions: ['qty_over'] })
    // The sizes of a line are billed in rows of their own, and make up its units together.
    const bySize = (units: [number, number]) =>
      edit(id, { lines: units.map((qty, at) => ({ po_line_id: line, size_id: at + 1, qty, unit_price: '5.25' })) })
    expect((await bySize([40, 61])).body).toMatchObject({ exceptions: ['qty_over'] })
    expect((await bySize([40, 60])).body).toMatchObject({ match_status: 'matched', exceptions: [] })
    await edit(id, { lines: [{ po_line_id: line, qty: 100, unit_price: '5.25' }] })
    await reviewed(id)

    const held = await Office.post(`/api/purchase-orders/${order}/moves/hold`, {
      ...{ version: (await Office.get(`/api/purchase-orders/${order}`)).body.version, hold_type: 'finance' },
      reason: 'Waits for the bank.',
    })
    expect(held.status, JSON.stringify(held.body)).toBe(200)
    expect((await read(id)).exceptions).toEqual(['po_on_hold'])
    expect((await move(Office, id, 'approve')).status).toBe(409)
    await Office.post(`/api/purchase-orders/${order}/moves/release`, {
      version: (await Office.get(`/api/purchase-orders/${order}`)).body.version,
    })
    expect((await read(id)).exceptions).toEqual([])

    await portal.make('qa-activities', [
      {
        type: 'final',
        original_type: 'final',
        po_line_id: line,
        supplier_id: 60,
        planned_date: today(),
        status: 'rejected',
      },
    ])
    expect((await read(id)).exceptions).toEqual(['qa_failed'])
    // Another inspection lifts it once it accepts the goods, not when it is planned.
    const inspected = (status: string) =>
      portal.make('qa-activities', [
        {
          ...{ type: 'final', original_type: 'final', po_line_id: line, supplier_id: 60 },
          ...{ planned_date: today(), status },
        },
      ])
    await inspected('planned')
    expect((await read(id)).exceptions).toEqual(['qa_failed'])
    await inspected('accepted')
    expect((await read(id)).exceptions).toEqual([])
    await inspected('rejected')
    expect((await read(id)).exceptions).toEqual(['qa_failed'])
    expect((await move(admin, id, 'approve')).status).toBe(422)
    const [said] = [await moved(admin, id, 'approve', { comment: 'Sold as seconds at the same price.' })]
    expect(said).toMatchObject({ status: 'approved' })
  })

  it('count each unit once, also when two people submit at the same moment', async () => {
    const { booking } = await shipGoods(portal)
    const first = await fromBooking(booking)
    const { lines, bank_account_id } = await read(first)
    const second = await Agent.post(url, {
      ...{
        invoice_no: `TWICE-${first}`,
        type: 'commercial',
        invoice_date: today(),
        currency: 'GBP',
        booking_id: booking,
      },
      bank_account_id,
      lines: [{ po_line_id: lines[0].po_line_id, qty: 60, unit_price: '5.25' }],
    })
    expect(second.status, JSON.stringify(second.body)).toBe(201)
    expect(second.body.exceptions).toEqual([])
    const answers = await Promise.all([move(Agent, first, 'submit'), move(Agent, second.body.id, 'submit')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const codes = [(await read(first)).exceptions, (await read(second.body.id)).exceptions]
    // Whichever came second has more units than are left.
    expect(codes.flat()).toContain('qty_over')
    expect(codes.filter((found) => found.length === 0).length).toBeLessThanOrEqual(1)
  })

  it('are approved by another person, above limits by an administrator and by two', async () => {
    await settings({ invoice_approval_limit: '400', second_approval_above: '500' })
    const { booking, line } = await shipGoods(portal)
    const id = await fromBooking(booking)
    await reviewed(id)
    expect((await move(Office, id, 'approve')).body.message).toMatch(/administrator/)
    expect((await move(admin, id, 'approve')).body.message).toMatch(/[Ff]irst approval/)
    await moved(Office, id, 'approve_first')
    expect((await move(Office, id, 'approve_first')).status).toBe(409)
    await moved(admin, id, 'approve')
    expect(await read(id)).toMatchObject({ status: 'approved', approved_by: admin.id, first_approved_by: Office.id })
    const [{ invoiced_qty }] = (await portal.db.query<{ invoiced_qty: number }>(
      'select invoiced_qty from po_lines where id = $1',
      [line],
    )) as [{ invoiced_qty: number }]
    expect(invoiced_qty).toBe(100)
    await moved(admin, id, 'void', { reason: 'Wrong entity.' })
    const [{ invoiced_qty: left }] = (await portal.db.query<{ invoiced_qty: number }>(
      'select invoiced_qty from po_lines where id = $1',
      [line],
    )) as [{ invoiced_qty: number }]
    expect(left).toBe(0)
    await settings({ invoice_approval_limit: '25000', second_approval_above: '50000' })

    const own = await fromBooking((await shipGoods(portal)).booking, Office)
    await moved(Office, own, 'submit')
    await moved(Office, own, 'review')
    expect((await move(Office, own, 'approve')).status).toBe(409)
    await moved(portal.otherOffice, own, 'approve')
  })

  it('are approved at once where they match and an administrator has turned that on', async () => {
    await settings({ auto_approve_invoices: true, auto_approve_limit: '1000' })
    const matched = await fromBooking((await shipGoods(portal)).booking)
    await moved(Agent, matched, 'submit')
    expect(await read(matched)).toMatchObject({ status: 'approved', auto_approved: true, approved_by: null })
    const other = await fromBooking((await shipGoods(portal)).booking)
    await priceOf(other, '5.30')
    await moved(Agent, other, 'submit')
    expect(await read(other)).toMatchObject({ status: 'submitted', auto_approved: false })
    const charged = await fromBooking((await shipGoods(portal)).booking)
    await edit(charged, { charges: [{ kind: 'other', charge_amount: '400' }] })
    await moved(Agent, charged, 'submit')
    expect(await read(charged)).toMatchObject({ status: 'submitted', match_status: 'matched', total: '925.00' })
    const taxed = async (rate: string, more: object = {}) => {
      const { order, booking } = await shipGoods(portal)
      const id = await fromBooking(booking)
      const [row] = await portal.db.query<{ id: number }>('select id from tax_rates where code = $1', [rate])
      const { lines } = await read(id)
      const goods = { qty: 100, unit_price: '5.25', tax_rate_id: row?.id }
      const edited = await edit(id, {
        lines: lines.map((line: { id: number }) => ({ id: line.id, ...goods })),
        ...more,
      })
      expect(edited.status, JSON.stringify(edited.body)).toBe(200)
      await moved(Agent, id, 'submit')
      return { id, order, rate: row?.id }
    }
    const free = await taxed('EXPORT')
    expect(await read(free.id)).toMatchObject({ status: 'approved', tax: '0.00' })
    const first = await taxed('CN13')
    expect(await read(first.id)).toMatchObject({ status: 'submitted', match_status: 'matched', total: '593.25' })
    await moved(Office, first.id, 'review')
    await moved(Office, first.id, 'approve')
    // A person approved tax of this order: it is its usual rate from then on.
    const [line] = (await read(first.id)).lines
    await portal.db.query('update invoice_lines set qty = 60 where id = $1', [line.id])
    const { booking_id, bank_account_id } = await read(first.id)
    const second = await Agent.post(url, {
      ...{ invoice_no: `SECOND-${first.order}`, type: 'commercial', invoice_date: today(), currency: 'GBP' },
      ...{ booking_id, bank_account_id },
      lines: [{ po_line_id: line.po_line_id, qty: 40, unit_price: '5.25', tax_rate_id: first.rate }],
    })
    expect(second.status, JSON.stringify(second.body)).toBe(201)
    await moved(Agent, second.body.id, 'submit')
    expect(await read(second.body.id)).toMatchObject({ status: 'approved', auto_approved: true, total: '237.30' })
    const ofOther = await taxed('CN13')
    expect((await read(ofOther.id)).status).toBe('submitted')
    const ofOtherRate = await taxed('EXPORT', { charges: [{ kind: 'discount', charge_amount: '5' }] })
    expect((await read(ofOtherRate.id)).status).toBe('submitted')
    // Drafts of other tests do not take a rate over.
    await portal.db.query(`update invoice_lines set tax_rate_id = null`)
    await settings({ auto_approve_limit: '100' })
    const large = await fromBooking((await shipGoods(portal)).booking)
    await moved(Agent, large, 'submit')
    expect((await read(large)).status).toBe('submitted')
    await settings({ auto_approve_invoices: false, auto_approve_limit: '5000' })
  })

  it('are disputed, corrected and resubmitted', async () => {
    const id = await fromBooking((await shipGoods(portal)).booking)
    await priceOf(id, '5.60')
    await reviewed(id)
    await moved(Office, id, 'dispute', { dispute_reason: 'price', comment: 'Ordered at 5.25.' })
    expect(await read(id, Agent)).toMatchObject({ status: 'disputed', dispute_reason: 'price', dispute_round: 1 })
    expect((await edit(id, { notes_internal: 'x' })).status).not.toBe(200)
    expect((await priceOf(id, '5.25')).status).toBe(200)
    await moved(Agent, id, 'resubmit', { comment: 'Corrected.' })
    expect(await read(id)).toMatchObject({ status: 'under_review', match_status: 'matched' })
    expect((await priceOf(id, '5.30')).status).toBe(422)
    await moved(Office, id, 'approve')
  })

  it('are paid in parts, and never more than is due', async () => {
    const id = await fromBooking((await shipGoods(portal)).booking)
    await approved(id)
    const pay = (amount: string, who = admin) =>
      move(who, id, 'record_payment', { paid_on: today(), amount, reference: `TT-${amount}` })
    expect((await pay('100', Office)).status).toBe(403)
    expect((await pay('100.001')).status).toBe(422)
    expect((await pay('525.01')).status).toBe(422)
    expect((await pay('200')).body).toMatchObject({ status: 'part_paid', amount_paid: '200.00', balance: '325.00' })
    const both = await Promise.all([pay('325'), pay('325')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await read(id)).toMatchObject({ status: 'paid', balance: '0.00', paid_on: today() })
    expect((await move(admin, id, 'void', { reason: 'x' })).status).toBe(409)
    const reverse = { paid_on: addDays(today(), -1), reason: 'The bank returned it.' }
    const early = await move(admin, id, 'reverse_payment', reverse)
    expect([early.status, Object.keys(early.body.errors ?? {})]).toEqual([422, ['paid_on']])
    await moved(admin, id, 'reverse_payment', { ...reverse, paid_on: today() })
    expect(await read(id)).toMatchObject({ status: 'part_paid', balance: '325.00', paid_on: null })
    expect((await read(id, Agent)).payments.map((row: { paid_amount: string }) => row.paid_amount)).toEqual([
      '200',
      '325',
      '-325',
    ])
  })

  it('keep the sums that they were submitted with: a rate of tax in use does not change', async () => {
    const [rate] = await portal.make('tax-rates', [
      { code: 'VAT20', name_en: 'VAT 20 %', name_zh: '增值税 20%', rate_pct: '20', category: 'S', rounding: 'invoice' },
    ])
    const write = async (values: object) => {
      const { version } = (await admin.get(`/api/tax-rates/${rate?.id}`)).body
      return admin.patch(`/api/tax-rates/${rate?.id}`, { version, ...values })
    }
    const id = await fromBooking((await shipGoods(portal)).booking)
    const { lines } = await read(id)
    const taxed = { tax_rate_id: rate?.id, qty: 100, unit_price: '5.25' }
    const priced = await edit(id, { lines: lines.map((line: { id: number }) => ({ id: line.id, ...taxed })) })
    expect(priced.status, JSON.stringify(priced.body)).toBe(200)
    expect((await write({ rate_pct: '10' })).status).toBe(200)
    expect((await write({ rate_pct: '20' })).status).toBe(200)
    await approved(id)
    expect(await read(id)).toMatchObject({ total: '630.00', tax: '105.00' })
    const refused = await write({ rate_pct: '19', rounding: 'line' })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['rate_pct', 'rounding']])
    expect((await write({ name_en: 'VAT, 20 %', rate_pct: '20.00' })).status).toBe(200)
    const paid = await moved(admin, id, 'record_payment', { paid_on: today(), amount: '630', reference: 'TT-TAX' })
    expect(paid).toMatchObject({ status: 'paid', total: '630.00' })
    // Drafts of other tests do not take it over.
    await portal.db.query(`update tax_rates set status = 'retired' where id = $1`, [rate?.id])
  })

  it('take and accept a rate of tax that is valid on their day', async () => {
    const dated = (code: string, values: object) => ({
      ...{ code, name_en: code, name_zh: code, rate_pct: '16', category: 'S', rounding: 'invoice' },
      ...values,
    })
    const day = addDays(today(), -10)
    const [old, now] = await portal.make('tax-rates', [
      dated('OLD16', { valid_to: addDays(day, -1) }),
      dated('NOW16', { valid_from: day }),
    ])
    const wrong = await admin.post('/api/tax-rates', dated('END16', { valid_from: day, valid_to: addDays(day, -1) }))
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['valid_to']])
    const offered = await Agent.get(`/api/tax-rates?valid_since_lte=${day}&valid_until_gte=${day}&_start=0&_end=100`)
    const codes = offered.body.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['NOW16', 'EXPORT']))
    expect(codes).not.toContain('OLD16')

    const { booking } = await shipGoods(portal)
    const id = await fromBooking(booking)
    const [{ id: row }] = (await read(id)).lines
    const taxed = (tax_rate_id: unknown, values: object = {}) =>
      edit(id, { ...values, lines: [{ id: row, qty: 100, unit_price: '5.25', tax_rate_id }] })
    const refused = await taxed(old?.id)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'lines.0.tax_rate_id': [
          `The rate OLD16 is not valid on ${formatDate(today(), 'en')}. Choose one that is valid on that day.`,
        ],
      },
    ])
    expect((await taxed(now?.id)).status).toBe(200)
    expect(Object.keys((await edit(id, { invoice_date: addDays(day, -1) })).body.errors)).toEqual([
      'lines.0.tax_rate_id',
    ])
    expect((await taxed(old?.id, { invoice_date: addDays(day, -1) })).status).toBe(200)
    // What is stored stays, and is not submitted.
    await portal.db.query(`update invoices set invoice_date = $2 where id = $1`, [id, day])
    expect((await edit(id, { remarks: 'As agreed.' })).status).toBe(200)
    expect((await move(Agent, id, 'submit')).status).toBe(422)
    await portal.db.query(`update invoices set status = 'under_review' where id = $1`, [id])
    await moved(Office, id, 'approve')
    // A note bears the tax of what it corrects; the next draft takes the rate over only while it is valid.
    await portal.db.query(`update invoices set invoice_date = $2 where id = $1`, [id, addDays(day, -1)])
    const note = await Agent.post(url, {
      ...{ invoice_no: `NOTE-${id}`, type: 'credit_note', invoice_date: today(), currency: 'GBP', corrects_id: id },
      lines: [{ description: 'Too much', qty: 1, unit_price: '10', tax_rate_id: old?.id }],
    })
    expect(note.status, JSON.stringify(note.body)).toBe(201)
    const next = await read(await fromBooking((await shipGoods(portal)).booking))
    expect(next.lines[0].tax_rate_id).not.toBe(old?.id)
    // Drafts of other tests do not take a rate over.
    await portal.db.query(`update invoice_lines set tax_rate_id = null`)
  })

  it('wait for a verified account of their supplier, not for the one that it has replaced', async () => {
    const id = await fromBooking((await shipGoods(portal)).booking)
    await approved(id)
    const isStuck = async () => (await Office.get(`${url}?stuck=no_bank_account&id=${id}`)).body.length === 1
    expect(await isStuck()).toBe(false)
    await portal.db.query(
      `update supplier_bank_accounts set status = 'replaced' where supplier_id = 60 and currency = 'GBP'`,
    )
    expect(await isStuck()).toBe(true)
    const accountOn = async () =>
      JSON.stringify((await Agent.get(`${url}/${id}/paper?form=modern&language=en`)).body).match(
        /Account[^"]*\d{6,}/,
      )?.[0]
    expect(await accountOn()).toBeUndefined()
    const current = await giveAccount(portal)
    await portal.db.query(`update supplier_bank_accounts set account_no = '777888999' where id = $1`, [current])
    expect(await isStuck()).toBe(false)
    expect(await accountOn()).toContain('777888999')
    await portal.db.query(`update supplier_bank_accounts set account_no = '601234567' where id = $1`, [current])
  })

  it('deduct deposits that were paid', async () => {
    const { booking, order } = await shipGoods(portal, { changes: { deposit_pct: '30' } })
    const [account] = (await Agent.get('/api/supplier-bank-accounts?status=active')).body
    const deposit = (unit_price: string, invoice_no: string) =>
      Agent.post(url, {
        ...{ invoice_no, type: 'deposit', invoice_date: today(), currency: 'GBP', purchase_order_id: order },
        bank_account_id: account.id,
        lines: [{ description: '30 % deposit', qty: 1, unit_price }],
      })
    const over = await deposit('157.51', `DEP-A${order}`)
    expect(over.body).toMatchObject({ exceptions: ['amount_over'], due_base: 'invoice', due_date: today() })
    await Agent.delete(`${url}/${over.body.id}`, { version: over.body.version })
    const made = await deposit('157.50', `DEP-${order}`)
    expect(made.body.exceptions).toEqual([])
    await approved(made.body.id)
    await moved(admin, made.body.id, 'record_payment', { paid_on: today(), amount: '157.50', reference: 'TT-DEP' })

    const id = await fromBooking(booking)
    const invoice = await read(id)
    expect(invoice).toMatchObject({
      total: '367.50',
      exceptions: [],
      charges: [{ kind: 'deposit_deduction', charge_amount: '157.50', deposit_id: made.body.id }],
    })
    const without = await edit(id, { charges: [] })
    expect(without.body.exceptions).toEqual(['deposit_open'])
    const more = await edit(id, {
      charges: [{ kind: 'deposit_deduction', charge_amount: '157.51', deposit_id: made.body.id }],
    })
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ['charges.0.charge_amount']])
  })

  it('deduct a deposit that bore tax with its tax, and no more than it was', async () => {
    const [rate] = await portal.make('tax-rates', [
      { code: 'DEP13', name_en: 'VAT 13 %', name_zh: '增值税 13%', rate_pct: '13', category: 'S', rounding: 'invoice' },
    ])
    const { booking, order } = await shipGoods(portal, { changes: { deposit_pct: '30' } })
    const [account] = (await Agent.get('/api/supplier-bank-accounts?status=active')).body
    const made = await Agent.post(url, {
      ...{ invoice_no: `TAXED-${order}`, type: 'deposit', invoice_date: today(), currency: 'GBP' },
      ...{ purchase_order_id: order, bank_account_id: account.id },
      lines: [{ description: '30 % deposit', qty: 1, unit_price: '157.50', tax_rate_id: rate?.id }],
    })
    expect(made.body).toMatchObject({ net: '157.50', tax: '20.48', total: '177.98' })
    await approved(made.body.id)
    await moved(admin, made.body.id, 'record_payment', { paid_on: today(), amount: '177.98', reference: 'TT-TAXED' })
    const id = await fromBooking(booking)
    const deduction = { kind: 'deposit_deduction', deposit_id: made.body.id }
    const { lines, charges } = await read(id)
    expect(charges).toMatchObject([{ ...deduction, charge_amount: '157.50', tax_rate_id: rate?.id }])
    const goods = { qty: 100, unit_price: '5.25', tax_rate_id: rate?.id }
    const taxed = { lines: lines.map((line: { id: number }) => ({ id: line.id, ...goods })) }
    // What remains bears the tax that remains: 13 % of 525.00 in all.
    expect((await edit(id, taxed)).body).toMatchObject({ net: '367.50', tax: '47.78', exceptions: [] })
    const without = (charge_amount: string) => edit(id, { charges: [{ ...deduction, charge_amount }] })
    // Without a rate the tax of the deposit is in the amount.
    expect((await without('177.98')).body).toMatchObject({ net: '347.02', exceptions: [] })
    expect((await without('157.50')).body).toMatchObject({ exceptions: ['deposit_open'] })
    expect((await without('178.00')).status).toBe(422)
    await portal.db.query(`update tax_rates set status = 'retired' where id = $1`, [rate?.id])
    await Agent.delete(`${url}/${id}`, { version: (await read(id)).version })
  })

  it('deduct all that is left of a deposit once nothing else of the order is expected', async () => {
    const { booking, order } = await shipGoods(portal, { changes: { deposit_pct: '30' }, units: [40, 20] })
    const [account] = (await Agent.get('/api/supplier-bank-accounts?status=active')).body
    const made = await Agent.post(url, {
      ...{ invoice_no: `SHORT-${order}`, type: 'deposit', invoice_date: today(), currency: 'GBP' },
      ...{ purchase_order_id: order, bank_account_id: account.id },
      lines: [{ description: '30 % deposit', qty: 1, unit_price: '157.50' }],
    })
    await approved(made.body.id)
    await moved(admin, made.body.id, 'record_payment', { paid_on: today(), amount: '157.50', reference: 'TT-SHORT' })
    const id = await fromBooking(booking)
    // 60 of 100 units.
    expect((await read(id)).charges).toMatchObject([{ charge_amount: '94.50' }])
    const { version } = (await Office.get(`/api/purchase-orders/${order}`)).body
    const closed = await Office.post(`/api/purchase-orders/${order}/moves/short_close`, {
      version,
      reason: 'No cloth.',
    })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect((await read(id)).exceptions).toEqual(['deposit_open'])
    await Agent.delete(`${url}/${id}`, { version: (await read(id)).version })
    expect((await read(await fromBooking(booking))).charges).toMatchObject([{ charge_amount: '157.50' }])
  })

  it('are paid with their approval where deposits have paid all of it, and count their units', async () => {
    const { booking, order, line } = await shipGoods(portal, { changes: { deposit_pct: '100' } })
    const [account] = (await Agent.get('/api/supplier-bank-accounts?status=active')).body
    const made = await Agent.post(url, {
      ...{ invoice_no: `ADV-${order}`, type: 'deposit', invoice_date: today(), currency: 'GBP' },
      ...{ purchase_order_id: order, bank_account_id: account.id },
      lines: [{ description: 'All in advance', qty: 1, unit_price: '525' }],
    })
    await approved(made.body.id)
    await moved(admin, made.body.id, 'record_payment', { paid_on: today(), amount: '525', reference: 'TT-ADV' })

    const id = await fromBooking(booking)
    expect(await read(id)).toMatchObject({ total: '0.00', exceptions: [] })
    expect(await approved(id)).toMatchObject({ status: 'paid', balance: '0.00' })
    const invoiced = async () =>
      (await portal.db.query<{ invoiced_qty: number }>('select invoiced_qty from po_lines where id = $1', [line]))[0]
    expect(await invoiced()).toEqual({ invoiced_qty: 100 })
    await moved(admin, id, 'void', { reason: 'Wrong entity.' })
    expect(await invoiced()).toEqual({ invoiced_qty: 0 })
    // Without a deposit nothing is asked for.
    const free = await fromBooking((await shipGoods(portal)).booking)
    await priceOf(free, '0')
    expect((await move(Agent, free, 'submit')).status).toBe(409)
  })

  it('are compared with the order that they name, also where no line is of it', async () => {
    const { order } = await shipGoods(portal, { changes: { deposit_pct: '30', currency: 'USD', fx_rate: '0.5' } })
    const deposit = (currency: string) =>
      Agent.post(url, {
        ...{ invoice_no: `CUR-${currency}-${order}`, type: 'deposit', invoice_date: today(), currency },
        purchase_order_id: order,
        lines: [{ description: '30 % deposit', qty: 1, unit_price: '100' }],
      })
    const other = await deposit('JPY')
    expect(other.body).toMatchObject({ match_status: 'exception', exceptions: ['currency'] })
    // The rate of the order is that of its own currency.
    expect(await read(other.body.id)).toMatchObject({ fx_rate: null, total_base: null })
    const own = await deposit('USD')
    expect(own.body).toMatchObject({ match_status: 'matched', exceptions: [] })
    expect(await read(own.body.id)).toMatchObject({ total_base: '50.00' })
    const note = await Agent.post(url, {
      ...{ invoice_no: `CN-${order}`, type: 'credit_note', invoice_date: today(), currency: 'USD' },
      corrects_id: own.body.id,
      lines: [{ description: 'Too much', qty: 1, unit_price: '10' }],
    })
    expect(await read(note.body.id)).toMatchObject({ fx_rate: '0.500000', total_base: '5.00', exceptions: [] })

    const { version } = (await Office.get(`/api/purchase-orders/${order}`)).body
    await Office.post(`/api/purchase-orders/${order}/moves/hold`, { version, hold_type: 'finance', reason: 'Stop.' })
    expect((await read(own.body.id)).exceptions).toEqual(['po_on_hold'])
  })

  it('are proposed with a number that is free', async () => {
    const first = await fromBooking((await shipGoods(portal)).booking)
    const named = (invoice_no: string) => edit(first, { invoice_no })
    expect((await named('SERIES-0012')).status).toBe(200)
    const { order } = await shipGoods(portal)
    for (const invoice_no of ['SERIES-13', 'SERIES-0011'])
      await portal.make('invoices', [
        {
          ...{ invoice_no, type: 'commercial', supplier_id: 60, invoice_date: today(), currency: 'GBP' },
          purchase_order_id: order,
          lines: [{ description: 'Goods', qty: 1, unit_price: '1' }],
        },
      ])
    const next = await fromBooking((await shipGoods(portal)).booking)
    expect((await read(next)).invoice_no).toBe('SERIES-0014')
    const bookings = [(await shipGoods(portal)).booking, (await shipGoods(portal)).booking]
    const both = await Promise.all(bookings.map((booking) => fromBooking(booking)))
    const numbers = await Promise.all(both.map(async (id) => (await read(id)).invoice_no))
    expect(numbers.sort()).toEqual(['SERIES-0015', 'SERIES-0016'])
  })

  it('are not approved by whoever adjusted what a disputed one asks for', async () => {
    const id = await fromBooking((await shipGoods(portal)).booking)
    await reviewed(id)
    await moved(Office, id, 'dispute', { dispute_reason: 'charges', comment: 'The tooling is missing.' })
    const charged = await edit(id, { charges: [{ kind: 'tooling', charge_amount: '400' }] }, Office)
    expect(charged.body, JSON.stringify(charged.body)).toMatchObject({ total: '925.00', exceptions: [] })
    await moved(Office, id, 'settle_dispute')
    expect((await move(Office, id, 'approve')).status).toBe(409)
    await moved(portal.otherOffice, id, 'approve')
    // Who changes nothing of it, or writes a note, may.
    const other = await fromBooking((await shipGoods(portal)).booking)
    await reviewed(other)
    await moved(Office, other, 'dispute', { dispute_reason: 'other', comment: 'Mistaken.' })
    await edit(other, { notes_internal: 'A mistake.' }, Office)
    await moved(Office, other, 'settle_dispute')
    await moved(Office, other, 'approve')
  })

  it('wait for documents and receipt where their term says so', async () => {
    const [term] = await portal.make('payment-terms', [
      {
        code: 'DOCS_10',
        name_en: 'After documents',
        method: 'TT',
        base_date: 'delivery',
        days: 10,
        requires_docs: true,
      },
    ])
    const { booking } = await shipGoods(portal, { changes: { payment_term_id: term?.id, incoterm: 'DDP' } })
    expect((await Agent.post(`${url}/from-booking`, { booking_id: booking })).body.code).toBe('nothing_to_invoice')
    await portal.db.query(
      `update booking_line_sizes set received_qty = qty where booking_line_id in (select id from booking_lines where booking_id = $1)`,
      [booking],
    )
    const id = await fromBooking(booking)
    expect(await read(id)).toMatchObject({ due_base: 'delivery', due_date: null, base_date: null })
    await portal.db.query('update booking_lines set received_on = $2 where booking_id = $1', [
      booking,
      addDays(today(), -3),
    ])
    await portal.app.kit.write(system, 'edit', (work) =>
      work.kit.repository('bookings').edit(work, booking, { documents_complete_on: addDays(today(), -1) }),
    )
    expect(await read(id)).toMatchObject({ base_date: addDays(today(), -1), due_date: addDays(today(), 9) })
  })

  it('are due by the term of their goods, whatever other order they name', async () => {
    const [term] = await portal.make('payment-terms', [
      { code: 'AT_ONCE', name_en: 'At once', method: 'TT', base_date: 'invoice', days: 0 },
    ])
    const { booking, line, order } = await shipGoods(portal)
    const other = await shipGoods(portal, { changes: { payment_term_id: term?.id } })
    const named = async (purchase_order_id: number) => {
      const { status, body } = await Agent.post(url, {
        ...{ invoice_no: `TERM-${purchase_order_id}`, type: 'commercial', invoice_date: today(), currency: 'GBP' },
        ...{ booking_id: booking, purchase_order_id },
        lines: [{ po_line_id: line, qty: 1, unit_price: '5.25' }],
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return [body.payment_term_id, body.due_base]
    }
    expect(await named(other.order)).toEqual([1, 'bl_date'])
    expect(await named(order)).toEqual([1, 'bl_date'])
    const exceptionsOf = async (lines: number[]) => {
      const { body } = await Agent.post(url, {
        ...{ invoice_no: `TERMS-${lines.join('-')}`, type: 'commercial', invoice_date: today(), currency: 'GBP' },
        booking_id: booking,
        lines: lines.map((po_line_id) => ({ po_line_id, qty: 1, unit_price: '5.25' })),
      })
      return body.exceptions
    }
    // Goods of another order are not on this booking.
    expect(await exceptionsOf([line, other.line])).toEqual(['terms_differ', 'no_receipt'])
    expect(await exceptionsOf([line, (await shipGoods(portal)).line])).toEqual(['no_receipt'])
  })

  it('refuse what cannot be, and change nothing', async () => {
    const { order, booking } = await shipGoods(portal)
    const body = {
      ...{
        invoice_no: `BAD-${order}`,
        type: 'commercial',
        invoice_date: today(),
        currency: 'GBP',
        booking_id: booking,
      },
      lines: [{ po_line_id: 999_999, qty: 1, unit_price: '1' }],
    }
    const errorsOf = async (changes: object, who = Agent) => {
      const answer = await who.post(url, { ...body, ...changes })
      return [answer.status, ...Object.keys(answer.body.errors ?? {}).sort()]
    }
    expect(await errorsOf({})).toEqual([422, 'lines.0.po_line_id'])
    expect(await errorsOf({ booking_id: null, lines: [{ description: 'x', qty: 1, unit_price: '1' }] })).toEqual([
      422,
      'booking_id',
      'lines.0.po_line_id',
    ])
    expect(await errorsOf({ lines: [] })).toEqual([422, 'lines'])
    const { line } = await shipGoods(portal)
    const goods = { lines: [{ po_line_id: line, qty: 1, unit_price: '1' }] }
    expect(await errorsOf({ ...goods, invoice_no: '---' })).toEqual([422, 'invoice_no'])
    expect(await errorsOf({ ...goods, invoice_date: addDays(today(), 3) })).toEqual([422, 'invoice_date'])
    expect(await errorsOf({ ...goods, invoice_date: addDays(today(), -400) })).toEqual([422, 'invoice_date'])
    expect(await errorsOf({ ...goods, type: 'debit_note', purchase_order_id: order })).toEqual([422, 'type'])
    const accounts = await portal.db.query<{ id: number }>(
      'select id from supplier_bank_accounts where supplier_id = 61',
    )
    expect(await errorsOf({ ...goods, bank_account_id: accounts[0]?.id })).toEqual([422, 'bank_account_id'])
    const other = await Office.post(url, { ...body, ...goods, supplier_id: 61 })
    expect(Object.keys(other.body.errors)).toEqual(['booking_id'])
    expect((await Office.get(`${url}?q=BAD-${order}`)).total).toBe(0)
  })
})
