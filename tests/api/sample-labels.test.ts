import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('labels of samples (%s)', (engine) => {
  let portal: Portal
  let id: number

  beforeAll(async () => {
    portal = await openPortal(engine)
    const [type] = await portal.make('sample-types', [
      { code: 'FIT', name_en: 'Fit', name_zh: '试身样', seq: 1, stage: 'production', lead_days: 5, status: 'active' },
    ])
    const [made] = await portal.make('sample-requests', [
      {
        ...{ sample_type_id: type?.id, article_id: 1, supplier_id: 60, location_id: 1, due_date: '2099-01-01' },
        ...{ sizes: [{ size_id: 1, qty: 2 }], status: 'requested', requested_at: '2026-11-01T00:00:00Z' },
      },
    ])
    id = made?.id ?? 0
  }, 120_000)
  afterAll(() => portal.close())

  const labels = (who: Person, query: string) =>
    who.send({ method: 'GET', url: `/api/sample-requests/labels.pdf?${query}` })

  it('have a page for each piece on a roll, and one sheet for both on A4', async () => {
    const roll = readPdf((await labels(portal.as.Agent, `ids=${id}`)).rawPayload)
    expect(roll.pages.length).toBe(2)
    expect(roll.text).toContain('1/2')
    expect(roll.text).toContain('试身样')
    const sheet = await labels(portal.as.Office, `ids=${id}&form=a4`)
    expect(readPdf(sheet.rawPayload).pages.length).toBe(1)
    expect(String(sheet.headers['content-disposition'])).toMatch(/sample-labels-SR-\d{4}-\d{6}\.pdf/)
  })

  it('are for those who see the sample', async () => {
    const statusOf = async (who: Person, query = `ids=${id}`) => (await labels(who, query)).statusCode
    expect(await statusOf(portal.as.staff)).toBe(200)
    expect(await statusOf(portal.otherAgent)).toBe(404)
    expect(await statusOf(portal.as.user)).toBe(403)
    expect(await statusOf(portal.nobody)).toBe(401)
    for (const [query, status] of [
      [`ids=${id},999999`, 404],
      ['ids=', 400],
      ['ids=1;drop', 400],
      ['', 400],
      [`ids=${id}&form=letter`, 400],
      [`ids=${Array.from({ length: 101 }, (_, at) => at + 1).join()}`, 400],
    ] as const)
      expect([query, await statusOf(portal.as.Office, query)]).toEqual([query, status])
  })

  it('are refused where they are too many for one file', async () => {
    const sizes = [{ size_id: 1, qty: 99 }]
    const [first] = await portal.db.query<{ sample_type_id: number }>(
      'select sample_type_id from sample_requests limit 1',
    )
    const many = await portal.make(
      'sample-requests',
      Array.from({ length: 6 }, () => ({
        ...{ sample_type_id: first?.sample_type_id, article_id: 1, supplier_id: 60, location_id: 1, sizes },
        ...{ due_date: '2099-01-01', status: 'requested', requested_at: '2026-11-01T00:00:00Z' },
      })),
    )
    const { statusCode, body } = await labels(portal.as.Office, `ids=${many.map((row) => row.id).join()}`)
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      400,
      { ids: ['More than 500 labels. Print them in several files.'] },
    ])
  })
})
