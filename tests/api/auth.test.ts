import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSessions, openSessions, type Sessions } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/types.ts'
import { Refusal } from '#server/kit/errors.ts'
import { engines, freshDb } from '../kit/db'
import { workDoneBy } from '../kit/work-done'
import { account, admin, authApp, password, secret, suppliers } from './auth-app'

vi.mock('@node-rs/argon2', { spy: true })

describe.each([...engines])('accounts on %s', (engine) => {
  let db: Db
  let portal: Awaited<ReturnType<typeof authApp>>

  beforeAll(async () => {
    db = await freshDb(engine)
    portal = await authApp(db)
    await suppliers(db)
    await admin(db, 'Ada@Example.test')
    await account(db, 'mei@example.test', { username: 'mei.lin', supplier_id: 60, company: 'Ningbo Knit' })
  })
  afterAll(async () => {
    await portal.app.close()
    await db.close()
  })

  // Most tests come from one address.
  beforeEach(async () => {
    await db.query(`delete from sign_in_failures where account = 'request sign-in'`)
  })

  describe('signing in', () => {
    it('answers the token and what the specification names', async () => {
      const answer = await portal.signIn({ email: 'mei@example.test', password })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({
        data: {
          token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          info: {
            type: 'Agent',
            is_super_user: 0,
            email: 'mei@example.test',
            first_name: 'Mei',
            last_name: 'Lin',
            supplier_id: 60,
            company: 'Ningbo Knit',
          },
        },
        message: 'Logged in successfully',
      })
      expect(Object.keys(answer.json().data.info)).toHaveLength(7)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).not.toContain('argon2')
    })

    it('takes the e-mail address or the username in any case', async () => {
      for (const email of ['MEI@example.TEST', ' mei@example.test ', 'mei.lin', 'MEI.LIN'])
        expect((await portal.signIn({ email, password })).statusCode).toBe(200)
    })

    it('makes a super user admin', async () => {
      const token = await portal.tokenOf('ada@example.test')
      expect((await portal.as(token, 'GET', '/api/me')).json()).toMatchObject({ role: 'admin', name: 'Ada Admin' })
    })

    it('lets demo accounts in from this machine alone', async () => {
      const id = await account(db, 'demo@example.test')
      await db.query(`insert into demo_records (area, record_id) values ('users', $1)`, [id])
      const payload = { email: 'demo@example.test', password }
      const from = (headers: Record<string, string>) =>
        portal.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
        expect([host, (await from({ host })).statusCode]).toEqual([host, 200])
      for (const [header, value] of [
        ['host', 'portal.example.com'],
        ['x-forwarded-for', '203.0.113.9'],
        ['forwarded', 'for=203.0.113.9'],
        ['x-real-ip', '203.0.113.9'],
      ] as const)
        expect((await from({ [header]: value })).json().message).toMatch(/machine that runs the portal/)
    })

    it('refuses a wrong password at the field, never with 401', async () => {
      const answer = await portal.signIn({ email: 'mei@example.test', password: 'not the password' })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({
        message: 'The email or username and the password do not match.',
        code: 'invalid',
        errors: { password: ['The email or username and the password do not match.'] },
      })
    })

    it('speaks Chinese to those who ask for it', async () => {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'mei@example.test', password: 'wrong again' },
        headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' },
      })
      expect(answer.json().message).toBe('邮箱或用户名与密码不匹配。')
    })

    it.each([
      ['nothing', {}, ['email', 'password']],
      ['numbers', { email: 1, password: 2 }, ['email', 'password']],
      ['lists', { email: ['mei@example.test'], password: { $ne: '' } }, ['email', 'password']],
      ['an unknown field', { email: 'mei@example.test', password, role: 'admin' }, ['role']],
      ['a very long password', { email: 'mei@example.test', password: 'x'.repeat(2000) }, ['password']],
    ])('refuses %s by field', async (_, body, fields) => {
      const answer = await portal.signIn(body)
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors).sort()).toEqual(fields)
    })

    it('refuses NUL and other hostile names without an error of ours', async () => {
      for (const email of ['a\u0000b@example.test', "' or 1=1 --", '__proto__', '\ud800', '%', 'x'.repeat(254)])
        expect((await portal.signIn({ email, password })).statusCode).toBe(422)
    })

    it.each(['invited', 'suspended', 'deactivated'])(
      'tells a %s person so, once the password is right',
      async (status) => {
        const email = `${status}@example.test`
        await account(db, email, { status })
        expect((await portal.signIn({ email, password })).json().message).toMatch(/not active/)
        expect((await portal.signIn({ email, password: 'wrong' })).json().message).toMatch(/do not match/)
      },
    )
  })

  describe('limits', () => {
    const wrong = (email: string, address?: string) => portal.signIn({ email, password: 'wrong' }, address)

    it('refuses the right password too after ten failures, in every spelling of the name, and says how long', async () => {
      await account(db, 'limit@example.test', { username: 'limited' })
      for (const email of ['limit@example.test', 'LIMIT@example.test', 'Limited', 'limited', ' limit@example.test'])
        for (let count = 0; count < 2; count++) expect((await wrong(email)).statusCode).toBe(422)
      const answer = await portal.signIn({ email: 'limited', password })
      expect(answer.statusCode).toBe(429)
      expect(answer.json()).toMatchObject({ code: 'too_many', message: expect.stringMatching(/wait 15 minutes/) })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(880)
      expect((await portal.signIn({ email: 'limit@example.test', password }, '192.0.2.77')).statusCode).toBe(200)
    })

    it('lets the person in again when the time is over', async () => {
      await account(db, 'patient@example.test')
      for (let count = 0; count < 10; count++) await wrong('patient@example.test')
      expect((await portal.signIn({ email: 'patient@example.test', password })).statusCode).toBe(429)
      await db.query(
        "update sign_in_failures set moments = array(select m - interval '15 minutes' from unnest(moments) m)",
      )
      expect((await portal.signIn({ email: 'patient@example.test', password })).statusCode).toBe(200)
    })

    it('counts a burst of fifty as fifty', async () => {
      await account(db, 'burst@example.test')
      const answers = await Promise.all(Array.from({ length: 50 }, () => wrong('burst@example.test')))
      const codes = answers.map((answer) => answer.statusCode)
      expect(codes.filter((code) => code === 422)).toHaveLength(10)
      expect(codes.filter((code) => code === 429)).toHaveLength(40)
    })

    it('limits names that nobody has just the same', async () => {
      for (let count = 0; count < 10; count++) expect((await wrong('nobody@example.test')).statusCode).toBe(422)
      expect((await wrong('NOBODY@example.test')).statusCode).toBe(429)
    })

    it('counts nothing against an account that a typed name only looks like', async () => {
      const id = await account(db, 'numbered@example.test')
      for (let count = 0; count < 10; count++) expect((await wrong(`#${id}`)).statusCode).toBe(422)
      expect((await portal.signIn({ email: 'numbered@example.test', password })).statusCode).toBe(200)
    })

    it('stops one address that tries a password on every name', async () => {
      const address = '198.51.100.200'
      for (let count = 0; count < 30; count++)
        expect((await wrong(`spray${count}@example.test`, address)).statusCode).toBe(422)
      expect((await wrong('spray30@example.test', address)).statusCode).toBe(429)
      expect((await portal.signIn({ email: 'mei@example.test', password }, address)).statusCode).toBe(429)
      expect((await portal.signIn({ email: 'mei@example.test', password }, '198.51.100.201')).statusCode).toBe(200)
    })

    it('keeps no office out that signs in from one address', async () => {
      for (let count = 0; count < 35; count++)
        expect((await portal.signIn({ email: 'mei@example.test', password }, '198.51.100.202')).statusCode).toBe(200)
    })

    it('starts afresh after a success', async () => {
      await account(db, 'typo@example.test')
      for (let round = 0; round < 2; round++) {
        for (let count = 0; count < 9; count++) expect((await wrong('typo@example.test')).statusCode).toBe(422)
        expect((await portal.signIn({ email: 'typo@example.test', password })).statusCode).toBe(200)
      }
    })

    it('stops a hundred failures an hour from many addresses, but not the owner where they were signed in before', async () => {
      const id = await account(db, 'victim@example.test')
      expect((await portal.signIn({ email: 'victim@example.test', password }, '198.51.100.1')).statusCode).toBe(200)
      await db.query(
        `insert into sign_in_failures (account, address, moments) values ($1, '*', array_fill(now(), array[99]))
         on conflict (account, address) do update set moments = excluded.moments`,
        [`#${id}`],
      )
      expect((await wrong('victim@example.test', '203.0.113.1')).statusCode).toBe(422)
      expect((await wrong('victim@example.test', '203.0.113.2')).statusCode).toBe(429)
      expect((await portal.signIn({ email: 'victim@example.test', password }, '203.0.113.3')).statusCode).toBe(429)
      expect((await portal.signIn({ email: 'victim@example.test', password }, '198.51.100.1')).statusCode).toBe(200)
    })

    it('sees one subscriber behind all addresses of an IPv6 network', async () => {
      await account(db, 'six@example.test')
      for (let count = 0; count < 10; count++) await wrong('six@example.test', `2001:db8:1:2::${count}`)
      expect((await wrong('six@example.test', '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
      expect((await wrong('six@example.test', '2001:db8:1:3::1')).statusCode).toBe(422)
    })

    it('does the same for names that nobody has, so that its time tells nothing', async () => {
      await account(db, 'timed@example.test')
      const known = await workDoneBy(db, () => wrong('timed@example.test'))
      const unknown = await workDoneBy(db, () => wrong('untimed@example.test'))
      expect(known.verified).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
      expect(unknown).toEqual(known)
    })
  })

  describe('tokens', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const hs = (header: object, payload: object, key = secret, hash = 'sha256') => {
      const text = `${part(header)}.${part(payload)}`
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
    }
    const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const now = () => Math.floor(Date.now() / 1000)

    it('are good for the session and nothing else', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const { sid, sub, iss, aud, iat, exp } = claimsOf(token)
      expect({ sid, sub, iss, aud }).toEqual({
        sid: expect.stringMatching(/^[\w-]{22}$/),
        sub: expect.stringMatching(/^\d+$/),
        iss: 'supplier-portal',
        aud: 'supplier-portal/api',
      })
      expect(exp - iat).toBeGreaterThan(12 * 3600 - 5)
      expect(exp - iat).toBeLessThanOrEqual(12 * 3600)
      const long = claimsOf(await portal.tokenOf('mei@example.test', true))
      expect(Math.round((long.exp - long.iat) / 86_400)).toBe(30)
      expect((await portal.as(hs({ alg: 'HS256', typ: 'JWT' }, claimsOf(token)), 'GET', '/api/me')).statusCode).toBe(
        200,
      )
    })

    it('that are not ours are 401, never 500', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const claims = claimsOf(token)
      const [head = '', body = '', signature = ''] = token.split('.')
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
      const rs = `${part({ alg: 'RS256' })}.${body}`
      const without = (claim: string) => Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim))
      const forged = {
        none: `${part({ alg: 'none' })}.${body}.`,
        None: `${part({ alg: 'None' })}.${body}.`,
        nOnE: `${part({ alg: 'nOnE' })}.${body}.x`,
        'none with the signature': `${part({ alg: 'none' })}.${body}.${signature}`,
        'another type': hs({ alg: 'HS256', typ: 'at+jwt' }, claims),
        'its type in other letters': hs({ alg: 'HS256', typ: 'jwt' }, claims),
        'no type': hs({ alg: 'HS256' }, claims),
        'one more parameter': hs({ alg: 'HS256', typ: 'JWT', kid: '1' }, claims),
        'another key': hs({ alg: 'HS256', typ: 'JWT' }, claims, 'another key, also longer than thirty-two characters'),
        HS512: hs({ alg: 'HS512', typ: 'JWT' }, claims, secret, 'sha512'),
        RS256: `${rs}.${signWith('sha256', Buffer.from(rs), privateKey).toString('base64url')}`,
        'a public key as secret': hs({ alg: 'HS256', typ: 'JWT' }, claims, pem),
        'an empty key': hs({ alg: 'HS256', typ: 'JWT' }, claims, ''),
        'a foreign jwk': hs({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } }, claims, '\0\0\0'),
        'a foreign jku': hs({ alg: 'HS256', typ: 'JWT', jku: 'http://127.0.0.1:1/keys' }, claims, 'x'),
        'an unknown crit': hs({ alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false }, claims),
        'another audience': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, aud: 'elsewhere' }),
        'a numeric audience': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, aud: 7 }),
        'another issuer': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, iss: 'elsewhere' }),
        'not yet': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, nbf: now() + 3600 }),
        'no expiry': hs({ alg: 'HS256', typ: 'JWT' }, without('exp')),
        'no session': hs({ alg: 'HS256', typ: 'JWT' }, without('sid')),
        'no subject': hs({ alg: 'HS256', typ: 'JWT' }, without('sub')),
        'an expiry in words': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: 'tomorrow' }),
        "somebody else's session": hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: '1' }),
        'a subject that is no number': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: 'one' }),
        'a huge subject': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: '99999999999999999999' }),
        'a session in another shape': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, sid: ['x', { y: 1 }] }),
        'a session with NUL': hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, sid: 'x\0' }),
        'no JSON': `${Buffer.from('{').toString('base64url')}.${body}.${signature}`,
        'a cut signature': `${head}.${body}.${signature.slice(0, -2)}`,
        'no signature': `${head}.${body}.`,
        'two parts': `${head}.${body}`,
        'four parts': `${token}.x`,
        'a word': 'token',
        nothing: '',
        'a long text': 'x'.repeat(9000),
      }
      for (const [what, text] of Object.entries(forged)) {
        const answer = await portal.as(text, 'GET', '/api/me')
        expect([what, answer.statusCode, answer.json().message]).toEqual([what, 401, 'Invalid access_token'])
      }
      expect((await portal.as(token, 'GET', '/api/me')).statusCode).toBe(200)
    })

    it('break with any flipped bit', async () => {
      const token = await portal.tokenOf('mei@example.test')
      for (let at = 0; at < token.length; at += 3) {
        const flipped = String.fromCharCode(token.charCodeAt(at) ^ 1)
        const answer = await portal.as(token.slice(0, at) + flipped + token.slice(at + 1), 'GET', '/api/me')
        expect([at, answer.statusCode]).toEqual([at, 401])
      }
    })

    it('say that they expired', async () => {
      const claims = claimsOf(await portal.tokenOf('mei@example.test'))
      const answer = await portal.as(hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: now() - 1 }), 'GET', '/api/me')
      expect([answer.statusCode, answer.json().message]).toEqual([401, 'access_token expired'])
      const brief = hs({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: now() + 5 })
      expect((await portal.as(brief, 'GET', '/api/me')).statusCode).toBe(200)
      await expect
        .poll(async () => (await portal.as(brief, 'GET', '/api/me')).json().message, { timeout: 20_000 })
        .toBe('access_token expired')
    })

    it('are taken from the header Authorization: Bearer alone', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const me = (headers: Record<string, string>, url = '/api/me') => portal.app.inject({ url, headers })
      expect((await me({ authorization: `bearer ${token}` })).statusCode).toBe(200)
      for (const authorization of [token, `Basic ${token}`, `Bearer ${token} x`, `Bearer ${token}, Bearer ${token}`])
        expect((await me({ authorization })).statusCode).toBe(401)
      expect((await me({ cookie: `token=${token}` })).statusCode).toBe(401)
      const bare = await me({}, `/api/me?access_token=${token}`)
      expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect((await me({}, '/%61pi/me')).statusCode).toBe(401)
    })
  })

  describe('sessions', () => {
    const statusOf = async (token: string) => (await portal.as(token, 'GET', '/api/me')).statusCode
    const refusalOf = (sessions: Sessions, token: string) =>
      sessions.principalOf(token).then(
        () => 200,
        (error: unknown) => (error instanceof Refusal ? error.status : error),
      )

    it('end one by one', async () => {
      const [first, other] = [await portal.tokenOf('mei@example.test'), await portal.tokenOf('mei@example.test')]
      expect([await statusOf(first), await statusOf(other)]).toEqual([200, 200])
      expect((await portal.as(first, 'POST', '/api/auth/logout')).statusCode).toBe(200)
      expect([await statusOf(first), await statusOf(other)]).toEqual([401, 200])
      expect((await portal.as(first, 'POST', '/api/auth/logout')).statusCode).toBe(401)
      expect((await portal.as(first, 'GET', '/api/auth/access-token')).statusCode).toBe(401)
    })

    it('end when the browser sends an empty body that it calls JSON', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await portal.app.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: '' })
      expect([answer.statusCode, await statusOf(token)]).toEqual([200, 401])
    })

    it('opened with the old password while it is being changed end with it', async () => {
      const email = 'racing@example.test'
      await account(db, email)
      const token = await portal.tokenOf(email)
      const change = {
        current_password: password,
        new_password: 'Another-pass-2026',
        confirm_password: 'Another-pass-2026',
      }
      const changing = portal.as(token, 'POST', '/api/change-password', change)
      const signIns = Array.from({ length: 12 }, (_, at) => portal.signIn({ email, password }, `203.0.113.${at}`))
      expect((await changing).statusCode).toBe(200)
      const tokens = (await Promise.all(signIns)).flatMap((answer) => answer.json().data?.token ?? [])
      expect(await Promise.all(tokens.map(statusOf))).toEqual(tokens.map(() => 401))
      expect(await statusOf(token)).toBe(200)
    })

    it('are told of in the log, by account and never by secret', async () => {
      const id = await account(db, 'logged@example.test')
      portal.lines.length = 0
      await portal.signIn({ email: 'logged@example.test', password: 'a wrong secret' })
      await portal.signIn({ email: 'a secret typed as name', password })
      const token = await portal.tokenOf('logged@example.test')
      await portal.as(`${token}x`, 'GET', '/api/me')
      const change = {
        current_password: password,
        new_password: 'Another-pass-2026',
        confirm_password: 'Another-pass-2026',
      }
      await portal.as(token, 'POST', '/api/change-password', change)
      await portal.as(token, 'POST', '/api/auth/logout')
      const events = portal.lines.map((line) => JSON.parse(line)).filter(({ event }) => event?.startsWith('security.'))
      expect(events).toMatchObject([
        { event: 'security.sign_in_failed', account: id, reason: 'messages.wrong_password', reqId: expect.any(String) },
        { event: 'security.sign_in_failed', name_hash: expect.stringMatching(/^[\da-f]{16}$/), address: '192.0.2.1' },
        { event: 'security.sign_in', account: id },
        { event: 'security.token_refused', route: '/api/me' },
        { event: 'security.password_changed', account: id },
        { event: 'security.sign_out', account: id },
      ])
      for (const secret of ['a wrong secret', 'a secret typed', 'Another-pass', token, password])
        expect(portal.lines.join('')).not.toContain(secret)
    })

    it('are renewed without outliving the sign-in', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const answer = await portal.as(token, 'GET', '/api/auth/access-token')
      expect(answer.json().data.info).toMatchObject({ email: 'mei@example.test', supplier_id: 60 })
      const claims = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
      const renewed: string = answer.json().data.token
      expect(renewed).not.toBe(token)
      expect(claims(renewed).sid).toBe(claims(token).sid)
      expect(claims(renewed).exp).toBe(claims(token).exp)
      expect([await statusOf(renewed), await statusOf(token)]).toEqual([200, 200])
      await portal.as(renewed, 'POST', '/api/auth/logout')
      expect(await statusOf(token)).toBe(401)
    })

    it('keep no token in the database', async () => {
      const token = await portal.tokenOf('mei@example.test')
      expect(JSON.stringify(await db.query('select * from sessions'))).not.toContain(token.split('.')[2])
    })

    it.each([
      ['the type', "type = 'user'"],
      ['the supplier', 'supplier_id = 61'],
      ['the super user flag', 'is_super_user = 1'],
      ['the status', "status = 'suspended'"],
      ['the archive', 'archived_at = now()'],
    ])('end everywhere when %s changes', async (what, change) => {
      const email = `${what.replaceAll(' ', '-')}@example.test`
      const id = await account(db, email, { supplier_id: 60 })
      const token = await portal.tokenOf(email)
      const elsewhere = await openSessions(db, secret)
      expect(await elsewhere.principalOf(token)).toMatchObject({ id, supplier_id: 60, role: 'Agent' })
      expect(await statusOf(token)).toBe(200)
      await db.query(`update users set ${change} where id = $1`, [id])
      await expect.poll(() => statusOf(token), { interval: 10, timeout: 1000 }).toBe(401)
      await expect.poll(() => refusalOf(elsewhere, token), { interval: 10, timeout: 1000 }).toBe(401)
      await elsewhere.close()
    })

    it('are told to other processes well before a second is over', async () => {
      const id = await account(db, 'told@example.test')
      const token = await portal.tokenOf('told@example.test')
      const elsewhere = await openSessions(db, secret)
      await elsewhere.principalOf(token)
      await db.transaction((tx) => endSessions(tx, id))
      await expect.poll(() => refusalOf(elsewhere, token), { interval: 10, timeout: 900 }).toBe(401)
      await elsewhere.close()
    })

    it('survive a transaction that rolls back', async () => {
      const id = await account(db, 'kept@example.test')
      const token = await portal.tokenOf('kept@example.test')
      await db
        .transaction(async (tx) => {
          await endSessions(tx, id)
          throw new Error('on second thought')
        })
        .catch(() => {})
      expect(await statusOf(token)).toBe(200)
    })

    it('end by themselves', async () => {
      await account(db, 'old@example.test')
      const token = await portal.tokenOf('old@example.test')
      await db.query(
        `update sessions set expires_at = now() where user_id = (select id from users where email = 'old@example.test')`,
      )
      expect(await statusOf(token)).toBe(401)
    })

    it('cost one question a second', async () => {
      const token = await portal.tokenOf('mei@example.test')
      let questions = 0
      const counting: Db = {
        ...db,
        listen: (channel, listener) => db.listen(channel, listener),
        query: (text, values, name) => {
          questions++
          return db.query(text, values, name)
        },
      }
      const sessions = await openSessions(counting, secret)
      await Promise.all(Array.from({ length: 200 }, () => sessions.principalOf(token)))
      const start = performance.now()
      for (let count = 0; count < 5000; count++) await sessions.principalOf(token)
      expect(questions).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - start) / 1000))
      await sessions.close()
    })
  })

  describe('the own account', () => {
    it('keeps language, settings, shortcuts and profile', async () => {
      const id = await account(db, 'own@example.test', { supplier_id: 60 })
      const token = await portal.tokenOf('own@example.test')
      const user = {
        language: 'zh',
        settings: { theme: 'deepOcean' },
        shortcuts: ['purchase-orders'],
        phone: '+86 574 1234',
        first_name: '美',
        last_name: '林',
      }
      const answer = await portal.as(token, 'POST', '/api/auth/user/update', { user })
      expect(answer.statusCode).toBe(200)
      const renewed = (await portal.as(token, 'GET', '/api/auth/access-token')).json().data
      expect(renewed.user).toEqual({
        id,
        phone: user.phone,
        language: 'zh',
        photoURL: null,
        shortcuts: user.shortcuts,
        settings: user.settings,
      })
      expect((await portal.as(token, 'GET', '/api/me')).json()).toMatchObject({ name: '林美', language: 'zh' })
      expect(portal.profileChanges.at(-1)?.[1]).toMatchObject({ first_name: '美', phone: user.phone })
      const followed = await portal.as(token, 'POST', '/api/auth/user/update', { user: { language: null } })
      expect(followed.json().data.user.language).toBeNull()
      expect((await portal.as(token, 'GET', '/api/me')).json()).toMatchObject({ language: 'zh' })
    })

    it.each(['type', 'is_super_user', 'supplier_id', 'email', 'status', 'version', 'id', 'company'])(
      'does not let people set %s',
      async (field) => {
        const token = await portal.tokenOf('mei@example.test')
        const answer = await portal.as(token, 'POST', '/api/auth/user/update', { user: { [field]: 1, phone: '1' } })
        expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [`user.${field}`]])
      },
    )

    it('bounds what people may store', async () => {
      const token = await portal.tokenOf('mei@example.test')
      const save = async (user: object) => (await portal.as(token, 'POST', '/api/auth/user/update', { user })).json()
      expect((await save({ settings: { x: 'x'.repeat(20_000) } })).errors).toHaveProperty(['user.settings'])
      expect((await save({ shortcuts: Array(51).fill('a') })).errors).toHaveProperty(['user.shortcuts'])
      expect((await save({ language: 'fr' })).errors).toHaveProperty(['user.language'])
      expect((await save({ phone: '+86\u0000' })).errors).toHaveProperty(['user.phone'])
      expect((await save({ phone: ' ' })).data.user.phone).toBeNull()
    })
  })

  describe('changing the password', () => {
    const next = 'another good one 2026'
    const change = (token: string, body: object) => portal.as(token, 'POST', '/api/change-password', body)

    it('ends the other sessions, keeps this one and writes a mail', async () => {
      await account(db, 'change@example.test', { language: 'zh' })
      const [first, other] = [await portal.tokenOf('change@example.test'), await portal.tokenOf('change@example.test')]
      expect((await portal.as(other, 'GET', '/api/me')).statusCode).toBe(200)
      const body = { current_password: password, new_password: next, confirm_password: next }
      expect((await change(first, body)).statusCode).toBe(200)
      expect((await portal.as(other, 'GET', '/api/me')).statusCode).toBe(401)
      expect((await portal.as(first, 'GET', '/api/me')).statusCode).toBe(200)
      expect((await portal.signIn({ email: 'change@example.test', password })).statusCode).toBe(422)
      expect((await portal.signIn({ email: 'change@example.test', password: next })).statusCode).toBe(200)
      expect(await db.query("select payload from outbox where kind = 'mail'")).toContainEqual({
        payload: { mail: 'password_changed', to: 'change@example.test', language: 'zh', params: { name: 'Mei Lin' } },
      })
    })

    it.each([
      ['current_password', { current_password: 'wrong one' }],
      ['new_password', { new_password: 'short12', confirm_password: 'short12' }],
      ['new_password', { new_password: 'x'.repeat(129), confirm_password: 'x'.repeat(129) }],
      ['new_password', { new_password: password, confirm_password: password }],
      ['confirm_password', { confirm_password: 'another good one 2027' }],
      ['user_id', { user_id: 1 }],
    ])('refuses a bad %s', async (field, wrong) => {
      const token = await portal.tokenOf('mei@example.test')
      const body = { current_password: password, new_password: next, confirm_password: next, ...wrong }
      const answer = await change(token, body)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    })

    it('cannot be tried for ever', async () => {
      await account(db, 'guess@example.test')
      const token = await portal.tokenOf('guess@example.test')
      const body = { current_password: 'guess', new_password: next, confirm_password: next }
      for (let count = 0; count < 10; count++) expect((await change(token, body)).statusCode).toBe(422)
      expect((await change(token, { ...body, current_password: password })).statusCode).toBe(429)
    })
  })
})
