import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { register } from '../../src/areas'
import { formOf, png, postForm } from '../kit/form'
import { draft, openPortal, type Portal } from '../kit/portal'

interface Operation {
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

describe('the description of the API', () => {
  let portal: Portal
  let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }
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

  /** What nobody may do has a route that says so, and is not offered. */
  const refused = register.areas
    .filter(({ partOf, single }) => partOf || single)
    .flatMap(({ name }) => [`POST /api/${name}`, `DELETE /api/${name}/{id}`])

  it('has every route that the server has, and none that it has not', () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(routes.length).toBeGreaterThan(300)
    // Registered by the portal's start around this API, not by the API itself.
    expect(described.filter((one) => !routes.includes(one))).toEqual(['GET /api/health'])
    expect(routes.filter((one) => !described.includes(one) && !refused.includes(one))).toEqual([])
  })

  it('says of every one what comes in and what comes out', () => {
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`
      expect(operation.summary, name).toBeTruthy()
      expect(operation.tags, name).toHaveLength(1)
      const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
      expect(good.length, name).toBeGreaterThan(0)
      for (const [status, { content }] of good) expect(content, `${name} ${status}`).toBeTruthy()
      const shared = (document.paths[path]?.parameters ?? []) as unknown as { name: string; in: string }[]
      const inPath = [...shared, ...(operation.parameters ?? [])].filter((one) => one.in === 'path')
      expect(inPath.map((one) => `{${one.name}}`).sort(), name).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
    }
  })

  it('says which are open to everybody', async () => {
    for (const { path, method, operation } of operations()) {
      if (path === '/api/health') continue
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
      ['get', '/api/articles/import/{id}', () => portal.as.Office.get('/api/articles/import/1')],
      ['post', '/api/articles/import/{id}/preview', () => portal.as.Office.post('/api/articles/import/1/preview')],
      ['get', '/api/articles/import/{id}/rows', () => portal.as.Office.get('/api/articles/import/1/rows')],
      ['get', '/api/articles/import', () => portal.as.Office.get('/api/articles/import')],
    ]
    beforeAll(async () => {
      await portal.as.Office.post('/api/purchase-orders', draft('PO-OPEN'))
      const sent = await formOf({ area: 'articles', record: '1' }, [{ name: 'a.png', bytes: png }])
      expect((await postForm(portal.as.Office, '/api/files', sent)).status).toBe(201)
    })

    it.each(answers)('%s %s', async (method, path, ask) => {
      const { status, body } = await ask()
      const described = document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
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

/** The routes as the router prints them: `GET /api/files/{id}`. */
const routesOf = (printed: string): string[] => {
  const stack: string[] = []
  const routes: string[] = []
  for (const line of printed.split('\n')) {
    const [, before = '', part = '', methods = ''] = /^(.*?)[├└]── (\S*?)(?: \(([^)]*)\))?$/u.exec(line) ?? []
    if (!part) continue
    const depth = before.length / 4
    stack.length = depth
    stack.push((stack[depth - 1] ?? '') + part)
    const path = stack[depth] ?? ''
    for (const method of methods.split(', '))
      if (method && method !== '-' && method !== 'HEAD')
        routes.push(`${method} ${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`)
  }
  // A move that is none is answered with 404 by a route of its own.
  return [...new Set(routes)].filter((route) => !route.endsWith('/moves/{move}') && route.includes(' /api/'))
}
