import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#shared/kit/roles.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

const area = '/api/supplier-bank-accounts'
const details = {
  account_holder: 'Golden Loom Garment Co., Ltd.',
  bank_name: 'Bank of China, Ningbo Branch',
  bank_country: 'CN',
  currency: 'USD',
  account_no: '3520 0000 0168 42',
  bic: 'BKCHCNBJ',
}
const call = { called_person: 'Mr Chen', called_number: '+86 574-5550 0168', called_on: '2026-01-15' }

describe.each(engines)('bank accounts of suppliers (%s)', (engine) => {
  let portal: Portal
  let agent: Person
  let admin: Person
  let second: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    agent = portal.as.Agent
    admin = portal.as.admin
    second = await portal.person({ type: 'admin', email: 'second.admin@example.test' })
    await portal.db.query(`update suppliers set contact_phone = '+86 574 5550 0168', contact_email = 'orders@glg.example',
      company_legal_name_en = 'Golden Loom Garment Co., Ltd.', country = 'CN' where id = 60`)
    await portal.db.query(
      `insert into supplier_contacts (supplier_id, full_name, function, email) values (60, 'Li Na', 'finance', 'finance@glg.example')`,
    )
  }, 240_000)
  afterAll(() => portal.close())

  const entered = async (more: object = {}, who = agent) => {
    const { status, body } = await who.post(area, { ...details, ...more })
    expect([status, body.errors]).toEqual([201, undefined])
    return Number(body.id)
  }
  const now = async (id: number) => (await admin.get(`${area}/${id}`)).body
  const move = async (who: Person, id: number, name: string, inputs: object = {}) =>
    who.post(`${area}/${id}/moves/${name}`, { ...inputs, version: (await now(id)).version })
  const submitted = async (more: object = {}) => {
    const id = await entered(more)
    expect((await move(agent, id, 'submit')).status).toBe(200)
    return id
  }
  const inForce = async (more: object = {}) => {
    const id = await submitted(more)
    expect((await move(admin, id, 'check', call)).status).toBe(200)
    expect((await move(second, id, 'approve')).status).toBe(200)
    return id
  }
  const mails = async (mail: string, id: number) =>
    (
      await portal.db.query<{ to: string }>(
        `select payload ->> 'to' as to from outbox where kind = 'mail' and payload ->> 'mail' = $1
           and payload #>> '{params,path}' like '%/' || $2 order by 1`,
        [mail, String(id)],
      )
    ).map(({ to }) => to)

  it('are entered by the supplier for itself, verified by one administrator and approved by another', async () => {
    const id = await entered()
    expect(await now(id)).toMatchObject({
      supplier_id: 60,
      status: 'draft',
      account_no: '35200000016842',
      account_mask: '···· 6842',
      account_title: 'Bank of China, Ningbo Branch · USD · ···· 6842',
      entered_by: agent.id,
      findings: [],
    })
    expect((await move(agent, id, 'submit')).body.status).toBe('submitted')
    expect(await mails('bank_submitted', id)).toEqual(expect.arrayContaining(['second.admin@example.test']))
    const notified = ['finance@glg.example', 'orders@glg.example']
    expect(await mails('bank_entered', id)).toEqual(expect.arrayContaining(notified))
    expect((await move(admin, id, 'check', call)).body).toMatchObject({ status: 'checked', checked_by: admin.id })
    const ownDecision = await move(admin, id, 'approve')
    expect([ownDecision.status, ownDecision.body.code, ownDecision.body.message]).toEqual([
      409,
      'guard',
      'You verified this account, so another administrator must approve it.',
    ])
    expect((await move(second, id, 'approve')).body).toMatchObject({ status: 'active', approved_by: second.id })
    expect(await mails('bank_active', id)).toEqual(expect.arrayContaining(notified))
    const { body: history } = await agent.get(`${area}/${id}/history`)
    const actions = history.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['approve', 'submit', 'create']))
    expect(JSON.stringify(history)).not.toContain('Mr Chen')
  })

  it('who entered or submitted one does not approve it, whoever verified it', async () => {
    const id = Number((await admin.post(area, { ...details, supplier_id: 60, currency: 'CAD' })).body.id)
    await move(admin, id, 'submit')
    await move(second, id, 'check', call)
    for (const person of [admin, second]) expect((await move(person, id, 'approve')).status).toBe(409)
    const third = await portal.person({ type: 'admin' })
    expect((await move(third, id, 'approve')).body.status).toBe('active')
  })

  it('who entered some of the details does not approve them, whoever changed others after that', async () => {
    const third = await portal.person({ type: 'admin' })
    const id = await entered({ currency: 'SGD' })
    const written = async (who: Person, values: object) => {
      const answer = await who.patch(`${area}/${id}`, { ...values, version: (await now(id)).version })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await written(second, { account_no: '3520 0000 0999 99' })
    await written(third, { note: 'As on their letter.' })
    await written(agent, { branch_name: 'Ningbo' })
    await move(agent, id, 'submit')
    await move(admin, id, 'check', call)
    const refused = await move(second, id, 'approve')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You entered these details, so another administrator must approve them.',
    ])
    expect((await move(third, id, 'approve')).body.status).toBe('active')
  })

  it('are called back on a number that was on file before', async () => {
    const id = await submitted({ currency: 'HKD' })
    const refused = await move(admin, id, 'check', { ...call, called_number: '+86 138 0000 0000' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['called_number']])
    await portal.db.query(
      `insert into supplier_contacts (supplier_id, full_name, function, phone) values (60, 'New', 'finance', '+86 138 0000 0000')`,
    )
    const still = await move(admin, id, 'check', { ...call, called_number: '+86 138 0000 0000' })
    expect(still.status).toBe(422)
    // A number that was changed after the submission is as new; what stood there before is still called.
    const supplier = async () => (await admin.get('/api/suppliers/60')).body
    const before = await supplier()
    const answer = await admin.patch('/api/suppliers/60', {
      version: before.version,
      contact_phone: '+86 139 1111 1111',
      contacts: before.contacts.map((contact: { full_name: string }) => ({
        ...Object.fromEntries(['id', 'full_name', 'function', 'phone'].map((name) => [name, (contact as never)[name]])),
        ...(contact.full_name === 'Li Na' && { phone: '+86 139 2222 2222' }),
      })),
    })
    const { status, body: refusal } = answer
    expect(status, JSON.stringify(refusal)).toBe(200)
    for (const called_number of ['+86 139 1111 1111', '+86 139 2222 2222'])
      expect((await move(admin, id, 'check', { ...call, called_number })).status).toBe(422)
    const future = await move(admin, id, 'check', { ...call, called_on: '2999-01-01' })
    expect(Object.keys(future.body.errors)).toEqual(['called_on'])
    expect((await move(admin, id, 'check', call)).status).toBe(200)
    const { version } = await supplier()
    await admin.patch('/api/suppliers/60', { version, contact_phone: '+86 574 5550 0168' })
  })

  it('are changed while they are drafts or returned only; a new one takes the place of the old in its currency', async () => {
    const first = await inForce({ currency: 'EUR' })
    const edit = async (id: number, values: object) =>
      agent.patch(`${area}/${id}`, { ...values, version: (await now(id)).version })
    expect((await edit(first, { account_no: '11112222' })).status).toBe(422)
    const next = await submitted({ currency: 'EUR', account_no: '3333 4444' })
    expect((await edit(next, { account_no: '11112222' })).status).toBe(422)
    expect((await now(first)).status).toBe('active')
    const returned = await move(admin, next, 'reject', { reason: 'Holder is not the company' })
    expect(returned.body).toMatchObject({ status: 'rejected', answer: 'Holder is not the company' })
    expect(await mails('bank_rejected', next)).toContain('finance@glg.example')
    expect((await edit(next, { account_no: '55556666' })).status).toBe(200)
    await move(agent, next, 'submit')
    await move(admin, next, 'check', call)
    await move(second, next, 'approve')
    expect([(await now(first)).status, (await now(next)).status]).toEqual(['replaced', 'active'])
  })

  it('count once in a currency, also when two are approved at the same moment', async () => {
    const ids = [await submitted({ currency: 'SGD' }), await submitted({ currency: 'SGD', account_no: '7777 8888' })]
    for (const id of ids) expect((await move(admin, id, 'check', call)).status).toBe(200)
    const versions = await Promise.all(ids.map(async (id) => (await now(id)).version))
    await Promise.all(ids.map((id, at) => second.post(`${area}/${id}/moves/approve`, { version: versions[at] })))
    const states = await Promise.all(ids.map(async (id) => (await now(id)).status))
    expect(states.sort()).toEqual(['active', 'replaced'])
  })

  it('are stopped by one, and come back by two', async () => {
    const id = await inForce({ currency: 'GBP' })
    expect((await move(agent, id, 'suspend', { reason: 'x' })).status).toBe(403)
    expect((await move(admin, id, 'suspend', { reason: 'A false letter' })).body.status).toBe('suspended')
    const resumed = await move(admin, id, 'resume', { reason: 'Cleared up' })
    expect(resumed.body).toMatchObject({ status: 'submitted', checked_by: null, approved_by: null, called_on: null })
    await move(second, id, 'check', call)
    for (const person of [admin, second]) expect((await move(person, id, 'approve')).status).toBe(409)
  })

  it('tell what a second look should go to', async () => {
    const id = await submitted({
      currency: 'AUD',
      account_holder: 'Min Huang',
      bank_country: 'HK',
      bic: 'HSBCHKHH',
      account_no: '808123456838',
    })
    await portal.make('supplier-bank-accounts', [
      { ...details, supplier_id: 61, account_no: '808123456838', bank_country: 'HK' },
    ])
    const { body } = await admin.get(`${area}/${id}`)
    expect(body.findings).toEqual(['holder_differs', 'country_differs'])
    expect(body.moves.find(({ name }: { name: string }) => name === 'check').warnings).toHaveLength(2)
    expect((await agent.get(`${area}/${id}`)).body).not.toHaveProperty('findings')
    await move(agent, id, 'withdraw')
    await move(agent, id, 'submit')
    expect((await now(id)).findings).toContain('other_supplier')
  })

  it('have numbers that banks know', async () => {
    const errors = async (more: object) =>
      Object.keys((await agent.post(area, { ...details, ...more })).body.errors ?? {})
    expect(await errors({ account_no: null })).toEqual(['account_no'])
    expect(
      await errors({ account_no: null, iban: 'GB29 NWBK 6016 1331 9268 18', bank_country: 'GB', bic: null }),
    ).toEqual(['iban'])
    expect(await errors({ account_no: null, iban: 'GB29 NWBK 6016 1331 9268 19' })).toEqual(['iban'])
    expect(await errors({ bic: 'DEUTDEFF' })).toEqual(['bic'])
    expect(await errors({ bic: null })).toEqual(['bic'])
    expect(await errors({ currency: 'CNY' })).toEqual(['clearing_code'])
    expect(await errors({ currency: 'CNY', clearing_code: '104100000005' })).toEqual(['clearing_code'])
    expect(await errors({ currency: 'CNY', clearing_code: '1041 0000 0004' })).toEqual([])
  })

  it('are the supplier’s own and the administrators’; the office sees the end of the number, nobody else anything', async () => {
    const id = await inForce({ currency: 'JPY', account_no: '9988776655' })
    const { body: seen, status } = await portal.as.Office.get(`${area}/${id}`)
    expect([status, seen.account_mask]).toEqual([200, '···· 6655'])
    for (const path of [`${area}/${id}`, area, `${area}/export`, `${area}/${id}/history`])
      expect(JSON.stringify((await portal.as.Office.get(path)).body)).not.toMatch(/9988776655|Mr Chen/)
    expect((await portal.as.Office.get(`${area}?account_no=9988776655`)).status).toBe(400)
    expect((await portal.as.Office.patch(`${area}/${id}`, { version: seen.version, note: 'x' })).status).toBe(403)
    expect((await portal.as.Office.get(`/api/files?area=supplier-bank-accounts&record=${id}`)).status).toBe(404)
    expect((await agent.get(`/api/files?area=supplier-bank-accounts&record=${id}`)).status).toBe(200)
    expect((await portal.otherAgent.get(`${area}/${id}`)).status).toBe(404)
    for (const role of roles.filter((role) => !['admin', 'Office', 'Agent'].includes(role)))
      expect([role, (await portal.as[role].get(`${area}/${id}`)).status]).toEqual([role, 403])
    const foreign = await agent.post(area, { ...details, supplier_id: 61 })
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['supplier_id']])
  })
})
