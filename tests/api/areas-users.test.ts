import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf } from '#server/auth/accounts.ts'
import { setPassword } from '#server/auth/passwords.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

let numbers = 0
const account = (changes: object = {}) => {
  numbers += 1
  return { email: `new${numbers}@example.test`, first_name: 'Mei', last_name: 'Lin', type: 'Agent', ...changes }
}

describe.each(engines)('accounts (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  })
  afterAll(() => portal.close())

  const make = (person: Person, changes: object = {}) => person.post('/api/users', account(changes))
  const read = async (id: number) => (await admin.get(`/api/users/${id}`)).body
  const edit = async (person: Person, id: number, values: object) =>
    person.patch(`/api/users/${id}`, { version: (await read(id)).version, ...values })
  const readLanguage = async (id: number) => (await accountOf(portal.db, id)).mail_language
  const move = async (person: Person, id: number, name: string, inputs: object = {}) =>
    person.post(`/api/users/${id}/moves/${name}`, { version: (await read(id)).version, ...inputs })

  describe('are made', () => {
    it('with the full name and the company that follow from them', async () => {
      const { status, body } = await make(Office, { supplier_id: 60, email: 'Mixed.Case@Example.test' })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        full_name: 'Mei Lin',
        company: 'Golden Loom Garment',
        status: 'invited',
        email: 'mixed.case@example.test',
      })
      const chinese = await make(admin, { supplier_id: 61, first_name: '梅', last_name: '林' })
      expect(chinese.body).toMatchObject({ full_name: '林梅', company: 'Pearl River Textiles' })
      const renamed = await edit(admin, chinese.body.id, { last_name: '王', supplier_id: 60 })
      expect(renamed.body).toMatchObject({ full_name: '王梅', company: 'Golden Loom Garment' })
    })

    it('by an agent for the own company only, whatever is asked', async () => {
      expect((await make(Agent, { type: 'staff' })).body).toMatchObject({
        supplier_id: 60,
        company: 'Golden Loom Garment',
      })
      expect((await make(Agent, { supplier_id: 61 })).status).toBe(422)
      expect((await make(Agent, { type: 'Office' })).body.errors).toHaveProperty('type')
      expect((await make(Agent, { is_super_user: 1 })).status).toBe(422)
      const lost = await portal.person({ type: 'Agent', supplier_id: null })
      expect((await make(lost)).body.errors).toHaveProperty('supplier_id')
    })

    it.each(['admin', 'Office', 'user', 'superAdmin'])('by Office never as %s', async (type) => {
      const { status, body } = await make(Office, { type })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['type']])
      expect((await make(admin, { type })).status).toBe(201)
    })

    it('with a supplier exactly where the type has one', async () => {
      expect(Object.keys((await make(admin, { type: 'staff' })).body.errors)).toEqual(['supplier_id'])
      expect(Object.keys((await make(admin, { type: 'Office', supplier_id: 60 })).body.errors)).toEqual(['supplier_id'])
    })
  })

  it('without a chosen language get mails in that of the supplier’s country', async () => {
    await portal.make('suppliers', [{ id: 62, code: 'DHW', supplier_name: 'Dhaka Woven', country: 'BD' }])
    const people = [{ supplier_id: 60 }, { supplier_id: 62 }, { supplier_id: 60, language: 'en' }, { type: 'Office' }]
    const made = await Promise.all(people.map((person) => make(admin, person)))
    expect(made.map(({ body }) => body.language)).toEqual([null, null, 'en', null])
    const principals = await Promise.all(made.map(({ body }) => readLanguage(body.id)))
    expect(principals).toEqual(['zh', 'en', 'en', 'en'])
    const [{ body: chosen } = { body: null }] = made
    expect((await edit(admin, chosen.id, { language: 'en' })).body.language).toBe('en')
    expect(await readLanguage(chosen.id)).toBe('en')
    expect((await edit(admin, chosen.id, { language: null })).body.language).toBeNull()
  })

  describe('are seen', () => {
    it('by an agent: the own company’s, by staff: oneself', async () => {
      const people = (await Agent.get('/api/users?_end=100')).body
      expect(new Set(people.map((user: { supplier_id: number }) => user.supplier_id))).toEqual(new Set([60]))
      expect(new Set(people.map((user: { type: string }) => user.type))).toEqual(new Set(['Agent', 'staff']))
      expect(people.some((user: object) => 'last_login_at' in user || 'is_super_user' in user)).toBe(false)
      expect((await portal.as.staff.get('/api/users')).body).toMatchObject([{ id: portal.as.staff.id }])
      expect((await portal.as.staff.get(`/api/users/${Agent.id}`)).status).toBe(404)
      expect((await Agent.get(`/api/users/${portal.otherAgent.id}`)).status).toBe(404)
    })
  })

  describe('are changed', () => {
    it('by Office only where they are a supplier’s', async () => {
      for (const person of [admin, portal.as.user, Office]) {
        const { status, body } = await edit(Office, person.id, { first_name: 'Hijacked', email: 'mine@example.test' })
        expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['email', 'first_name']])
      }
      expect((await edit(Office, portal.otherAgent.id, { phone: '123' })).status).toBe(200)
    })

    it('never in one’s own rights', async () => {
      for (const values of [{ type: 'Office' }, { is_super_user: 1 }])
        expect((await edit(admin, admin.id, values)).status).toBe(422)
      expect((await edit(Agent, Agent.id, { type: 'staff' })).status).toBe(422)
      expect((await edit(Agent, Agent.id, { phone: '456' })).status).toBe(200)
    })

    it('and a change of role, company or state is felt at once', async () => {
      const drifter = await portal.person({ type: 'Agent', supplier_id: 60 })
      expect((await drifter.get('/api/suppliers')).total).toBe(1)
      await edit(admin, drifter.id, { supplier_id: 61 })
      expect((await drifter.get('/api/suppliers')).status).toBe(401)
      const sleeper = await portal.person({ type: 'Agent', supplier_id: 60 })
      await move(Agent, sleeper.id, 'suspend', { reason: 'On leave' })
      expect((await sleeper.get('/api/suppliers')).status).toBe(401)
    })
  })

  describe('get another address', () => {
    const own_password = 'The-own-pass-2026'
    const withPassword = async (columns: object) => {
      const person = await portal.person({ type: 'Agent', supplier_id: 60, ...columns })
      await setPassword(portal.db, person.id, own_password)
      return person
    }
    const addressOf = async (id: number) => (await portal.db.query('select email from users where id = $1', [id]))[0]

    it('by no ordinary edit once they are active', async () => {
      const colleague = await portal.person({ type: 'Agent', supplier_id: 60 })
      for (const [who, id] of [
        [Agent, Agent.id],
        [Agent, colleague.id],
        [admin, colleague.id],
      ] as const)
        expect(Object.keys((await edit(who, id, { email: 'elsewhere@example.test' })).body.errors)).toEqual(['email'])
      expect(
        (
          await Agent.patch('/api/users/bulk', {
            values: { email: 'elsewhere@example.test' },
            rows: [{ id: colleague.id, version: 1 }],
          })
        ).body.results[0].ok,
      ).toBe(false)
    })

    it('by who says the own password; the old address hears of it, other devices are signed out', async () => {
      const person = await withPassword({ email: 'old@example.test' })
      const colleague = await portal.person({ type: 'Agent', supplier_id: 60, email: 'colleague@example.test' })
      const wrong = await move(person, person.id, 'change_email', { email: 'new@example.test', own_password: 'wrong' })
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['own_password']])
      expect(await addressOf(person.id)).toEqual({ email: 'old@example.test' })
      const done = await move(person, person.id, 'change_email', { email: 'New@example.test', own_password })
      expect([done.status, done.body.email]).toEqual([200, 'new@example.test'])
      expect(
        (await move(person, colleague.id, 'change_email', { email: 'taken-over@example.test', own_password })).status,
      ).toBe(200)
      expect((await colleague.get('/api/users')).status).toBe(401)
      expect((await person.get('/api/users')).status).toBe(200)
      const mails = await portal.db.query<{ to: string }>(
        `select payload ->> 'to' as to from outbox where payload ->> 'mail' = 'address_changed' order by id`,
      )
      expect(mails.map(({ to }) => to)).toEqual(['old@example.test', 'colleague@example.test'])
      const traces = await portal.db.query(`select changes::text || coalesce(comment, '') as trace from history`)
      expect(JSON.stringify(traces)).not.toContain(own_password)
    })

    it('of an account that is not active yet not even with the right password', async () => {
      const { body } = await make(Agent)
      const person = await withPassword({ email: 'hasty@example.test' })
      for (const given of ['wrong', own_password]) {
        const asked = { email: 'mine@example.test', own_password: given }
        const refused = await move(person, body.id, 'change_email', asked)
        expect([refused.status, refused.body.code]).toEqual([409, 'illegal_move'])
      }
    })

    it('after ten wrong passwords not even with the right one', async () => {
      const person = await withPassword({ email: 'guessed@example.test' })
      for (let count = 0; count < 10; count++)
        await move(person, person.id, 'change_email', { email: 'thief@example.test', own_password: `guess ${count}` })
      const right = { email: 'thief@example.test', own_password }
      expect((await move(person, person.id, 'change_email', right)).status).toBe(429)
    })
  })

  describe('come and go', () => {
    const signIn = (email: string, password: string) =>
      portal.nobody.post('/api/auth/login', { email, password, remember: false })

    it('are activated with a password that signs in and stands nowhere', async () => {
      const { body } = await make(Agent)
      expect((await move(Agent, body.id, 'activate', { password: 'short' })).body.errors).toHaveProperty('password')
      expect((await move(portal.otherAgent, body.id, 'activate', { password: 'Long-enough-1' })).status).toBe(404)
      const active = await move(Agent, body.id, 'activate', { password: 'Long-enough-1' })
      expect(active.body.status).toBe('active')
      expect((await signIn(body.email, 'Long-enough-1')).status).toBe(200)
      const traces = await portal.db.query(`select changes::text || coalesce(comment, '') as trace from history`)
      expect(JSON.stringify(traces)).not.toMatch(/Long-enough-1/)
    })

    it('by Office only where they are a supplier’s', async () => {
      const { body } = await make(admin, { type: 'Office' })
      expect((await move(Office, body.id, 'activate', { password: 'Long-enough-1' })).status).toBe(409)
      expect((await move(Office, body.id, 'set_password', { password: 'Long-enough-1' })).status).toBe(403)
    })

    it('lose their sessions with a password that the administrator sets', async () => {
      const person = await portal.person({ type: 'Office', email: 'forgetful@example.test' })
      expect((await person.get('/api/suppliers')).status).toBe(200)
      expect((await move(admin, person.id, 'set_password', { password: 'Long-enough-2' })).status).toBe(200)
      expect((await person.get('/api/suppliers')).status).toBe(401)
      expect((await signIn('forgetful@example.test', 'Long-enough-2')).status).toBe(200)
    })

    it('are not taken from oneself', async () => {
      expect((await move(Agent, Agent.id, 'suspend', { reason: 'x' })).status).toBe(409)
      expect((await move(admin, admin.id, 'deactivate', { reason: 'x' })).status).toBe(409)
      expect((await move(admin, admin.id, 'archive')).status).toBe(409)
    })

    it('leave one administrator, also when two remove each other at the same time', async () => {
      const second = await portal.person({ type: 'admin' })
      const both = await Promise.all([
        move(admin, second.id, 'suspend', { reason: 'x' }),
        move(second, admin.id, 'suspend', { reason: 'x' }),
      ])
      expect(both.map(({ status }) => status)).toContain(200)
      const [left] = await portal.db.query<{ count: number }>(
        `select count(*)::int as count from users where (type = 'admin' or is_super_user = 1) and status = 'active'`,
      )
      expect(left?.count).toBe(1)
      await portal.db.query(`update users set status = 'active' where id = $1`, [admin.id])
    })
  })
})
