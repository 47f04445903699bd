import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { committed, previewed, uploaded } from '../kit/imports'
import { draft, openPortal, type Portal } from '../kit/portal'

const merino = {
  code: 'mer-2/48',
  name_en: 'Extrafine merino',
  name_zh: '超细美利奴羊毛',
  count_value: '48',
  plies: 2,
  fibres: [{ fibre_id: 2, pct: '100' }],
}

describe.each(engines)('yarns (%s)', (engine) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())

  it('are proposed by their mill, which can change them until the office answers', async () => {
    const { Agent, Office } = portal.as
    const made = await Agent.post('/api/yarns', merino)
    expect([made.status, made.body.status, 'mill_supplier_id' in made.body]).toEqual([201, 'proposed', false])
    expect((await Office.get(`/api/yarns/${made.body.id}`)).body.mill_supplier_id).toBe(60)
    expect(made.body).toMatchObject({
      code: 'MER-2/48',
      count_notation: 'Nm 2/48',
      composition_en: '100% wool',
      composition_zh: '羊毛100%',
    })
    const url = `/api/yarns/${made.body.id}`
    const edited = await Agent.patch(url, { version: made.body.version, micron: '19.5' })
    expect([edited.status, edited.body.micron]).toEqual([200, '19.5'])
    expect((await Agent.post(`${url}/moves/accept`, { version: edited.body.version })).status).toBe(403)

    const silent = await Office.post(`${url}/moves/reject`, { version: edited.body.version })
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['comment']])
    const rejected = await Office.post(`${url}/moves/reject`, { version: edited.body.version, comment: 'Pills.' })
    expect(rejected.body.status).toBe('rejected')
    const read = (await Agent.get(url)).body
    expect([read.status, read.answer, 'answered_by' in read]).toEqual(['rejected', 'Pills.', false])
    expect(read.moves).toContainEqual(expect.objectContaining({ name: 'propose_again', allowed: true }))
    expect((await Agent.patch(url, { version: read.version, micron: '20' })).status).toBe(422)

    const again = await Agent.post(`${url}/moves/propose_again`, { version: read.version })
    expect(again.body.status).toBe('proposed')
    const accepted = await Office.post(`${url}/moves/accept`, { version: again.body.version, comment: 'Good.' })
    expect([accepted.body.status, accepted.body.answer]).toEqual(['active', 'Good.'])
  })

  it('have prices that only the office reads and writes', async () => {
    const { Agent, Office } = portal.as
    const priced = await Agent.post('/api/yarns', { ...merino, code: 'P1', price_per_kg: '20', currency: 'USD' })
    expect([priced.status, Object.keys(priced.body.errors).sort()]).toEqual([422, ['currency', 'price_per_kg']])
    const made = await Agent.post('/api/yarns', { ...merino, code: 'P2' })
    const url = `/api/yarns/${made.body.id}`
    const nameless = await Office.patch(url, { version: made.body.version, price_per_kg: '20' })
    expect([nameless.status, Object.keys(nameless.body.errors)]).toEqual([422, ['currency']])
    const kept = await Office.patch(url, { version: made.body.version, price_per_kg: '20', currency: 'USD' })
    expect(kept.body.price_per_kg).toBe('20.0000')
    expect(Object.keys((await Agent.get(url)).body).filter((key) => /price|currency|internal/.test(key))).toEqual([])
    expect((await Agent.get('/api/yarns?price_per_kg_gte=1')).status).toBe(400)
  })

  it('are seen by their mill and by suppliers whose articles use them, and by no others', async () => {
    const { Agent, Office, staff } = portal.as
    const { body: yarn } = await Office.post('/api/yarns', { ...merino, code: 'MILL-61', mill_supplier_id: 61 })
    const url = `/api/yarns/${yarn.id}`
    expect((await portal.otherAgent.get(url)).status).toBe(200)
    expect((await Agent.get(url)).status).toBe(404)
    expect((await Agent.get('/api/yarns?code=MILL-61')).body).toEqual([])
    expect((await Agent.get(`/api/yarn-fibres?yarn_id=${yarn.id}`)).body).toEqual([])
    expect((await staff.get('/api/yarns')).status).toBe(403)
    await Office.post(`${url}/moves/accept`, { version: yarn.version })

    const { body: article } = await Office.get('/api/articles/1')
    const colourways = article.colourways.map(({ id, code, name_en, active }: Colour) => ({
      id,
      code,
      name_en,
      active,
      ...(code === 'WHT' ? { yarn_id: yarn.id } : {}),
    }))
    expect((await Office.patch('/api/articles/1', { version: article.version, colourways })).status).toBe(200)
    expect((await Agent.get(url)).status).toBe(404)
    const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
    await portal.make('purchase-orders', [draft('PO-YARN', issued)])
    const seen = await Agent.get(url)
    expect([seen.status, seen.body.editable, 'mill_supplier' in seen.body]).toEqual([200, [], false])
    expect((await Agent.get('/api/yarns?q=Pearl')).body).toEqual([])
    expect((await Office.get('/api/yarns?q=Pearl')).body.map(({ code }: Colour) => code)).toEqual(['MILL-61'])
    expect((await Agent.patch(url, { version: seen.body.version, micron: '20' })).status).toBe(422)
    const [, white] = (await Agent.get('/api/articles/1')).body.colourways
    expect([white.yarn_id, white.yarn.title]).toEqual([yarn.id, 'Extrafine merino'])
    const [, unnamed] = (await staff.get('/api/articles/1')).body.colourways
    expect('yarn_id' in unnamed).toBe(false)
  })

  it.each([
    [
      'short of 100',
      [
        { fibre_id: 1, pct: '60' },
        { fibre_id: 2, pct: '39' },
      ],
      ['fibres.1.pct'],
    ],
    [
      'over 100',
      [
        { fibre_id: 1, pct: '60' },
        { fibre_id: 2, pct: '40.01' },
      ],
      ['fibres.1.pct'],
    ],
    [
      'a fibre twice',
      [
        { fibre_id: 1, pct: '50' },
        { fibre_id: 1, pct: '50' },
      ],
      ['fibres.1.fibre_id'],
    ],
    [
      'a fibre of nothing',
      [
        { fibre_id: 1, pct: '100' },
        { fibre_id: 2, pct: '0' },
      ],
      ['fibres.1.pct'],
    ],
    ['more than 100 in one row', [{ fibre_id: 1, pct: '101' }], ['fibres.0.pct']],
    [
      'a third digit',
      [
        { fibre_id: 1, pct: '99.995' },
        { fibre_id: 2, pct: '0.005' },
      ],
      ['fibres.0.pct', 'fibres.1.pct'],
    ],
    ['no such fibre', [{ fibre_id: 999, pct: '100' }], ['fibres.0.fibre_id']],
  ])('refuse a composition with %s at its field', async (_, fibres, fields) => {
    const answer = await portal.as.Office.post('/api/yarns', { ...merino, code: 'BAD', fibres })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields])
    expect((await portal.as.Office.get('/api/yarns?code=BAD')).body).toEqual([])
  })

  it('name no fibre that is retired', async () => {
    const [retired] = await portal.make('fibres', [
      { code: 'SOY', name_en: 'soya protein', name_zh: '大豆纤维', family: 'regenerated', status: 'retired' },
    ])
    const fibres = [{ fibre_id: retired?.id, pct: '100' }]
    const answer = await portal.as.Office.post('/api/yarns', { ...merino, code: 'SOY', fibres })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['fibres.0.fibre_id']])
  })

  it('are accepted with a composition only, and knit no finer gauge than the coarsest', async () => {
    const { Office } = portal.as
    const { body: yarn } = await Office.post('/api/yarns', { ...merino, code: 'BARE', fibres: [] })
    const accept = await Office.post(`/api/yarns/${yarn.id}/moves/accept`, { version: yarn.version })
    expect([accept.status, Object.keys(accept.body.errors)]).toEqual([422, ['fibres']])
    const answer = await Office.patch(`/api/yarns/${yarn.id}`, {
      version: yarn.version,
      gauge_from: '14',
      gauge_to: '7',
    })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['gauge_to']])
  })

  it('name a fibre as the library does, also when it is renamed', async () => {
    const { Office } = portal.as
    const [fibre] = await portal.make('fibres', [
      { code: 'PAN', name_en: 'acryl', name_zh: '腈纶', family: 'synthetic', eu_no: 26 },
    ])
    const fibres = [
      { fibre_id: 2, pct: '50' },
      { fibre_id: fibre?.id, pct: '50', recycled: true },
    ]
    const { body: yarn } = await Office.post('/api/yarns', { ...merino, code: 'RENAMED', fibres })
    expect(yarn.composition_en).toBe('50% wool 50% recycled acryl')
    await Office.patch(`/api/fibres/${fibre?.id}`, { version: fibre?.version, name_en: 'acrylic' })
    expect((await Office.get(`/api/yarns/${yarn.id}`)).body.composition_en).toBe('50% wool 50% recycled acrylic')
    expect((await Office.get('/api/yarns?q=acrylic')).body.map(({ code }: Colour) => code)).toEqual(['RENAMED'])
  })

  it('come from a file with a row for each fibre, by code or name, and go into one', async () => {
    const { Office } = portal.as
    const file = [
      'Code,Name (English),Count,Count system,Plies,Fibre,Share,Organic',
      'IMP-1,Stretch cotton,30,Ne,1,cotton,95,yes',
      'IMP-1,,,,,EL,5,no',
      'IMP-2,Half cotton,20,Ne,1,CO,50,no',
    ].join('\n')
    const { url } = await uploaded(Office, 'yarns', file)
    await previewed(Office, url)
    await committed(Office, url)
    const [made] = (await Office.get('/api/yarns?code=IMP-1')).body
    expect([made.count_notation, made.composition_en]).toEqual(['Ne 30/1', '95% organic cotton 5% elastane'])
    expect((await Office.get('/api/yarns?code=IMP-2')).body).toEqual([])
    const columns = 'code,composition_en,fibres.fibre_id,fibres.pct'
    const { body: csv } = await Office.get(`/api/yarns/export?columns=${columns}&code=IMP-1`)
    expect(csv.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      columns,
      'IMP-1,95% organic cotton 5% elastane,CO,95.00',
      'IMP-1,95% organic cotton 5% elastane,EL,5.00',
    ])
  })

  it('the composition of a colourway adds up part by part', async () => {
    const { Office } = portal.as
    const { body: article } = await Office.get('/api/articles/2')
    const [navy] = article.colourways
    const send = (fibres: object[]) =>
      Office.patch('/api/articles/2', {
        version: article.version,
        colourways: [{ id: navy.id, code: navy.code, name_en: navy.name_en, active: true, fibres }],
      })
    const wrong = await send([
      { component: 'shell', fibre_id: 1, pct: '100' },
      { component: 'rib', fibre_id: 1, pct: '97' },
      { component: 'rib', fibre_id: 3, pct: '2' },
    ])
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['colourways.0.fibres.2.pct']])
    const right = await send([
      { component: 'shell', fibre_id: 1, pct: '100' },
      { component: 'rib', fibre_id: 1, pct: '97' },
      { component: 'rib', fibre_id: 3, pct: '3' },
    ])
    expect(right.status).toBe(200)
    expect(right.body.colourways[0].fibres.map(({ component, pct }: Row) => [component, pct])).toEqual([
      ['shell', '100.00'],
      ['rib', '97.00'],
      ['rib', '3.00'],
    ])
  })
})

interface Colour {
  id: number
  code: string
  name_en: string
  active: boolean
}
interface Row {
  component: string
  pct: string
}
