import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { register } from '#areas/index.ts'
import { formOf, png, postForm } from '../kit/form'
import { draft, openPortal, type Portal } from '../kit/portal'
import { routesOf } from '../kit/routes'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

describe('the description of the API', () => {
  let portal: Portal
  let document: {
    servers: { url: string }[]
    tags: { name: string }[]
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, object> }
  }
  let routes: string[]

  beforeAll(async () => {
    portal = await openPortal('embedded')
    document = (await portal.nobody.get('/api/openapi.json')).body
    routes = routesOf(portal.app.printRoutes({ commonPrefix: false }))
  })
  afterAll(() => portal.close())

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => ({ path, method, operation })),
    )

  /** What a reference leads to; anything else is itself. */
  const resolved = <T extends object>(value: T): T => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value
    const steps = value.$ref.replace(/^#\//, '').split('/')
    return steps.reduce<Record<string, unknown>>(
      (at, step) => at?.[step] as Record<string, unknown>,
      document as unknown as Record<string, unknown>,
    ) as T
  }

  /** What nobody may do has a route that says so, and is not offered. */
  const refused = register.areas
    .filter(({ partOf, single }) => partOf || single)
    .flatMap(({ name }) => [`POST /api/${name}`, `DELETE /api/${name}/{id}`])

  it('has every route that the server has, and none that it has not', () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(routes.length).toBeGreaterThan(300)
    expect(described.filter((path) => !routes.includes(path))).toEqual([])
    expect(routes.filter((path) => !described.includes(path) && !refused.includes(path))).toEqual([])
  })

  it('says of every one what comes in and what comes out', () => {
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`
      expect(operation.summary, name).toBeTruthy()
      expect(operation.tags, name).toHaveLength(1)
      const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
      expect(good.length, name).toBeGreaterThan(0)
      for (const [status, response] of good) expect(resolved(response).content, `${name} ${status}`).toBeTruthy()
      const shared = (document.paths[path]?.parameters ?? []) as unknown as { name: string; in: string }[]
      const inPath = [...shared, ...(operation.parameters ?? [])]
        .map(resolved)
        .filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => `{${parameter.name}}`).sort(), name).toEqual(
        (path.match(/\{\w+\}/g) ?? []).sort(),
      )
    }
  })

  it('is an OpenAPI document that a client can be made from', async () => {
    const { payload } = await portal.app.inject({ url: '/api/openapi.json' })
    // It grows with the areas; what they have in common stands there once.
    expect(Buffer.byteLength(payload) / register.areas.length).toBeLessThan(15_000)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: expect.any(String) } })
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
    const tags = document.tags.map(({ name }) => name)
    expect([...new Set(tags)]).toEqual(tags)
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.filter((id) => !/^[a-z][a-zA-Z0-9]+$/.test(id))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(ids).toEqual(
      expect.arrayContaining([
        'listPurchaseOrders',
        'getPurchaseOrder',
        'updatePurchaseOrder',
        'approvePoLine',
        'login',
      ]),
    )
    for (const { path, method, operation } of operations()) {
      expect(tags, `${method} ${path}`).toContain(operation.tags[0])
      for (const [status, response] of Object.entries(operation.responses))
        expect([`${method} ${path} ${status}`, typeof resolved(response).description]).toEqual([
          `${method} ${path} ${status}`,
          'string',
        ])
    }
  })

  it('is made and packed once, whoever asks how often', async () => {
    const stringify = vi.spyOn(JSON, 'stringify')
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await portal.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
      expect([headers['content-encoding'], Number(headers['content-length']) < 140_000]).toEqual(['gzip', true])
      const again = await portal.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
    expect(stringify.mock.calls.filter(([value]) => value && typeof value === 'object' && 'openapi' in value)).toEqual(
      [],
    )
    stringify.mockRestore()
  })

  it('refers to nothing that it does not have', () => {
    const broken: string[] = []
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return
      if ('$ref' in value && typeof value.$ref === 'string' && !resolved(value)) broken.push(value.$ref)
      Object.values(value).forEach(walk)
    }
    walk(document)
    expect(broken).toEqual([])
  })

  it('has no address that two templates fit', () => {
    const templates = Object.keys(document.paths)
      .filter((path) => path.includes('{'))
      .map((path) => path.split('/'))
    const isParameter = (part: string | undefined) => part?.startsWith('{') === true
    const ambiguous = templates.flatMap((template, at) =>
      templates
        .slice(at + 1)
        .filter(
          (other) =>
            other.length === template.length &&
            template.every((part, index) => part === other[index] || isParameter(part) || isParameter(other[index])),
        )
        .map((other) => `${template.join('/')} ${other.join('/')}`),
    )
    expect(ambiguous).toEqual([])
  })

  it('says what those hear who send a file, or a key a second time', () => {
    const refusals = ({ operation }: { operation: Operation }) =>
      Object.keys(operation.responses).filter((status) => /^[45]/.test(status))
    const takesFiles = ({ operation }: { operation: Operation }) =>
      Object.keys(resolved(operation.requestBody ?? { content: {} }).content).some(
        (type) => type !== 'application/json',
      )
    const named = operations().map((operation) => ({ name: `${operation.method} ${operation.path}`, ...operation }))
    const uploads = named.filter(takesFiles)
    expect(uploads.length).toBeGreaterThan(20)
    for (const upload of uploads)
      expect([upload.name, ...refusals(upload)]).toEqual(
        expect.arrayContaining([upload.name, '4XX', '408', '413', '415', '422', '429', '503']),
      )
    const keyed = named.filter(({ operation }) =>
      (operation.parameters ?? []).map(resolved).some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(keyed.length).toBeGreaterThan(200)
    for (const operation of keyed)
      expect([operation.name, ...refusals(operation)]).toEqual(expect.arrayContaining([operation.name, '409', '422']))
  })

  it('says which are open to everybody', async () => {
    for (const { path, method, operation } of operations()) {
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const { statusCode } = await portal.app.inject({ method: method.toUpperCase() as 'GET', url })
      expect([path, method, statusCode === 401], `${statusCode}`).toEqual([
        path,
        method,
        operation.security === undefined,
      ])
    }
  })

  describe('is true of answers:', () => {
    const answers: [string, string, () => Promise<{ status: number; body: unknown }>][] = [
      ['get', '/api/auth/sessions', () => portal.as.Office.get('/api/auth/sessions')],
      ['get', '/api/auth/registration', () => portal.nobody.get('/api/auth/registration')],
      [
        'post',
        '/api/auth/user/update',
        () => portal.as.Office.post('/api/auth/user/update', { user: { settings: { a: 1 } } }),
      ],
      ['get', '/api/search', () => portal.as.Office.get('/api/search?q=jersey')],
      [
        'post',
        '/api/views',
        () => portal.as.Office.post('/api/views', { area: 'articles', name: 'Mine', state: { q: 'x' } }),
      ],
      ['get', '/api/views', () => portal.as.Office.get('/api/views?area=articles')],
      ['get', '/api/files', () => portal.as.Office.get('/api/files?area=articles&record=1')],
      ['get', '/api/purchase-orders', () => portal.as.Office.get('/api/purchase-orders')],
      ['get', '/api/purchase-orders/totals', () => portal.as.Office.get('/api/purchase-orders/totals?by=status')],
      ['get', '/api/po-lines/totals', () => portal.as.Office.get('/api/po-lines/totals')],
      ['get', '/api/purchase-orders/{id}', () => portal.as.Office.get('/api/purchase-orders/1')],
      ['get', '/api/purchase-orders/{id}/history', () => portal.as.Office.get('/api/purchase-orders/1/history')],
      [
        'patch',
        '/api/purchase-orders/bulk',
        () =>
          portal.as.Office.patch('/api/purchase-orders/bulk', {
            shift: { ex_factory_date: 1 },
            rows: [
              { id: 1, version: 1 },
              { id: 2, version: 1 },
            ],
          }),
      ],
      [
        'post',
        '/api/articles/import',
        async () => {
          const headers = { 'content-type': 'text/csv' }
          const payload = 'article_no,name_en\nTEE-9,Tee\n'
          const answer = await portal.as.Office.send({ method: 'POST', url: '/api/articles/import', headers, payload })
          return { status: answer.statusCode, body: answer.json() }
        },
      ],
      ['get', '/api/imports/{id}', () => portal.as.Office.get('/api/imports/1')],
      ['post', '/api/imports/{id}/preview', () => portal.as.Office.post('/api/imports/1/preview')],
      ['get', '/api/imports/{id}/rows', () => portal.as.Office.get('/api/imports/1/rows')],
      ['get', '/api/articles/import', () => portal.as.Office.get('/api/articles/import')],
    ]
    beforeAll(async () => {
      await portal.as.Office.post('/api/purchase-orders', draft('PO-OPEN'))
      const form = await formOf({ area: 'articles', record: '1' }, [{ name: 'a.png', bytes: png }])
      expect((await postForm(portal.as.Office, '/api/files', form)).status).toBe(201)
    })

    it.each(answers)('%s %s', async (method, path, ask) => {
      const { status, body } = await ask()
      const response = document.paths[path]?.[method]?.responses[status]
      const described = response && resolved(response).content?.['application/json']?.schema
      expect(described, `${status} ${JSON.stringify(body).slice(0, 300)}`).toBeTruthy()
      const { success, error } = schemaOf(described ?? {}).safeParse(body)
      expect(success, `${error?.message} in ${JSON.stringify(body).slice(0, 600)}`).toBe(true)
    })

    /** With the schemas that it refers to beside it. */
    const schemaOf = (schema: object) =>
      z.fromJSONSchema(
        JSON.parse(
          JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
            '#/components/schemas/',
            '#/$defs/',
          ),
        ),
      )
  })
})
