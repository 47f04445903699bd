import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { careFamilies, careWarningCodes } from '#shared/standards/care-codes.ts'
import { careSymbols } from '#shared/standards/care-symbols.ts'
import { warningSentence } from '#shared/standards/care-text.ts'
import english from '../../locales/en/areas/care-instructions.json'
import chinese from '../../locales/zh/areas/care-instructions.json'
import { engines } from '../kit/db'
import { committed, previewed, uploaded } from '../kit/imports'
import { openPortal, type Portal } from '../kit/portal'

const url = '/api/care-instructions'
const tee = {
  name_en: 'Cotton jersey',
  name_zh: '棉汗布',
  wash: 'W40',
  bleach: 'BN',
  tumble: 'TL',
  iron: 'I150',
  dry_clean: 'PN',
}

describe('the names of symbols and warnings', () => {
  it.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('are those of the symbols in %s', (language, texts) => {
    for (const family of careFamilies)
      expect(texts.choices[family]).toEqual(
        Object.fromEntries(
          careSymbols.flatMap((symbol) => (symbol.family === family ? [[symbol.code, symbol.meaning[language]]] : [])),
        ),
      )
    expect(texts.choices.warnings).toEqual(
      Object.fromEntries(careWarningCodes.map((code) => [code, warningSentence(code, language)])),
    )
  })

  it('are an area', () => {
    expect(areas.map(({ name }) => name)).toContain('care-instructions')
  })
})

describe.each(engines)('care instructions (%s)', (engine) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())

  const made = async (changes: Record<string, unknown> = {}, person = portal.as.Office) => {
    const { status, body } = await person.post(url, { ...tee, ...changes })
    expect([status, body.errors]).toEqual([201, undefined])
    return body
  }
  const moved = (record: { id: number; version: number }, move: string, person = portal.as.admin, asked = {}) =>
    person.post(`${url}/${record.id}/moves/${move}`, { version: record.version, ...asked })
  const active = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await moved(await made(changes), 'activate')
    expect(status).toBe(200)
    return body
  }
  const read = async (id: number) => (await portal.as.Office.get(`${url}/${id}`)).body
  const successorOf = async (id: number) => (await portal.as.Office.get(`${url}?predecessor_id=${id}`)).body[0]

  it('get a code, a version and their wordings', async () => {
    const first = await made()
    const second = await made({ name_zh: undefined })
    expect(first).toMatchObject({
      code: expect.stringMatching(/^CI-\d{4}$/),
      version_no: 1,
      status: 'draft',
      standard: 'ISO3758',
      edited_texts: [],
      text_en:
        'Machine wash at 40 °C or below. Do not bleach. Tumble dry, low temperature. Iron at 150 °C or below. Do not dry clean.',
      text_en_au: 'Warm machine wash, 40 °C maximum. Do not bleach. Cool tumble dry. Warm iron. Do not dry clean.',
      text_zh: '最高洗涤温度40℃，常规程序。不可漂白。可翻转干燥，较低温度。熨斗底板最高温度150℃。不可干洗。',
    })
    expect(first.title_en).toBe(`${first.code} v1 Cotton jersey`)
    expect(first.title_zh).toBe(`${first.code} v1 棉汗布`)
    expect(second.title_zh).toBe(`${second.code} v1 Cotton jersey`)
    expect(Number(second.code.slice(3))).toBe(Number(first.code.slice(3)) + 1)
  })

  it('skip codes that were given by hand', async () => {
    const { code } = await made()
    const next = `CI-${String(Number(code.slice(3)) + 1).padStart(4, '0')}`
    expect((await made({ code: next.toLowerCase() })).code).toBe(next)
    const later = await made()
    expect(Number(later.code.slice(3))).toBe(Number(next.slice(3)) + 1)
  })

  it.each([
    [{ wash: undefined }, 'wash'],
    [{ bleach: null }, 'bleach'],
    [{ tumble: undefined }, 'tumble'],
    [{ iron: undefined }, 'iron'],
    [{ dry_clean: null }, 'dry_clean'],
    [{ wash: 'TN' }, 'wash'],
    [{ natural_dry: 'W40' }, 'natural_dry'],
    [{ wash: 'WN', warnings: ['wash_inside_out'] }, 'warnings'],
    [{ tumble: 'TX', warnings: ['dry_with_balls'] }, 'warnings'],
    [{ iron: 'IN', warnings: ['warm_iron_reverse'] }, 'warnings'],
    [{ warnings: ['shake'] }, 'warnings'],
    [{ code: 'TEE-1' }, 'code'],
    [{ version_no: 3 }, 'version_no'],
    [{ predecessor_id: 1 }, 'predecessor_id'],
    [{ edited_texts: ['text_en'] }, 'edited_texts'],
  ])('are refused with %j at the field', async (change, field) => {
    const before = (await portal.as.Office.get(url)).total
    const { status, body } = await portal.as.Office.post(url, { ...tee, ...change })
    expect([status, Object.keys(body.errors ?? {}).map((path) => path.split('.')[0])]).toEqual([422, [field]])
    expect((await portal.as.Office.get(url)).total).toBe(before)
  })

  it('are refused under a code that stands already, with the way to change it', async () => {
    const { code } = await made()
    const { status, body } = await portal.as.Office.post(url, { ...tee, code })
    expect([status, body.errors]).toEqual([422, { code: [expect.stringContaining('Revise')] }])
  })

  it('keep an edited wording, follow the symbols with the others, and generate it again where it is emptied', async () => {
    const record = await made({ text_en_au: 'Warm wash with like colours.' })
    expect(record).toMatchObject({ edited_texts: ['text_en_au'], text_en_au: 'Warm wash with like colours.' })
    const edited = (await portal.as.Office.patch(`${url}/${record.id}`, { version: record.version, iron: 'IN' })).body
    expect(edited.text_en).toContain('Do not iron.')
    expect(edited).toMatchObject({ edited_texts: ['text_en_au'], text_en_au: 'Warm wash with like colours.' })
    const change = { version: edited.version, text_en_au: null }
    const again = (await portal.as.Office.patch(`${url}/${record.id}`, change)).body
    expect(again.edited_texts).toEqual([])
    expect(again.text_en_au).toBe(
      'Warm machine wash, 40 °C maximum. Do not bleach. Cool tumble dry. Do not iron. Do not dry clean.',
    )
  })

  it('are activated and retired by the administrator alone', async () => {
    const record = await made()
    expect((await moved(record, 'activate', portal.as.Office)).status).toBe(403)
    const { body } = await moved(record, 'activate')
    expect(body.status).toBe('active')
    expect((await moved(body, 'retire', portal.as.Office, { reason: 'x' })).status).toBe(403)
    expect((await moved(body, 'retire', portal.as.admin)).status).toBe(422)
    const retired = (await moved(body, 'retire', portal.as.admin, { reason: 'No longer ordered' })).body
    expect(retired.status).toBe('retired')
    expect((await moved(retired, 'activate')).body.status).toBe('active')
  })

  it('are never edited, nor deleted, once they are active', async () => {
    const record = await active()
    const edit = await portal.as.admin.patch(`${url}/${record.id}`, { version: record.version, iron: 'IN' })
    expect([edit.status, Object.keys(edit.body.errors)]).toEqual([422, ['iron']])
    expect((await portal.as.admin.delete(`${url}/${record.id}`, { version: record.version })).status).toBe(409)
    expect((await moved(record, 'archive')).status).toBe(409)
    expect(await read(record.id)).toMatchObject({ iron: 'I150', version: record.version })
  })

  it('are changed by a draft that takes over when it is activated', async () => {
    const record = await active({ text_en: 'As agreed with the laboratory.', warnings: ['wash_inside_out'] })
    expect((await moved(record, 'revise', portal.as.Office)).status).toBe(200)
    const draft = await successorOf(record.id)
    const { body: stored } = await portal.as.Office.get(`${url}/${draft.id}`)
    expect(stored).toMatchObject({
      code: record.code,
      version_no: 2,
      predecessor_id: record.id,
      status: 'draft',
      warnings: ['wash_inside_out'],
      text_en: 'As agreed with the laboratory.',
      edited_texts: ['text_en'],
    })
    expect((await read(record.id)).status).toBe('active')
    const edited = (await portal.as.Office.patch(`${url}/${draft.id}`, { version: stored.version, wash: 'W30' })).body
    expect((await moved(edited, 'activate')).body.status).toBe('active')
    expect(await read(record.id)).toMatchObject({ status: 'superseded', wash: 'W40' })
    const history = (await portal.as.Office.get(`${url}/${record.id}/history`)).body
    expect(history.map(({ action }: { action: string }) => action)).toContain('supersede')
    for (const move of ['revise', 'activate', 'supersede'])
      expect([403, 409]).toContain((await moved(await read(record.id), move)).status)
  })

  it('have one open draft, whoever is first', async () => {
    const record = await active()
    const answers = await Promise.all([
      moved(record, 'revise', portal.as.Office),
      moved(record, 'revise', portal.otherOffice),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = await moved(await read(record.id), 'revise', portal.otherOffice)
    expect([again.status, again.body.message]).toEqual([409, 'Version 2 already exists. Open it instead'])
    expect((await portal.as.Office.get(`${url}?code=${record.code}`)).total).toBe(2)
  })

  it('can be revised again once the draft is deleted', async () => {
    const record = await active()
    await moved(record, 'revise')
    const draft = await successorOf(record.id)
    expect((await portal.as.admin.delete(`${url}/${draft.id}`, { version: draft.version })).status).toBe(200)
    expect((await moved(await read(record.id), 'revise')).status).toBe(200)
    expect((await successorOf(record.id)).version_no).toBe(2)
  })

  it('come back from retirement through a draft as well', async () => {
    const record = await active()
    const retired = (await moved(record, 'retire', portal.as.admin, { reason: 'Not ordered' })).body
    await moved(retired, 'revise')
    const draft = await successorOf(record.id)
    expect((await moved(draft, 'activate')).body.status).toBe('active')
    expect((await read(record.id)).status).toBe('superseded')
  })

  it('have one version in use a code, also for the database', async () => {
    const record = await active()
    const copy = portal.make('care-instructions', [{ ...tee, code: record.code, version_no: 2, status: 'active' }])
    await expect(copy).rejects.toMatchObject({ status: 422, errors: { code: expect.anything() } })
    const twin = portal.make('care-instructions', [{ ...tee, code: record.code, version_no: 1 }])
    await expect(twin).rejects.toMatchObject({ status: 422 })
  })

  it('come from a file: new ones, changes of drafts, and no change of what is in use', async () => {
    const draft = await made({ code: 'CI-7001' })
    const used = await active({ code: 'CI-7002' })
    const file = [
      'Code,Name,Washing,Bleaching,Tumble drying,Natural drying,Ironing,Dry cleaning,Warnings',
      'CI-7001,Cotton jersey,W30,BN,TL,,I150,PN,',
      'CI-7002,Cotton jersey,W30,BN,TL,,I150,PN,',
      'CI-7003,Silk,WHA,BN,TX,DF,I110,PM,"Do not soak, Iron on reverse side"',
      'CI-7004,Odd one,WN,BN,TX,,IN,P,Wash inside out',
    ].join('\n')
    const { url: place } = await uploaded(portal.as.Office, 'care-instructions', file)
    const checked = await previewed(portal.as.Office, place)
    expect(checked.counts).toMatchObject({ new: 1, rejected: 2 })
    const done = await committed(portal.as.Office, place)
    expect(done.counts).toMatchObject({ written: 2, rejected: 2 })
    expect(await read(draft.id)).toMatchObject({ wash: 'W30', text_en: expect.stringContaining('30 °C') })
    expect(await read(used.id)).toMatchObject({ wash: 'W40', version: used.version })
    const [silk] = (await portal.as.Office.get(`${url}?code=CI-7003`)).body
    expect(silk).toMatchObject({
      version_no: 1,
      warnings: ['do_not_soak', 'iron_reverse'],
      title_en: 'CI-7003 v1 Silk',
    })
    expect((await portal.as.Office.get(`${url}?code=CI-7004`)).total).toBe(0)
  })

  it('go to a file as they are', async () => {
    const { body } = await portal.as.Office.get(`${url}?code=CI-7001`)
    const answer = await portal.as.Office.send({ method: 'GET', url: `${url}/export?format=csv&code=CI-7001` })
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toContain(body[0].title_en)
  })

  it('are hidden from suppliers unless they are allocated to their lines', async () => {
    const record = await active()
    for (const person of [portal.as.Agent, portal.as.staff, portal.otherAgent]) {
      expect((await person.get(url)).body).toEqual([])
      expect((await person.get(`${url}/${record.id}`)).status).toBe(404)
      expect((await person.patch(`${url}/${record.id}`, { version: record.version, notes: 'x' })).status).toBe(403)
    }
  })
})
