import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { decode } from '#shared/delimited/decode.ts'
import { escapeFormula, unescapeFormula } from '#shared/delimited/escape.ts'
import { parseRows } from '#shared/delimited/parse.ts'
import { readTable, sniffDelimiter } from '#shared/delimited/read.ts'
import { type Cell, writeChunks, writeHead, writeRow } from '#shared/delimited/write.ts'
import { seeded } from './random'

const bytes = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, mark: readonly number[], high: 0 | 1) =>
  Uint8Array.from([
    ...mark,
    ...Array.from(text).flatMap((c) =>
      high ? [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255] : [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8],
    ),
  ])
const cellsOf = (text: string, delimiter = ',') => [...parseRows(text, { delimiter })].map(({ cells }) => cells)
const opened = (file: Uint8Array) => {
  const table = readTable(file)
  if (table.problem) throw new Error(table.problem.key)
  return table
}

describe('decoding', () => {
  it('reads UTF-8 with and without a mark, and UTF-16 by its mark', () => {
    expect(decode(bytes('品名,é'))).toEqual({ text: '品名,é', encoding: 'utf-8' })
    expect(decode(bytes('\uFEFF品名'))).toEqual({ text: '品名', encoding: 'utf-8' })
    expect(decode(utf16('品名,a', [0xff, 0xfe], 0))).toEqual({ text: '品名,a', encoding: 'utf-16le' })
    expect(decode(utf16('品名,a', [0xfe, 0xff], 1))).toEqual({ text: '品名,a', encoding: 'utf-16be' })
  })

  const gbk = Uint8Array.from([...bytes('po,name\r\n1,ok\r\n2,'), 0xd5, 0xeb, 0xd6, 0xaf, 0x0d, 0x0a])
  const western = Uint8Array.from([
    ...bytes('po,name\r\n1,ok\r\n2,M'),
    0xfc,
    ...bytes('nchen, Z'),
    0xfc,
    ...bytes('rich'),
  ])

  it('takes what is not UTF-8 for GB18030 where its signs come as those of Chinese do', () => {
    expect(decode(gbk)).toEqual({ text: 'po,name\r\n1,ok\r\n2,针织\r\n', encoding: 'gb18030' })
    const rare = Uint8Array.from([...gbk, 0x82, 0x35, 0x8f, 0x33])
    expect(decode(rare, 'gb18030')).toMatchObject({ text: expect.stringMatching(/\u{9FA6}$/u), encoding: 'gb18030' })
  })

  it('names the line that is not UTF-8 rather than guess a Western page, and takes the one that it is told', () => {
    expect(decode(western)).toEqual({ problem: { key: 'delimited.not_utf8', params: { line: 3 } } })
    expect(decode(western, 'windows-1252')).toMatchObject({ text: expect.stringContaining('München, Zürich') })
    expect(decode(gbk, 'utf-8')).toEqual({ problem: { key: 'delimited.not_utf8', params: { line: 3 } } })
    expect(decode(Uint8Array.from([...gbk, 0xff, 0x0a]), 'gb18030')).toEqual({
      problem: { key: 'delimited.not_gb18030', params: { line: 4 } },
    })
    expect(decode(Uint8Array.of(0xc3))).toEqual({ problem: { key: 'delimited.not_utf8', params: { line: 1 } } })
    const torn = Uint8Array.from([...bytes('品名,针织衫,连衣裙\n'), 0xe9, 0x92, 0x0a, ...bytes('品名')])
    expect(decode(torn)).toEqual({ problem: { key: 'delimited.not_utf8', params: { line: 2 } } })
  })

  it.each([
    ['an empty file', bytes(''), 'delimited.empty'],
    ['a mark alone', bytes('\uFEFF'), 'delimited.empty'],
    ['blank lines', bytes('\r\n  \n'), 'delimited.empty'],
    ['an xlsx file', Uint8Array.of(0x50, 0x4b, 3, 4, 20), 'delimited.workbook'],
    ['an xls file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'delimited.workbook'],
    ['a page called a workbook', bytes('\n<html xmlns:x="urn:x">\n<table><tr><td>po'), 'delimited.workbook'],
    ['a sheet in XML', bytes('<?xml version="1.0"?>\n<Workbook>'), 'delimited.workbook'],
    ['a page with its parts', bytes('MIME-Version: 1.0\nContent-Type: multipart/related'), 'delimited.workbook'],
    ['a file with NUL', bytes('a\0b'), 'delimited.not_text'],
    ['half a sign of UTF-16', Uint8Array.of(0xff, 0xfe, 0x41), 'delimited.not_text'],
  ])('refuses %s', (_, file, key) => expect(readTable(file).problem?.key).toBe(key))
})

describe('delimiters', () => {
  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5', ';'],
    ['a\tb\n"x;y;z"\t1,2', '\t'],
    ['a;b, c;d\n1;2;3\n4;5;6', ';'],
    ['name,address\nA,"x;y"\nB,"z;w"', ','],
    ['po', ','],
    ['po\n1;2', ','],
    ['Orders of May\n\na;b;c\n1;2;3', ';'],
  ])('of %j is %j', (text, delimiter) => expect(sniffDelimiter(text)).toBe(delimiter))
})

describe('parsing', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb\r\nc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['"a ""b""",c', [['a "b"', 'c']]],
    ['"x\r\ny",z', [['x\r\ny', 'z']]],
    [
      'a,,\n,,b',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    ['5" pipe,a', [['5" pipe', 'a']]],
    ['"",a\n""', [['', 'a']]],
    ['a\n\n  \n,,\nb', [['a'], ['b']]],
    ['', []],
  ])('%j', (text, rows) => expect(cellsOf(text)).toEqual(rows))

  it('keeps the line on which a row begins', () => {
    const rows = [...parseRows('a,b\r\n\r\n"x\r\ny\nz",1\rlast,2', { delimiter: ',' })]
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'a'],
      [3, 'x\r\ny\nz'],
      [6, 'last'],
    ])
  })

  it('says what is wrong with quotes', () => {
    expect([...parseRows('a\n"b"c,d\ne', { delimiter: ',' })]).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['bc', 'd'], problem: { key: 'delimited.after_quote', params: { column: 1 } } },
      { line: 3, cells: ['e'] },
    ])
    expect([...parseRows('a\n"b,c\nd', { delimiter: ',' })][1]).toEqual({
      line: 2,
      cells: ['b,c\nd'],
      problem: { key: 'delimited.open_quote', params: { line: 2 } },
    })
  })

  it('gives the same rows wherever the text is cut', () => {
    const text = 'a,"b\r\nc""d"\r\n\r\n"",e\rf,g\n"h\n\n\ri",j\r\n'
    const whole = [...parseRows(text, { delimiter: ',' })]
    for (let first = 0; first <= text.length; first++)
      for (let second = first; second <= text.length; second++) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)]
        expect([...parseRows(pieces, { delimiter: ',' })]).toEqual(whole)
      }
    expect([...parseRows(text, { delimiter: ',' })]).toEqual([...parseRows([...text], { delimiter: ',' })])
  })

  it('reads on as rows are asked for', () => {
    let pieces = 0
    function* endless() {
      for (;;) {
        pieces++
        yield 'a,b\r\n'
      }
    }
    const rows = parseRows(endless(), { delimiter: ',' })
    for (let count = 0; count < 10; count++) rows.next()
    expect(pieces).toBe(10)
  })

  it('agrees with papaparse on 1,000 random tables', () => {
    const { below, pick } = seeded(4180)
    const parts = ['a', '"', ',', ';', '\t', '\n', '\r\n', ' ', '品', "'", '=', '1.5', '']
    for (let table = 0; table < 1_000; table++) {
      const delimiter = pick([',', ';', '\t'])
      const width = 2 + below(4)
      const rows = Array.from({ length: 1 + below(6) }, (_, index) => [
        `r${index}`,
        ...Array.from({ length: width }, () => Array.from({ length: below(5) }, () => pick(parts)).join('')),
      ])
      const newline = pick(['\r\n', '\n'] as const)
      const text = Papa.unparse(rows, { delimiter, newline, quotes: below(2) === 1 })
      expect(cellsOf(text, delimiter)).toEqual(rows)
      expect(cellsOf(text, delimiter)).toEqual(Papa.parse(text, { delimiter, newline }).data)
    }
  })
})

describe('harmless texts', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86 10', "'+86 10"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'=1", "''=1"],
    ["''-x", "'''-x"],
    ["'tis", "'tis"],
    ["'", "'"],
    ['', ''],
    ['a=b', 'a=b'],
  ])('%j is written %j and read back', (text, written) => {
    expect(escapeFormula(text)).toBe(written)
    expect(unescapeFormula(written)).toBe(text)
  })
})

describe('writing', () => {
  const columns = [{ heading: 'po_no' }, { heading: 'qty', number: true }, { heading: '=note' }]

  it('has a mark, CR LF, quotes where needed; numbers stay numbers', () => {
    const rows: Cell[][] = [
      ['PO-1', -5, '-5'],
      ['PO-2', '-12.50', 'a "b", c'],
      ['PO-3', '-1+cmd', null],
      ['PO-4', 7, true],
      ['PO-5'],
      ['2026-03-12', null, ' x;y'],
    ]
    expect([...writeChunks(columns, rows)].join('')).toBe(
      [
        "\uFEFFpo_no,qty,'=note",
        "PO-1,-5,'-5",
        'PO-2,-12.50,"a ""b"", c"',
        "PO-3,'-1+cmd,",
        'PO-4,7,true',
        'PO-5,,',
        '2026-03-12,," x;y"',
        '',
      ].join('\r\n'),
    )
    expect(writeHead(columns, { delimiter: ';' }) + writeRow(columns, ['a', 1, 'b'], { delimiter: ';' })).toBe(
      "\uFEFFpo_no;qty;'=note\r\na;1;b\r\n",
    )
  })

  it('comes in chunks', () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => [`PO-${index}`, index, ''])
    expect([...writeChunks(columns, rows)]).toHaveLength(3)
    expect([...writeChunks(columns, rows, { rows: 1_001 })]).toHaveLength(1)
    expect([...writeChunks(columns, [])]).toEqual(["\uFEFFpo_no,qty,'=note\r\n"])
  })

  it('is read back unharmed: 1,000 random tables of hostile cells', () => {
    const { below, pick } = seeded(2026)
    const parts = [
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '\r\n',
      "'",
      '"',
      '""',
      ',',
      ';',
      ' ',
      '品',
      '👕',
      'x',
      '0',
      '\uFEFF',
      '＝',
    ]
    for (let table = 0; table < 1_000; table++) {
      const width = 1 + below(4)
      const delimiter = pick([',', ';', '\t'])
      const hostile = () => Array.from({ length: below(6) }, () => pick(parts)).join('')
      const columns = [{ heading: 'id' }, ...Array.from({ length: width }, (_, index) => ({ heading: `c${index}` }))]
      const rows = Array.from({ length: below(6) }, (_, index) => [`r${index}`, ...columns.slice(1).map(hostile)])
      const file = bytes([...writeChunks(columns, rows, { delimiter, rows: 2 })].join(''))
      const read = opened(file)
      expect(read.delimiter).toBe(delimiter)
      expect(read.headings).toEqual(columns.map(({ heading }) => heading))
      expect([...read.rows()].map(({ cells }) => cells)).toEqual(rows)
    }
  })
})

describe('tables', () => {
  it('have headings and rows of their width, with their lines', () => {
    const table = opened(bytes('\uFEFF\r\n po , qty ,,\r\n1,2\r\n\r\n3,4,,\r\n5,6,7\r\n'))
    expect(table.headings).toEqual(['po', 'qty'])
    const rows = [
      { line: 3, cells: ['1', '2'] },
      { line: 5, cells: ['3', '4'] },
      { line: 6, cells: ['5', '6'], problem: { key: 'delimited.too_many_cells', params: { cells: 3, headings: 2 } } },
    ]
    expect([...table.rows()]).toEqual(rows)
    expect([...table.rows()]).toEqual(rows)
  })

  it('take the word of a file that names its delimiter', () => {
    const table = opened(bytes('sep=;\r\na,b;c\r\n1;2'))
    expect([table.delimiter, table.headings, [...table.rows()]]).toEqual([
      ';',
      ['a,b', 'c'],
      [{ line: 3, cells: ['1', '2'] }],
    ])
  })

  it.each([
    [
      'Orders of May,,\r\nprinted 3 May\r\n\r\npo,style,qty\r\n1,A,2\r\n',
      ['po', 'style', 'qty'],
      [{ line: 5, cells: ['1', 'A', '2'] }],
    ],
    // Two columns may as well be a name with a comma in it, and a row alone has nothing to head.
    ['name\nFoo, Ltd.\nBar', ['name'], 2],
    ['po\n1,2,3', ['po'], 1],
    ['po,style,qty\nnote\n1,A,2', ['po', 'style', 'qty'], 2],
  ])('have their headings below titles: %j', (file, headings, rows) => {
    const table = opened(bytes(file))
    expect(table.headings).toEqual(headings)
    const read = [...table.rows()]
    expect(typeof rows === 'number' ? read.length : read).toEqual(rows)
  })

  it('need a line of headings that can be read', () => {
    expect(readTable(bytes('"a,b\n1,2')).problem?.key).toBe('delimited.open_quote')
  })
})
