import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/types.ts'
import { conflict } from '#server/kit/errors.ts'
import { freshDb } from '../kit/db'
import { authApp } from './auth-app'

describe('errors', () => {
  let db: Db
  let portal: Awaited<ReturnType<typeof authApp>>

  beforeAll(async () => {
    db = await freshDb('embedded')
    portal = await authApp(db)
  })
  afterAll(async () => {
    await portal.app.close()
    await db.close()
  })

  const post = (payload: string, contentType = 'application/json', url = '/api/echo') =>
    portal.app.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } })

  it.each([
    ['malformed JSON', '{"a":', 400, 'malformed'],
    ['two values', '{} {}', 400, 'malformed'],
    ['a body of 2 MB', JSON.stringify({ a: 'x'.repeat(2_000_000) }), 413, 'too_large'],
    ['JSON 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 400, 'malformed'],
    ['JSON 33 deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400, 'malformed'],
    ['a prototype', '{"__proto__":{"role":"admin"}}', 400, 'malformed'],
    ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}', 400, 'malformed'],
  ])('refuse %s', async (_, body, status, code) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'message'])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  it.each([
    ['an object', `{${Array.from({ length: 2001 }, (_, at) => `"k${at}":1`).join()}}`],
    ['a list', `[${Array.from({ length: 2001 }, () => '{}').join()}]`],
  ])('refuse %s of more members than any route takes', async (_, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
    expect(answer.json().message).toContain('2000')
  })

  it('list twenty problems and say how many more there are', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, 1]))
    const answer = await post(JSON.stringify(body), 'application/json', '/api/auth/login')
    expect(answer.statusCode).toBe(422)
    const { errors } = answer.json()
    expect(Object.keys(errors)).toHaveLength(21)
    expect(errors['']).toEqual([expect.stringContaining('982')])
    expect(answer.body.length).toBeLessThan(2500)
  })

  it('take a few kB from strangers, and no more', async () => {
    const body = JSON.stringify({ email: 'a', password: 'x'.repeat(20_000) })
    expect((await post(body, 'application/json', '/api/auth/login')).statusCode).toBe(413)
    expect((await post(body)).statusCode).toBe(200)
  })

  it('take an empty body for none', async () => {
    expect((await post('')).json()).toEqual({ body: null })
    expect((await post('', 'application/json', '/api/auth/login')).statusCode).toBe(400)
  })

  it('do not count brackets inside texts', async () => {
    const body = { a: '[[[['.repeat(20), b: `\\"${'{'.repeat(50)}`, c: [[1], [2]] }
    expect((await post(JSON.stringify(body))).json()).toEqual({ body })
  })

  it.each([
    'text/plain',
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('refuse a body of %s with 415', async (contentType) => {
    const answer = await post('{"a":1}', contentType)
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  it('refuse what is no object, where an object is asked for', async () => {
    for (const body of ['[]', 'null', '"text"', '7'])
      expect((await post(body, 'application/json', '/api/auth/login')).statusCode).toBe(400)
  })

  it('answer unknown addresses as JSON', async () => {
    for (const url of ['/api/nowhere', '/api/auth/login', '/api', '/nowhere']) {
      const answer = await portal.app.inject({ url, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { message: 'Not found.', code: 'not_found' }])
    }
    const bad = await portal.app.inject({ url: '/api/%zz' })
    expect([bad.statusCode, bad.json().code]).toEqual([400, 'malformed'])
  })

  it('hide what went wrong inside, and name the request', async () => {
    const answer = await portal.app.inject({ url: '/api/fail' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      message: expect.stringMatching(/^Something went wrong/),
      code: 'internal',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  it('carry the headers of an answer under /api', async () => {
    for (const url of ['/api/nowhere', '/api/%zz'])
      expect([url, (await portal.app.inject({ url })).headers]).toMatchObject([
        url,
        {
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        },
      ])
    const { headers } = await portal.app.inject({ url: '/api/nowhere' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('translate what the database refuses', async () => {
    const { default: fastify } = await import('fastify')
    const { errors } = await import('#server/plugins/errors.ts')
    const failing = fastify()
    errors(failing)
    failing.get('/:code', async (request) => {
      const { code } = request.params as { code: string }
      if (code === 'refusal') throw conflict('stale', { key: 'messages.busy' }, { current: { version: 2 } })
      throw Object.assign(new Error('inside'), { code })
    })
    const statusOf = async (code: string) => {
      const { statusCode, headers } = await failing.inject({ url: `/${code}` })
      // Whoever is told to come again is told when.
      expect(headers['retry-after'] !== undefined, code).toBe(statusCode === 503)
      return statusCode
    }
    for (const [code, status] of [
      ['23505', 409],
      ['23503', 409],
      ['23514', 422],
      ['22021', 422],
      ['40001', 503],
      ['40P01', 503],
      ['08006', 503],
      ['25006', 503],
      ['25P03', 503],
      ['25P04', 503],
      ['53100', 503],
      ['53200', 503],
      ['53300', 503],
      ['55P03', 503],
      ['57014', 503],
      ['57P01', 503],
      ['ENOSPC', 503],
      ['EPIPE', 500],
      ['42703', 500],
      ['XX000', 500],
    ] as const)
      expect([code, await statusOf(code)]).toEqual([code, status])
    expect(failing.writeTrouble.read()).toBe('disk full')
    expect((await failing.inject({ url: '/refusal' })).json()).toMatchObject({ code: 'stale', current: { version: 2 } })
    await failing.close()
  })
})
