import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkbook } from '#server/xlsx/read.ts'
import { engines } from '../kit/db'
import { committed, previewed, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { workbookOf } from '../kit/workbook'

/** Changes texts in the sheet of a workbook as somebody would who edits its cells. */
const edited = (file: Buffer, change: (sheet: string) => string) => {
  const parts = unzipSync(file)
  const path = 'xl/worksheets/sheet1.xml'
  const sheet = strFromU8(parts[path] ?? new Uint8Array())
  const next = change(sheet)
  expect(next).not.toBe(sheet)
  return Buffer.from(zipSync({ ...parts, [path]: strToU8(next) }))
}

describe.each(engines)('a workbook on its way in (%s)', (engine) => {
  let portal: Portal
  let office: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
  })
  afterAll(() => portal.close())

  it('is told by what is in it and read by the types of its cells', async () => {
    const file = await workbookOf(
      {
        po_no: 'text',
        supplier_id: 'text',
        ex_factory_date: 'date',
        'lines.article_id': 'text',
        'lines.qty': 'integer',
        'lines.unit_price': 'decimal',
      },
      [['XL-1', 'GLG', '2027-04-03', 'TEE-1', 5, '1.234']],
    )
    const { url, record } = await uploaded(office, 'purchase-orders', file)
    // Neither the day nor the number has to be asked for, as in a text both would.
    expect(record).toMatchObject({ encoding: 'xlsx', sheets: ['book'], sheet: 'book', row_count: 1, questions: {} })
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 0 })
    await committed(office, url)
    const [order] = (await office.get('/api/purchase-orders?po_no=XL-1')).body
    const { ex_factory_date, lines } = (await office.get(`/api/purchase-orders/${order.id}`)).body
    expect([ex_factory_date, lines[0].unit_price, lines[0].qty]).toEqual(['2027-04-03', '1.2340', 5])
  })

  it('may have titles above its headings', async () => {
    const file = edited(
      await workbookOf({ code: 'text', name_en: 'text', country: 'text' }, [['CNTIT', 'Below a title', 'CN']]),
      (sheet) => {
        const lower = sheet.replace(/ r="([A-Z]*)(\d+)"/g, (_, letters, row) => ` r="${letters}${Number(row) + 3}"`)
        const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>Ports, as of May</t></is></c></row>'
        return lower.replace('<sheetData>', `<sheetData>${title}`)
      },
    )
    const { url, record } = await uploaded(office, 'ports', file)
    expect(record.columns.map(({ heading }: { heading: string }) => heading)).toEqual(['code', 'name_en', 'country'])
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 0 })
    expect((await office.get(`${url}/rows`)).body).toMatchObject([{ lines: [5] }])
  })

  it('may have real days among days that are texts', async () => {
    const file = edited(
      await workbookOf({ po_no: 'text', supplier_id: 'text', ex_factory_date: 'date', 'lines.article_id': 'text' }, [
        ['XL-D1', 'GLG', '2027-04-03', 'TEE-1'],
        ['XL-D2', 'GLG', '2027-04-04', 'TEE-1'],
      ]),
      (sheet) =>
        sheet.replace(/<c r="C3"[^>]*><v>[^<]*<\/v><\/c>/, '<c r="C3" t="inlineStr"><is><t>30/04/2027</t></is></c>'),
    )
    const { url, record } = await uploaded(office, 'purchase-orders', file)
    expect(record.questions).toEqual({})
    await office.patch(url, { mapping: { ...record.settings.mapping, 'lines.qty': { value: 5 } } })
    expect((await previewed(office, url)).counts).toMatchObject({ new: 2, rejected: 0 })
    await committed(office, url)
    const days = (await office.get('/api/purchase-orders?po_no_like=XL-D')).body
    expect(days.map((order: { ex_factory_date: string }) => order.ex_factory_date).sort()).toEqual([
      '2027-04-03',
      '2027-04-30',
    ])
  })

  it('may hold signs that no record can, and characters of two units where a sample ends', async () => {
    const long = `${'x'.repeat(199)}😀`
    const file = await workbookOf({ code: 'text', name_en: 'text', country: 'text', [long]: 'text' }, [
      ['CNAAD', 'Nan\u0000tong', 'CN', long],
    ])
    const { record } = await uploaded(office, 'ports', file)
    expect(record.columns.map(({ samples }: { samples: string[] }) => samples)).toEqual([
      ['CNAAD'],
      ['Nan_x0000_tong'],
      ['CN'],
      ['x'.repeat(199)],
    ])
  })

  it('has its other sheets chosen by name', async () => {
    const file = await workbookOf(
      { code: 'text', name_en: 'text', country: 'text' },
      [
        ['CNAAB', 'One', 'CN'],
        ['CNAAC', 'Two', 'CN'],
      ],
      1,
    )
    const first = await uploaded(office, 'ports', file)
    expect([first.record.sheets, first.record.sheet]).toEqual([['book', 'book 2'], 'book'])
    const second = await uploaded(office, 'ports', file, '&sheet=book%202')
    expect([second.record.sheet, second.record.columns[0].samples]).toEqual(['book 2', ['CNAAC']])
    const none = await upload(office, 'ports', file, {}, '&sheet=nothing')
    expect([none.status, Object.keys(none.body.errors)]).toEqual([400, ['sheet']])
  })

  it('gets its rejected rows back as a workbook, with the reasons, to be mended and brought again', async () => {
    const columns = { code: 'text', name_en: 'text', country: 'text', functions: 'text' } as const
    const file = await workbookOf(columns, [
      ['XLAAA', 'First', 'CN', 'port'],
      ['XLBBB', 'Second', 'nowhere', 'port'],
    ])
    const { url } = await uploaded(office, 'ports', file)
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 1 })
    const answer = await office.send({ method: 'GET', url: `${url}/rejected` })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(answer.headers['content-disposition']).toMatch(/rejected-\d+\.xlsx"$/)
    const again = await uploaded(office, 'ports', answer.rawPayload)
    expect(again.record.columns.map(({ heading }: { heading: string }) => heading)).toEqual([
      ...Object.keys(columns),
      'Reason for rejection',
    ])
    expect(again.record.row_count).toBe(1)
    const mended = edited(answer.rawPayload, (sheet) => sheet.replaceAll('nowhere', 'GB'))
    const { url: second } = await uploaded(office, 'ports', mended)
    expect((await previewed(office, second)).counts).toMatchObject({ new: 1, rejected: 0 })
    const plain = await office.get(`${url}/rejected?format=csv`)
    expect(plain.headers['content-type']).toContain('text/csv')
    expect(plain.body).toContain('XLBBB,Second,nowhere,port,')
    expect((await office.get(`${url}/rejected?format=pdf`)).status).toBe(400)
  })

  it('has a template of its own, which changes nothing when it is brought as it is', async () => {
    const answer = await office.send({ method: 'GET', url: '/api/ports/import/template?format=xlsx' })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ports-template.xlsx"')
    const { url, record } = await uploaded(office, 'ports', answer.rawPayload)
    expect(record.columns.map(({ heading }: { heading: string }) => heading)).toContain('code')
    expect((await previewed(office, url)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
    expect((await office.get('/api/ports/import/template')).headers['content-type']).toContain('text/csv')
  })

  it('is refused in words when it is a bomb, torn, empty or no workbook, and leaves nothing behind', async () => {
    const refusal = async (file: Buffer) => {
      const { status, body } = await upload(office, 'ports', file)
      return [status, body.errors?.file?.[0]]
    }
    const kept = () => portal.db.query('select 1 from imports')
    const before = (await kept()).length
    const file = await workbookOf(
      { code: 'text' },
      Array.from({ length: 2000 }, (_, at) => [`CN${at}`]),
    )
    const parts = unzipSync(file)
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`x/${at}`, new Uint8Array(0)]))
    expect(await refusal(Buffer.from(zipSync({ ...parts, ...many })))).toEqual([
      422,
      expect.stringContaining('more than 200 parts'),
    ])
    const bomb = Buffer.from(zipSync({ ...parts, 'xl/media/a': new Uint8Array(24 * 1024 * 1024) }))
    expect(await refusal(bomb)).toEqual([422, expect.stringContaining('compressed far beyond')])
    expect(await refusal(file.subarray(0, file.length - 30))).toEqual([422, expect.stringContaining('damaged')])
    const broken = edited(file, (sheet) => sheet.slice(0, -2000).replace('</sheetData>', ''))
    expect(await refusal(broken)).toEqual([422, expect.stringContaining('damaged')])
    expect(await refusal(await workbookOf({}, []))).toEqual([422, 'The sheet “book” is empty.'])
    expect(await refusal(Buffer.from(zipSync({ a: strToU8('b') })))).toEqual([
      422,
      expect.stringContaining('is not an Excel workbook'),
    ])
    expect(await kept()).toHaveLength(before)
  })

  it('that is a Chinese text is read as one, and otherwise as it is told', async () => {
    const chinese = Buffer.concat([
      Buffer.from('code,name_en,country\nCNZHB,'),
      Buffer.from([0xd5, 0xeb, 0xd6, 0xaf]),
      Buffer.from(',CN'),
    ])
    const { record } = await uploaded(office, 'ports', chinese)
    expect([record.encoding, record.columns[1].samples]).toEqual(['gb18030', ['针织']])
    const western = Buffer.from('code,name_en,country\nDEMUC,M\xFCnchen,DE', 'latin1')
    expect((await upload(office, 'ports', western)).status).toBe(422)
    const western1252 = await uploaded(office, 'ports', western, '&encoding=windows-1252')
    expect([western1252.record.encoding, western1252.record.columns[1].samples]).toEqual(['windows-1252', ['München']])
    const unknown = await upload(office, 'ports', western, {}, '&encoding=ebcdic')
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['encoding']])
  })

  describe('that was exported to be edited', () => {
    const columns =
      'id,version,po_no,supplier_id,incoterm_place,etd,notes_shared,lines.article_id,lines.colourway_id,lines.unit_price,lines.sizes.size_id,lines.sizes.qty'
    const exported = async (numbers: string, format = 'xlsx') => {
      const { rawPayload } = await office.send({
        method: 'GET',
        url: `/api/purchase-orders/export?format=${format}&columns=${columns}&po_no_in=${numbers}`,
      })
      return rawPayload
    }
    const rowsOf = async (url: string, outcome: string) => (await office.get(`${url}/rows?outcome=${outcome}`)).body

    it.each(['xlsx', 'csv'])('changes nothing when nothing was edited (%s)', async (format) => {
      await portal.make('purchase-orders', [draft(`BK-${format.toUpperCase()}`, { notes_shared: '=1+1' })])
      const { url, record } = await uploaded(
        office,
        'purchase-orders',
        await exported(`BK-${format.toUpperCase()}`, format),
      )
      expect(record.settings.bring_back).toBe(true)
      expect((await previewed(office, url)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
    })

    it('changes what was edited, empties what was emptied, renames by the id, and says which', async () => {
      await portal.make('purchase-orders', [
        draft('BK-1', { incoterm_place: 'Ningbo', notes_shared: 'Old' }),
        draft('BK-2'),
      ])
      const file = edited(await exported('BK-1,BK-2'), (sheet) =>
        sheet
          .replaceAll('>BK-1<', '>BK-9<')
          .replaceAll('>Ningbo<', '>Shanghai<')
          .replaceAll(/<c r="G\d+"[^>]*><is><t[^>]*>Old<\/t><\/is><\/c>/g, '')
          .replace('<v>40</v>', '<v>44</v>'),
      )
      const { url } = await uploaded(office, 'purchase-orders', file)
      expect((await previewed(office, url)).counts).toMatchObject({ changed: 1, unchanged: 1, rejected: 0 })
      const [row] = await rowsOf(url, 'changed')
      const changes = row.changes.map(({ field, old, new: now }: { field: string; old: unknown; new: unknown }) => [
        field,
        old,
        now,
      ])
      expect(changes).toEqual(
        expect.arrayContaining([
          ['po_no', 'BK-1', 'BK-9'],
          ['incoterm_place', 'Ningbo', 'Shanghai'],
          ['notes_shared', 'Old', null],
          ['lines.sizes.qty', 40, 44],
        ]),
      )
      expect(changes).toHaveLength(4)
      expect((await committed(office, url)).counts).toMatchObject({ changed: 1, written: 1 })
      expect((await office.get('/api/purchase-orders?po_no=BK-1')).total).toBe(0)
      expect((await office.get('/api/purchase-orders?po_no=BK-9')).body[0]).toMatchObject({
        incoterm_place: 'Shanghai',
        notes_shared: null,
      })
    })

    it('tells what somebody changed meanwhile and does not overwrite it', async () => {
      const [stored] = await portal.make('purchase-orders', [
        draft('OLD-1', { incoterm_place: 'Ningbo' }),
        draft('OLD-2'),
      ])
      const file = edited(await exported('OLD-1,OLD-2'), (sheet) => sheet.replaceAll('>Ningbo<', '>Shanghai<'))
      const changed = await portal.as.admin.patch(`/api/purchase-orders/${stored?.id}`, {
        etd: '2027-03-09',
        version: 1,
      })
      expect(changed.status).toBe(200)
      const { url } = await uploaded(office, 'purchase-orders', file)
      expect((await previewed(office, url)).counts).toMatchObject({ changed: 0, unchanged: 1, rejected: 1 })
      const [row] = await rowsOf(url, 'rejected')
      expect(row.errors).toMatchObject([
        { line: 2, message: expect.stringContaining('This record was changed after the export') },
      ])
      expect(row.changes).toMatchObject([
        { field: 'etd', old: '2027-03-09', new: null },
        { field: 'incoterm_place', old: 'Ningbo', new: 'Shanghai' },
      ])
      expect((await office.post(`${url}/commit`)).status).toBe(409)
    })

    it('tells copied rows, records that are gone, keys that others have and ids that are none', async () => {
      const [gone] = await portal.make('purchase-orders', [draft('GO-1'), draft('GO-2'), draft('GO-3')])
      const head = 'id;version;po_no;incoterm_place\n'
      const ids = Object.fromEntries(
        (await office.get('/api/purchase-orders?po_no_in=GO-2,GO-3')).body.map(
          (order: { po_no: string; id: number }) => [order.po_no, order.id],
        ),
      )
      expect((await portal.as.admin.delete(`/api/purchase-orders/${gone?.id}`, { version: 1 })).status).toBe(200)
      const { url } = await uploaded(
        office,
        'purchase-orders',
        `${head}${gone?.id};1;GO-1;A\n${ids['GO-2']};1;GO-3;A\n${ids['GO-2']};1;GO-4;A\nx;1;GO-5;A`,
      )
      await previewed(office, url)
      const rows = await rowsOf(url, 'rejected')
      expect(
        rows.map(
          (row: { errors: { line: number; message: string }[] }) =>
            row.errors.map(({ line, message }) => `${line} ${message}`)[0],
        ),
      ).toEqual([
        expect.stringContaining('2 The exported record was deleted'),
        expect.stringMatching(/^3 .*taken|^3 /),
        expect.stringContaining('4 Line 3 has the same id'),
        expect.stringContaining('5 “x” in column id'),
      ])
    })

    it('is an ordinary file when the person says so, and an id of a file from elsewhere is none', async () => {
      await portal.make('purchase-orders', [draft('OR-1')])
      const { url } = await uploaded(office, 'purchase-orders', 'id;version;po_no;incoterm_place\n999999;7;OR-1;Xiamen')
      expect((await office.patch(url, { bring_back: false })).status).toBe(200)
      expect((await previewed(office, url)).counts).toMatchObject({ changed: 1, rejected: 0 })
      const { record } = await uploaded(office, 'purchase-orders', 'ID;Version;po_no\n1;1;OR-1')
      expect(record.settings.bring_back).toBeUndefined()
    })

    it('opens in the reader with its id and version as numbers', async () => {
      const book = await openWorkbook(await exported('OR-1'))
      const rows: string[][] = []
      for await (const { cells } of book.rows('purchase-orders')) rows.push(cells)
      expect([rows[0]?.slice(0, 3), rows[1]?.slice(1, 3)]).toEqual([
        ['id', 'version', 'po_no'],
        ['1', 'OR-1'],
      ])
    })
  })
})
