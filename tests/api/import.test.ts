import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { contractEngines } from '../kit/db'
import { committed, previewed, settled, upload, uploaded } from '../kit/imports'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const orderBook = [
  'buyer,style,due_date,po,po_qty,packed_qty',
  'RTS,S700612,2021/1/8,185021243,14,14',
  'MUM,AF694,2021/1/10,124126446,5076,5139',
  'OTY,665679_FA21,2021/1/12,110348997,237,239',
  'MMT,AW31100029144/B,2021/1/18,150580317,15,15',
  'RTS,S700612,2021/1/18,179458835,39,53',
].join('\n')

const orderMapping = {
  house_brand_id: { column: 0 },
  'lines.article_id': { column: 1 },
  ex_factory_date: { column: 2 },
  po_no: { column: 3 },
  'lines.qty': { column: 4 },
  'lines.packed_qty': { column: 5 },
  supplier_id: { value: 60 },
}

describe.each(contractEngines)('an import (%s)', (engine) => {
  let portal: Portal
  let office: Person
  let admin: Person
  const rowsOf = async (url: string, outcome: string) => (await admin.get(`${url}/rows?outcome=${outcome}`)).body
  const liveRows = async () => {
    const [row] = await portal.db.query<{ count: number }>(
      `select (select count(*) from purchase_orders) + (select count(*) from po_lines) + (select count(*) from articles)
         + (select count(*) from house_brands) + (select count(*) from history) + (select count(*) from outbox) as count`,
    )
    return row?.count
  }

  beforeAll(async () => {
    portal = await openPortal(engine)
    office = portal.as.Office
    admin = portal.as.admin
  })
  afterAll(() => portal.close())

  describe('of an order book from elsewhere', () => {
    let url: string

    it('finds columns by their names and shows what is in them', async () => {
      const { url: made, record } = await uploaded(admin, 'purchase-orders', orderBook)
      url = made
      expect(record).toMatchObject({ status: 'mapping', row_count: 5, delimiter: ',', encoding: 'utf-8' })
      expect(record.columns[2]).toMatchObject({
        heading: 'due_date',
        filled: 5,
        samples: ['2021/1/8', '2021/1/10', '2021/1/12', '2021/1/18'],
        date_forms: [{ form: 'ymd', ambiguous: false }],
      })
      expect(record.settings.mapping).toEqual({
        po_no: { column: 3 },
        house_brand_id: { column: 0 },
        ex_factory_date: { column: 2 },
        'lines.article_id': { column: 1 },
        'lines.qty': { column: 4 },
        'lines.packed_qty': { column: 5 },
      })
    })

    it('takes a merchandiser for the buyer, beside a buyer that is the brand', async () => {
      const { url: made, record } = await uploaded(
        admin,
        'purchase-orders',
        orderBook.replaceAll(/$/gm, ',Kim Nr1').replace(',Kim Nr1', ',merchandiser'),
      )
      expect(record.settings.mapping).toMatchObject({ house_brand_id: { column: 0 }, buyer_id: { column: 6 } })
      expect((await admin.delete(made)).status).toBe(200)
    })

    it('tells what is unknown, and writes nothing', async () => {
      const before = await liveRows()
      await admin.patch(url, { mapping: orderMapping })
      const record = await previewed(admin, url)
      expect(record.counts).toMatchObject({ new: 0, rejected: 5, rejected_rows: 5 })
      expect(record.missing).toMatchObject([
        { path: 'house_brand_id', count: 4, creatable: true },
        { path: 'lines.article_id', count: 4, creatable: true },
      ])
      expect((await rowsOf(url, 'rejected'))[0]).toMatchObject({
        name: '185021243',
        lines: [2],
        errors: [
          { line: 2, column: 0, value: 'RTS', message: 'House brand “RTS” not found' },
          { line: 2, column: 1, value: 'S700612' },
        ],
      })
      await admin.patch(url, { create_missing: ['house_brand_id', 'lines.article_id'], options: { status: 'issued' } })
      expect((await previewed(admin, url)).counts).toMatchObject({ new: 5, rejected: 0 })
      expect(await liveRows()).toBe(before)
    })

    it('lets only an administrator take orders over as issued', async () => {
      const { url: ownUrl, record } = await uploaded(office, 'purchase-orders', orderBook)
      expect(record.options).toEqual([])
      expect((await office.patch(ownUrl, { options: { status: 'issued' } })).status).toBe(422)
    })

    it('brings it in as issued, with what it names', async () => {
      const record = await committed(admin, url)
      expect(record).toMatchObject({ status: 'done', counts: { new: 5, written: 5 } })
      const [order] = (await admin.get('/api/purchase-orders?po_no=185021243')).body
      expect(order).toMatchObject({ status: 'issued', supplier_id: 60, ex_factory_date: '2021-01-08', total_qty: 14 })
      expect((await admin.get(`/api/purchase-orders/${order.id}`)).body.lines).toMatchObject([
        { qty: 14, packed_qty: 14, article: { title: 'S700612' } },
      ])
      expect((await admin.get('/api/house-brands?code=RTS')).body).toMatchObject([{ status: 'active' }])
      expect((await admin.get('/api/articles?article_no=S700612')).body).toMatchObject([{ status: 'development' }])
      const history = (await admin.get(`/api/purchase-orders/${order.id}/history`)).body
      expect(history[0]).toMatchObject({ action: 'import', actor: { id: admin.id } })
      expect(await portal.db.query(`select 1 from outbox where kind = 'mail'`)).toEqual([])
    })

    it('is done once', async () => {
      expect((await admin.post(`${url}/commit`)).status).toBe(409)
      expect((await admin.post(`${url}/preview`)).status).toBe(409)
      expect((await admin.patch(url, { options: {} })).status).toBe(409)
    })
  })

  describe('of what was exported', () => {
    it.each([
      [
        'purchase-orders',
        'po_no,supplier_id,house_brand_id,season_id,order_date,incoterm,payment_term_id,fx_rate,notes_shared,lines.line_no,lines.article_id,lines.colourway_id,lines.qty,lines.unit_price,lines.sizes.size_id,lines.sizes.qty',
      ],
      [
        'articles',
        'article_no,name_en,name_zh,house_brand_id,product_category_id,gender,target_fob,colourways.code,colourways.name_en,colourways.active',
      ],
      ['suppliers', ''],
      ['seasons', ''],
      ['size-scales', 'code,name_en,sizes.label,sizes.sort_order'],
      ['calendars', 'country,name_en,working_days,holidays.date,holidays.name_en'],
      ['ports', ''],
    ])('changes nothing in %s and says so', async (area, columns) => {
      const admin = portal.as.admin
      if (area === 'purchase-orders')
        await portal.make(area, [
          draft('RT-100', { notes_shared: '=HYPERLINK("x"), "quoted"\nand a second line; 中文' }),
        ])
      const url = `/api/${area}/export${columns ? `?columns=${columns}` : ''}${area === 'purchase-orders' ? '&po_no=RT-100' : ''}`
      const file = await admin.get(url)
      expect(file.status).toBe(200)
      const { url: made } = await uploaded(admin, area, file.body)
      const record = await previewed(admin, made)
      expect((await admin.get(`${made}/rows?outcome=rejected`)).body).toEqual([])
      expect((await admin.get(`${made}/rows?outcome=changed`)).body).toEqual([])
      expect(record.counts).toMatchObject({ new: 0, changed: 0, rejected: 0 })
      expect(record.counts.unchanged).toBeGreaterThan(0)
      expect((await admin.post(`${made}/commit`)).body.message).toBe('The file would change nothing.')
    })

    it.each([
      ['', 'en', 'po_no,order_type,supplier_id'],
      ['?headings=labels', 'en', 'PO number,Order type,Supplier'],
      ['?headings=labels', 'zh', '采购单号,订单类型,供应商'],
    ])('imports its own template%s (%s)', async (query, language, headings) => {
      const template = await office.send({
        method: 'GET',
        url: `/api/purchase-orders/import/template${query}`,
        headers: { 'accept-language': language },
      })
      expect(template.payload.replace('\uFEFF', '').startsWith(headings), template.payload.slice(0, 80)).toBe(true)
      const { url } = await uploaded(office, 'purchase-orders', template.payload)
      expect((await previewed(office, url)).counts).toMatchObject({ changed: 0, rejected: 0 })
    })
  })

  it('tells new, changed and unchanged apart and shows old and new', async () => {
    await portal.make('purchase-orders', [draft('CH-1'), draft('CH-2')])
    const { url } = await uploaded(
      office,
      'purchase-orders',
      'po_no,supplier_id,incoterm_place,lines.article_id,lines.colourway_id,lines.qty,lines.unit_price,season_id\nCH-1,glg,Ningbo,TEE-1,BLK,100,6.10,ss27\nCH-2,GLG,Shanghai,TEE-1,BLK,100,5.25,SS27\nCH-3,Golden Loom Garment,Ningbo,TEE-2,NVY,10,3,SS27',
    )
    const record = await previewed(office, url)
    expect(await rowsOf(url, 'rejected')).toEqual([])
    expect(record.counts).toMatchObject({ new: 1, changed: 1, unchanged: 1 })
    expect((await rowsOf(url, 'changed'))[0]).toMatchObject({
      name: 'CH-1',
      changes: [
        { field: 'incoterm_place', old: 'Shanghai', new: 'Ningbo' },
        { field: 'lines.unit_price', old: '5.2500', new: '6.10' },
      ],
    })
    await committed(office, url)
    const [order] = (await office.get('/api/purchase-orders?po_no=CH-1')).body
    const { lines, ...header } = (await office.get(`/api/purchase-orders/${order.id}`)).body
    expect(header).toMatchObject({ incoterm_place: 'Ningbo', house_brand_id: 1, version: 2 })
    expect(lines).toMatchObject([{ unit_price: '6.1000', qty: 100, sizes: [{ qty: 40 }, { qty: 60 }] }])
  })

  it('adds rows to a document and leaves those that the file does not name', async () => {
    await portal.make('articles', [
      { article_no: 'ROWS', name_en: 'Rows', colourways: [{ code: 'A', name_en: 'Aqua' }] },
    ])
    const { url } = await uploaded(
      office,
      'articles',
      'article_no;colourways.code;colourways.name_en\nROWS;B;Blue\nrows;C;Cyan',
    )
    expect((await previewed(office, url)).counts).toMatchObject({ changed: 1 })
    await committed(office, url)
    const [article] = (await office.get('/api/articles?article_no=ROWS')).body
    const { colourways } = (await office.get(`/api/articles/${article.id}`)).body
    expect(colourways.map((row: { code: string }) => row.code)).toEqual(['A', 'B', 'C'])
  })

  it('brings SKUs with their GTINs, a row of the file each, and tells a number that cannot be one', async () => {
    const file = (last: string) =>
      [
        'article_no,name_en,size_scale_id,colourways.code,colourways.name_en,colourways.skus.size_id,colourways.skus.gtin',
        'SKUS,Tee,ALPHA,NVY,Navy,S,2000000000015',
        'SKUS,Tee,ALPHA,NVY,Navy,M,2000000000022',
        `SKUS,Tee,ALPHA,RED,Red,S,${last}`,
      ].join('\n')
    const wrong = await uploaded(office, 'articles', file('2000000000038'))
    expect((await previewed(office, wrong.url)).counts).toMatchObject({ rejected: 1 })
    expect((await rowsOf(wrong.url, 'rejected'))[0].errors).toMatchObject([
      { line: 4, message: expect.stringContaining('should be 9') },
    ])
    const { url } = await uploaded(office, 'articles', file('2000000000039'))
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 0 })
    await committed(office, url)
    const [article] = (await office.get('/api/articles?article_no=SKUS')).body
    expect((await office.get(`/api/articles/${article.id}`)).body.colourways).toMatchObject([
      {
        code: 'NVY',
        skus: [
          { sku: 'SKUS-NVY-S', gtin: '2000000000015' },
          { gtin: '2000000000022', active: true },
        ],
      },
      { code: 'RED', skus: [{ sku: 'SKUS-RED-S', gtin: '2000000000039' }] },
    ])
  })

  it('keeps a country that is no longer in use, and takes it for no new record', async () => {
    await portal.make('ports', [{ code: 'ANCUR', name_en: 'Curacao', country: 'AN', functions: ['port'] }])
    const file = 'code,name_en,country\nANCUR,Willemstad,AN\nANBON,Kralendijk,AN\nXXNOW,Nowhere,Ruritania'
    const { url } = await uploaded(admin, 'ports', file)
    expect((await previewed(admin, url)).counts).toMatchObject({ changed: 1, rejected: 2 })
    expect((await rowsOf(url, 'rejected')).map(({ errors }: { errors: object[] }) => errors)).toMatchObject([
      [{ line: 3, column: 2, value: 'AN', message: 'Enter a country’s two-letter code' }],
      [{ line: 4, column: 2, value: 'Ruritania', message: '“Ruritania” is not a recognised country' }],
    ])
    await committed(admin, url)
    const [port] = (await admin.get('/api/ports?code=ANCUR')).body
    expect(port).toMatchObject({ name_en: 'Willemstad', country: 'AN' })
  })

  it('refuses rows of one document that disagree and names both values', async () => {
    const { url } = await uploaded(
      office,
      'purchase-orders',
      'po_no,supplier_id,lines.article_id,lines.qty\nDIS-1,GLG,TEE-1,5\nDIS-1,PRT,TEE-2,6',
    )
    expect((await previewed(office, url)).counts).toMatchObject({ rejected: 1, rejected_rows: 2 })
    expect((await rowsOf(url, 'rejected'))[0].errors).toMatchObject([
      { line: 3, field: 'supplier_id', message: '“PRT” here, but “GLG” in line 2: rows of one record must agree.' },
    ])
  })

  it('takes two deliveries of one style by their dates, and finds them again', async () => {
    const head = 'po_no,supplier_id,ex_factory_date,lines.article_id,lines.colourway_id,lines.qty,lines.unit_price'
    const file = (...rows: string[]) => [head, ...rows].join('\n')
    const two = file('SPL-1,GLG,2027-03-10,TEE-1,BLK,10,5', 'SPL-1,GLG,2027-04-10,TEE-1,BLK,20,5')
    const { url } = await uploaded(office, 'purchase-orders', two)
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 0 })
    await committed(office, url)
    const [order] = (await office.get('/api/purchase-orders?po_no=SPL-1')).body
    expect((await office.get(`/api/purchase-orders/${order.id}`)).body).toMatchObject({
      ex_factory_date: '2027-03-10',
      lines: [
        { line_no: 10, ex_factory_date: '2027-03-10', qty: 10 },
        { line_no: 20, ex_factory_date: '2027-04-10', qty: 20 },
      ],
    })
    const again = await uploaded(office, 'purchase-orders', two.replace(',20,5', ',30,5'))
    expect((await previewed(office, again.url)).counts).toMatchObject({ changed: 1, rejected: 0 })
    expect((await rowsOf(again.url, 'changed'))[0].changes).toMatchObject([{ field: 'lines.qty', old: 20, new: 30 }])
    const third = await uploaded(office, 'purchase-orders', `${two}\nSPL-1,GLG,2027-05-10,TEE-1,BLK,5,5`)
    expect((await previewed(office, third.url)).counts).toMatchObject({ changed: 1, rejected: 0 })
    const same = await uploaded(office, 'purchase-orders', two.replace('2027-04-10', '2027-03-10'))
    await previewed(office, same.url)
    expect((await rowsOf(same.url, 'rejected'))[0].errors[0].message).toMatch(
      /If these are two rows of the record, choose a column for “Line number”/,
    )
  })

  it('shows by their titles what a value for all rows points to', async () => {
    await portal.make('purchase-orders', [draft('TTL-1')])
    const [terms] = await portal.make('payment-terms', [
      { code: 'TT60', name_en: 'Transfer, 60 days', method: 'TT', base_date: 'bl_date', days: 60 },
    ])
    const { url } = await uploaded(office, 'purchase-orders', 'po_no,incoterm_place\nTTL-1,Ningbo')
    await office.patch(url, { mapping: { po_no: { column: 0 }, payment_term_id: { value: terms?.id } } })
    await previewed(office, url)
    expect((await rowsOf(url, 'changed'))[0].changes).toMatchObject([
      { field: 'payment_term_id', new: 'Transfer, 60 days' },
    ])
  })

  it('offers what was chosen for the last file with the same headings, wherever its columns stand', async () => {
    const { url, record } = await uploaded(office, 'purchase-orders', 'PO,What,Firm,Pieces\nRMB-1,TEE-1,GLG,1.000')
    expect(record.earlier).toBeNull()
    const mapping = {
      po_no: { column: 0 },
      'lines.article_id': { column: 1 },
      supplier_id: { column: 2 },
      'lines.qty': { column: 3 },
      incoterm: { value: 'FOB' },
    }
    await office.patch(url, { mapping })
    await previewed(office, url)
    const next = await uploaded(office, 'purchase-orders', 'Firm,PO,Pieces,What\nGLG,RMB-2,5,TEE-1')
    expect(next.record.earlier).toMatchObject({
      file_name: 'file.csv',
      settings: {
        mapping: {
          po_no: { column: 1 },
          'lines.article_id': { column: 3 },
          supplier_id: { column: 0 },
          'lines.qty': { column: 2 },
          incoterm: { value: 'FOB' },
        },
      },
    })
    expect(next.record.settings.mapping.supplier_id).toBeUndefined()
    expect((await office.patch(next.url, next.record.earlier.settings)).status).toBe(200)
    expect((await previewed(office, next.url)).counts).toMatchObject({ new: 1, rejected: 0 })
    // It is the person's own.
    const other = await uploaded(admin, 'purchase-orders', 'Firm,PO,Pieces,What\nGLG,RMB-2,5,TEE-1')
    expect(other.record.earlier).toBeNull()
  })

  it('offers columns of one heading in their order', async () => {
    const { url } = await uploaded(office, 'purchase-orders', 'PO,Who,Text,Text\nTWIN-1,GLG,inside,outside')
    const mapping = {
      po_no: { column: 0 },
      supplier_id: { column: 1 },
      notes_internal: { column: 2 },
      notes_shared: { column: 3 },
    }
    await office.patch(url, { mapping })
    await previewed(office, url)
    const next = await uploaded(office, 'purchase-orders', 'Text,Who,PO,Text\ninside,GLG,TWIN-2,outside')
    expect(next.record.earlier.settings.mapping).toEqual({
      po_no: { column: 2 },
      supplier_id: { column: 1 },
      notes_internal: { column: 0 },
      notes_shared: { column: 3 },
    })
  })

  it.each([
    ['suppliers', 'Code,Name,Country', ['code', 'supplier_name', 'country']],
    ['suppliers', 'Supplier code,Supplier name,Name', ['code', 'supplier_name', 'contacts.full_name']],
    ['suppliers', '供应商编码,供应商名称,国家,联系人', ['code', 'supplier_name', 'country', 'contacts.full_name']],
    [
      'articles',
      'Style No.,Style Name,Brand,Category',
      ['article_no', 'name_en', 'house_brand_id', 'product_category_id'],
    ],
    [
      'purchase-orders',
      'Purchase Order No.,Vendor Name,Style #,Color Name,Order Qty,FOB Price,Ex-Fty Date',
      ...[
        [
          'po_no',
          'supplier_id',
          'lines.article_id',
          'lines.colourway_id',
          'lines.qty',
          'lines.unit_price',
          'ex_factory_date',
        ],
      ],
    ],
  ])('knows the headings of lists from elsewhere: %s, %s', async (area, headings, fields) => {
    const { url, record } = await uploaded(office, area, `${headings}\n${headings.replace(/[^,]+/g, 'x')}`)
    expect(record.settings.mapping).toEqual(Object.fromEntries(fields.map((field, column) => [field, { column }])))
    await office.delete(url)
  })

  it('names what new records need, in rows too, and finds the mode of transport', async () => {
    const { record } = await uploaded(office, 'purchase-orders', 'PO #,Vendor,Shipment Mode,Item\nNEED-1,GLG,Air,TEE-1')
    expect(record.settings.mapping.transport_mode).toEqual({ column: 2 })
    const needed = record.fields.filter((field: { needed: boolean }) => field.needed)
    expect(needed.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['po_no', 'supplier_id', 'lines.article_id', 'lines.qty']),
    )
    expect(needed.map(({ path }: { path: string }) => path)).not.toContain('lines.sizes.qty')
  })

  it('is not led astray by what a file calls its columns or by how much it puts into a cell', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const long = 'x'.repeat(100_000)
    const { url, record } = await uploaded(
      office,
      'purchase-orders',
      `po_no,supplier_id,lines.article_id,lines.qty,${names.join()}\nHOS-1,GLG,${long},5,1,2,3,4\n${long},GLG,TEE-1,5,1,2,3,4`,
    )
    expect(record.columns.slice(4).map(({ heading }: { heading: string }) => heading)).toEqual(names)
    for (const name of [...names, 'lines.constructor', 'status', 'lines.sizes.__proto__'])
      expect([
        name,
        (await office.patch(url, JSON.parse(`{"mapping":{"po_no":{"column":0},"${name}":{"column":5}}}`))).status,
      ]).toEqual([name, name === '__proto__' ? 400 : 422])
    await office.patch(url, { create_missing: ['lines.article_id'] })
    const checked = await previewed(office, url)
    expect(checked.counts).toMatchObject({ rejected: 2 })
    for (const { errors } of await rowsOf(url, 'rejected'))
      for (const { message } of errors) expect(message.length).toBeLessThan(200)
    for (const columns of [301, 5000])
      expect(
        (await upload(office, 'ports', `${Array.from({ length: columns }, (_, at) => `c${at}`).join()}\n1`)).body.errors
          .file,
      ).toEqual([expect.stringContaining('more than 300 columns')])
    for (const outcome of names) expect((await office.get(`${url}/rows?outcome=${outcome}`)).status).toBe(400)
    expect((await office.get(`${url}/rows?constructor=1`)).status).toBe(400)
    expect((await office.get(`${url}/names?area=__proto__`)).body).toEqual([])
  })

  it('never guesses day and month', async () => {
    const text = 'po_no,supplier_id,ex_factory_date,lines.article_id,lines.qty\nDAY-1,GLG,03/04/2027,TEE-1,5'
    const { url, record } = await uploaded(office, 'purchase-orders', text)
    expect(record.questions).toEqual({
      ex_factory_date: ['Choose the date format: more than one fits'],
    })
    const refused = await office.post(`${url}/preview`)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['ex_factory_date']])
    await office.patch(url, { date_forms: { 2: 'dmy' } })
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1 })
    await committed(office, url)
    expect((await office.get('/api/purchase-orders?po_no=DAY-1')).body[0].ex_factory_date).toBe('2027-04-03')
  })

  it('asks how an ambiguous number is written', async () => {
    const text = 'po_no,supplier_id,lines.article_id,lines.qty,lines.unit_price\nNUM-1,GLG,TEE-1,1.000,"1,234"'
    const { url, record } = await uploaded(office, 'purchase-orders', text)
    expect(Object.keys(record.questions)).toEqual(['lines.unit_price'])
    await office.patch(url, { number_forms: { 4: 'point_comma' } })
    await previewed(office, url)
    await committed(office, url)
    const [order] = (await office.get('/api/purchase-orders?po_no=NUM-1')).body
    expect((await office.get(`/api/purchase-orders/${order.id}`)).body.lines[0]).toMatchObject({
      qty: 1000,
      unit_price: '1.2340',
    })
  })

  it('gives the rejected rows back, to be mended and brought again', async () => {
    const { url } = await uploaded(
      office,
      'purchase-orders',
      'po_no;supplier_id;lines.article_id;lines.qty;remark\nRJ-1;GLG;TEE-1;5;fine\nRJ-2;GLG;TEE-1;many;"=1+1"\nRJ-2;GLG;TEE-2;7;x\n;GLG;TEE-1;1;',
    )
    expect((await previewed(office, url)).counts).toMatchObject({ new: 1, rejected: 2, rejected_rows: 3 })
    const file = (await office.get(`${url}/rejected`)).body
    expect(file).toBe(
      '\uFEFFpo_no;supplier_id;lines.article_id;lines.qty;remark;Reason for rejection\r\n' +
        "RJ-2;GLG;TEE-1;many;'=1+1;lines.qty: “many” is not a whole number\r\n" +
        'RJ-2;GLG;TEE-2;7;x;Belongs to line 3\r\n' +
        ';GLG;TEE-1;1;;po_no: Required to identify the record this row belongs to.\r\n',
    )
    const unknown = await uploaded(
      office,
      'purchase-orders',
      'po_no,Supplier,lines.article_id,lines.qty\nRJ-9,NOSUCH,TEE-1,5',
    )
    await previewed(office, unknown.url)
    expect((await office.get(`${unknown.url}/rejected`)).body).toContain('5,Supplier “NOSUCH” not found')
    // A fault may be of a record that the row only names: then its field is none of the row's, and is no word for people.
    await portal.db.query(
      `update import_documents set errors = jsonb_set(errors, '{0,field}', '"article_no"') where import_id = $1`,
      [Number(unknown.url.split('/').at(-1))],
    )
    const [, row] = (await office.get(`${unknown.url}/rejected`)).body.split('\r\n')
    expect(row).toBe('RJ-9,NOSUCH,TEE-1,5,Supplier “NOSUCH” not found')
    const mended = file.replace('many', '12').replace('\n;GLG', '\nRJ-3;GLG')
    const again = await uploaded(office, 'purchase-orders', mended)
    expect((await previewed(office, again.url)).counts).toMatchObject({ new: 2, rejected: 0 })
    expect((await office.get(`${again.url}/rejected`)).body.split('\r\n')).toHaveLength(2)
  })

  it('sets aside what somebody changed after the check, and takes the rest', async () => {
    const [stored] = await portal.make('purchase-orders', [draft('ST-1'), draft('ST-2')])
    const { url } = await uploaded(office, 'purchase-orders', 'po_no,incoterm_place\nST-1,Ningbo\nST-2,Ningbo')
    expect((await previewed(office, url)).counts).toMatchObject({ changed: 2 })
    expect(
      (await portal.as.admin.patch(`/api/purchase-orders/${stored?.id}`, { etd: '2027-03-09', version: 1 })).status,
    ).toBe(200)
    const record = await committed(office, url)
    expect(record.counts).toMatchObject({ changed: 1, written: 1, rejected: 1 })
    expect((await rowsOf(url, 'rejected'))[0]).toMatchObject({
      name: 'ST-1',
      errors: [{ line: 2, message: 'This record was changed after the check. Import it again' }],
    })
  })

  it('goes on after the portal stopped in the middle, each document once', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `RES-${1000 + at},GLG,TEE-1,${at + 1}`)
    const { url } = await uploaded(
      office,
      'purchase-orders',
      ['po_no,supplier_id,lines.article_id,lines.qty', ...lines].join('\n'),
    )
    expect((await previewed(office, url)).counts).toMatchObject({ new: 300 })
    const options = { db: portal.db, secret: 'x'.repeat(40), publicUrl: 'http://127.0.0.1:3000', version: 'test' }
    // A portal of its own begins, and is stopped after its first transaction.
    const first = await createApp(options)
    await portal.db.query(
      `update imports set status = 'writing', started_at = now(), progress_total = 300 where id = $1`,
      [Number(url.split('/').at(-1))],
    )
    const stopping = first.ready().then(async () => {
      for (;;) {
        const [row] = await portal.db.query<{ count: number }>(
          `select count(*)::int as count from purchase_orders where po_no like 'RES-%'`,
        )
        if (row && row.count > 0) return first.close()
      }
    })
    await stopping
    // In one statement: the portal of the other tests may take the import up at any time.
    const [left] = await portal.db.query<{ written: number; orders: number }>(
      `select (select count(*)::int from import_documents where import_id = $1 and written) as written,
         (select count(*)::int from purchase_orders where po_no like 'RES-%') as orders`,
      [Number(url.split('/').at(-1))],
    )
    expect(left?.written).toBe(left?.orders)
    expect(left?.written).toBeLessThan(300)
    const second = await createApp(options)
    await second.ready()
    const done = await settled(office, url)
    expect(done.counts).toMatchObject({ new: 300, written: 300, rejected: 0 })
    expect(await portal.db.query(`select 1 from purchase_orders where po_no like 'RES-%'`)).toHaveLength(300)
    await second.close()
  })

  describe('belongs to its owner', () => {
    it('and to the administrator, and to nobody else', async () => {
      const { url } = await uploaded(office, 'ports', 'code,name_en,country\nCNNGB,Ningbo,CN')
      expect((await portal.as.admin.get(url)).status).toBe(200)
      for (const method of ['get', 'patch', 'delete'] as const)
        expect((await portal.otherOffice[method](url)).status).toBe(404)
      for (const step of ['preview', 'commit'])
        expect((await portal.otherOffice.post(`${url}/${step}`)).status).toBe(404)
      expect((await office.delete(url)).status).toBe(200)
      expect((await office.get(url)).status).toBe(404)
    })

    it('and is closed to those who may not create', async () => {
      for (const person of [portal.as.Agent, portal.as.staff, portal.as.user]) {
        expect((await upload(person, 'purchase-orders', orderBook)).status).toBe(403)
        expect((await person.get('/api/purchase-orders/import/template')).status).toBe(403)
      }
      expect((await portal.nobody.get('/api/imports/1')).status).toBe(401)
    })

    it('and stops when the account loses its right', async () => {
      const leaver = await portal.person({ type: 'Office' })
      const { url } = await uploaded(leaver, 'ports', 'code,name_en,country\nCNTAO,Qingdao,CN')
      await previewed(leaver, url)
      await portal.db.query(`update imports set status = 'writing', started_at = now() where id = $1`, [
        Number(url.split('/').at(-1)),
      ])
      await portal.db.query(`update users set type = 'user' where id = $1`, [leaver.id])
      const app = await createApp({
        db: portal.db,
        secret: 'x'.repeat(40),
        publicUrl: 'http://127.0.0.1:3000',
        version: 'test',
      })
      await app.ready()
      expect(await settled(portal.as.admin, url)).toMatchObject({
        status: 'failed',
        failure: 'You do not have permission to do this.',
      })
      await app.close()
      expect((await office.get('/api/ports?code=CNTAO')).body).toEqual([])
    })
  })

  describe('of names that are no codes', () => {
    const orders = (names: readonly string[], po: string) =>
      [
        'po_no,supplier_id,lines.article_id,lines.qty',
        ...names.map((name, at) => `${po}-${100 + at},GLG,"${name}",${at + 1}`),
      ].join('\n')
    const creating = async (file: string, more: object = {}) => {
      const { url } = await uploaded(office, 'purchase-orders', file)
      await office.patch(url, { create_missing: ['lines.article_id'], ...more })
      return { url, record: await previewed(office, url) }
    }
    const named = async (name: string) => (await office.get(`/api/articles?name_en=${encodeURIComponent(name)}`)).body
    const articleOf = async (po: string) => {
      const [order] = (await office.get(`/api/purchase-orders?po_no=${po}`)).body
      return (await office.get(`/api/purchase-orders/${order.id}`)).body.lines[0].article.title
    }

    it('makes one record for a name, in as many portions as there are, and finds it again', async () => {
      const file = orders(Array(80).fill('Rib Tee 01'), 'REP1')
      const { url, record } = await creating(file)
      expect(record.counts).toMatchObject({ new: 80, rejected: 0 })
      expect((await committed(office, url)).counts).toMatchObject({ new: 80, written: 80, rejected: 0 })
      expect(await named('Rib Tee 01')).toMatchObject([{ article_no: 'RIB-TEE-01' }])
      const again = await creating(file.replaceAll('Rib Tee 01', ' RIB  tee 01'))
      expect(again.record).toMatchObject({ missing: [], counts: { unchanged: 80, rejected: 0 } })
    })

    it('keeps names apart that are cut to the same code, and shows which becomes which', async () => {
      const names = ['white', 'black', 'navy'].map((colour) => `Organic cotton ribbed tee crew neck ${colour}`)
      const { url, record } = await creating(orders(names, 'REP2'))
      expect(record).toMatchObject({ counts: { new: 3 }, missing: [{ count: 3, alike: 0 }] })
      const page = await office.get(`${url}/names?area=articles`)
      expect([page.total, page.body.map(({ name, code }: Record<string, string>) => [name, code])]).toEqual([
        3,
        [
          [names[0], 'ORGANIC-COTTON-RIBBED-TEE-CREW'],
          [names[1], 'ORGANIC-COTTON-RIBBED-TEE-CR-2'],
          [names[2], 'ORGANIC-COTTON-RIBBED-TEE-CR-3'],
        ],
      ])
      await committed(office, url)
      for (const [at, name] of names.entries()) {
        expect(await named(name)).toHaveLength(1)
        expect((await named(name))[0].article_no).toBe(await articleOf(`REP2-${100 + at}`))
      }
    })

    it('takes a record whose code the name would become for the same only when the person says so', async () => {
      await portal.make('articles', [{ article_no: 'BOXY-TEE', name_en: 'Tee, boxy, of last year' }])
      const file = orders(['Boxy tee', 'Boxy  TEE', 'boxy, tee'], 'REP3')
      const { url, record } = await creating(file)
      expect(record).toMatchObject({ counts: { new: 3 }, missing: [{ count: 2, alike: 2, same: 0 }] })
      const { body } = await office.get(`${url}/names?area=articles`)
      expect(body).toMatchObject([
        {
          name: 'Boxy tee',
          spellings: ['Boxy  TEE'],
          code: 'BOXY-TEE-2',
          alike: { title: 'BOXY-TEE · Tee, boxy, of last year' },
        },
        { name: 'boxy, tee', spellings: [], code: 'BOXY-TEE-3' },
      ])
      const same = [{ area: 'articles', name: 'Boxy tee', id: body[0].alike.id }]
      const agreed = await creating(file, { same })
      expect(agreed.record.missing).toMatchObject([{ count: 1, alike: 2, same: 1 }])
      await committed(office, agreed.url)
      expect([await articleOf('REP3-100'), await articleOf('REP3-101'), await articleOf('REP3-102')]).toEqual([
        'BOXY-TEE',
        'BOXY-TEE',
        'BOXY-TEE-3',
      ])
    })

    it('makes a record once though two imports need it at the same time', async () => {
      const names = Array.from({ length: 60 }, (_, at) => `Shared style ${at % 20}`)
      const both = [await creating(orders(names, 'TWA')), await creating(orders(names.toReversed(), 'TWB'))]
      const done = await Promise.all(both.map(({ url }) => committed(office, url)))
      expect(done.map(({ counts }) => counts)).toMatchObject([
        { written: 60, rejected: 0 },
        { written: 60, rejected: 0 },
      ])
      expect((await office.get('/api/articles?name_en_startswith=Shared')).total).toBe(20)
    })

    it('says of what no code can be made', async () => {
      const { record, url } = await creating(orders(['棉针织圆领衫', 'Tee'], 'REP4'))
      expect(record.counts).toMatchObject({ new: 1, rejected: 1 })
      expect((await office.get(`${url}/names?area=articles`)).body[0].problems).toEqual([
        expect.stringContaining('code'),
      ])
    })
  })

  it('creates only what the person may and can', async () => {
    const text = 'po_no,supplier_id,season_id,lines.article_id,lines.qty\nCR-1,Nobody Ltd,AW99,TEE-1,5'
    const { url } = await uploaded(office, 'purchase-orders', text)
    const record = await previewed(office, url)
    expect(record.missing).toMatchObject([
      { path: 'supplier_id', creatable: false, reason: expect.stringContaining('Country') },
      { path: 'season_id', creatable: false },
    ])
    const refused = await office.patch(url, { create_missing: ['supplier_id'] })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['create_missing.supplier_id']])
  })

  it('answers the same upload and the same commit once', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await upload(office, 'ports', 'code,name_en,country\nCNXMN,Xiamen,CN', key)
    const two = await upload(office, 'ports', 'code,name_en,country\nCNXMN,Xiamen,CN', key)
    expect(two.body.id).toBe(first.body.id)
    expect((await upload(office, 'ports', 'code,name_en,country\nCNSZX,Shenzhen,CN', key)).status).toBe(422)
    // Read in another encoding it is another upload.
    const text = 'code,name_en,country\nCNXMN,Xiamen,CN'
    expect((await upload(office, 'ports', text, key, '&encoding=gb18030')).status).toBe(422)
    const url = `/api/imports/${first.body.id}`
    await previewed(office, url)
    const again = { 'idempotency-key': crypto.randomUUID() }
    expect((await office.post(`${url}/commit`, {}, again)).status).toBe(202)
    await settled(office, url)
    expect((await office.post(`${url}/commit`, {}, again)).status).toBe(202)
    expect((await office.get('/api/ports?code=CNXMN')).total).toBe(1)
  })
})
