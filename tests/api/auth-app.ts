import { randomUUID } from 'node:crypto'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { createAdmin } from '#server/auth/create-admin.ts'
import { setPassword } from '#server/auth/passwords.ts'
import { authRoutes, type Profile } from '#server/auth/routes.ts'
import { openSessions } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/types.ts'
import { answerBeforeRoutes, errors } from '#server/plugins/errors.ts'
import { identity } from '#server/plugins/identity.ts'
import { json } from '#server/plugins/json.ts'
import { security } from '#server/plugins/security.ts'

export const password = 'Portal-demo-2026'
export const secret = 'a secret of the tests, longer than thirty-two characters'

/** Sign-in and the plugins around it, with one open and one closed route to look at; no area. */
export const authApp = async (db: Db) => {
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const app = fastify({ logger, genReqId: () => randomUUID(), frameworkErrors: answerBeforeRoutes, trustProxy: true })
  const sessions = await openSessions(db, secret)
  const profileChanges: [Profile, Profile][] = []
  errors(app)
  json(app)
  await security(app, { publicUrl: 'http://127.0.0.1:3000', scriptHashes: [] })
  identity(app, { sessions })
  authRoutes(app, {
    db,
    sessions,
    photoAddress: () => null,
    onProfileChange: async (_tx, _me, before, after) => {
      profileChanges.push([before, after])
    },
  })
  app.get('/api/me', async (request) => request.me)
  app.post('/api/echo', { config: { open: true }, bodyLimit: 1024 * 1024 }, async (request) => ({
    body: request.body ?? null,
  }))
  app.get('/api/fail', { config: { open: true } }, async () => {
    throw new Error('the secret inside')
  })
  app.addHook('onClose', () => sessions.close())
  await app.ready()

  const signIn = (body: object, address = '192.0.2.1'): Promise<LightMyRequestResponse> =>
    app.inject({ method: 'POST', url: '/api/auth/login', payload: body, headers: { 'x-forwarded-for': address } })

  return {
    app,
    sessions,
    profileChanges,
    lines,
    signIn,
    tokenOf: async (email: string, remember = false): Promise<string> =>
      (await signIn({ email, password, remember })).json().data.token,
    as: (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) }),
  }
}

export const admin = (db: Db, email: string) =>
  createAdmin(db, { email, first_name: 'Ada', last_name: 'Admin', password })

/** An account of any type that signs in with `password`; answers its id. */
export const account = async (db: Db, email: string, columns: Record<string, unknown> = {}) => {
  const row = { email, first_name: 'Mei', last_name: 'Lin', full_name: 'Mei Lin', type: 'Agent', ...columns }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  const [made] = await db.query<{ id: number }>(
    `insert into users (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning id`,
    Object.values(row),
  )
  if (!made) throw new Error('no account made')
  await setPassword(db, made.id, password)
  return made.id
}

/** The two companies that accounts of these tests act for: 60 and 61. */
export const suppliers = (db: Db) =>
  db.query(
    `insert into suppliers (id, code, supplier_name, country, status)
     values (60, 'NBK', 'Ningbo Knit', 'CN', 'active'), (61, 'DHW', 'Dhaka Woven', 'BD', 'active')`,
  )
