import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/types.ts'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { bodyOf, openPost, publicUrl } from '../kit/post'
import { account } from './auth-app'

const secret = 'a long and private phrase'

describe.each(engines)('coming to an account (%s)', (engine) => {
  let portal: Portal
  let db: Db
  let post: Awaited<ReturnType<typeof openPost>>
  let callers = 0
  let numbers = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    db = portal.db
    post = await openPost(db)
  })
  afterAll(async () => {
    await post.stop()
    await portal.close()
  })

  const call = async (url: string, payload: object, headers = {}, remoteAddress = `198.51.100.${++callers % 250}`) => {
    const answer = await portal.app.inject({ method: 'POST', url, payload, headers, remoteAddress })
    return { status: answer.statusCode, body: answer.json() }
  }
  const fresh = () => `new${++numbers}@example.test`
  const chosen = { password: secret, confirm_password: secret }
  const entry = (email: string, changes: object = {}) => ({
    first_name: 'Robin',
    last_name: 'Ashby',
    email,
    ...('token' in changes ? chosen : {}),
    ...changes,
  })
  const register = (email: string, changes: object = {}, headers = {}, address?: string) =>
    call('/api/auth/register', entry(email, changes), headers, address)
  const confirm = (token: string, changes: object = {}) =>
    call('/api/auth/confirm-mail', { token, ...chosen, ...changes })
  const signIn = (email: string) => call('/api/auth/login', { email, password: secret })
  const look = async (token = '') => (await portal.nobody.get(`/api/auth/registration?token=${token}`)).body.data
  const openRegistration = async (registration_open: boolean) => {
    const { body } = await portal.as.admin.get('/api/settings/1')
    expect((await portal.as.admin.patch('/api/settings/1', { version: body.version, registration_open })).status).toBe(
      200,
    )
  }
  const invite = async (person: Person, changes: object = {}) => {
    const email = fresh()
    const { status, body } = await person.post('/api/users', {
      email,
      first_name: 'Mei',
      last_name: 'Lin',
      type: 'Agent',
      ...changes,
    })
    expect([status, body.status], JSON.stringify(body)).toEqual([201, 'invited'])
    return { id: body.id as number, email, token: await post.token(email) }
  }
  const letAMinutePass = () => db.query(`update account_tokens set created_at = created_at - interval '61 seconds'`)
  const move = async (person: Person, id: number, name: string, inputs: object = {}) => {
    const [row] = await db.query<{ version: number }>('select version from users where id = $1', [id])
    return person.post(`/api/users/${id}/moves/${name}`, { version: row?.version, ...inputs })
  }

  describe('by invitation', () => {
    it('a mail goes out with the account, and its link makes it the person’s own', async () => {
      const { id, email, token } = await invite(portal.as.Office, { supplier_id: 60, language: 'zh' })
      const [mail] = await post.to(email)
      expect(mail).toMatchObject({ mail: 'invitation', language: 'zh', params: { company: 'Test Retail Ltd' } })
      expect(mail && bodyOf(mail)).toContain(`${publicUrl}/register?token=${token}`)
      expect(await look(token)).toEqual({
        open: false,
        invitation: {
          email,
          first_name: 'Mei',
          last_name: 'Lin',
          company: 'Golden Loom Garment',
          role: 'Agent',
          expired: false,
        },
      })
      const { status, body } = await register(email, { token, first_name: '美', last_name: '林' })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        message: 'Logged in successfully',
        data: {
          info: { type: 'Agent', supplier_id: 60, first_name: '美' },
          user: { id, language: 'zh', photoURL: null },
        },
      })
      const withSecret = await portal.app.inject({
        url: `/api/users/${id}`,
        headers: { authorization: `Bearer ${body.data.token}` },
      })
      expect(withSecret.json()).toMatchObject({ status: 'active', full_name: '林美' })
      expect((await signIn(email)).status).toBe(200)
      const history = (await portal.as.admin.get(`/api/users/${id}/history`)).body
      expect(history[0]).toMatchObject({
        action: 'activate',
        from_status: 'invited',
        to_status: 'active',
        actor: { id, title: '林美' },
        changes: [
          { field: 'first_name', old: 'Mei', new: '美' },
          { field: 'last_name', old: 'Lin', new: '林' },
        ],
      })
      const matches = await portal.as.admin.get(`/api/users?q=${encodeURIComponent('林美')}`)
      expect(matches.body).toMatchObject([{ id }])
    })

    it('is for its own address, and its names are filled in', async () => {
      const { email, token } = await invite(portal.as.admin, { type: 'Office' })
      const errorsOf = async (changes: object, address = email) =>
        Object.keys((await register(address, { token, ...changes })).body.errors)
      expect(await errorsOf({}, 'other@example.test')).toEqual(['email'])
      expect(await errorsOf({ first_name: ' ' })).toEqual(['first_name'])
      expect(await errorsOf({ last_name: 'a\u0007b' })).toEqual(['last_name'])
      expect(await errorsOf({ type: 'admin' })).toEqual(['type'])
      expect(await errorsOf({ confirm_password: 'another' })).toEqual(['confirm_password'])
      const password = 'Robin-Ashby-77'
      expect(await errorsOf({ password, confirm_password: password })).toEqual(['password'])
      expect((await register(email.toUpperCase(), { token })).status).toBe(200)
    })

    it('is good once, also for twenty at the same time', async () => {
      const { email, token } = await invite(portal.as.admin, { type: 'user' })
      const answers = await Promise.all(Array.from({ length: 20 }, () => register(email, { token })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status, body }) => status === 422 && body.errors.token)).toHaveLength(19)
      expect(await look(token)).toEqual({ open: false, invitation: null })
    })

    it('is over after 72 hours, and says so', async () => {
      const { id, email, token } = await invite(portal.as.admin, { type: 'user' })
      const [row] = await db.query<{ hours: number }>(
        'select extract(epoch from expires_at - created_at)::int / 3600 as hours from account_tokens where user_id = $1',
        [id],
      )
      expect(row?.hours).toBe(72)
      await db.query(`update account_tokens set expires_at = now() where user_id = $1`, [id])
      expect(await look(token)).toMatchObject({ invitation: { email, expired: true } })
      expect((await register(email, { token })).body.errors.token[0]).toMatch(/expired/)
      expect((await signIn(email)).status).toBe(422)
    })

    it('is sent again by a move after a minute, and the link before dies', async () => {
      const { id, email, token } = await invite(portal.as.admin, { supplier_id: 60 })
      const early = await move(portal.as.Agent, id, 'invite')
      expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/Wait a minute/)])
      expect((await look(token)).invitation).not.toBeNull()
      await letAMinutePass()
      expect((await move(portal.as.Agent, id, 'invite')).status).toBe(200)
      const second = await post.token(email)
      expect(second).not.toBe(token)
      expect((await look(token)).invitation).toBeNull()
      expect((await register(email, { token })).body.errors).toHaveProperty('token')
      expect((await register(email, { token: second })).status).toBe(200)
      expect((await move(portal.as.admin, id, 'invite')).status).toBe(409)
    })

    it('dies with another address, another state and an archived account', async () => {
      const moved = await invite(portal.as.admin, { type: 'user' })
      const { body } = await portal.as.admin.get(`/api/users/${moved.id}`)
      await portal.as.admin.patch(`/api/users/${moved.id}`, { version: body.version, email: `x${moved.email}` })
      const gone = await invite(portal.as.admin, { type: 'user' })
      await move(portal.as.admin, gone.id, 'deactivate', { reason: 'Never came' })
      const archived = await invite(portal.as.admin, { type: 'user' })
      await move(portal.as.admin, archived.id, 'archive')
      for (const { email, token } of [moved, gone, archived])
        expect((await register(email, { token })).body.errors, email).toHaveProperty('token')
    })

    it.each([
      ['admin', 200, 200, 200],
      ['Office', 409, 200, 200],
      ['Agent', 404, 200, 404],
      ['staff', 404, 404, 404],
      ['user', 404, 404, 404],
      ['superAdmin', 404, 404, 404],
    ] as const)('is sent by %s to whom they may let in', async (role, office, ownId, foreign) => {
      const people = await Promise.all([
        invite(portal.as.admin, { type: 'Office' }),
        invite(portal.as.admin, { supplier_id: 60 }),
        invite(portal.as.admin, { supplier_id: 61 }),
      ])
      await letAMinutePass()
      const answers = []
      for (const { id } of people) answers.push((await move(portal.as[role], id, 'invite')).status)
      expect(answers.map((status) => (status === 403 ? 404 : status))).toEqual([office, ownId, foreign])
      for (const [index, { email }] of people.entries())
        expect((await post.to(email)).length, email).toBe(answers[index] === 200 ? 2 : 1)
    })

    it('is not sent by the portal’s own imports, and leaves no token in the database', async () => {
      const email = fresh()
      await portal.make('users', [{ email, first_name: 'Im', last_name: 'Ported', type: 'user' }])
      expect(await post.to(email)).toEqual([])
      const { token } = await invite(portal.as.admin, { type: 'user' })
      for (const table of ['account_tokens', 'outbox', 'history', 'users', 'idempotency_keys'])
        expect(JSON.stringify(await db.query(`select * from ${table}`)).includes(token), table).toBe(false)
    })

    it('says nothing to made-up tokens', async () => {
      for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '%00', "'--", '&token=2', '[]'])
        expect(await look(token), token).toEqual({ open: false, invitation: null })
    })
  })

  describe('by oneself', () => {
    it('is closed unless the settings open it', async () => {
      const email = fresh()
      const closed = await register(email)
      expect([closed.status, closed.body.code]).toEqual([403, 'closed'])
      expect((await portal.as.Office.patch('/api/settings/1', { version: 1, registration_open: true })).status).toBe(
        403,
      )
      await openRegistration(true)
      expect((await look()).open).toBe(true)
      const { status, body } = await register(email, {}, { 'accept-language': 'zh' })
      expect([status, body]).toEqual([200, { data: null, message: '还差一步：请打开我们发送给您的邮件中的链接。' }])
      expect((await post.to(email))[0]).toMatchObject({ mail: 'confirmation', language: 'zh' })
      await openRegistration(false)
      expect((await register(fresh())).status).toBe(403)
      await openRegistration(true)
    })

    it('makes a plain account that signs in once its address is confirmed', async () => {
      const email = fresh()
      await register(email)
      expect((await signIn(email)).status).toBe(422)
      const token = await post.token(email)
      const [mail] = await post.to(email)
      expect(mail && bodyOf(mail)).toContain(`${publicUrl}/pages/auth/mail-confirm?token=${token}`)
      const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
      expect((await signIn(email)).body.data.info).toMatchObject({ type: 'user', is_super_user: 0, supplier_id: null })
      const [user] = (await portal.as.admin.get(`/api/users?email=${email}`)).body
      expect((await portal.as.admin.get(`/api/users/${user.id}/history`)).body).toMatchObject([
        { action: 'activate', actor: { id: user.id } },
        { action: 'register' },
      ])
    })

    it('gives the account to who opens the mail, and not to who registered the address of another', async () => {
      const email = fresh()
      const strangers = 'the phrase of a stranger'
      await register(email, { password: strangers, confirm_password: strangers })
      const token = await post.token(email)
      const { body } = await call('/api/auth/confirm-mail', { token })
      expect(Object.keys(body.errors)).toEqual(['password', 'confirm_password'])
      expect(Object.keys((await confirm(token, { password: 'short' })).body.errors)).toEqual(['password'])
      expect(Object.keys((await confirm(token, { confirm_password: 'other' })).body.errors)).toEqual([
        'confirm_password',
      ])
      expect((await confirm(token)).status).toBe(200)
      expect((await call('/api/auth/login', { email, password: strangers })).status).toBe(422)
      expect((await signIn(email)).status).toBe(200)
    })

    it('gives nobody rights that they write into the form', async () => {
      for (const field of ['type', 'is_super_user', 'supplier_id', 'status', 'company', 'id', 'username'])
        expect((await register(fresh(), { [field]: 1 })).body.errors, field).toHaveProperty(field)
    })

    it('answers the same for an address in use, changes nothing there, and tells its owner', async () => {
      const email = 'owner@example.test'
      const id = await account(db, email, { type: 'Office' })
      const before = await db.query('select * from users u join credentials c on c.user_id = u.id where u.id = $1', [
        id,
      ])
      const [registered, free] = [await register(email, { first_name: 'Mallory' }), await register(fresh())]
      expect(registered).toEqual(free)
      expect(
        await db.query('select * from users u join credentials c on c.user_id = u.id where u.id = $1', [id]),
      ).toEqual(before)
      expect((await post.to(email)).map(({ mail }) => mail)).toEqual(['account_exists'])
      const invited = await invite(portal.as.admin, { type: 'user' })
      expect(await register(invited.email)).toEqual(free)
      expect((await post.to(invited.email)).map(({ mail }) => mail)).toEqual(['invitation'])
      expect((await register(invited.email, { token: invited.token })).status).toBe(200)
    })

    it('makes one account of twenty at the same time', async () => {
      const email = fresh()
      const answers = await Promise.all(Array.from({ length: 20 }, () => register(email)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await db.query('select id from users where email = $1', [email])).toHaveLength(1)
      expect(await post.to(email)).toHaveLength(1)
    })

    it('sends the confirmation again to whom it is for, and answers the same for all', async () => {
      const email = fresh()
      await register(email)
      const first = await post.token(email)
      await db.query(`update account_tokens set created_at = now() - interval '2 minutes'`)
      const invited = await invite(portal.as.admin, { type: 'user' })
      const names = [email, 'nobody@example.test', invited.email]
      const answers = []
      for (const name of names) answers.push(await call('/api/auth/confirm-mail/send', { email: name }))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect((await post.to(email)).map(({ mail }) => mail)).toEqual(['confirmation', 'confirmation'])
      expect(await post.to(invited.email)).toHaveLength(1)
      expect((await confirm(await post.token(email))).status).toBe(200)
      expect((await confirm(first)).status).toBe(422)
    })

    it('is over after 72 hours', async () => {
      const email = fresh()
      await register(email)
      const token = await post.token(email)
      await db.query(`update account_tokens set expires_at = now() - interval '1 second'`)
      expect((await confirm(token)).body.errors.token[0]).toMatch(/expired/)
    })

    it('is tried ten times from one address in a quarter of an hour', async () => {
      for (let count = 0; count < 10; count++) expect((await register(fresh(), {}, {}, '192.0.2.98')).status).toBe(200)
      expect((await register(fresh(), {}, {}, '192.0.2.98')).status).toBe(429)
    })

    it('takes as long for an address in use', async () => {
      for (let count = 0; count < 25; count++) await account(db, `used${count}@example.test`)
      const time = async (email: string) => {
        const start = performance.now()
        await register(email)
        const time = performance.now() - start
        await post.settle()
        return time
      }
      const median = (times: number[]) => times.sort((a, b) => a - b)[12] ?? 0
      const difference = async () => {
        const [used, unused]: [number[], number[]] = [[], []]
        for (let count = 0; count < 25; count++) {
          used.push(await time(`used${count}@example.test`))
          unused.push(await time(fresh()))
        }
        return Math.abs(median(used) / median(unused) - 1)
      }
      // Other work of the machine may fall on one of them; a leak is seen in every round.
      let least = await difference()
      for (let round = 1; round < 4 && least >= 0.3; round++) least = Math.min(least, await difference())
      expect(least).toBeLessThan(0.3)
    })
  })
})
