import { describe, expect, it } from 'vitest'
import { explode, splitByRatio } from '#areas/purchase-orders/screens/form/explode.ts'
import { readQuantity } from '#areas/purchase-orders/screens/grid/quantity.ts'
import { breaksInnerPacks, cartonRests } from '#shared/trade/cartons.ts'
import { packFit, packProblems, packSize, packsOf } from '#shared/trade/packs.ts'
import { placeCells } from '#web/kit/grid/place-cells.ts'
import { parseTable, printTable } from '#web/kit/grid/table-text.ts'
import { paths, texts } from './rules-kit'

describe('cells on the clipboard', () => {
  it.each<[string, string, string[][]]>([
    ['nothing', '', []],
    ['one cell', '12', [['12']]],
    [
      'rows with Windows line ends and a last one',
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'rows with Unix line ends and none at the end',
      '1\t2\n3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['rows with old Mac line ends', '1\r2', [['1'], ['2']]],
    [
      'empty cells',
      '\t2\t\n\t\t',
      [
        ['', '2', ''],
        ['', '', ''],
      ],
    ],
    ['an empty row between', '1\n\n2\n', [['1'], [''], ['2']]],
    ['a cell with a line break', '"Navy\nblue"\t5', [['Navy\nblue', '5']]],
    ['a cell with a tab and quotes', '"a\tb ""c"""\t5', [['a\tb "c"', '5']]],
    ['an empty quoted cell', '""\t5', [['', '5']]],
    ['inches', '5" band\t7', [['5" band', '7']]],
    ['a quote that never ends', '"open\t7', [['"open', '7']]],
    ['a quote in front that is none', '"A" line\t7', [['"A" line', '7']]],
  ])('are read: %s', (_, text, rows) => expect(parseTable(text)).toEqual(rows))

  it.each<[string[][]]>([
    [
      [
        ['1', '2'],
        ['3', ''],
      ],
    ],
    [
      [
        ['Navy\nblue', 'a\tb', 'say "so"'],
        ['', '5" band', 'x'],
      ],
    ],
    [[['深蓝', '1060']]],
  ])('come back as they were written: %j', (rows) => expect(parseTable(printTable(rows))).toEqual(rows))
})

describe('a quantity in a cell', () => {
  it.each([
    ['12', 12],
    [' 1,060 ', 1060],
    ['1 060', 1060],
    ['1\u00a0060', 1060],
    ['1’060', 1060],
    ['１２０', 120],
    ['12.00', 12],
    ['0', 0],
    ['', null],
    ['–', null],
    ['-', null],
    ['1.5', '1.5'],
    ['-3', '-3'],
    ['12 pcs', '12 pcs'],
    ['1.060', 1060],
    ['1.060,00', 1060],
    ['0.500', '0.500'],
    ['1,5', '1,5'],
    ['10 20', '10 20'],
    ['9999999999', '9999999999'],
    ['#REF!', '#REF!'],
  ])('%j is %j', (text, read) => expect(readQuantity(text)).toEqual(read))
})

describe('copied cells', () => {
  const headings = {
    rows: [
      ['Navy', '藏青', 'NVY'],
      ['Rust', 'RST'],
    ],
    columns: [['S'], ['M'], ['L']],
    isName: (text: string) => typeof readQuantity(text) === 'string',
  }
  const numbered = { ...headings, columns: [['34'], ['36'], ['38']] }
  const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
  const placed = (text: string, range = at(0, 0), on = headings) => {
    const { cells, ...rest } = placeCells(parseTable(text), range, on)
    return { cells: cells.map(({ row, col, text: cell }) => `${row}${col}=${cell}`).join(' '), ...rest }
  }
  const whole = { beyond: { rows: 0, columns: 0 }, unknown: [] }

  it.each([
    ['go where they are pasted', '1\t2\n3\t4', at(0, 1), '01=1 02=2 11=3 12=4'],
    ['fill the range with one value', '7', at(0, 0, 1, 2), '00=7 01=7 02=7 10=7 11=7 12=7'],
    ['fill the range by rows', '1\t2\t3', at(0, 0, 1, 2), '00=1 01=2 02=3 10=1 11=2 12=3'],
    ['go beyond a range that they do not fill evenly', '1\t2', at(0, 0, 0, 2), '00=1 01=2'],
    ['find their colourway', 'Rust\t5\t6', at(0, 0), '10=5 11=6'],
    ['find their colourway by code and in Chinese', 'RST\t5\n藏青\t6', at(0, 0), '10=5 00=6'],
    ['find their size', 'L\tS\n1\t2', at(1, 1), '02=1 00=2'],
    ['find both', 'Colour\tM\tS\nrust\t1\t2\nNAVY\t3\t4', at(1, 2), '11=1 10=2 01=3 00=4'],
    ['find both under an empty corner', '\tM\nRust\t1', at(0, 0), '11=1'],
  ])('%s', (_, text, range, cells) => expect(placed(text, range)).toEqual({ cells, ...whole }))

  it('tell sizes that are numbers from quantities', () => {
    expect(placed('34\t36\t38\n40\t50\t60', at(0, 0), numbered).cells).toBe('00=34 01=36 02=38 10=40 11=50 12=60')
    expect(placed('Colour\t38\t34\nRust\t40\t50', at(0, 0), numbered).cells).toBe('12=40 10=50')
  })

  it('say what found no place', () => {
    expect(placed('1\t2\t3\t4\n5\t6\t7\t8\n9\t\t\t', at(0, 0)).beyond).toEqual({ rows: 1, columns: 1 })
    expect(placed('1\t2\n\t', at(1, 2)).beyond).toEqual({ rows: 0, columns: 1 })
    const named = placed('Colour\tS\tXXL\nNavy\t1\t2\nTeal\t3\t4')
    expect(named).toEqual({ cells: '00=1', beyond: { rows: 0, columns: 0 }, unknown: ['XXL', 'Teal'] })
    expect(placed('Colour\tM\tS\nTeal\t3\t4')).toEqual({
      cells: '',
      beyond: { rows: 0, columns: 0 },
      unknown: ['Teal'],
    })
  })
})

describe('a total shared out', () => {
  it.each([
    [100, [1, 2], [33, 67], [1]],
    [10, [1, 1, 1], [4, 3, 3], [0]],
    [1000, [1, 2, 2, 1], [167, 333, 333, 167], [0, 3]],
    [12, [1, 2, 2, 1], [2, 4, 4, 2], []],
    [0, [1, 2], [0, 0], []],
    [50, [0, 0], [0, 0], []],
  ])('%d by %j', (total, ratios, shares, extra) => expect(splitByRatio(total, ratios)).toEqual({ shares, extra }))

  it('loses no unit to rounding, however the ratios are', () => {
    for (let total = 1; total < 400; total += 7)
      expect(explode(total, [1, 3, 0, 7, 11, 0.5]).reduce((sum, share) => sum + share, 0)).toBe(total)
  })
})

describe('pre-packs', () => {
  const six = [
    { size_id: 1, units: 1 },
    { size_id: 2, units: 2 },
    { size_id: 3, units: 3 },
  ]
  const sizes = (...quantities: number[]) => quantities.map((qty, index) => ({ size_id: index + 1, qty }))
  const line = (changes: object) => ({
    pack_type: 'ratio',
    ratio_packs: 20,
    qty: 120,
    sizes: sizes(20, 40, 60),
    ...changes,
  })

  it.each([
    [120, { packs: 20, left: 0, nearest: [120] }],
    [121, { packs: 20, left: 1, nearest: [120, 126] }],
    [5, { packs: 0, left: 5, nearest: [6] }],
  ])('of six take %d', (total, fit) => {
    expect(packSize(six)).toBe(6)
    expect(packFit(total, 6)).toEqual(fit)
  })

  it.each<[string, object, typeof six | null, string[], string[]]>([
    ['fit', {}, six, [], []],
    ['fit without a ratio given', { sizes: sizes(20, 60) }, null, [], []],
    ['are no matter of other lines', { pack_type: 'solid', sizes: sizes(7) }, six, [], []],
    ['are no matter where nothing is said', { ratio_packs: null, sizes: sizes(7) }, null, [], []],
    ['need their number', { ratio_packs: null }, six, ['ratio_packs'], ['packs_needed']],
    ['have one size wrong', { sizes: sizes(20, 41, 60) }, six, ['sizes.1.qty'], ['not_by_ratio']],
    ['lack a size', { sizes: sizes(20, 40) }, six, ['ratio_packs'], ['pack_lacks_size']],
    ['have a size too many', { sizes: sizes(20, 40, 60, 1) }, six, ['sizes.3.qty'], ['not_by_ratio']],
    ['cannot be alike', { sizes: sizes(20, 41) }, null, ['sizes.1.qty'], ['packs_differ']],
  ])('%s', (_, changes, items, fields, keys) => {
    const problems = packProblems(line(changes), items)
    expect(paths(problems)).toEqual(fields)
    expect(texts(problems)).toEqual(keys.map((key) => `messages.po-lines.${key}`))
  })

  it.each([
    [sizes(20, 40, 60), 20],
    [sizes(20, 40, 61), null],
    [sizes(0, 0, 0), null],
    [sizes(20, 40, 60, 5), null],
  ])('%j are so many packs: %j', (quantities, packs) => expect(packsOf(quantities, six)).toBe(packs))
})

describe('cartons', () => {
  const line = (changes: object) => ({ qty: 100, sizes: [], ...changes })
  const two = [
    { size_id: 1, qty: 48 },
    { size_id: 2, qty: 52 },
  ]
  it.each([
    ['unknown', {}, []],
    ['full', { units_per_carton: 25 }, []],
    ['not full', { units_per_carton: 24 }, [{ size_id: null, left: 4 }]],
    ['of one size each', { units_per_carton: 24, pack_type: 'solid', sizes: two }, [{ size_id: 2, left: 4 }]],
    ['of mixed sizes', { units_per_carton: 25, pack_type: 'mixed', sizes: two }, []],
  ])('%s', (_, changes, rests) => expect(cartonRests(line(changes))).toEqual(rests))

  it.each([
    [24, 6, false],
    [24, 5, true],
    [24, null, false],
    [null, 6, false],
  ])('of %j hold inner packs of %j whole, or not: %j', (units_per_carton, inner_pack_qty, broken) =>
    expect(breaksInnerPacks(line({ units_per_carton, inner_pack_qty }))).toBe(broken),
  )
})
