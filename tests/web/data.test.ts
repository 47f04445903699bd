import type { CrudFilter } from '@refinedev/core'
import { CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyRecord } from '#shared/kit/area.ts'
import { startTexts } from '#web/i18n.ts'
import { dataProvider } from '#web/providers/data.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { session, startSession } from '#web/providers/session.ts'
import { ada, token } from './kit'

let requests: InternalAxiosRequestConfig[] = []
const answer = (status: number, data: unknown, headers: Record<string, string> = {}) => {
  http.defaults.adapter = async (config) => {
    requests.push(config)
    const response = { status, statusText: '', data, headers, config }
    if (status >= 400) throw Object.assign(new Error('refused'), { isAxiosError: true, response, config })
    return response
  }
}
const urlOf = (config: InternalAxiosRequestConfig | undefined) => decodeURIComponent(http.getUri(config))
const list = (filters: CrudFilter[]) =>
  dataProvider.getList({ resource: 'purchase-orders', filters, pagination: { currentPage: 2, pageSize: 50 } })

beforeAll(startTexts)
beforeEach(async () => {
  requests = []
  localStorage.setItem('jwt_access_token', token())
  localStorage.setItem('role', 'Office')
  localStorage.setItem('info', JSON.stringify(ada))
  await startSession()
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete window.early
})

describe('a list', () => {
  test.each<[string, CrudFilter[], string]>([
    ['equal', [{ field: 'status', operator: 'eq', value: 'issued' }], 'status=issued'],
    ['not equal', [{ field: 'status', operator: 'ne', value: 'draft' }], 'status_ne=draft'],
    ['less', [{ field: 'slip_days', operator: 'lt', value: 3 }], 'slip_days_lt=3'],
    ['greater', [{ field: 'slip_days', operator: 'gt', value: 3 }], 'slip_days_gt=3'],
    ['any of', [{ field: 'status', operator: 'in', value: ['issued', 'draft'] }], 'status_in=issued,draft'],
    ['none of', [{ field: 'status', operator: 'nin', value: ['issued'] }], 'status_nin=issued'],
    ['contains', [{ field: 'po_no', operator: 'contains', value: '12' }], 'po_no_like=12'],
    ['starts', [{ field: 'po_no', operator: 'startswith', value: 'PO' }], 'po_no_startswith=PO'],
    ['empty', [{ field: 'eta', operator: 'null', value: true }], 'eta_null=true'],
    ['filled', [{ field: 'eta', operator: 'nnull', value: true }], 'eta_nnull=true'],
    [
      'one or another of a field',
      [
        {
          operator: 'or',
          value: [
            { field: 'etd', operator: 'eq', value: 'next_14_days' },
            { field: 'etd', operator: 'between', value: ['2026-01-01', '2026-02-01'] },
            { field: 'etd', operator: 'gte', value: '2027-01-01' },
          ],
        },
      ],
      'etd_within=next_14_days,2026-01-01..2026-02-01,2027-01-01..',
    ],
    ['search', [{ field: 'q', operator: 'contains', value: 'loom' }], 'q=loom'],
  ])('says "%s" in the list dialect', async (_, filters, expected) => {
    answer(200, [], { 'x-total-count': '0' })
    await list(filters)
    expect(urlOf(requests[0])).toContain(expected)
  })

  test('keeps both ends of a range, and all filters of a group', async () => {
    answer(200, [], { 'x-total-count': '0' })
    const between: CrudFilter = { field: 'etd', operator: 'between', value: ['2026-01-01', '2026-02-01'] }
    await list([{ operator: 'and', value: [between, { field: 'status', operator: 'eq', value: 'issued' }] }] as never)
    const url = urlOf(requests[0])
    expect(url).toBe('/api/purchase-orders?_end=100&_start=50&etd_gte=2026-01-01&etd_lte=2026-02-01&status=issued')
  })

  test('refuses what the dialect cannot say', async () => {
    answer(200, [])
    await expect(list([{ field: 'po_no', operator: 'endswith', value: '1' }])).rejects.toThrow('endswith')
    await expect(list([{ operator: 'or', value: [] }])).rejects.toThrow()
    expect(requests).toEqual([])
  })

  test('takes a total of none for none', async () => {
    answer(200, [], { 'x-total-count': '0' })
    expect(await list([])).toEqual({ data: [], total: 0 })
  })

  test('is cancelled by its signal', async () => {
    const abort = new AbortController()
    http.defaults.adapter = async (config) => {
      expect(config.signal).toBe(abort.signal)
      throw new CanceledError()
    }
    await expect(dataProvider.getList({ resource: 'users', meta: { signal: abort.signal } })).rejects.toBeInstanceOf(
      CanceledError,
    )
    expect(session()).not.toBeNull()
  })

  test('takes the answer that the page has already asked for, once', async () => {
    answer(200, [], { 'x-total-count': '0' })
    window.early = {
      url: '/api/purchase-orders?_end=25&_start=0',
      token: session()?.token ?? '',
      answer: Promise.resolve({ data: [{ id: 1 } as AnyRecord], total: 41 }),
    }
    const ask = () =>
      dataProvider.getList({ resource: 'purchase-orders', sorters: [{ field: 'id', order: 'desc' }], meta: {} })
    expect(await ask()).toEqual({ data: [{ id: 1 }], total: 41 })
    expect(requests).toEqual([])
    await ask()
    expect(requests).toHaveLength(1)
  })
})

describe('records by their ids', () => {
  const ask = (ids: number[]) => dataProvider.getMany?.({ resource: 'ports', ids })

  test('are asked for in whole pages, and all of them come', async () => {
    answer(200, [{ id: 1 }])
    const ids = Array.from({ length: 230 }, (_, at) => at + 1)
    expect((await ask(ids))?.data).toHaveLength(3)
    const sent = requests.map((request) => new URL(urlOf(request), 'http://x').searchParams)
    expect(sent.flatMap((params) => params.getAll('id')).map(Number)).toEqual(ids)
    expect(sent.map((params) => params.get('_end'))).toEqual(['100', '100', '30'])
  })

  test('are none for no ids', async () => {
    answer(200, [{ id: 1 }])
    expect([await ask([]), requests]).toEqual([{ data: [] }, []])
  })
})

describe('writing', () => {
  const key = (at: number) => requests[at]?.headers.get('Idempotency-Key')
  const photo = () => {
    const form = new FormData()
    form.append('files', new File(['x'], 'a.png', { type: 'image/png' }))
    return form
  }

  test.each<[string, () => Promise<unknown>]>([
    ['a change', () => http.patch('/api/ports/bulk', { rows: [{ id: 1, version: 1 }] })],
    ['a removal', () => http.delete('/api/files/3')],
    ['a file', () => http.post('/api/files', photo())],
  ])('sends %s under the same key until its outcome is known, and then under another', async (_, act) => {
    http.defaults.adapter = async (config) => {
      requests.push(config)
      throw Object.assign(new Error('timeout'), { isAxiosError: true, config })
    }
    await expect(act()).rejects.toThrow()
    answer(409, { code: 'key_running', message: 'It runs.' })
    await expect(act()).rejects.toThrow('It runs.')
    answer(503, { message: 'Busy.' })
    await expect(act()).rejects.toThrow('Busy.')
    answer(200, {})
    await act()
    await act()
    expect(key(0)).toMatch(/^[0-9a-f]{32}$/)
    expect([key(1), key(2), key(3)]).toEqual([key(0), key(0), key(0)])
    expect(key(4)).not.toBe(key(0))
  })

  test('sends a second click under the key of the first, and other values under their own', async () => {
    answer(200, {})
    await Promise.all([
      http.post('/api/ports', { a: 1 }),
      http.post('/api/ports', { a: 1 }),
      http.post('/api/ports', { a: 2 }),
    ])
    expect(key(1)).toBe(key(0))
    expect(key(2)).not.toBe(key(0))
    answer(422, { message: 'No.' })
    await expect(http.post('/api/ports', { a: 2 })).rejects.toThrow()
    await expect(http.post('/api/ports', { a: 2 })).rejects.toThrow()
    expect(key(4)).not.toBe(key(3))
  })

  test('sends an Idempotency-Key with every new record', async () => {
    answer(201, { id: 1 })
    await dataProvider.create({ resource: 'ports', variables: {} })
    await dataProvider.create({ resource: 'ports', variables: {} })
    const keys = requests.map((config) => config.headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
    expect(requests[0]?.headers.get('Authorization')).toBe(`Bearer ${session()?.token}`)
  })

  test('sends the same key with every try of one intention', async () => {
    answer(200, { id: 1 })
    const meta = { idempotencyKey: 'k1' }
    await dataProvider.create({ resource: 'ports', variables: {}, meta })
    await dataProvider.update({ resource: 'ports', id: 1, variables: {}, meta })
    expect(requests.map((config) => config.headers.get('Idempotency-Key'))).toEqual(['k1', 'k1'])
  })

  test('heeds no method and no headers that an address put into meta', async () => {
    answer(200, { id: 1 })
    const meta = { method: 'delete', headers: { Authorization: 'Bearer other' } }
    await dataProvider.create({ resource: 'ports', variables: {}, meta })
    await dataProvider.update({ resource: 'ports', id: 1, variables: {}, meta })
    await dataProvider.deleteOne({ resource: 'ports', id: 1, meta: { ...meta, method: 'patch' } })
    expect(requests.map(({ method }) => method)).toEqual(['post', 'patch', 'delete'])
    for (const { headers } of requests) expect(headers.get('Authorization')).toBe(`Bearer ${session()?.token}`)
  })

  test('sends many changes as one bulk edit with each version', async () => {
    answer(200, { results: [{ id: 1, ok: true }] })
    const meta = { versions: { 1: 4, 2: 9 } }
    await dataProvider.updateMany?.({ resource: 'ports', ids: [1, 2], variables: { name_en: 'X' }, meta })
    expect(requests[0]).toMatchObject({ method: 'patch', url: '/api/ports/bulk' })
    expect(JSON.parse(requests[0]?.data)).toEqual({
      rows: [
        { id: 1, version: 4 },
        { id: 2, version: 9 },
      ],
      values: { name_en: 'X' },
    })
  })

  test('a refusal carries the message, the errors by field, the code and the whole answer', async () => {
    const body = { message: 'Check', code: 'stale', errors: { po_no: ['Taken'] }, current: { id: 1 }, request_id: 'r1' }
    answer(409, body)
    const error = await dataProvider.update({ resource: 'ports', id: 1, variables: {} }).catch((caught) => caught)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ message: 'Check', statusCode: 409, code: 'stale', errors: body.errors, body })
    expect(error.requestId).toBe('r1')
  })

  test('no answer is told as such', async () => {
    http.defaults.adapter = async (config) => {
      throw Object.assign(new Error('Network Error'), { isAxiosError: true, config })
    }
    const error = await dataProvider.getOne({ resource: 'ports', id: 1 }).catch((caught) => caught)
    expect(error).toMatchObject({ statusCode: 0, code: 'offline' })
    expect(error.message).toContain('not responding')
  })

  test('a 401 anywhere ends the session', async () => {
    answer(401, { message: 'Invalid access_token', code: 'invalid_token' })
    await dataProvider.getOne({ resource: 'ports', id: 1 }).catch(() => undefined)
    expect(session()).toBeNull()
    expect(localStorage.getItem('jwt_access_token')).toBeNull()
  })
})
