import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordProblems } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/types.ts'
import { engines } from '../kit/db'
import { formOf, jpeg, pdf, png, postForm, webp } from '../kit/form'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { account, password } from './auth-app'

describe.each(engines)('the own account (%s)', (engine) => {
  let portal: Portal
  let db: Db

  beforeAll(async () => {
    portal = await openPortal(engine)
    db = portal.db
  })
  afterAll(() => portal.close())

  const signIn = async (email: string, remember = false, agent = 'Test browser') => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password, remember },
      headers: { 'user-agent': agent },
      remoteAddress: '192.0.2.44',
    })
    const { token } = answer.json().data
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const { statusCode, body } = await portal.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      })
      return { status: statusCode, body: JSON.parse(body) }
    }
    return { get: (url: string) => ask('GET', url), post: (url: string, body = {}) => ask('POST', url, body) }
  }

  describe('its sessions', () => {
    it('are listed with where and how, the present one first, and nobody else’s', async () => {
      await account(db, 'many@example.test')
      const other = await signIn('many@example.test', true, 'Phone')
      const me = await signIn('many@example.test', false, 'Desk')
      const { data } = (await me.get('/api/auth/sessions')).body
      expect(data).toEqual([
        {
          id: expect.stringMatching(/^[\w-]{22}$/),
          current: true,
          address: '192.0.2.44',
          agent: 'Desk',
          remember: false,
          started_at: expect.stringMatching(/^\d{4}-.*T/),
          last_seen_at: expect.any(String),
          expires_at: expect.any(String),
        },
        expect.objectContaining({ current: false, agent: 'Phone', remember: true }),
      ])
      expect((await other.get('/api/auth/sessions')).body.data[0]).toMatchObject({ agent: 'Phone', current: true })
      expect((await portal.nobody.get('/api/auth/sessions')).status).toBe(401)
    })

    it('are ended one by one, but only one’s own', async () => {
      await account(db, 'single@example.test')
      const [me, other] = [await signIn('single@example.test'), await signIn('single@example.test')]
      const { id } = (await other.get('/api/auth/sessions')).body.data[0]
      expect((await portal.as.admin.post(`/api/auth/sessions/${id}/end`)).status).toBe(404)
      expect((await other.get('/api/auth/sessions')).status).toBe(200)
      expect((await me.post(`/api/auth/sessions/${id}/end`)).body).toMatchObject({
        message: 'The device has been signed out.',
      })
      expect((await other.get('/api/auth/sessions')).status).toBe(401)
      for (const wrong of [id, 'x', '%00', "'--", 'x'.repeat(22), '1'])
        expect((await me.post(`/api/auth/sessions/${wrong}/end`)).status, wrong).toBe(404)
      const sessions = (await me.get('/api/auth/sessions')).body.data
      expect(sessions).toHaveLength(1)
      expect((await me.post(`/api/auth/sessions/${sessions[0].id}/end`)).status).toBe(200)
      expect((await me.get('/api/auth/sessions')).status).toBe(401)
    })

    it('are ended all but this one', async () => {
      await account(db, 'others@example.test')
      const others = [await signIn('others@example.test'), await signIn('others@example.test')]
      const me = await signIn('others@example.test')
      expect((await me.post('/api/auth/sessions/end-others')).status).toBe(200)
      for (const other of others) expect((await other.get('/api/auth/sessions')).status).toBe(401)
      expect((await me.get('/api/auth/sessions')).body.data).toHaveLength(1)
    })
  })

  describe('its settings', () => {
    const save = async (person: Person, settings: object) =>
      (await person.post('/api/auth/user/update', { user: { settings } })).body

    it('merge by name, and null takes one away', async () => {
      const person = await portal.person({ type: 'user' })
      await save(person, { theme: 'slate', layout: { style: 'layout2' } })
      expect((await save(person, { titles: 'both', layout: { folded: true } })).data.user.settings).toEqual({
        theme: 'slate',
        titles: 'both',
        layout: { folded: true },
      })
      expect((await save(person, { theme: null, never: null })).data.user.settings).toEqual({
        titles: 'both',
        layout: { folded: true },
      })
      expect((await save(person, {})).data.user.settings).toEqual({ titles: 'both', layout: { folded: true } })
    })

    it('lose nothing when two pages save at once', async () => {
      const person = await portal.person({ type: 'user' })
      await Promise.all(Array.from({ length: 10 }, (_, at) => save(person, { [`k${at}`]: at })))
      const { body } = await person.post('/api/auth/user/update', { user: {} })
      expect(Object.keys(body.data.user.settings)).toHaveLength(10)
    })

    it('are bounded in all, not only in what is sent', async () => {
      const person = await portal.person({ type: 'user' })
      expect((await save(person, { a: 'x'.repeat(9000) })).data).toBeTruthy()
      expect((await save(person, { b: 'x'.repeat(9000) })).errors).toHaveProperty(['user.settings'])
      expect((await save(person, {})).data.user.settings).toEqual({ a: 'x'.repeat(9000) })
    })
  })

  describe('its photo', () => {
    const photoOf = async (person: Person) =>
      (await person.post('/api/auth/user/update', { user: {} })).body.data.user.photoURL
    const send = async (person: Person, name: string, bytes: Buffer, field = 'photo') =>
      postForm(person, '/api/auth/photo', await formOf({}, [{ name, bytes }], field))

    it.each([
      ['me.png', png, 'image/png'],
      ['me.jpg', jpeg, 'image/jpeg'],
      ['me.webp', webp, 'image/webp'],
    ])('%s is taken, and served under a signed address', async (name, bytes, type) => {
      const person = await portal.person({ type: 'Agent', supplier_id: 60 })
      expect(await photoOf(person)).toBeNull()
      const { status, body } = await send(person, name, bytes)
      expect(status).toBe(200)
      const url: string = body.data.user.photoURL
      expect(url).toMatch(/^\/api\/files\/\d+\?expires=\d+&signature=[\w-]{43}$/)
      expect(Number(/expires=(\d+)/.exec(url)?.[1]) - Date.now() / 1000).toBeGreaterThan(23 * 3600)
      const served = await portal.app.inject({ url })
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, type])
      expect(served.rawPayload.equals(bytes)).toBe(true)
      expect(await photoOf(person)).toBe(url)
      expect((await send(person, 'next.png', png)).body.data.user.photoURL).not.toBe(url)
      expect((await portal.app.inject({ url })).statusCode).toBe(404)
      const gone = await person.delete('/api/auth/photo')
      expect(gone.body.data.user.photoURL).toBeNull()
      expect(await db.query(`select 1 from files where area = 'users' and record_id = $1`, [person.id])).toEqual([])
    })

    it('stands in every answer of a sign-in', async () => {
      const id = await account(db, 'pictured@example.test')
      const me = await signIn('pictured@example.test')
      const renewed = async () => (await me.get('/api/auth/access-token')).body.data.user.photoURL
      expect(await renewed()).toBeNull()
      await db.query(
        `insert into files (key, name, type, size, sha256, area, record_id, slot)
         values ('0000', 'a.png', 'image/png', 1, '', 'users', $1, 'photo')`,
        [id],
      )
      expect(await renewed()).toMatch(/^\/api\/files\//)
    })

    it('is one, of two sent at the same time', async () => {
      const person = await portal.person({ type: 'user' })
      const answers = await Promise.all([1, 2, 3, 4].map((at) => send(person, `${at}.png`, png)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await db.query(`select 1 from files where area = 'users' and record_id = $1`, [person.id])).toHaveLength(1)
    })

    it('is a picture of at most 5 MB and nothing else', async () => {
      const person = await portal.person({ type: 'user' })
      const statusOf = async (name: string, bytes: Buffer, field?: string) =>
        (await send(person, name, bytes, field)).status
      const large = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
      expect(await statusOf('paper.pdf', pdf)).toBe(415)
      expect(await statusOf('paper.png', pdf)).toBe(415)
      expect(await statusOf('me.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415)
      expect(await statusOf('me.png', Buffer.alloc(0))).toBe(400)
      expect(await statusOf('me.png', png, 'picture')).toBe(400)
      expect(await statusOf('me.png', large(5 * 1024 * 1024))).toBe(200)
      expect(await statusOf('me.png', large(5 * 1024 * 1024 + 1))).toBe(413)
      expect((await postForm(person, '/api/auth/photo', await formOf({ nothing: '1' }))).status).toBe(422)
      expect((await person.post('/api/auth/photo', { photo: 'x' })).status).toBe(415)
      expect((await postForm(portal.nobody, '/api/auth/photo', await formOf({}, []))).status).toBe(401)
    })

    it('goes with the account', async () => {
      const person = await portal.person({ type: 'user' })
      await send(person, 'me.png', png)
      await db.query('delete from users where id = $1', [person.id])
      expect(await db.query(`select 1 from files where area = 'users' and record_id = $1`, [person.id])).toEqual([])
    })
  })

  describe('its password', () => {
    it.each([
      ['the password that everybody has', 'Password1', 'messages.password_common'],
      ['a common one in capitals', 'QWERTYUIOP', 'messages.password_common'],
      ['the own name', 'guinevere1990', 'messages.password_names'],
      ['both names the other way round', 'Pendragon.Guinevere', 'messages.password_names'],
      ['the own address', 'g.pendragon@knights.example', 'messages.password_names'],
      ['the company', 'CamelotTrading!', 'messages.password_names'],
      ['the portal', 'Supplier-Portal-2026', 'messages.password_names'],
      ['the name in Chinese', '林梅 19901231', 'messages.password_names'],
    ])('is not %s', (_, password, key) => {
      const names = [
        'g.pendragon@knights.example',
        'Guinevere',
        'Pendragon',
        'Camelot Trading',
        'supplier portal',
        '林',
        '梅',
      ]
      const problems = passwordProblems(password, [...names, '林梅'])
      expect(problems.map((problem) => problem.key)).toEqual([key])
    })

    it.each([
      'correct horse battery staple',
      'Portal-demo-2026',
      'guinevere likes tea',
      '73910264850173',
      '密码不是这一句',
      'x'.repeat(128),
    ])('may be %s', (password) => {
      expect(passwordProblems(password.padEnd(8, '7'), ['Guinevere', 'Pendragon', 'supplier portal'])).toEqual([])
    })

    it('knows three thousand that everybody tries', async () => {
      const list = (await import('#server/auth/common-passwords.txt?raw')).default.trim().split('\n')
      expect(new Set(list).size).toBe(3000)
      expect(list.every((password) => password.length >= 8 && password === password.toLowerCase())).toBe(true)
      for (const password of list) expect(passwordProblems(password)).toHaveLength(1)
    })

    it('is checked wherever one is set', async () => {
      const id = await account(db, 'checked@example.test', { last_name: 'Pendragon', full_name: 'Mei Pendragon' })
      const me = await signIn('checked@example.test')
      const bad = 'pendragon-1234'
      const ownName = await me.post('/api/change-password', {
        current_password: password,
        new_password: bad,
        confirm_password: bad,
      })
      expect(Object.keys(ownName.body.errors)).toEqual(['new_password'])
      const company = 'TestRetailLtd'
      const ours = await me.post('/api/change-password', {
        current_password: password,
        new_password: company,
        confirm_password: company,
      })
      expect(ours.body.errors.new_password[0]).toMatch(/names that others know/)
      const { version } = (await portal.as.admin.get(`/api/users/${id}`)).body
      const set = await portal.as.admin.post(`/api/users/${id}/moves/set_password`, { version, password: bad })
      expect(Object.keys(set.body.errors)).toEqual(['password'])
    })
  })
})
