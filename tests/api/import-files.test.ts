import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../kit/db'
import { previewed, upload, uploaded } from '../kit/imports'
import { openPortal, type Person, type Portal } from '../kit/portal'

const head = 'code,name_en,country'

describe.each(engines)('a file on its way in (%s)', (engine) => {
  let portal: Portal
  let office: Person
  const refusal = async (file: string | Buffer) => {
    const { status, body } = await upload(office, 'ports', file)
    return [status, body.errors?.file?.[0] ?? body.message]
  }
  const kept = () => portal.db.query('select 1 from imports')

  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
  })
  afterAll(() => portal.close())

  it('is refused in words when it is none, and leaves nothing behind', async () => {
    expect(await refusal('')).toEqual([422, expect.any(String)])
    expect(await refusal('  \n')).toEqual([422, 'The file is empty.'])
    expect(await refusal(head)).toEqual([422, 'The file has headings but no rows.'])
    expect(await refusal(Buffer.from([0x50, 0x4b, 3, 4, 20, 0]))).toEqual([422, expect.stringContaining('spreadsheet')])
    expect(await refusal(Buffer.from([0, 1, 2, 255, 254, 10]))).toEqual([422, expect.any(String)])
    expect(await refusal(Buffer.from(`${head}\nA,M\xFCnchen,DE`, 'latin1'))).toEqual([
      422,
      expect.stringContaining('line 2'),
    ])
    expect(await refusal(`${Array.from({ length: 400 }, (_, at) => `c${at}`).join()}\n1`)).toEqual([
      422,
      expect.stringContaining('more than 300 columns'),
    ])
    expect(await kept()).toEqual([])
  })

  it('is refused as anything but a file, and beyond 20 MB', async () => {
    // Not even read: as JSON twenty megabytes would be half a gigabyte.
    const json = await office.post('/api/ports/import', { a: 1 })
    expect(json.status).toBe(415)
    expect((await upload(office, 'ports', 'x', { 'content-type': 'application/pdf' })).status).toBe(415)
    expect((await upload(office, 'ports', Buffer.alloc(20 * 1024 * 1024 + 1, 97))).status).toBe(413)
    expect(
      (
        await office.send({
          method: 'POST',
          url: '/api/ports',
          headers: { 'content-type': 'text/csv' },
          payload: 'a,b',
        })
      ).statusCode,
    ).toBe(415)
  })

  it('is refused where the account keeps too much already, until something of it is removed', async () => {
    const person = await portal.person({ type: 'Office' })
    const { url } = await uploaded(person, 'ports', `${head}\nCNROOM,Room,CN`)
    await portal.db.query('update imports set size = $2 where owner_id = $1', [person.id, 200 * 1024 * 1024 - 10])
    const refused = await upload(person, 'ports', `${head}\nCNROOM,Room,CN`)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      413,
      'import_quota',
      expect.stringMatching(/^Your imports use 200 MB in 1 files; the limit is 200 MB\./),
    ])
    expect((await upload(office, 'ports', `${head}\nCNROOM,Room,CN`)).status).toBe(201)
    expect((await person.delete(url)).status).toBe(200)
    expect((await upload(person, 'ports', `${head}\nCNROOM,Room,CN`)).status).toBe(201)
  })

  it('is one of 120 an hour at most', async () => {
    const person = await portal.person({ type: 'Office' })
    await portal.db.query(
      `insert into sign_in_failures (account, address, moments)
       values ('request import', $1, array(select now() from generate_series(1, 120)))`,
      [`#${person.id}`],
    )
    const refused = await upload(person, 'ports', `${head}\nCNROOM,Room,CN`)
    expect([refused.status, refused.body.code, refused.body.retry_after > 0]).toEqual([429, 'too_many', true])
  })

  it.each([
    ['a byte order mark, CR LF and quotes', `\uFEFF"code","name_en","country"\r\n"CNAAA","Say ""hi"", there",CN\r\n`],
    ['semicolons', 'code;name_en;country\nCNAAA;Say "hi", there;CN'],
    ['tabs and old line ends', 'code\tname_en\tcountry\rCNAAA\t"Say ""hi"", there"\tCN\r'],
    ['UTF-16', Buffer.from('\uFEFFcode\tname_en\tcountry\nCNAAA\t"Say ""hi"", there"\tCN', 'utf16le')],
  ])('is read with %s', async (_, file) => {
    const { url } = await uploaded(office, 'ports', file)
    const record = await previewed(office, url)
    expect([record.counts, record.columns[1].samples]).toMatchObject([{ new: 1 }, ['Say "hi", there']])
  })

  it('has its hostile cells taken as text and given back harmless', async () => {
    const { url } = await uploaded(office, 'ports', `${head}\nCNBAD,"=cmd|' /C calc'!A0",nowhere`)
    await previewed(office, url)
    expect((await office.get(`${url}/rejected`)).body).toContain(`,'=cmd|' /C calc'!A0,nowhere,`)
  })

  it('is told apart row by row: repeated, slipped, too long, of a wrong form', async () => {
    const { url } = await uploaded(
      office,
      'ports',
      [
        head,
        'CNDUP,One,CN',
        'CNDUP,One,CN',
        'CNSLP,a,CN,extra',
        `CNBIG,${'x'.repeat(50_000)},CN`,
        'nope,Bad,CN',
        'CNOKK,Fine,Atlantis',
        'CNYES,Fine,China',
      ].join('\n'),
    )
    const record = await previewed(office, url)
    const rows = (await office.get(`${url}/rows?outcome=rejected`)).body
    expect(
      rows.map((row: { lines: number[]; errors: { line: number; message: string }[] }) => [
        row.lines,
        row.errors[0]?.message,
      ]),
    ).toEqual([
      [[2, 3], 'Same row as line 2.'],
      [[4], expect.stringContaining('only 3 headings')],
      [[5], 'At most 80 characters'],
      [[6], 'This is not in the expected format'],
      [[7], '“Atlantis” is not a recognised country'],
    ])
    expect(record.counts).toMatchObject({ new: 1, rejected: 5 })
  })

  it('gives many rejected rows back in few statements, in the order of the file', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `X${at % 30},Row ${at},nowhere`)
    const { url } = await uploaded(office, 'ports', [head, ...rows].join('\n'))
    await previewed(office, url)
    const queries = vi.spyOn(portal.db, 'query')
    const { body } = await office.get(`${url}/rejected`)
    const statements = queries.mock.calls.filter(([, , name]) => name === 'import_rows_lines')
    queries.mockRestore()
    expect(statements).toHaveLength(1)
    const names = [...String(body).matchAll(/,Row (\d+),nowhere/g)].map(([, number]) => Number(number))
    expect(names).toEqual(Array.from({ length: 30 }, (_, at) => [at, at + 30]).flat())
  })

  it('has the errors of its formulas shown, and no record made of them', async () => {
    const { url, record } = await uploaded(
      office,
      'purchase-orders',
      'po_no,supplier_id,lines.article_id,lines.qty,notes_internal,Helper\nERR-1,GLG,#N/A,1,#REF!,x\nERR-2,GLG,TEE-1,1,,#N/A',
    )
    await office.patch(url, { mapping: record.settings.mapping, create_missing: ['lines.article_id'] })
    const { counts, missing } = await previewed(office, url)
    expect([counts, missing]).toMatchObject([{ new: 1, rejected: 1 }, []])
    const [row] = (await office.get(`${url}/rows?outcome=rejected`)).body
    expect(row.errors.map(({ field, value }: { field: string; value: string }) => [field, value])).toEqual([
      ['notes_internal', '#REF!'],
      ['lines.article_id', '#N/A'],
    ])
  })

  it('with 200 columns is matched in good time', async () => {
    const headings = ['po_no', ...Array.from({ length: 199 }, (_, at) => `Some heading number ${at}`)]
    const started = Date.now()
    const { record } = await uploaded(office, 'purchase-orders', `${headings.join()}\nP-1${',x'.repeat(199)}`)
    expect(record.columns).toHaveLength(200)
    expect(Date.now() - started).toBeLessThan(5000)
  })

  it('that has another delimiter than it seems asks for its key', async () => {
    const { url } = await uploaded(office, 'ports', 'code|name_en|country\nCNPIP|Pipe|CN')
    const answer = await office.post(`${url}/preview`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['code']])
  })

  it('is mapped only to what there is and may be set', async () => {
    const { url } = await uploaded(office, 'suppliers', 'code,supplier_name,country\nABC,Abc,CN')
    const bad = async (body: object) => {
      const { status, body: answer } = await office.patch(url, body)
      return [status, Object.keys(answer.errors ?? {})]
    }
    expect(await bad({ mapping: { nothing: { column: 0 } } })).toEqual([422, ['mapping.nothing']])
    expect(await bad({ mapping: { standing: { value: 'approved' } } })).toEqual([422, ['mapping.standing']])
    expect(await bad({ mapping: { status: { column: 0 } } })).toEqual([422, ['mapping.status']])
    expect(await bad({ mapping: { code: { column: 9 } } })).toEqual([422, ['mapping.code']])
    expect(await bad({ mapping: { country: { value: 'China' } } })).toEqual([422, ['mapping.country']])
    expect(await bad({ mapping: { __proto__: { column: 0 } } })).toEqual([200, []])
    expect(await bad({ options: { status: 'issued' } })).toEqual([422, ['options.status']])
    expect((await bad({ mapping: [] }))[0]).toBe(422)
    expect((await bad({ surprise: 1 }))[0]).toBe(422)
    expect((await bad({ date_forms: { 0: 'guess' } }))[0]).toBe(422)
    expect((await office.get(`${url}/rows?outcome=lost`)).status).toBe(400)
    expect((await office.get(`${url}/rows?_end=900`)).status).toBe(400)
    expect((await office.get('/api/imports/x')).status).toBe(400)
    expect((await office.post(`${url}/commit`)).status).toBe(409)
  })

  it('takes one value for all rows, and words in either language', async () => {
    const { url } = await uploaded(
      office,
      'locations',
      'code,name_en,type\nW1,One,仓库\nW2,Two,Distribution centre\nW3,Three,store',
    )
    await office.patch(url, {
      mapping: { code: { column: 0 }, name_en: { column: 1 }, type: { column: 2 }, country: { value: 'GB' } },
    })
    const record = await previewed(office, url)
    expect((await office.get(`${url}/rows?outcome=rejected`)).body).toEqual([])
    expect(record.counts).toMatchObject({ new: 3 })
  })

  it('lets sizes be named by their label within the scale', async () => {
    await portal.make('size-scales', [{ code: 'KIDS', name_en: 'Kids', sizes: [{ label: 'S', sort_order: 1 }] }])
    const { url } = await uploaded(
      office,
      'purchase-orders',
      'po_no,supplier_id,lines.article_id,lines.colourway_id,lines.qty,lines.sizes.size_id,lines.sizes.qty\nSZ-1,GLG,TEE-1,Black,30,S,10\nSZ-1,GLG,TEE-1,Black,30,M,20\nSZ-2,GLG,TEE-2,BLK,1,S,1',
    )
    const record = await previewed(office, url)
    expect((await office.get(`${url}/rows?outcome=rejected`)).body).toMatchObject([
      { name: 'SZ-2', errors: [{ field: 'lines.colourway_id' }] },
    ])
    expect(record.counts).toMatchObject({ new: 1, rejected: 1 })
  })
})
