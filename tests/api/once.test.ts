import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { register } from '#areas/index.ts'
import { dbError } from '#server/db/errors.ts'
import { engines } from '../kit/db'
import { formOf, jpeg, picturePair, png } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { routesOf } from '../kit/routes'

describe.each(engines)('an act with an Idempotency-Key (%s)', (engine) => {
  let portal: Portal
  let Office: Person
  let counter = 0
  beforeAll(async () => {
    portal = await openPortal(engine)
    Office = portal.as.Office
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => portal.close())

  const freshKey = () => `key-${++counter}`
  /** Orders that a filter of their own finds. */
  const orders = async (count: number) => {
    const comment = `batch ${++counter}`
    const inputs = Array.from({ length: count }, (_, at) =>
      draft(`PO-ONCE-${counter}-${at}`, { ship_window_end: '2027-06-30' }),
    )
    const made = await portal.make('purchase-orders', inputs)
    const ids = made.map(({ id }) => id)
    return { comment, ids, filter: new URLSearchParams(ids.map((id) => ['id', String(id)])).toString() }
  }
  const shifted = (filter: string, count: number, key: string, days = 1) =>
    Office.send({
      method: 'PATCH',
      url: '/api/purchase-orders/bulk',
      payload: { filter, count, shift: { ex_factory_date: days } },
      headers: { 'idempotency-key': key },
    })
  const datesOf = async (ids: number[]) => {
    const rows = await portal.db.query<{ d: string }>(
      'select ex_factory_date as d from purchase_orders where id = any($1::bigint[])',
      [ids],
    )
    return rows.map(({ d }) => d)
  }
  const statuses = (answer: { json: () => { results: { status: number }[] } }) =>
    answer.json().results.map(({ status }) => status)

  it('over many records moves each once when it is sent twice at the same time, and both are answered alike', async () => {
    const { ids, filter } = await orders(6)
    const key = freshKey()
    const answers = await Promise.all([1, 2].map(() => shifted(filter, 6, key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[1]?.body && answers[1].json()).toEqual(answers[0]?.json())
    expect(statuses(answers[0] as never)).toEqual(Array(6).fill(200))
    expect(await datesOf(ids)).toEqual(Array(6).fill('2027-03-06'))
  })

  it('over a filter answers the same later, though it would find others by then', async () => {
    const { ids, filter } = await orders(3)
    const key = freshKey()
    const first = await shifted(filter, 3, key)
    await portal.db.query(`update purchase_orders set version = version + 1 where id = any($1::bigint[])`, [ids])
    await portal.db.query(
      'delete from po_line_sizes where po_line_id in (select id from po_lines where purchase_order_id = $1)',
      [ids[0]],
    )
    await portal.db.query('delete from po_lines where purchase_order_id = $1', [ids[0]])
    await portal.db.query('delete from purchase_orders where id = $1', [ids[0]])
    const again = await shifted(filter, 3, key)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  })

  it('is refused with another payload, and free again where it was refused itself', async () => {
    const { ids, filter } = await orders(2)
    const key = freshKey()
    expect((await shifted(filter, 5, key)).statusCode).toBe(409)
    expect((await shifted(filter, 2, key)).statusCode).toBe(200)
    const other = await shifted(filter, 2, key, 2)
    expect([other.statusCode, Object.keys(other.json().errors)]).toEqual([422, ['Idempotency-Key']])
    expect(await datesOf(ids)).toEqual(['2027-03-06', '2027-03-06'])
  })

  it('that broke off goes on behind the last row, and who comes back late writes nothing', async () => {
    const { ids, filter } = await orders(5)
    const key = freshKey()
    const { write } = portal.app.kit
    let writes = 0
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    let stuck = () => {}
    const isStuck = new Promise<void>((resolve) => {
      stuck = resolve
    })
    vi.spyOn(portal.app.kit, 'write').mockImplementation(async (...args) => {
      writes += 1
      if (writes === 3) {
        stuck()
        await asleep
      }
      return write(...args)
    })
    const first = shifted(filter, 5, key)
    await isStuck
    const running = await shifted(filter, 5, key)
    expect([running.statusCode, running.json().code, running.headers['retry-after']]).toEqual([409, 'key_running', '5'])
    expect(await datesOf(ids)).toEqual(expect.arrayContaining(['2027-03-05', '2027-03-06']))

    // Its process died: the lease runs out.
    await portal.db.query(`update idempotency_keys set lease_until = now() - interval '1 second' where status is null`)
    // A row that is no more what the filter meant when it was sent belongs to it all the same.
    const second = await shifted(filter, 5, key)
    expect(statuses(second)).toEqual(Array(5).fill(200))
    wake()
    const late = await first
    expect(late.statusCode === 200 ? late.json() : late.json().code).toEqual(
      late.statusCode === 200 ? second.json() : 'key_running',
    )
    expect(await datesOf(ids)).toEqual(Array(5).fill('2027-03-06'))
    expect(await portal.db.query('select 1 from idempotency_rows')).toEqual([])
  })

  it('tries a row again that the database let go of, and a lost connection behind it', async () => {
    const { ids, filter } = await orders(4)
    const repository = portal.app.kit.repository('purchase-orders')
    const { edit } = repository
    let edits = 0
    vi.spyOn(repository, 'edit').mockImplementation(async (...args) => {
      edits += 1
      const made = await edit(...args)
      if (edits === 2) throw dbError('40P01', 'deadlock detected')
      if (edits === 4) throw dbError('08006', 'connection lost')
      return made
    })
    const answer = await shifted(filter, 4, freshKey())
    expect([answer.statusCode, statuses(answer)]).toEqual([200, Array(4).fill(200)])
    expect(await datesOf(ids)).toEqual(Array(4).fill('2027-03-06'))
  })

  it('says of a row that broke what it says of any request, and logs it', async () => {
    const { ids, filter } = await orders(2)
    const repository = portal.app.kit.repository('purchase-orders')
    const { edit } = repository
    vi.spyOn(repository, 'edit').mockImplementation(async (work, id, input) => {
      if (id === ids[0]) throw new TypeError('nobody expected this')
      return edit(work, id, input)
    })
    const logged = vi.spyOn(portal.app.log, 'error')
    const answer = await shifted(filter, 2, freshKey())
    expect(answer.json().results).toMatchObject([{ status: 500, code: 'internal' }, { status: 200 }])
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.any(TypeError), request_id: expect.any(String), row: ids[0] }),
      expect.any(String),
    )
  })

  it('brings a file in once, also when it comes twice at the same time', async () => {
    const key = freshKey()
    const send = (file: string) =>
      Office.send({
        method: 'POST',
        url: '/api/ports/import?file_name=a.csv',
        payload: file,
        headers: { 'content-type': 'text/csv', 'idempotency-key': key },
      })
    const file = 'code,name_en,country\nCNONE,One,CN'
    const answers = await Promise.all([1, 2].map(() => send(file)))
    const again = await send(file)
    for (const answer of [...answers, again])
      expect([answer.statusCode, answer.json()]).toEqual([201, answers[0]?.json()])
    expect((await send(`${file}\nCNTWO,Two,CN`)).statusCode).toBe(422)
    const id = answers[0]?.json().id
    const others = await portal.db.query('select id from imports where owner_id = $1', [Office.id])
    expect(others).toEqual([{ id }])
    const gone = () =>
      Office.send({ method: 'DELETE', url: `/api/imports/${id}`, headers: { 'idempotency-key': `${key}-gone` } })
    expect((await gone()).json()).toEqual((await gone()).json())
  })
})

/** Writes that ask for no key: they set what is set, or end what is ended, and nobody is signed in at most of them. */
const withoutKey = new Set([
  ...['login', 'logout', 'register', 'confirm-mail', 'confirm-mail/send', 'user/update'].map(
    (name) => `POST /api/auth/${name}`,
  ),
  ...['POST /api/auth/sessions/{id}/end', 'POST /api/auth/sessions/end-others'],
  ...['POST /api/reset-password', 'POST /api/reset-password-request', 'POST /api/change-password'],
  // The password that it asks for is checked before its key is looked up.
  ...['POST /api/users/{id}/moves/change_email', 'POST /api/users/bulk/moves/change_email'],
  // The offset of a part says where it belongs; of an upload that was started twice one expires.
  ...['POST /api/uploads', 'PATCH /api/uploads/{id}', 'DELETE /api/uploads/{id}', 'OPTIONS /api/uploads'],
  // These count, and write nothing.
  'POST /api/requirement-profiles/effect',
  // These read a file, and write nothing.
  ...['POST /api/bookings/packing-list', 'POST /api/containers/events/read'],
  'POST /api/payment-runs/propose',
  // Every payment has one result: the same answer again changes nothing.
  'POST /api/payment-runs/{id}/confirmation',
  ...register.areas.filter(({ lifecycle }) => lifecycle).map(({ name }) => `POST /api/${name}/bulk/moves`),
])

describe('every route that writes', () => {
  let portal: Portal
  let writes: string[]
  const key = 'used for something else'
  beforeAll(async () => {
    portal = await openPortal('embedded')
    writes = routesOf(portal.app.printRoutes({ commonPrefix: false })).filter((route) => !route.startsWith('GET '))
    const hash = createHash('sha256').update(key.replaceAll(' ', '_')).digest('base64url')
    await portal.db.query(
      `insert into idempotency_keys (user_id, key, route, payload_hash, status, answer)
       select id, $1, 'POST /elsewhere', 'x', 200, '{}' from users`,
      [hash],
    )
    await portal.make('purchase-orders', [draft('PO-ONCE')])
  })
  afterAll(() => portal.close())

  it('knows by its key what was sent before, or is named here as one that need not', async () => {
    expect(writes.length).toBeGreaterThan(200)
    const heedless: [string, number][] = []
    for (const route of writes) {
      if (withoutKey.has(route)) continue
      const statuses: number[] = []
      // Whoever may: what nobody may writes nothing.
      for (const person of [portal.as.admin, portal.as.Agent, portal.as.staff, portal.as.Office]) {
        const answer = await person.send(await requestOf(route))
        const isKnown = answer.statusCode === 422 && 'Idempotency-Key' in (answer.json().errors ?? {})
        statuses.push(isKnown ? 0 : answer.statusCode)
        if (answer.statusCode !== 403) break
      }
      const last = statuses.at(-1) ?? 0
      if (last !== 0 && last !== 403) heedless.push([route, last])
    }
    expect(heedless).toEqual([])
    expect([...withoutKey].filter((route) => !writes.includes(route))).toEqual([])
  }, 120_000)

  /** A request that the route would take, by what stands in its address. */
  const requestOf = async (route: string): Promise<InjectOptions> => {
    const [method = 'POST', path = ''] = route.split(' ')
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const headers: Record<string, string> = { 'idempotency-key': key.replaceAll(' ', '_') }
    const form = await formFor(path)
    if (method === 'POST' && form)
      return { method, url, payload: form.payload, headers: { ...headers, ...form.headers } }
    if (/\/import$/.test(path))
      return { method: 'POST', url, payload: 'a,b\n1,2', headers: { ...headers, 'content-type': 'text/csv' } }
    if (/\/e-invoice$/.test(path))
      return {
        method: 'POST',
        url: `${url}?commit=true`,
        payload: '<x/>',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      }
    return { method: method as 'POST', url, payload: bodyFor(method, path), headers }
  }

  const formFor = async (path: string) => {
    const form: Record<string, () => ReturnType<typeof formOf>> = {
      '/api/files': () => formOf({ area: 'purchase-orders', record: '1' }, [{ name: 'a.png', bytes: png }]),
      '/api/po-lines/attach': () =>
        formOf({ lines: '1', kind: 'test_report' }, [{ name: 'a.png', bytes: png }], 'file'),
      '/api/help-support': () => formOf({ subject: 'A', message: 'B', category: 'bug' }),
      '/api/auth/photo': () => formOf({}, [{ name: 'a.jpg', bytes: jpeg }], 'photo'),
      '/api/articles/{id}/images': () => formOf({}, picturePair('a.png')),
      '/api/house-brands/{id}/logo': () => formOf({}, picturePair('a.png')),
    }
    return form[path]?.()
  }

  const bodyFor = (method: string, path: string) => {
    if (path === '/api/views')
      return { area: 'ports', name: 'Mine', shared_with: 'private', role: null, is_default: false, state: {} }
    if (path === '/api/finance/journal/batches') return { from: '2026-01-01', to: '2026-01-31' }
    if (path === '/api/dossiers') return { area: 'purchase-orders', ids: [1], form: 'zip', language: 'en' }
    if (path.endsWith('/allocate')) return { lines: [1], values: {} }
    if (path.endsWith('/pins')) return { x: 0, y: 0, body: 'A' }
    if (path.endsWith('/answers')) return { body: 'A' }
    if (path.endsWith('/comments/{comment}')) return method === 'PATCH' ? { version: 1, body: 'A' } : { version: 1 }
    if (path.endsWith('/plan')) return { lines: [1], ...(path.includes('sample') && { location_id: 1 }) }
    if (path.endsWith('/parcel')) return { samples: [{ id: 1, version: 1 }] }
    if (path.endsWith('/invoices/from-booking')) return { booking_id: 1 }
    if (path.endsWith('/claims/draft')) return { keys: ['line-1-late-1-1'] }
    if (path.endsWith('/containers/events'))
      return {
        events: [
          {
            ...{ source: 'MSC', id: 'E1', container_no: 'MEDU8707688' },
            ...{ type: 'arrived_port', kind: 'actual', at: '2026-03-12' },
          },
        ],
      }
    if (path.endsWith('/copy-last')) return { lines: [1] }
    if (path.endsWith('/readiness/remind')) return { cells: [{ line: 1, kind: 'fibre' }] }
    if (path.endsWith('/fill'))
      return { source: 'rule', cells: [{ line: 1, type: path.includes('artwork') ? 'hangtag' : 'packing' }] }
    if (path.includes('/bulk')) return { rows: [{ id: 1, version: 1 }] }
    const isRecord = register.areas.some(({ name }) => path.startsWith(`/api/${name}/{id}`))
    const isView = path.startsWith('/api/views')
    return (isRecord && !/images|logo|import/.test(path)) || (isView && method !== 'POST') ? { version: 1 } : {}
  }
})
