import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/types.ts'
import { freshDb } from '../kit/db'
import { formOf, png } from '../kit/form'
import { admin, password } from './auth-app'

const secret = 'a secret of the tests, longer than thirty-two characters'

describe('who sends slowly', () => {
  let db: Db
  let folder: string
  let app: FastifyInstance
  let authorization: string
  // A fortieth of the portal's own patience.
  const patience = { body: 1500, stall: 1500, pace: 3000, check: 50 }

  beforeAll(async () => {
    db = await freshDb('embedded')
    folder = join(await mkdtemp(join(tmpdir(), 'slow-test-')), 'files')
    app = await createApp({
      db,
      secret,
      publicUrl: 'http://x',
      version: 'test',
      filesFolder: folder,
      bodyTimeouts: patience,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    await app.files.sweep()
    await db.query(
      "insert into settings (company_name, base_currency, office_country, office_approval_limit, price_over_target_pct, price_over_last_pct, days_to_acknowledge, large_order_units, qty_tolerance_large_pct, qty_tolerance_small_pct) values ('Test', 'GBP', 'GB', 1, 0, 0, 1, 1, 1, 1)",
    )
    await admin(db, 'ada@example.test')
    const payload = { email: 'ada@example.test', password }
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    authorization = `Bearer ${signedIn.json().data.token}`
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  /** Sends a head, then pieces of the body one after the other until all is sent or the connection ends; answers what came back. */
  const send = async (path: string, headers: Record<string, string>, pieces: Iterable<Buffer>): Promise<string> => {
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (/^HTTP\/1\.1 \d/.test(answer) && !answer.includes('408')) socket.end()
    })
    socket.on('error', () => {})
    const lines = Object.entries({ host: 'x', authorization, ...headers }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const over = new Promise<void>((done) => socket.once('close', () => done()))
    const sending = (async () => {
      for (const piece of pieces) {
        if (socket.destroyed || !socket.writable) return
        socket.write(piece)
        await new Promise((next) => setTimeout(next, 50))
      }
    })()
    await over
    await sending
    return answer
  }
  const report = { subject: 'A report', message: 'What was expected did not happen.', category: 'bug' }
  const formWith = async (size: number) => {
    const { payload, headers } = await formOf(report, [
      { name: 'a.png', bytes: Buffer.concat([png, Buffer.alloc(size)]) },
    ])
    return { payload, headers: { ...headers, 'content-length': String(payload.length) } }
  }
  function* pieces(of: Buffer, count: number) {
    const size = Math.ceil(of.length / count)
    for (let at = 0; at < of.length; at += size) yield of.subarray(at, at + size)
  }
  function* singles(of: Buffer) {
    for (const byte of of) yield Buffer.from([byte])
  }

  it('is waited for with an upload, far longer than with anything else', async () => {
    const { payload, headers } = await formWith(40_000)
    // Ninety pieces take at least three times the patience for a body.
    const answer = await send('/api/help-support', headers, pieces(payload, 90))
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('is ended with an upload that stands still, and nothing of it is left', async () => {
    const { payload, headers } = await formWith(40_000)
    const answer = await send('/api/help-support', headers, [payload.subarray(0, 20_000)])
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"timeout"')
    for (const header of ['x-content-type-options: nosniff', 'cache-control: no-store', 'content-security-policy: '])
      expect(answer).toContain(header)
    await expect.poll(() => readdir(join(folder, '.incoming')), { timeout: 10_000 }).toEqual([])
  })

  it('is ended with an upload that only seems to come', async () => {
    const { payload, headers } = await formWith(3000)
    expect(await send('/api/help-support', headers, singles(payload))).toMatch(/^HTTP\/1\.1 408 /)
    await expect.poll(() => readdir(join(folder, '.incoming')), { timeout: 10_000 }).toEqual([])
  })

  it.each(['/api/auth/user/update', '/api/no-such-thing'])('is ended with an ordinary body: %s', async (path) => {
    const body = Buffer.from(JSON.stringify({ user: { first_name: 'A'.repeat(1000) } }))
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const answer = await send(path, headers, singles(body))
    expect(answer.slice(0, 12)).toMatch(/^HTTP\/1\.1 4(08|04)/)
  })
})

it('does not hold up the end of the portal: a browser opens connections before it asks anything', async () => {
  const db = await freshDb('embedded')
  const app = await createApp({ db, secret, publicUrl: 'http://x', version: 'test' })
  const late: Socket[] = []
  // A browser opens another connection for the one that it lost, while the portal still stops.
  app.addHook('preClose', async () => {
    const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
    late.push(socket)
    await once(socket, 'connect')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const silent = connect(port, '127.0.0.1')
  const used = connect(port, '127.0.0.1')
  const closed = [silent, used].map((socket) => once(socket, 'close'))
  used.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(used, 'data')
  const start = performance.now()
  await app.close()
  await Promise.all(closed)
  expect(late).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(10_000)
  await db.close()
})
