import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  const move = async (person: Person, id: number, name: string, asked: object = {}) =>
    person.post(`/api/users/${id}/moves/${name}`, { version: (await read(id)).version, ...asked })

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

  describe('are seen', () => {
    it('by an agent: the own company’s, by staff: oneself', async () => {
      const own = (await Agent.get('/api/users?_end=100')).body
      expect(new Set(own.map((user: { supplier_id: number }) => user.supplier_id))).toEqual(new Set([60]))
      expect(new Set(own.map((user: { type: string }) => user.type))).toEqual(new Set(['Agent', 'staff']))
      expect(own.some((user: object) => 'last_login_at' in user || 'is_super_user' in user)).toBe(false)
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
