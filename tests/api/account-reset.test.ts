import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/db/types.ts'
import { engines } from '../kit/db'
import { openPortal, type Portal } from '../kit/portal'
import { bodyOf, openPost, publicUrl } from '../kit/post'
import { workDoneBy } from '../kit/work-done'
import { account, password } from './auth-app'

vi.mock('@node-rs/argon2', { spy: true })

const next = 'a quite different phrase'

describe.each(engines)('a forgotten password (%s)', (engine) => {
  let portal: Portal
  let db: Db
  let post: Awaited<ReturnType<typeof openPost>>
  let callers = 0

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
  const ask = (email: string, headers = {}, address?: string) =>
    call('/api/reset-password-request', { email }, headers, address)
  const set = (email: string, token: string, changes: object = {}) =>
    call('/api/reset-password', { email, password: next, confirm_password: next, token, ...changes })
  const signIn = (email: string, secret: string, address?: string) =>
    call('/api/auth/login', { email, password: secret }, {}, address)
  const requestReset = async (email: string) => {
    expect((await ask(email)).status).toBe(200)
    return post.token(email.toLowerCase())
  }

  it('is replaced by a link in the mail of the account’s language, and signs in from then on', async () => {
    const id = await account(db, 'forgetful@example.test', { language: 'zh', username: 'forgetful' })
    const token = await requestReset('Forgetful@Example.test')
    const [mail] = await post.to('forgetful@example.test')
    expect(mail).toMatchObject({ mail: 'reset', language: 'zh' })
    expect(mail && bodyOf(mail)).toContain(`${publicUrl}/pages/auth/reset?token=${token}`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await set('forgetful@example.test', token)).body).toEqual({
      data: null,
      message: 'Your new password is set. You can now sign in with it.',
    })
    expect((await signIn('forgetful@example.test', password)).status).toBe(422)
    expect((await signIn('forgetful@example.test', next)).status).toBe(200)
    expect((await post.to('forgetful@example.test')).at(-1)).toMatchObject({ mail: 'password_reset' })
    expect(await db.query('select 1 from account_tokens where user_id = $1', [id])).toEqual([])
  })

  it('answers the same for every name, known, unknown or closed', async () => {
    await account(db, 'known@example.test')
    await account(db, 'suspended@example.test', { status: 'suspended' })
    await account(db, 'invited@example.test', { status: 'invited' })
    const names = [
      'known@example.test',
      'unknown@example.test',
      'suspended@example.test',
      'invited@example.test',
      "'--",
    ]
    const answers = await Promise.all(names.map((name) => ask(name)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await post.settle()
    for (const name of names.slice(1)) expect(await post.to(name)).toEqual([])
    expect(await post.to('known@example.test')).toHaveLength(1)
  })

  it('does the same for names that nobody has, so that its time tells nothing', async () => {
    await account(db, 'measured@example.test')
    // What follows later is not the request's work.
    await post.stop()
    const known = await workDoneBy(db, () => ask('measured@example.test'))
    const unknown = await workDoneBy(db, () => ask('unmeasured@example.test'))
    post = await openPost(db)
    expect(known.statements.filter((text) => text.includes('insert into outbox'))).toHaveLength(1)
    expect(unknown).toEqual(known)
  })

  it('keeps no token in the database', async () => {
    await account(db, 'secret@example.test')
    const token = await requestReset('secret@example.test')
    const tables = ['account_tokens', 'outbox', 'users', 'history', 'sessions', 'sign_in_failures']
    for (const table of tables)
      expect(JSON.stringify(await db.query(`select * from ${table}`)).includes(token), table).toBe(false)
  })

  it('links to the portal’s own address, whatever the request says it is', async () => {
    await account(db, 'hosted@example.test')
    await ask('hosted@example.test', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'http://evil.example',
    })
    const [mail] = await post.to('hosted@example.test')
    expect(String(mail?.params?.link).startsWith(`${publicUrl}/`)).toBe(true)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  it('is good once, also for twenty at the same time', async () => {
    await account(db, 'parallel@example.test')
    const token = await requestReset('parallel@example.test')
    const answers = await Promise.all(Array.from({ length: 20 }, () => set('parallel@example.test', token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, Object.keys(body.errors)]).toEqual([422, ['token']])
    expect((await set('parallel@example.test', token)).body.errors).toHaveProperty('token')
  })

  it('is over after an hour and not before', async () => {
    const id = await account(db, 'late@example.test')
    const token = await requestReset('late@example.test')
    const [row] = await db.query<{ minutes: number }>(
      'select extract(epoch from expires_at - created_at)::int / 60 as minutes from account_tokens where user_id = $1',
      [id],
    )
    expect(row?.minutes).toBe(60)
    const left = (interval: string) =>
      db.query(`update account_tokens set expires_at = now() + interval '${interval}' where user_id = $1`, [id])
    await left('-1 second')
    expect((await set('late@example.test', token)).body).toMatchObject({
      errors: { token: [expect.stringMatching(/expired/)] },
    })
    await left('5 seconds')
    expect((await set('late@example.test', token)).status).toBe(200)
  })

  it.each([
    [
      'the password changes',
      (id: number) => db.query(`update credentials set password_hash = password_hash where user_id = $1`, [id]),
    ],
    ['the address changes', (id: number) => db.query(`update users set email = 'moved' || email where id = $1`, [id])],
    ['the account is suspended', (id: number) => db.query(`update users set status = 'suspended' where id = $1`, [id])],
    ['the account is archived', (id: number) => db.query(`update users set archived_at = now() where id = $1`, [id])],
  ])('dies when %s', async (what, change) => {
    const email = `${what.replaceAll(' ', '-')}@example.test`
    const id = await account(db, email)
    const token = await requestReset(email)
    await change(id)
    const { status, body } = await set(email, token)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['token']])
  })

  it('stays when something else of the account changes', async () => {
    const id = await account(db, 'phone@example.test')
    const token = await requestReset('phone@example.test')
    await db.query(
      `update users set phone = '1', full_name = 'Lin Mei', language = 'zh', email = email where id = $1`,
      [id],
    )
    expect((await set('phone@example.test', token)).status).toBe(200)
  })

  it('ends every session and lifts the limit on failed sign-ins', async () => {
    const email = 'locked@example.test'
    await account(db, email)
    const { data } = (await signIn(email, password, '203.0.113.7')).body
    const me = () =>
      portal.app.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${data.token}` } })
    expect((await me()).statusCode).toBe(200)
    for (let count = 0; count < 10; count++) await signIn(email, 'wrong', '203.0.113.7')
    expect((await signIn(email, password, '203.0.113.7')).status).toBe(429)
    expect((await set(email, await requestReset(email))).status).toBe(200)
    expect((await me()).statusCode).toBe(401)
    expect((await signIn(email, next, '203.0.113.7')).status).toBe(200)
  })

  it('is refused by field', async () => {
    const email = 'fields@example.test'
    await account(db, email, { first_name: 'Guinevere', last_name: 'Pendragon' })
    await account(db, 'other@example.test')
    const token = await requestReset(email)
    const fieldsOf = async (changes: object) => {
      const { status, body } = await set(email, token, changes)
      return [status, Object.keys(body.errors)]
    }
    const both = (secret: string) => ({ password: secret, confirm_password: secret })
    expect(await fieldsOf({ email: 'other@example.test' })).toEqual([422, ['email']])
    expect(await fieldsOf({ token: 'x'.repeat(43) })).toEqual([422, ['token']])
    expect(await fieldsOf({ token: '' })).toEqual([422, ['token']])
    expect(await fieldsOf({ token: null })).toEqual([422, ['token']])
    expect(await fieldsOf({ confirm_password: 'something else' })).toEqual([422, ['confirm_password']])
    expect(await fieldsOf(both('short'))).toEqual([422, ['password']])
    expect(await fieldsOf(both('x'.repeat(129)))).toEqual([422, ['password']])
    expect(await fieldsOf(both('Baseball1'))).toEqual([422, ['password']])
    expect(await fieldsOf(both('Guinevere-1990'))).toEqual([422, ['password']])
    expect(await fieldsOf({ type: 'admin' })).toEqual([422, ['type']])
    expect((await set(email, token)).status).toBe(200)
  })

  it('is not for links of another kind', async () => {
    const id = await account(db, 'kinds@example.test')
    const token = await requestReset('kinds@example.test')
    await db.query(`update account_tokens set purpose = 'confirmation' where user_id = $1`, [id])
    expect((await set('kinds@example.test', token)).body.errors).toHaveProperty('token')
  })

  it('is asked for ten times from one address in a quarter of an hour, and no account gets two mails in a minute', async () => {
    const id = await account(db, 'flooded@example.test')
    for (let count = 0; count < 10; count++)
      expect((await ask('flooded@example.test', {}, '192.0.2.99')).status).toBe(200)
    const refused = await ask('somebody-else@example.test', {}, '192.0.2.99')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(await post.to('flooded@example.test')).toHaveLength(1)
    const older = () =>
      db.query(`update account_tokens set created_at = created_at - interval '2 minutes' where user_id = $1`, [id])
    for (let count = 0; count < 8; count++) {
      await older()
      await ask('flooded@example.test')
      await post.settle()
    }
    expect(await post.to('flooded@example.test')).toHaveLength(5)
  })
})
