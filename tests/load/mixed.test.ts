import { expect, it } from 'vitest'
import { contractEngines } from '../kit/db'
import { type Ask, mixedLoad } from '../kit/mixed-load'
import { draft, openPortal, type Person } from '../kit/portal'

const seconds = 20

it.each(contractEngines)('eight people at work for twenty seconds are all answered, and soon (%s)', async (engine) => {
  const portal = await openPortal(engine)
  try {
    const ports = await portal.make(
      'ports',
      Array.from({ length: 30 }, (_, at) => ({
        code: `GB${String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))}A`,
        name_en: `Port ${at}`,
        country: 'GB',
        functions: ['port'],
      })),
    )
    const orders = await portal.make(
      'purchase-orders',
      Array.from({ length: 40 }, (_, at) => draft(`LOAD-${at}`)),
    )
    const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
    const answered = await mixedLoad({
      admin: asking(portal.as.admin),
      others: [portal.as.Agent, portal.as.staff, portal.as.user].map(asking),
      saved: { area: 'ports', ids: idsOf(ports.slice(0, 18)), field: 'name_zh' },
      opened: { area: 'purchase-orders', ids: idsOf(orders) },
      bulk: { area: 'ports', ids: idsOf(ports.slice(18)), field: 'name_zh' },
      file: (turn) =>
        ['PO,Style,Qty', ...Array.from({ length: 30 }, (_, at) => `LOAD-${turn}-${at},TEE-1,${at + 1}`)].join('\n'),
      seconds,
      pause: [0, 30],
    })
    expect(answered.filter(({ status, ms }) => status < 200 || status >= 300 || ms > 5000)).toEqual([])
    // Nobody stood still in between.
    const ends = answered.map(({ at, ms }) => at + ms)
    expect(Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? 0)))).toBeLessThan(5000)
    expect(new Set(answered.map(({ what }) => what))).toEqual(
      new Set(['bulk', 'check', 'list', 'open', 'own settings', 'save', 'totals', 'upload']),
    )
  } finally {
    await portal.close()
  }
})

const asking =
  (person: Person): Ask =>
  async (method, url, body) => {
    const isFile = typeof body === 'string'
    const { statusCode, payload } = await person.send({
      method,
      url,
      ...(body !== undefined && {
        payload: body,
        headers: { 'content-type': isFile ? 'text/csv' : 'application/json' },
      }),
    })
    return { status: statusCode, body: JSON.parse(payload) }
  }
