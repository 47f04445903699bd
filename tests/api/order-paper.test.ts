import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailer, mailHandler } from '#server/jobs/mail.ts'
import { startOutbox } from '#server/jobs/outbox.ts'
import { mailedPaper } from '#server/paper/papers.ts'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { openPortal, type Person, type Portal } from '../kit/portal'
import { orders, step } from './orders-kit'

const silent = { info: () => {}, error: () => {}, warn: () => {} }

describe.each(engines)('an order on paper (%s)', (engine) => {
  let portal: Portal
  let at: ReturnType<typeof orders>['at']
  beforeAll(async () => {
    portal = await openPortal(engine)
    at = orders(portal).at
  })
  afterAll(() => portal.close())

  const pdf = async (person: Person, id: number, query = '') => {
    const answer = await person.send({ method: 'GET', url: `/api/purchase-orders/${id}/pdf${query}` })
    expect(answer.statusCode).toBe(200)
    return { headers: answer.headers, file: answer.rawPayload, ...readPdf(answer.rawPayload) }
  }
  const statusOf = async (person: Person, id: number | string, query = '') =>
    (await person.get(`/api/purchase-orders/${id}/pdf${query}`)).status

  it('is a PDF of a name that says which, in real text', async () => {
    const order = await at('issued', { notes_shared: 'Pack by colour, 24 to a carton' })
    const { headers, file, text, title, language, tags, pages } = await pdf(portal.as.Agent, order.id, '?language=en')
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="${order.po_no}-rev0-en.pdf"`)
    expect(headers['cache-control']).toBe('no-store')
    expect(file.length).toBeLessThan(100_000)
    for (const expected of [order.po_no, 'Purchase order', '5.25', '5 Mar 2027', 'Pack by colour, 24 to a carton'])
      expect(text).toContain(expected)
    expect(pages[0]).toContain('Page 1 of 1')
    expect(title).toBe(`Purchase order ${order.po_no}`)
    expect(language).toBe('en-GB')
    expect(tags).toMatchObject({ Document: 1, H1: 1, Table: 1, TR: 2 })
    expect(tags.TH).toBe(tags.TD)
  })

  it('is in Chinese, or in both languages, as one asks', async () => {
    const { id, po_no } = await at('issued')
    const chinese = await pdf(portal.as.Agent, id, '?language=zh')
    expect(chinese.text).toContain('采购订单')
    expect(chinese.text).toContain('2027年3月5日')
    expect(chinese.text).toContain('第 1 页，共 1 页')
    expect(chinese.text).not.toContain('Purchase order')
    expect(chinese.language).toBe('zh-CN')
    const both = await pdf(portal.as.Agent, id, '?language=both')
    expect(both.text).toContain('Purchase order 采购订单')
    // Saved beside each other, no file takes another's name.
    expect(chinese.headers['content-disposition']).toBe(`attachment; filename="${po_no}-rev0-zh.pdf"`)
    expect(both.headers['content-disposition']).toBe(`attachment; filename="${po_no}-rev0-en-zh.pdf"`)
    expect(await statusOf(portal.as.Agent, id, '?language=fr')).toBe(400)
    expect(await statusOf(portal.as.Agent, id, '?language=en&language=zh')).toBe(400)
  })

  it('is given to those who may read the order, and to nobody else', async () => {
    const issued = await at('issued')
    const draft = await at('draft')
    for (const person of [portal.as.admin, portal.as.Office, portal.as.Agent, portal.as.staff])
      expect(await statusOf(person, issued.id)).toBe(200)
    expect(await statusOf(portal.otherAgent, issued.id)).toBe(404)
    expect(await statusOf(portal.as.Agent, draft.id)).toBe(404)
    expect(await statusOf(portal.as.Agent, 999_999)).toBe(404)
    expect(await statusOf(portal.as.user, issued.id)).toBe(403)
    expect(await statusOf(portal.nobody, issued.id)).toBe(401)
    expect(await statusOf(portal.as.Office, 'x')).toBe(400)
  })

  it('says of a draft that it is one', async () => {
    const { id } = await at('draft')
    expect((await pdf(portal.as.Office, id, '?language=en')).title).toMatch(/ · Draft$/)
  })

  it('says nothing internal, to whomever, and to those who see no prices none', async () => {
    const { id } = await at('issued', { notes_internal: 'Margin is thin here', fx_rate: '1.234567' })
    for (const person of [portal.as.admin, portal.as.Agent, portal.as.staff]) {
      const { text } = await pdf(person, id)
      expect(text).not.toContain('Margin is thin here')
      expect(text).not.toContain('1.2345')
    }
    expect((await pdf(portal.as.Agent, id)).text).toContain('525.00')
    const { text } = await pdf(portal.as.staff, id)
    expect(text).not.toMatch(/525|5\.25|GBP/)
    expect(text).toContain('100')
  })

  describe('by mail', () => {
    const sentMails = async (): Promise<{ head: string; body: string; pdf: ReturnType<typeof readPdf> | null }[]> => {
      const folder = await mkdtemp(join(tmpdir(), 'paper-'))
      const papers = (wish: Parameters<typeof mailedPaper>[1]) => mailedPaper(portal.app.kit, wish)
      const send = createMailer({ folder, publicUrl: 'https://portal.example.test', log: silent, papers })
      await portal.db.query('update outbox set due_at = now()')
      const outbox = await startOutbox(portal.db, { mail: mailHandler(send) }, silent)
      await expect
        .poll(() => portal.db.query('select 1 from outbox where done_at is null'), { timeout: 20_000 })
        .toEqual([])
      await outbox.stop()
      const mails = await Promise.all(
        (await readdir(folder)).sort().map((file) => readFile(join(folder, file), 'utf8')),
      )
      await rm(folder, { recursive: true })
      return mails.map((mail) => {
        const encoded = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail)?.[1]
        return { head: mail, body: mail, pdf: encoded ? readPdf(Buffer.from(encoded, 'base64')) : null }
      })
    }
    const forget = () => portal.db.query('delete from outbox')
    /** An issued order, and the mails of its issue alone. */
    const issued = async () => {
      const approved = await at('approved')
      await forget()
      return (await step(portal.as.Office, approved, 'issue')).body
    }

    it('goes to the supplier with the order, in the language it prefers', async () => {
      await portal.db.query(`update suppliers set language = 'zh' where id = 60`)
      const order = await issued()
      const mails = (await sentMails()).filter(({ head }) => head.includes(order.po_no))
      expect(mails.length).toBeGreaterThan(0)
      for (const { head, pdf } of mails) {
        expect(head).toContain(`filename=${order.po_no}-rev0-zh.pdf`)
        expect(pdf?.text).toContain('采购订单')
        expect(pdf?.text).not.toContain('Purchase order')
      }
    })

    it('goes in both languages to a supplier of whom none is known', async () => {
      await portal.db.query('update suppliers set language = null where id = 60')
      await issued()
      expect((await sentMails())[0]?.pdf?.text).toContain('Purchase order 采购订单')
    })

    it('has the values of the revision that it speaks of, though the order has gone on meanwhile', async () => {
      const order = await issued()
      const item = { po_line_id: order.lines[0].id, size_id: 1, field: 'qty', new_value: '37' }
      const revised = await step(portal.as.Office, order, 'revise', { reason_code: 'data_error', items: [item] })
      expect([revised.status, revised.body.revision_no]).toEqual([200, 1])
      const mails = await sentMails()
      const papers = mails.map(({ pdf }) => pdf?.pages[0] ?? [])
      const [first = [], second = []] = [papers[0], papers.at(-1)]
      expect(first.join('\n')).not.toContain('Revision 1')
      expect(first).toEqual(expect.arrayContaining(['40', '60', '100', '525.00']))
      expect(second.join('\n')).toContain('Revision 1')
      expect(second).toEqual(expect.arrayContaining(['37', '60', '97', '509.25']))
      expect(mails.at(-1)?.head).toContain(`filename=${order.po_no}-rev1-en-zh.pdf`)
    })

    it('goes once more when somebody asks for it, and the history says so', async () => {
      const order = await at('issued')
      await forget()
      expect((await step(portal.as.Agent, order, 'send_again')).status).toBe(403)
      const again = await step(portal.as.Office, order, 'send_again', { comment: 'The first one was lost' })
      expect([again.status, again.body.status]).toEqual([200, 'issued'])
      const mails = await sentMails()
      expect(mails.length).toBeGreaterThan(0)
      for (const { head, pdf } of mails) {
        expect(head).toContain(`filename=${order.po_no}-rev0-en-zh.pdf`)
        expect(pdf?.text).toContain(order.po_no)
      }
      const { body } = await portal.as.Agent.get(`/api/purchase-orders/${order.id}/history`)
      expect(body[0]).toMatchObject({ action: 'send_again', comment: 'The first one was lost' })
      expect((await step(portal.as.Office, await at('draft'), 'send_again')).status).toBe(409)
    })

    it('stays away from an order that was taken back meanwhile', async () => {
      const order = await issued()
      await step(portal.as.Office, order, 'recall')
      const mails = await sentMails()
      expect(mails.length).toBeGreaterThan(1)
      for (const { pdf } of mails) expect(pdf).toBeNull()
    })

    it('is sent again when making it failed', async () => {
      await issued()
      let calls = 0
      const folder = await mkdtemp(join(tmpdir(), 'paper-'))
      const send = createMailer({
        folder,
        publicUrl: 'https://portal.example.test',
        log: silent,
        papers: async () => {
          calls += 1
          throw new Error('no ink')
        },
      })
      await portal.db.query('update outbox set due_at = now()')
      const outbox = await startOutbox(portal.db, { mail: mailHandler(send) }, silent)
      await expect
        .poll(() => portal.db.query('select 1 from outbox where last_error is null'), { timeout: 20_000 })
        .toEqual([])
      await outbox.stop()
      expect(calls).toBeGreaterThan(0)
      expect(await readdir(folder)).toEqual([])
      for (const { pdf } of await sentMails()) expect(pdf?.text).toContain('Purchase order')
      await rm(folder, { recursive: true })
    })
  })
})
