import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, type Mail, mailHandler, queueMail } from '#server/jobs/mail.ts'
import { startOutbox } from '#server/jobs/outbox.ts'
import { mailedPaper } from '#server/paper/papers.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Portal } from '../kit/portal'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

describe.each(engines)('notices of one kind for one reader (%s)', (engine) => {
  let portal: Portal
  let numbers = 0
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())
  beforeEach(() => portal.db.query('delete from outbox'))

  const approved = (count: number) =>
    portal.make(
      'purchase-orders',
      Array.from({ length: count }, () => draft(`DIG-${1000 + ++numbers}`, { status: 'approved' })),
    )
  /** As the list does it: all in one request. */
  const issue = async (orders: readonly { id: number; version?: number }[]) => {
    const rows = orders.map(({ id, version = 1 }) => ({ id, version }))
    const { status, body } = await portal.as.Office.post('/api/purchase-orders/bulk/moves/issue', { rows })
    expect([status, body.results?.filter(({ status }: { status: number }) => status !== 200)]).toEqual([200, []])
  }
  const waiting = () =>
    portal.db.query<{ payload: Mail; wait: number }>(
      `select payload, extract(epoch from due_at - now())::int as wait from outbox where done_at is null order by id`,
    )
  const makeDue = () => portal.db.query('update outbox set due_at = now() where done_at is null')

  /** The mails as files, sent by as many processes; the first `failing` attempts find no mail server. */
  const sendAll = async ({ processes = 1, failing = 0 } = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'digest-'))
    const papers = (wish: Parameters<typeof mailedPaper>[1]) => mailedPaper(portal.app.kit, wish)
    const write = createMailer({ folder, publicUrl: 'https://portal.example.test', log: silent, papers })
    let attempts = 0
    const send = async (mail: Mail, id: number) => {
      attempts += 1
      if (attempts <= failing) throw new Error('no answer')
      await write(mail, id)
    }
    const workers = await Promise.all(
      Array.from({ length: processes }, () => startOutbox(portal.db, { mail: mailHandler(send) }, silent)),
    )
    const open = () => portal.db.query('select 1 from outbox where done_at is null and due_at <= now()')
    await expect.poll(open, { timeout: 20_000 }).toEqual([])
    for (const worker of workers) await worker.stop()
    const mails = await Promise.all((await readdir(folder)).sort().map((file) => readFile(join(folder, file), 'utf8')))
    await rm(folder, { recursive: true })
    return mails.map((mail) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))
  }
  const papersIn = (mail: string) => mail.match(/filename=/g)?.length ?? 0

  it('that come of one request are one mail: so many spelt out, the number of the rest, the way to all', async () => {
    const orders = await approved(24)
    await issue(orders)
    const rows = await waiting()
    expect(rows.map(({ payload }) => [payload.mail, payload.digest?.count])).toEqual([['po_issued', 23]])
    expect(rows[0]?.wait).toBeGreaterThan(60)
    await makeDue()
    const [mail = '', ...others] = await sendAll({ processes: 2 })
    expect(others).toEqual([])
    expect(mail).toMatch(/^Subject: .*: 24 purchase orders\r$/m)
    expect(mail.match(/^- DIG-\d+ \(.*\): 100 units, ex-factory 5 Mar 2027\r$/gm)).toHaveLength(20)
    expect(mail).toContain('and 4 more')
    expect(mail).toContain('https://portal.example.test/apps/purchase_order?status=issued')
    expect(papersIn(mail)).toBe(0)
    expect(mail).toContain('each with its PDF')
  })

  it('carry their papers while they are few; one alone is the mail that it always was', async () => {
    const [single, ...others] = await approved(13)
    await issue(others)
    await makeDue()
    const [together = ''] = await sendAll()
    expect(together).toMatch(/: 12 purchase orders\r$/m)
    expect(papersIn(together)).toBe(12)
    await issue(single ? [single] : [])
    await makeDue()
    const [alone = ''] = await sendAll()
    expect(alone).toMatch(/^Subject: .*: purchase order DIG-\d+\r$/m)
    expect(alone).toContain(`/apps/purchase_order/${single?.id}`)
    expect(papersIn(alone)).toBe(1)
  })

  it('say a reason once that is the same for all, else with each', async () => {
    const reasons = async (...comments: string[]) => {
      const orders = await portal.make(
        'purchase-orders',
        comments.map(() => draft(`DIG-${1000 + ++numbers}`, { status: 'issued', issued_at: '2026-11-02T09:00:00Z' })),
      )
      for (const [index, { id }] of orders.entries())
        await portal.as.Office.post(`/api/purchase-orders/${id}/moves/cancel`, { version: 1, reason: comments[index] })
      await makeDue()
      const [mail = ''] = await sendAll()
      return mail.match(/Range cut|Too late/g)
    }
    expect(await reasons('Range cut', 'Range cut')).toEqual(['Range cut'])
    expect(await reasons('Range cut', 'Too late')).toEqual(['Range cut', 'Too late'])
  })

  it('say the same in every attempt: what comes later goes into the next mail', async () => {
    const [first, second, third] = await approved(3)
    await issue([first, second].flatMap((order) => order ?? []))
    await makeDue()
    expect(await sendAll({ failing: 1 })).toEqual([])
    await issue(third ? [third] : [])
    expect((await waiting()).map(({ payload }) => payload.digest?.count)).toEqual([1, 0])
    await makeDue()
    const mails = await sendAll({ processes: 2 })
    expect(mails.map((mail) => /^Subject: .*: (.*)\r$/m.exec(mail)?.[1])).toEqual([
      '2 purchase orders',
      expect.stringMatching(/^purchase order DIG/),
    ])
    expect(new Set(mails.map((mail) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1])).size).toBe(2)
  })

  it('are sent by another process under the same id when the one that had them dies', async () => {
    await issue(await approved(2))
    await makeDue()
    const ids: number[] = []
    let end = () => {}
    const hangs = (_payload: unknown, { id }: { id: number }) => {
      ids.push(id)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    }
    // It takes the mail, and never renews what it holds for a moment.
    const lost = await startOutbox(portal.db, { mail: hangs }, silent, { seconds: 0.2, most: 0 })
    await expect.poll(() => ids).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const [mail = '', ...others] = await sendAll()
    expect(others).toEqual([])
    end()
    await lost.stop()
    expect(mail).toContain(`Message-ID: <outbox-${ids[0]}@`)
    expect(mail).toMatch(/: 2 purchase orders\r$/m)
  })

  it('come together also from requests at the same time, and drop out with what was not written', async () => {
    const orders = await approved(12)
    await Promise.all([0, 4, 8].map((from) => issue(orders.slice(from, from + 4))))
    expect((await waiting()).map(({ payload }) => payload.digest?.count)).toEqual([11])
    // Issued already: refused, and told to nobody.
    await portal.as.Office.post('/api/purchase-orders/bulk/moves/issue', { rows: [{ id: orders[0]?.id, version: 1 }] })
    expect((await waiting()).map(({ payload }) => payload.digest?.count)).toEqual([11])
  })

  it('about accounts neither wait nor gather', async () => {
    const changed = {
      mail: 'password_changed',
      to: 'mei@example.test',
      language: 'en',
      params: { name: 'Mei' },
    } as const
    await portal.db.transaction(async (tx) => {
      await queueMail(tx, changed)
      await queueMail(tx, changed)
    })
    expect(await waiting()).toMatchObject([
      { payload: { mail: 'password_changed' }, wait: 0 },
      { payload: { mail: 'password_changed' }, wait: 0 },
    ])
    expect(await sendAll()).toHaveLength(2)
  })
})
