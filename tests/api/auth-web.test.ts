import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '#server/plugins/errors.ts'
import { health } from '#server/plugins/health.ts'
import { identity } from '#server/plugins/identity.ts'
import { inlineScriptHashes, security } from '#server/plugins/security.ts'
import { web } from '#server/plugins/web.ts'

const page = '<!doctype html><script>go("now")</script><script type="module" src="/assets/a-1b2c3d4e.js"></script>'
const script = `${'const answer = 42\n'.repeat(100)}`

describe('the web app', () => {
  const app = fastify()
  let root = ''
  let beat: { ok: boolean; at: string | null } = { ok: true, at: '2026-01-02T03:04:05.000Z' }
  let database = true

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'web-'))
    await mkdir(join(root, 'assets'))
    for (const [name, text] of [
      ['index.html', page],
      ['assets/a-1b2c3d4e.js', script],
    ] as const) {
      await writeFile(join(root, name), text)
      await writeFile(join(root, `${name}.br`), brotliCompressSync(text))
      await writeFile(join(root, `${name}.gz`), gzipSync(text))
    }
    await writeFile(join(root, 'favicon.svg'), '<svg/>')
    errors(app)
    await security(app, { publicUrl: 'https://portal.example.test', scriptHashes: inlineScriptHashes(page) })
    identity(app, { sessions: { principalOf: () => Promise.reject(new Error('nobody')) } })
    const db = { query: () => (database ? Promise.resolve([]) : Promise.reject(new Error('gone'))) }
    const trouble = () => app.writeTrouble.read()
    health(app, { db, version: '1.2.3', heartbeat: () => beat, trouble })
    await web(app, { root })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })

  const open = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
    app.inject({ url, headers })

  it('opens at every address of its own', async () => {
    for (const url of ['/', '/login', '/apps/purchase_order?status=issued', '/apps/purchase_order/7', '/index.html']) {
      const answer = await open(url)
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, page])
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    }
  })

  it('comes compressed, its hashed files for ever', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await open('/assets/a-1b2c3d4e.js', { 'accept-encoding': encoding })
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
        'content-type': expect.stringMatching(/javascript/),
      })
      const opened = await open('/apps/x', { 'accept-encoding': encoding, accept: 'text/html' })
      expect(opened.headers['content-encoding']).toBe(encoding)
    }
    const plain = await open('/assets/a-1b2c3d4e.js', {})
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script])
    expect((await open('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('is not what a missing file or an unknown call gets', async () => {
    for (const [url, accept] of [
      ['/assets/gone-1b2c3d4e.js', '*/*'],
      ['/api/nowhere', 'text/html'],
      ['/api', 'text/html'],
      ['/api/nowhere', 'application/json'],
    ] as const) {
      const answer = await open(url, { accept })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/.env'])
      expect((await open(url, {})).statusCode).not.toBe(200)
    expect((await app.inject({ method: 'POST', url: '/apps/x' })).statusCode).toBe(404)
  })

  it('runs no inline script but its own, in no frame, over HTTPS', async () => {
    const { headers } = await open('/login')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", 'upgrade-insecure-requests'])
      expect(policy).toContain(rule)
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
  })

  it('insists on HTTPS only where it is served', async () => {
    const plain = fastify()
    await security(plain, { publicUrl: 'http://127.0.0.1:3000', scriptHashes: [] })
    plain.get('/', async () => '')
    const { headers } = await plain.inject('/')
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    await plain.close()
  })

  it('says how it is, without asking the database unless told to', async () => {
    const state = async (url = '/api/health') => {
      const answer = await open(url)
      return [answer.statusCode, answer.json()]
    }
    expect(await state()).toEqual([200, { status: 'ok', version: '1.2.3', checked_at: beat.at }])
    database = false
    expect((await state())[0]).toBe(200)
    expect((await state('/api/health?deep=1'))[0]).toBe(503)
    app.writeTrouble.note('disk_full')
    expect(await state()).toMatchObject([503, { status: 'disk full' }])
    beat = { ok: false, at: beat.at }
    expect(await state()).toMatchObject([503, { status: 'database unavailable' }])
  })
})
