import { describe, expect, it } from 'vitest'
import { fibres } from '#server/seeds/fibres.ts'
import {
  beyondTolerance,
  type CompositionRow,
  compositionProblems,
  inLabelOrder,
  missingPct,
} from '#shared/trade/composition.ts'
import { compositionRowsOf, effectiveComposition } from '#shared/trade/composition-rows.ts'
import {
  compositionText,
  longestComposition,
  type NamedFibre,
  parseComposition,
  qualifiedName,
} from '#shared/trade/composition-text.ts'

const library: readonly NamedFibre[] = fibres.map((fibre, index) => ({ ...fibre, id: index + 1 }))
const idOf = (code: string) => library.find((fibre) => fibre.code === code)?.id ?? 0
const codeOf = (id: number | null) => library.find((fibre) => fibre.id === id)?.code ?? '?'
const rows = (...shares: [code: string, pct: string, more?: Partial<CompositionRow>][]): CompositionRow[] =>
  shares.map(([code, pct, more]) => ({ component: 'shell', fibre_id: idOf(code), pct, ...more }))

describe('a composition', () => {
  it.each([
    ['two fibres of 100', rows(['CO', '60'], ['PES', '40']), []],
    ['halves of a percent', rows(['CO', '95.5'], ['EL', '4.5']), []],
    ['three thirds', rows(['CO', '33.33'], ['PES', '33.33'], ['CV', '33.34']), []],
    ['one short of 100', rows(['CO', '60'], ['PES', '39']), ['fibres.1.pct below_total 1']],
    ['a hundredth too much', rows(['CO', '60'], ['PES', '40.01']), ['fibres.1.pct above_total 0.01']],
    ['a fibre twice', rows(['CO', '50'], ['CO', '50']), ['fibres.1.fibre_id fibre_repeated']],
    ['a fibre twice, recycled once', rows(['PES', '50', { recycled: true }], ['PES', '50']), []],
    [
      'a fibre twice, organic both times',
      rows(['CO', '50', { organic: true }], ['CO', '50', { organic: true }]),
      ['fibres.1.fibre_id fibre_repeated'],
    ],
    ['a fibre of nothing', rows(['CO', '100'], ['PES', '0']), ['fibres.1.pct pct_zero']],
    ['each component by itself', rows(['CO', '100'], ['PES', '100', { component: 'lining' }]), []],
    [
      'a lining short of 100',
      rows(['CO', '100'], ['PES', '98', { component: 'lining' }]),
      ['fibres.1.pct below_total 2'],
    ],
    ['no rows', [], []],
  ])('is checked: %s', (_, composition, expected) => {
    const problems = compositionProblems(composition, 'fibres').map(({ field, text }) =>
      [field, text.key.split('.').at(-1), text.params?.pct].filter(Boolean).join(' '),
    )
    expect(problems).toEqual(expected)
  })

  it('says what it lacks to 100', () => {
    expect(missingPct(rows(['CO', '60'], ['EL', '4.5']), 'shell')).toBe('35.5')
    expect(missingPct([], 'lining')).toBe('100')
  })

  it('is named the largest share first, in either language', () => {
    const shares = rows(['PES', '30.00'], ['CO', '70'])
    const name = (language: 'en' | 'zh') => (id: number) =>
      library.find((fibre) => fibre.id === id)?.[`name_${language}`] ?? ''
    expect(compositionText(shares, name('en'), 'en')).toBe('70% cotton 30% polyester')
    expect(compositionText(shares, name('zh'), 'zh')).toBe('棉70% 聚酯纤维30%')
    expect(
      inLabelOrder(rows(['PES', '100', { component: 'lining' }], ['CO', '100'])).map(({ component }) => component),
    ).toEqual(['shell', 'lining'])
  })

  it.each([
    ['exactly at the tolerance', rows(['CO', '57'], ['PES', '43']), []],
    ['a hundredth beyond', rows(['CO', '56.99'], ['PES', '43.01']), ['CO', 'PES']],
    ['a fibre that was not declared', rows(['CO', '56'], ['PES', '40'], ['EL', '4']), ['CO', 'EL']],
  ])('differs from a lab test: %s', (_, tested, expected) => {
    const beyond = beyondTolerance(rows(['CO', '60'], ['PES', '40']), tested)
    expect(beyond.map(({ fibre_id }) => codeOf(fibre_id))).toEqual(expected)
  })
})

describe('a pasted composition', () => {
  it.each([
    ['60% cotton 40% polyester', 'CO 60, PES 40'],
    ['60% Cotton, 40% Polyester', 'CO 60, PES 40'],
    ['60 % COTTON / 40 % POLYESTER', 'CO 60, PES 40'],
    ['60/40 CO/PES', 'CO 60, PES 40'],
    ['CO/PES 60/40', 'CO 60, PES 40'],
    ['80/15/5 wool/nylon/cashmere', 'WO 80, PA 15, WS 5'],
    ['棉60% 聚酯纤维40%', 'CO 60, PES 40'],
    ['60%棉 40%涤纶', 'CO 60, PES 40'],
    ['棉６０％　涤纶４０％', 'CO 60, PES 40'],
    ['cotton 95.5% spandex 4.5%', 'CO 95.5, EL 4.5'],
    ['95,5% coton', '? 95.5'],
    ['100% linen', 'LI 100'],
    ['cotton', 'CO 100'],
    ['全棉', 'CO 100'],
    ['50% viscose and 50% nylon', 'CV 50, PA 50'],
    ['60% recycled polyester 40% organic cotton', 'PES 60 recycled, CO 40 organic'],
    ['有机棉70% 再生聚酯纤维30%', 'CO 70 organic, PES 30 recycled'],
    ['70% TENCEL Lyocell 30% LYCRA', 'CLY 70, EL 30'],
    ['Shell: 100% cotton\nLining: 100% polyester', 'CO 100, lining PES 100'],
    ['Shell 60% cotton 40% polyester\nRib 95/5 CO/EL', 'CO 60, PES 40, rib CO 95, rib EL 5'],
    ['面料 棉60% 聚酯纤维40%\n里料聚酯纤维100%', 'CO 60, PES 40, lining PES 100'],
    ['面料：羊毛80% 锦纶20%\n里料：100%聚酯纤维', 'WO 80, PA 20, lining PES 100'],
    ['80% merino wool\n20% yak', 'WO 80, WY 20'],
    ['60% mystery fibre 40% cotton', '? 60, CO 40'],
  ])('is read: %s', (text, expected) => {
    const { rows: parsed, unread } = parseComposition(text, library)
    const parsedRows = parsed.map(({ component, fibre_id, pct, recycled, organic }) =>
      [component !== 'shell' && component, codeOf(fibre_id), pct, recycled && 'recycled', organic && 'organic']
        .filter(Boolean)
        .join(' '),
    )
    expect([parsedRows.join(', '), unread]).toEqual([expected, []])
  })

  it.each(['60/40 cotton', 'soft and warm', '60% 40%', 'a 60% b 40% c'])(
    'is left unread where it does not add up: %s',
    (text) => {
      expect(parseComposition(text, library)).toEqual({ rows: [], unread: [text] })
    },
  )

  it('is read in linear time, whatever is pasted', () => {
    const began = performance.now()
    for (const sign of ['1', ' ', '%', '/', '棉', 'a ', '60% ']) parseComposition(sign.repeat(100_000), library)
    expect(performance.now() - began).toBeLessThan(2000)
    expect(longestComposition).toBe(2000)
  })
})

describe('the composition that counts', () => {
  const [yarn, colourway, line] = [rows(['WO', '100']), rows(['CO', '100']), rows(['PES', '100'])]
  it.each([
    ['nobody says one', {}, null, []],
    ['the yarn alone says one', { yarn }, 'yarn', yarn],
    ['the colourway has its own', { yarn, colourway }, 'colourway', colourway],
    ['the colourway has none of its own', { yarn, colourway: [] }, 'yarn', yarn],
    ['the line has its own', { yarn, colourway, line }, 'line', line],
    ['the line follows its colourway', { yarn: null, colourway, line: [] }, 'colourway', colourway],
  ])('where %s', (_, given, source, counted) => {
    expect(effectiveComposition(given)).toEqual({ source, rows: counted })
  })

  it('is read from a record or a form, where a yarn has no parts and a share may be half typed', () => {
    const stored = compositionRowsOf({ fibres: [{ id: 4, fibre_id: 1, pct: '100.00' }, { pct: '4.' }] }, 'fibres')
    expect(stored).toEqual([
      { id: 4, component: 'shell', fibre_id: 1, pct: '100.00' },
      { component: 'shell', fibre_id: null, pct: null },
    ])
    expect(compositionRowsOf({}, 'fibres')).toEqual([])
  })

  it('is written with what a row says more of its fibre', () => {
    const recycled = rows(['PES', '30', { recycled: true }], ['CO', '70', { organic: true }])
    const written = (language: 'en' | 'zh') =>
      compositionText(
        recycled,
        (id, row) => qualifiedName(library.find((fibre) => fibre.id === id)?.[`name_${language}`] ?? '', row, language),
        language,
      )
    expect([written('en'), written('zh')]).toEqual([
      '70% organic cotton 30% recycled polyester',
      '有机棉70% 再生聚酯纤维30%',
    ])
  })
})
