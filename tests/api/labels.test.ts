import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
const shares = (...rows: [fibre_id: number, pct: string, component?: string][]) =>
  rows.map(([fibre_id, pct, component = 'shell']) => ({ component, fibre_id, pct }))

describe.each(engines)('labels of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let office: Person
  let agent: Person
  let viscose: number
  let elastane: number
  let care: number
  let made = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
    agent = portal.as.Agent
    const names = { family: 'regenerated', name_fr: 'x', name_de: 'x', name_es: 'x', name_it: 'x' }
    const fibres = await portal.make('fibres', [
      { ...names, code: 'T-CV', name_en: 'viscose', name_zh: '粘胶纤维', us_name: 'rayon' },
      { ...names, code: 'T-EL', name_en: 'elastane', name_zh: '氨纶', us_name: 'spandex' },
    ])
    viscose = fibres[0]?.id ?? 0
    elastane = fibres[1]?.id ?? 0
    const market = (
      code: string,
      country: string,
      language: string,
      parts: (string | [string, string])[],
      more = {},
    ) => ({
      code,
      name_en: code,
      countries: [{ country }],
      languages: [{ seq: 10, language }],
      parts: parts.map((part, at) =>
        typeof part === 'string' ? { seq: at + 1, part } : { seq: at + 1, part: part[0], value: part[1] },
      ),
      ...more,
    })
    await portal.make('label-markets', [
      market('AU', 'AU', 'en', ['brand', 'size', 'composition', 'care_text', 'care_symbols', 'origin'], {
        care_wording: 'australian',
      }),
      market('GB', 'GB', 'en', ['size', 'composition', 'care_symbols', 'importer']),
      market('US', 'US', 'en', ['size', 'composition', 'care_text', ['rn', '12345']], { us_fibre_names: true }),
      market('CN', 'CN', 'zh', ['size', 'composition', 'care_text', 'origin', ['safety_category', 'B']], {
        width_mm: 35,
      }),
    ])
    const [instruction] = await portal.make('care-instructions', [
      {
        name_en: 'Gentle knit',
        status: 'active',
        wash: 'W30M',
        bleach: 'BN',
        tumble: 'TX',
        iron: 'I110',
        dry_clean: 'PN',
        text_en: 'Machine wash at 30 °C',
        text_en_au: 'Cold gentle machine wash',
        text_zh: '最高洗涤温度30℃',
      },
    ])
    care = instruction?.id ?? 0
  })
  afterAll(() => portal.close())

  /** An order of supplier 60 with two lines; what their labels need is approved for as many of them as `ready` says. */
  const order = async (ready: number, changes: Record<string, unknown> = issued) => {
    made += 1
    const line = (colourway_id: number) => ({
      article_id: 1,
      colourway_id,
      house_brand_id: 1,
      country_of_origin: 'CN',
      unit_price: '5.25',
      qty: 100,
      sizes: [
        { size_id: 1, qty: 60 },
        { size_id: 2, qty: 40 },
      ],
    })
    const [{ id } = { id: 0 }] = await portal.make('purchase-orders', [
      draft(`PO-LB-${made}`, { lines: [line(1), line(2)], ...changes }),
    ])
    const { body } = await portal.as.admin.get(`/api/purchase-orders/${id}`)
    const lines = (body.lines as { id: number }[]).map((line) => line.id) as [number, number]
    const approved = lines.slice(0, ready)
    if (approved.length > 0) {
      await portal.make(
        'fibre-allocations',
        approved.map((po_line_id) => ({
          po_line_id,
          status: 'approved',
          declared: shares([elastane, '4.50'], [viscose, '95.50']),
        })),
      )
      await portal.make(
        'care-allocations',
        approved.map((po_line_id) => ({ po_line_id, care_instruction_id: care, status: 'approved' })),
      )
    }
    return { id, lines }
  }
  const label = (who: Person, line: number, query = '') => who.get(`/api/po-lines/${line}/label${query}`)
  const linesOf = (body: { labels: { sections: { part: string; lines: { text: string }[] }[] }[] }, part: string) =>
    body.labels[0]?.sections.find((section) => section.part === part)?.lines.map(({ text }) => text)
  const file = async (who: Person, url: string) => {
    const answer = await who.send({ method: 'GET', url })
    return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
  }

  it('say per market what the line, its composition and its care instruction say, a label for each size', async () => {
    const { lines } = await order(1)
    const { status, body } = await label(agent, lines[0], '?market=AU')
    expect(status).toBe(200)
    expect([body.market, body.missing, body.sizes.length, body.labels.length, body.sheets.length]).toEqual([
      'AU',
      [],
      2,
      2,
      2,
    ])
    expect(linesOf(body, 'composition')).toEqual(['95.5% viscose 4.5% elastane'])
    expect(linesOf(body, 'care_text')).toEqual(['Cold gentle machine wash'])
    expect(linesOf(body, 'origin')).toEqual(['Made in China'])
    expect(body.labels[0].sections.find(({ part }: { part: string }) => part === 'care_symbols').symbols).toEqual([
      'W30M',
      'BN',
      'TX',
      'I110',
      'PN',
    ])
    const american = (await label(agent, lines[0], '?market=US')).body
    expect(linesOf(american, 'composition')).toEqual(['95.5% rayon 4.5% spandex'])
    expect(linesOf(american, 'care_text')).toEqual(['Machine wash at 30 °C'])
    const chinese = (await label(agent, lines[0], '?market=CN')).body
    expect(linesOf(chinese, 'composition')).toEqual(['纤维成分：粘胶纤维95.5% 氨纶4.5%'])
  })

  it('are of the market to which the order is shipped unless another is wanted', async () => {
    const { lines } = await order(0, { ...issued, ship_to_country: 'AU' })
    expect((await label(agent, lines[0])).body.market).toBe('AU')
  })

  it('tell in the reader’s language what is missing, and where it is filled in', async () => {
    const { id, lines } = await order(0)
    const { body } = await label(office, lines[0], '?market=GB')
    expect(body.missing).toEqual([
      { text: 'The composition is not verified', area: 'fibre-allocations', id: null },
      { text: 'No care instruction is approved', area: 'care-allocations', id: null },
      { text: expect.stringContaining('Importer'), area: 'label-markets', id: expect.any(Number) },
    ])
    const chinese = await agent.send({
      method: 'GET',
      url: `/api/po-lines/${lines[0]}/label?market=AU`,
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(chinese.json().missing.map(({ text }: { text: string }) => text)).toEqual([
      '纤维成分尚未核实',
      '洗涤说明尚未批准',
    ])
    expect(id).toBeGreaterThan(0)
  })

  it('what is worded for the label precedes what was declared', async () => {
    const { lines } = await order(0)
    await portal.make('fibre-allocations', [
      {
        po_line_id: lines[0],
        status: 'approved',
        declared: shares([viscose, '95'], [elastane, '5']),
        label: shares([viscose, '96'], [elastane, '4']),
      },
    ])
    const { body } = await label(agent, lines[0], '?market=AU')
    expect(linesOf(body, 'composition')).toEqual(['96% viscose 4% elastane'])
  })

  it('belong to the line’s supplier and the house', async () => {
    const { id, lines } = await order(2)
    const [line] = lines
    const urls = [
      `/api/po-lines/${line}/label?market=AU`,
      `/api/po-lines/${line}/label.pdf?market=AU`,
      `/api/po-lines/${line}/label-file?market=AU`,
      `/api/purchase-orders/${id}/label-file?market=AU`,
    ]
    const people: [string, Person, number][] = [
      ['admin', portal.as.admin, 200],
      ['Office', office, 200],
      ['Agent', agent, 200],
      ['staff', portal.as.staff, 200],
      ['Agent of another supplier', portal.otherAgent, 404],
      ['user', portal.as.user, 403],
      ['nobody', portal.nobody, 401],
    ]
    for (const [name, person, status] of people)
      for (const url of urls) expect([name, url, (await file(person, url)).status]).toEqual([name, url, status])
    const draftOrder = await order(1, {})
    expect((await label(agent, draftOrder.lines[0], '?market=AU')).status).toBe(404)
  })

  it('as a PDF have pages of their true size, one for each size or for one', async () => {
    const { lines } = await order(1)
    const all = await file(agent, `/api/po-lines/${lines[0]}/label.pdf?market=CN`)
    expect(all.status).toBe(200)
    expect(all.headers['content-type']).toBe('application/pdf')
    expect(all.headers['content-disposition']).toMatch(/^attachment; filename="label-PO-LB-\d+-10?-CN\.pdf"$/)
    const boxes = [...all.content.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)]
    expect(boxes).toHaveLength(2)
    for (const [, width] of boxes) expect(Number(width)).toBeCloseTo((35 * 72) / 25.4, 1)
    expect(readPdf(all.content).text).toContain('粘胶纤维95.5%')
    const size = (await label(agent, lines[0], '?market=CN')).body.sizes[1]
    const single = await file(agent, `/api/po-lines/${lines[0]}/label.pdf?market=CN&size=${size}`)
    expect(readPdf(single.content).pages).toHaveLength(1)
    expect(readPdf(single.content).text).toContain(`尺码：${size}`)
  })

  it('are refused as a PDF or a file until nothing is missing, with what is, line by line', async () => {
    const { id, lines } = await order(1)
    const title = (await portal.as.admin.get(`/api/po-lines/${lines[1]}`)).body.line_title
    for (const url of [
      `/api/purchase-orders/${id}/label-file?market=AU`,
      `/api/po-lines/${lines[1]}/label-file?market=AU&format=xlsx`,
      `/api/po-lines/${lines[1]}/label.pdf?market=AU`,
    ]) {
      const { status, body } = await office.get(url)
      expect([url, status, body.code]).toEqual([url, 409, 'label_incomplete'])
      expect(body.errors).toEqual({ [title]: ['The composition is not verified', 'No care instruction is approved'] })
    }
    expect((await file(office, `/api/po-lines/${lines[0]}/label-file?market=AU`)).status).toBe(200)
  })

  it('as a file have a row for each line and size, as text or as a workbook', async () => {
    const { id } = await order(2)
    const csv = (await file(agent, `/api/purchase-orders/${id}/label-file?market=US`)).content.toString('utf8')
    const [head, ...rows] = csv
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
    expect(head).toBe(
      'market,po_no,line_no,article_no,colour_code,colour,size,sku,gtin,qty,composition_en,care_text_en,rn',
    )
    expect(rows).toHaveLength(4)
    expect(rows[0]).toContain('95.5% rayon 4.5% spandex,Machine wash at 30 °C,RN 12345')
    const workbook = await file(agent, `/api/purchase-orders/${id}/label-file?market=US&format=xlsx`)
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK')
  })

  it('of an order wait for no line that is cancelled or closed short', async () => {
    const { id, lines } = await order(1)
    for (const status of ['cancelled', 'short_closed']) {
      await portal.db.query('update po_lines set line_status = $2 where id = $1', [lines[1], status])
      const { content } = await file(agent, `/api/purchase-orders/${id}/label-file?market=AU`)
      expect(content.toString('utf8').trim().split(/\r?\n/)).toHaveLength(3)
    }
    await portal.db.query(`update po_lines set line_status = 'cancelled' where id = $1`, [lines[0]])
    const { status, body } = await office.get(`/api/po-lines/${lines[0]}/label.pdf?market=AU`)
    expect([status, Object.values(body.errors)]).toEqual([409, [['The order line is cancelled']]])
  })

  it('of a market, size or format that does not exist are refused by name', async () => {
    const { lines } = await order(1)
    for (const [query, field] of [
      ['?market=XX', 'market'],
      ['?market=AU&size=XXXL', 'size'],
      ['?market=AU&colour=red', 'colour'],
    ] as const) {
      const { status, body } = await label(office, lines[0], query)
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, [field]])
    }
    const { status, body } = await office.get(`/api/po-lines/${lines[0]}/label-file?market=AU&format=pdf`)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['format']])
  })

  it('of markets are written by administrators alone, who hear what is wrong with them', async () => {
    const market = {
      code: 'NZ',
      name_en: 'New Zealand',
      countries: [{ country: 'NZ' }],
      languages: [{ seq: 10, language: 'en' }],
      parts: [{ seq: 10, part: 'composition' }],
    }
    expect((await office.post('/api/label-markets', market)).status).toBe(403)
    expect((await agent.get('/api/label-markets')).status).toBe(403)
    const refused: [object, string][] = [
      [{ parts: [{ seq: 10, part: 'rn', value: 'RN 12' }] }, 'parts.0.value'],
      [{ parts: [{ seq: 10, part: 'size', value: 'M' }] }, 'parts.0.value'],
      [{ parts: [...market.parts, { seq: 20, part: 'composition' }] }, 'parts.1.part'],
      [{ languages: [...market.languages, { seq: 10, language: 'fr' }] }, 'languages.1.seq'],
      [{ countries: [] }, 'countries'],
      [{ width_mm: 5 }, 'width_mm'],
    ]
    for (const [change, field] of refused) {
      const { status, body } = await portal.as.admin.post('/api/label-markets', { ...market, ...change })
      expect([field, status, Object.keys(body.errors ?? {})]).toEqual([field, 422, [field]])
    }
    const taken = await portal.as.admin.post('/api/label-markets', { ...market, countries: [{ country: 'AU' }] })
    expect(taken.status).toBe(422)
    expect((await portal.as.admin.post('/api/label-markets', market)).status).toBe(201)
  })
})
