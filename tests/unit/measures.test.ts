import { describe, expect, it } from 'vitest'
import { poms as seededPoms } from '#server/seeds/poms.ts'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { readMeasureTable } from '#shared/trade/measure-table.ts'
import {
  gradedValues,
  inferredStep,
  micronsOf,
  mmOf,
  readLength,
  toleranceRange,
  withSizeValue,
  writeLength,
} from '#shared/trade/measures.ts'
import { measureChanges, textChanges } from '#shared/trade/spec-difference.ts'
import { packingOf, specProblems, specTypes, submitProblems } from '#shared/trade/specification.ts'
import { parseTable } from '#web/kit/grid/table-text.ts'
import { paths, texts } from './rules-kit'

describe('lengths', () => {
  it.each<[string, LengthUnit, string | null | undefined]>([
    ['51.4', 'cm', '514'],
    ['51,4', 'cm', '514'],
    ['51,43', 'cm', '514.3'],
    ['.5', 'cm', '5'],
    ['514 mm', 'cm', '514'],
    ['20 3/8"', 'cm', '517.525'],
    ['51,4厘米', 'in', '514'],
    ['20 3/8', 'in', '517.525'],
    ['20-3/8', 'in', '517.525'],
    ['20⅜', 'in', '517.525'],
    ['⅛', 'in', '3.175'],
    ['3/8', 'in', '9.525'],
    ['20 6/16', 'in', '517.525'],
    ['20.375', 'in', '517.525'],
    ['20', 'in', '508'],
    ['２０ ３/８', 'in', '517.525'],
    ['-1/4', 'in', '-6.35'],
    ['−1/4', 'in', '-6.35'],
    ['– 0,5', 'cm', '-5'],
    ['−', 'cm', null],
    ['+1/4', 'in', '6.35'],
    ['± 1/2', 'in', '12.7'],
    ['+/- 1/2', 'in', '12.7'],
    ['+/-0,5', 'cm', '5'],
    ['-/+ 0.5 cm', 'in', '5'],
    ['+/-', 'cm', undefined],
    ['-0', 'cm', '0'],
    ['', 'cm', null],
    [' – ', 'cm', null],
    ['20 1/16', 'in', undefined],
    ['20.4', 'in', undefined],
    ['20 3/0', 'in', undefined],
    ['12abc', 'cm', undefined],
    ['1.2.3', 'cm', undefined],
    ['1e3', 'cm', undefined],
    ['51.43215', 'cm', undefined],
    ['9'.repeat(40), 'cm', undefined],
    ['__proto__', 'cm', undefined],
  ])('%j in %s are %s mm', (typed, unit, mm) => expect(readLength(typed, unit)).toBe(mm))

  it.each<[string, LengthUnit, string]>([
    ['514', 'cm', '51.4'],
    ['514.35', 'cm', '51.4'],
    ['510', 'cm', '51'],
    ['0', 'cm', '0'],
    ['-5', 'cm', '-0.5'],
    ['517.525', 'in', '20 3/8'],
    ['508', 'in', '20'],
    ['3.175', 'in', '1/8'],
    ['12.7', 'in', '1/2'],
    ['-6.35', 'in', '-1/4'],
    ['0', 'in', '0'],
    ['514', 'in', '20 1/4'],
  ])('%s mm in %s read %s', (mm, unit, written) => expect(writeLength(mm, unit)).toBe(written))

  it('that were typed in a unit are read back as they were typed', () => {
    for (let eighths = -400; eighths <= 400; eighths += 1) {
      const mm = mmOf(eighths * 3175)
      expect(readLength(writeLength(mm, 'in'), 'in')).toBe(mm)
    }
    for (let tenths = -500; tenths <= 2000; tenths += 7) {
      const mm = mmOf(tenths * 1000)
      expect(readLength(writeLength(mm, 'cm'), 'cm')).toBe(mm)
    }
  })

  it.each([
    ['514.350', 514_350],
    ['514.3500', 514_350],
    ['-0.5', -500],
    ['abc', null],
    ['1.2345', null],
    [null, null],
  ])('are calculated exactly: %s', (mm, microns) => expect(micronsOf(mm)).toBe(microns))

  it.each([
    ['500', '10', '5', { min: '495', max: '510' }],
    ['500', null, null, { min: '500', max: '500' }],
    ['3', '0', '10', { min: '0', max: '3' }],
    [null, '1', '1', null],
  ])('have limits: %s +%s −%s', (value, plus, minus, range) =>
    expect(toleranceRange(value, plus, minus)).toEqual(range),
  )
})

describe('the sizes of a row', () => {
  const order = { ids: [1, 2, 3, 4], base: 2 }
  const written = (values: readonly { size_id: number; value_mm: string; by_hand: boolean }[]) =>
    Object.fromEntries(values.map(({ size_id, value_mm, by_hand }) => [size_id, by_hand ? `${value_mm} !` : value_mm]))
  const base = [{ size_id: 2, value_mm: '500', by_hand: false }]

  it('follow from the base size by the grade, up and down', () => {
    expect(written(gradedValues(base, '12.7', order))).toEqual({ 1: '487.3', 2: '500', 3: '512.7', 4: '525.4' })
    expect(written(gradedValues(base, '-10', order))).toEqual({ 1: '510', 2: '500', 3: '490', 4: '480' })
    expect(written(gradedValues([{ ...base[0], value_mm: '5' } as never], '10', order))).toEqual({
      1: '0',
      2: '5',
      3: '15',
      4: '25',
    })
  })

  it('stay as written without a base value, a grade or a base size', () => {
    expect(gradedValues(base, null, order)).toEqual(base)
    expect(gradedValues(base, '10', { ...order, base: null })).toEqual(base)
    expect(gradedValues([], '10', order)).toEqual([])
  })

  it('keep what somebody wrote, whatever the grade becomes', () => {
    const own = withSizeValue(gradedValues(base, '10', order), 4, '530', '10', order)
    expect(written(own)).toEqual({ 1: '490', 2: '500', 3: '510', 4: '530 !' })
    expect(written(gradedValues(own, '20', order))).toEqual({ 1: '480', 2: '500', 3: '520', 4: '530 !' })
    expect(written(withSizeValue(own, 2, '600', '10', order))).toEqual({ 1: '590', 2: '600', 3: '610', 4: '530 !' })
  })

  it('follow the grade again once emptied, or written as the grade has them', () => {
    const own = withSizeValue(gradedValues(base, '10', order), 4, '530', '10', order)
    expect(written(withSizeValue(own, 4, null, '10', order))[4]).toBe('520')
    expect(written(withSizeValue(own, 4, '520.0', '10', order))[4]).toBe('520')
  })

  it.each([
    [['10', '20', '30'], '10'],
    [['30', '20', '10'], '-10'],
    [['10', '20', '31'], null],
    [['10', null, '30'], null],
    [['10'], null],
  ])('tell their grade: %j', (values, step) => {
    const ids = values.map((_, at) => at)
    expect(inferredStep(new Map(values.map((value, at) => [at, value])), ids)).toBe(step)
  })
})

describe('a pasted table', () => {
  const poms = seededPoms.map((pom, at) => ({ id: at + 1, ...pom }))
  const idOf = (code: string) => poms.find((pom) => pom.code === code)?.id
  const sizes = ['S', 'M', 'L'].map((label, at) => ({ id: at + 1, label }))
  const read = (text: string, unit: LengthUnit = 'cm') => readMeasureTable(parseTable(text), poms, sizes, unit)
  const rows = (text: string, unit?: LengthUnit) =>
    read(text, unit)?.rows.map(({ values, ...row }) => ({ ...row, values: Object.fromEntries(values) }))

  it('is read by codes, tolerances, grade and sizes in any order', () => {
    expect(rows('POM\tDescription\tM\tS\tL\tTol +\tTol -\tGrade\nCHEST\tChest\t52\t49,5\t54,5\t1\t-0,5\t2.5')).toEqual([
      {
        pom_id: idOf('CHEST'),
        tol_plus_mm: '10',
        tol_minus_mm: '5',
        grade_step_mm: '25',
        values: { 2: '520', 1: '495', 3: '545' },
      },
    ])
  })

  it.each([
    ['names in English', 'Point of measure\tS\tM\nacross shoulder\t38\t39', 'SHLDR'],
    ['names in Chinese', '部位\tS\tM\n总肩宽\t38\t39', 'SHLDR'],
    ['other spellings', '\tS\tM\n1/2胸围\t50\t52', 'CHEST'],
    ['names beside codes of the factory', 'No.\t测量部位\tS\tM\nA-17\t肩宽\t38\t39', 'SHLDR'],
    ['sizes as headings say them', 'Code\tSize S\tM (base)\tL*\nSHLDR\t38\t39\t40', 'SHLDR'],
  ])('finds points by %s', (_, text, code) => expect(rows(text)?.map(({ pom_id }) => pom_id)).toEqual([idOf(code)]))

  it('is read in its own unit, with titles above the headings', () => {
    const table = read('Style 1042 (inch)\t\t\n\nPOM\tS\tM\t公差\nCHEST\t20 3/8\t21\t1/2')
    expect([table?.unit, table?.rows[0]?.tol_plus_mm, table?.rows[0]?.tol_minus_mm]).toEqual(['in', '12.7', '12.7'])
    expect([...(table?.rows[0]?.values ?? [])]).toEqual([
      [1, '517.525'],
      [2, '533.4'],
    ])
  })

  it('says what it could not take', () => {
    const table = read('POM\tS\tM\tXXXL\nCHEST\t49\tfifty\t9\nMystery\t1\t2\t3\nBody\t\t\t\nbust\t1\t2\t3')
    expect(table).toMatchObject({
      unknownPoms: ['Mystery'],
      unknownSizes: ['XXXL'],
      bad: [{ pom: 'CHEST', column: 'M', text: 'fifty' }],
      repeated: ['bust'],
    })
    expect(table?.rows).toHaveLength(1)
  })

  it.each([['12\t13'], [''], ['a\tb\nc\td'], ['S\tM\n1\t2']])('is none without headings: %j', (text) =>
    expect(read(text)).toBeNull(),
  )

  it('has a library without two points of one name', () => {
    const names = seededPoms.flatMap(({ code, name_en, name_zh, aliases }) => [
      ...new Set([code, name_en, name_zh, ...aliases.split(',')].map((name) => name.trim().toLowerCase())),
    ])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(seededPoms.length).toBeGreaterThanOrEqual(40)
    for (const { name_zh, how_to_measure_en, how_to_measure_zh } of seededPoms) {
      expect(name_zh + how_to_measure_zh).toMatch(/\p{Script=Han}/u)
      expect(how_to_measure_en).toMatch(/^[A-Z].*\.$/)
    }
  })
})

describe('a specification', () => {
  const spec = { spec_type: 'construction', applies_to: 'everything' }
  it.each<[string, object, string[]]>([
    ['applies to one article', { applies_to: 'article', article_id: 7 }, []],
    ['names what it applies to', { applies_to: 'brand' }, ['house_brand_id']],
    ['applies to one thing alone', { applies_to: 'category', product_category_id: 1, article_id: 2 }, ['article_id']],
    ['of everything names nothing', { label_market_id: 3 }, ['label_market_id']],
    [
      'has no facts of another type',
      { units_per_carton: 24, tag_technology: 'dual' },
      ['tag_technology', 'units_per_carton'],
    ],
    ['may say no to a tag', { source_tagging: false, unit: 'cm' }, []],
    [
      'of measures needs a scale and a base size',
      { spec_type: 'measurement', measures: [{ pom_id: 1 }] },
      ['size_scale_id', 'base_size_id'],
    ],
    [
      'has each point once',
      {
        spec_type: 'measurement',
        size_scale_id: 1,
        base_size_id: 1,
        measures: [{ pom_id: 1 }, { pom_id: 2 }, { pom_id: 1 }],
      },
      ['measures.2.pom_id'],
    ],
    [
      'fills cartons with whole inner packs',
      { spec_type: 'packing', units_per_carton: 20, inner_pack_qty: 6 },
      ['inner_pack_qty'],
    ],
    [
      'weighs more with its carton',
      { spec_type: 'packing', carton_net_weight_kg: '9.5', carton_gross_weight_kg: '9.5' },
      ['carton_gross_weight_kg'],
    ],
  ])('%s', (_, changes, fields) => expect(paths(specProblems({ ...spec, ...changes })).sort()).toEqual(fields.sort()))

  it.each<[string, object, boolean | null, number]>([
    ['measurement without rows', { spec_type: 'measurement', measures: [] }, true, 1],
    ['measurement without values', { spec_type: 'measurement', measures: [{ values: [] }] }, true, 1],
    [
      'measurement with a gap',
      {
        spec_type: 'measurement',
        measures: [{ values: [{ size_id: 1 }, { size_id: 2 }] }, { values: [{ size_id: 1 }] }],
      },
      null,
      1,
    ],
    ['measurement', { spec_type: 'measurement', measures: [{ values: [{ size_id: 1 }] }] }, null, 0],
    ['tag without a place', { spec_type: 'security_tagging', tag_technology: 'rfid_uhf' }, null, 1],
    ['no tag', { spec_type: 'security_tagging', tag_technology: 'none' }, null, 0],
    ['packing without facts', { spec_type: 'packing' }, true, 2],
    ['marks', { spec_type: 'carton_marking', carton_marks: 'C/NO' }, null, 0],
    ['words', { spec_type: 'testing', requirements_en: 'ISO 105' }, false, 0],
    ['a file', { spec_type: 'testing' }, true, 0],
    ['nothing', { spec_type: 'testing' }, false, 1],
    ['files that are not known', { spec_type: 'testing' }, null, 0],
  ])('is complete before it is reviewed: %s', (_, values, hasFiles, count) =>
    expect(texts(submitProblems(values as never, hasFiles))).toHaveLength(count),
  )

  it('has rules for every type', () => {
    for (const spec_type of specTypes) expect(specProblems({ spec_type, applies_to: 'everything' })).toEqual([])
  })

  it('tells order lines how they are packed, where they say nothing themselves', () => {
    const packing = { spec_type: 'packing', units_per_carton: 24, packing_method: 'flat', inner_pack_qty: null }
    const marking = { spec_type: 'carton_marking', units_per_carton: 30, inner_pack_qty: 6 }
    expect(packingOf({}, [marking, packing])).toEqual({
      units_per_carton: 24,
      inner_pack_qty: 6,
      packing_method: 'flat',
    })
    expect(packingOf({ units_per_carton: 12, packing_method: 'hanging' }, [packing])).toEqual({})
    expect(packingOf({}, [{ spec_type: 'measurement', units_per_carton: 1 }])).toEqual({})
  })
})

describe('two versions', () => {
  const row = (pom_id: number, values: Record<number, string>, rest = {}) => ({
    pom_id,
    tol_plus_mm: '10',
    values: Object.entries(values).map(([size_id, value_mm]) => ({ size_id: Number(size_id), value_mm })),
    ...rest,
  })
  it('differ cell by cell', () => {
    const changes = measureChanges(
      [row(1, { 1: '500', 2: '520.000' }), row(2, { 1: '60' }), row(3, { 1: '7' })],
      [row(3, { 1: '7' }), row(1, { 1: '500', 2: '525' }, { tol_plus_mm: '5', remark: 'relaxed' }), row(4, { 1: '9' })],
    )
    expect(changes.map(({ pom_id, kind, cells }) => [pom_id, kind, Object.fromEntries(cells)])).toEqual([
      [
        1,
        'changed',
        {
          tol_plus_mm: { before: '10', after: '5' },
          remark: { before: null, after: 'relaxed' },
          'size 2': { before: '520.000', after: '525' },
        },
      ],
      [4, 'added', { tol_plus_mm: { before: null, after: '10' }, 'size 1': { before: null, after: '9' } }],
      [2, 'removed', { tol_plus_mm: { before: '10', after: null }, 'size 1': { before: '60', after: null } }],
    ])
  })

  it('differ word by word in both languages', () => {
    const parts = (before: string, after: string) =>
      textChanges(before, after)
        .filter(({ kind }) => kind !== 'same')
        .map(({ kind, text }) => `${kind} ${text.trim()}`)
    expect(parts('Fold to 30 cm with tissue.', 'Fold to 32 cm with tissue.')).toEqual(['removed 30', 'added 32'])
    expect(parts('每件装一个胶袋', '每件装两个胶袋').join()).toMatch(/一.*两/)
    expect(parts('每件装一个胶袋', '每件装两个胶袋').join()).not.toContain('胶袋')
    expect(parts('same', 'same')).toEqual([])
    expect(
      textChanges('a b', 'a b c')
        .map(({ text }) => text)
        .join(''),
    ).toBe('a b c')
  })
})
