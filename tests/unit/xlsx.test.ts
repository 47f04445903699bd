import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openWorkbook, type SheetRow } from '#server/xlsx/read.ts'
import { serialOf, textOfSerial } from '#server/xlsx/serial.ts'
import { type SheetColumn, writeWorkbook } from '#server/xlsx/write.ts'
import { Unreadable } from '#server/xlsx/zip.ts'
import type { Cell } from '#shared/delimited/write.ts'

const written = async (columns: SheetColumn[], rows: Cell[][], most?: number) => {
  const pages = async function* () {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook('things', columns, pages(), most)) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
const readAll = async (file: Uint8Array, sheet?: string) => {
  const book = await openWorkbook(file)
  const rows: SheetRow[] = []
  for await (const row of book.rows(sheet ?? book.sheets[0] ?? '')) rows.push(row)
  return rows
}
const cellsIn = async (file: Uint8Array, sheet?: string) => (await readAll(file, sheet)).map(({ cells }) => cells)

const rels = (...targets: [string, string][]) =>
  strToU8(
    `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  )
const workbook = (
  sheet: string,
  {
    styles = '',
    shared = '',
    book = '',
    more = {},
  }: { styles?: string; shared?: string; book?: string; more?: Record<string, Uint8Array> } = {},
) =>
  zipSync({
    '_rels/.rels': rels(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook>${book}<sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Kept away" state="hidden" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': rels(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', '/xl/styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${shared}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${sheet}</worksheet>`),
    ...more,
  })
const sheetOf = (...rows: string[]) =>
  `<sheetData>${rows.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')}</sheetData>`
const refusal = async (file: Uint8Array) => {
  try {
    await readAll(file)
  } catch (error) {
    if (error instanceof Unreadable) return error.text.key
    throw error
  }
  throw new Error('it was read')
}

/** Has the archive's directory say another size. */
const sizeIn = (file: Uint8Array, name: string, size: number) => {
  const at = Buffer.from(file).lastIndexOf(name) - 46
  new DataView(file.buffer, file.byteOffset).setUint32(at + 24, size, true)
}

describe('a written workbook', () => {
  const columns: SheetColumn[] = [
    { heading: 'code', kind: 'text' },
    { heading: 'price', kind: 'decimal' },
    { heading: 'qty', kind: 'integer' },
    { heading: 'day', kind: 'date' },
    { heading: 'at', kind: 'moment' },
    { heading: 'flag', kind: 'flag' },
  ]
  const rows: Cell[][] = [
    ['00123', '5.2500', 40, '2026-03-12', '2026-03-12T09:30:15Z', true],
    ['=1+1', '-0.0001', 0, '1899-01-01', '2026-11-21T00:00:00Z', false],
    ['<a & "b">\n\u0007_x0041_', null, null, null, null, null],
    ['4006381333931', '123456789012345.6789', 7, '2024-02-29', null, true],
  ]

  it('comes back as it was', async () => {
    expect(await cellsIn(await written(columns, rows))).toEqual([
      ['code', 'price', 'qty', 'day', 'at', 'flag'],
      ['00123', '5.25', '40', '2026-03-12', '2026-03-12 09:30:15', 'true'],
      ['=1+1', '-0.0001', '0', '1899-01-01', '2026-11-21', 'false'],
      ['<a & "b">\n\u0007_x0041_'],
      ['4006381333931', '123456789012345.6789', '7', '2024-02-29', '', 'true'],
    ])
  })

  it('has typed cells, headings that stay in sight, and no formula', async () => {
    const parts = unzipSync(await written(columns, rows))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<c r="A2" s="2" t="inlineStr"><is><t xml:space="preserve">00123</t></is></c>')
    expect(sheet).toContain(
      '<c r="B2" s="4"><v>5.25</v></c><c r="C2" s="3"><v>40</v></c><c r="D2" s="5"><v>46093</v></c>',
    )
    expect(sheet).toContain('<c r="A3" s="2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:F5"/>')
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/styles.xml']),
    )
  })

  it('goes on in a further sheet when one is full', async () => {
    const many = Array.from({ length: 7 }, (_, at): Cell[] => [`C${at}`])
    const file = await written([{ heading: 'code', kind: 'text' }], many, 4)
    expect((await openWorkbook(file)).sheets).toEqual(['things', 'things 2'])
    expect(await cellsIn(file, 'things')).toEqual([['code'], ['C0'], ['C1'], ['C2'], ['C3']])
    expect(await cellsIn(file, 'things 2')).toEqual([['code'], ['C4'], ['C5'], ['C6']])
  })

  it('without a row has its headings', async () => {
    expect(await cellsIn(await written(columns, []))).toEqual([columns.map(({ heading }) => heading)])
  })
})

describe('a workbook from elsewhere', () => {
  it('has its shared, inline and rich texts, its formulas by their values, and gaps where cells are left out', async () => {
    const file = workbook(
      sheetOf(
        '<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>in</t></is></c>',
        '<c r="A2" t="str"><f>A1&amp;"x"</f><v>head&lt;x</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#REF!</v></c>',
        '<c r="A3" s="0"/>',
        '<c t="n"><v>7</v></c><c><v>8</v></c>',
      ),
      {
        shared:
          '<si><t>head</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
      },
    )
    expect((await openWorkbook(file)).sheets).toEqual(['One'])
    expect(await readAll(file)).toEqual([
      { line: 1, cells: ['head', '', 'rich ', 'in'] },
      { line: 2, cells: ['head<x', '2', 'true', '#REF!'] },
      { line: 4, cells: ['7', '8'] },
    ])
  })

  it('has its days by the format of the cell, percentages as they are shown, and codes with their zeros', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/><xf numFmtId="166"/></cellXfs>'
    const cells = ['46093', '46093.395833333336', '123', '0.125', '0.30000000000000004', '1E-7', '46093']
    const shown = [1, 2, 3, 4, 5, 0, 0]
    const row = cells.map((value, at) => `<c s="${shown[at]}"><v>${value}</v></c>`).join('')
    const expected = ['2026-03-12', '2026-03-12 09:30:00', '00123', '12.5%', '0.3', '0.0000001', '46093']
    expect(await cellsIn(workbook(sheetOf(row), { styles }))).toEqual([expected])
    const from1904 = await cellsIn(workbook(sheetOf(row), { styles, book: '<workbookPr date1904="1"/>' }))
    expect(from1904[0]?.[0]).toBe('2030-03-13')
  })

  it('tells which cells hold fractions, and where a formula was never counted', async () => {
    expect(await readAll(workbook(sheetOf('<c r="A1"><v>1.234</v></c><c r="B1"><f>A1*2</f></c>')))).toEqual([
      { line: 1, cells: ['1.234'], fractions: [0], uncounted: 'B1' },
    ])
  })

  it('may claim any size and reach to the last column without costing anything', async () => {
    const file = workbook(
      `<dimension ref="A1:XFD1048576"/>${sheetOf('<c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c>')}<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>`,
    )
    expect(await readAll(file)).toEqual([{ line: 1, cells: ['1'], beyond: 16_383 }])
  })

  it('is refused with a document type, so nothing is fetched or multiplied', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&b;&c;</v></c></row></sheetData></worksheet>'
    expect(await refusal(workbook('', { more: { 'xl/worksheets/sheet1.xml': strToU8(bomb) } }))).toBe(
      'import.workbook.broken',
    )
    const unknown = await cellsIn(workbook(sheetOf('<c t="str"><v>&b;&#x4e2d;&#65;</v></c>')))
    expect(unknown).toEqual([['&b;中A']])
  })

  it('is refused with too many parts, before one is opened', async () => {
    const more = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x/${at}`, new Uint8Array(1)]))
    expect(await refusal(workbook(sheetOf('<c><v>1</v></c>'), { more }))).toBe('import.workbook.too_many_entries')
  })

  it('is refused as a bomb, by what its directory says and by what comes out', async () => {
    const claiming = workbook(sheetOf('<c><v>1</v></c>'))
    sizeIn(claiming, 'xl/sharedStrings.xml', 250 * 1024 * 1024)
    expect(await refusal(claiming)).toBe('import.workbook.too_large')
    const zeros = new Uint8Array(20 * 1024 * 1024)
    const dense = workbook(sheetOf('<c><v>1</v></c>'), { more: { 'xl/media/a.bin': zeros } })
    expect(await refusal(dense)).toBe('import.workbook.bomb')
    const lying = workbook(sheetOf('<c><v>1</v></c>'.repeat(50_000)))
    sizeIn(lying, 'xl/worksheets/sheet1.xml', 1000)
    expect(await refusal(lying)).toBe('import.workbook.too_large')
  })

  it('is refused in words when it is something else, locked or torn', async () => {
    expect(await refusal(zipSync({ 'readme.txt': strToU8('hello') }))).toBe('import.workbook.none')
    const file = workbook(sheetOf('<c><v>1</v></c>'))
    expect(await refusal(file.subarray(0, file.length - 40))).toBe('import.workbook.broken')
    const locked = Uint8Array.from(file)
    const directory = Buffer.from(locked).indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    locked[directory + 8] = (locked[directory + 8] ?? 0) | 1
    expect(await refusal(locked)).toBe('import.workbook.locked')
    for (let cut = 0; cut < file.length; cut += 7) {
      const torn = Uint8Array.from(file)
      torn[cut] = (torn[cut] ?? 0) ^ 0xff
      await readAll(torn).catch((error: unknown) => expect(error).toBeInstanceOf(Unreadable))
    }
  })
})

describe('the number of a day', () => {
  it.each([
    ['1900-03-01', '61'],
    ['2026-03-12', '46093'],
    ['2026-03-12T12:00:00.000Z', '46093.5'],
  ])('of %s is %s, and back', (text, serial) => {
    expect(serialOf(text)).toBe(serial)
    expect(textOfSerial(Number(serial), false)).toBe(text.replace('T', ' ').replace('.000Z', ''))
  })

  it('is none for what is no day or lies before spreadsheets count', () => {
    expect([serialOf('1900-02-28'), serialOf('soon'), serialOf('2026-13-01')]).toEqual([null, null, null])
    expect([textOfSerial(1, false), textOfSerial(0.5, false), textOfSerial(-1, false)]).toEqual([
      '1900-01-01',
      '12:00:00',
      null,
    ])
  })
})
