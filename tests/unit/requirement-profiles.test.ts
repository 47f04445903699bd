import { describe, expect, it } from 'vitest'
import {
  type CategoryFlags,
  decideRequirements,
  needsKind,
  type Profile,
  programGroupsOf,
  type RequiringLine,
  requirementNames,
  requirementsOf,
} from '#shared/trade/requirement-profiles.ts'

const profile = (id: number, changes: Partial<Profile> = {}): Profile => ({
  id,
  category_id: null,
  brand_id: null,
  markets: null,
  rows: [],
  programs: [],
  ...changes,
})
const row = (kind: string, is_needed = true, type: string | null = null) =>
  ({ kind, type, is_needed }) as Profile['rows'][0]
/** A T-shirt (3) among tops (2) among women's wear (1), of brand 7, for Britain. */
const line = (changes: Partial<RequiringLine> = {}): RequiringLine => ({
  categories: [3, 2, 1],
  brand_id: 7,
  market: 'GB',
  added: [],
  removed: [],
  ...changes,
})
const flags = (id: number, changes: Partial<CategoryFlags> = {}): [number, CategoryFlags] => [
  id,
  {
    id,
    care_required: null,
    fibre_required: null,
    spec_required: null,
    artwork_required: null,
    rrp_required_default: null,
    ...changes,
  },
]
const rules = (profiles: Profile[], categories: [number, CategoryFlags][] = []) => ({
  profiles,
  categories: new Map(categories),
})
const everyLine = profile(1, { rows: [row('care'), row('factory')] })

describe('what a line needs', () => {
  it.each<[string, Profile[], string[]]>([
    ['nothing without profiles', [], []],
    ['what the profile of every line says', [everyLine], ['factory', 'care']],
    [
      'the usual types of a kind',
      [profile(1, { rows: [row('specification')] })],
      ['specification_measurement', 'specification_packing', 'specification_carton_marking'],
    ],
    ['one type', [profile(1, { rows: [row('artwork', true, 'print')] })], ['artwork_print']],
    ['not what another category needs', [profile(1, { category_id: 9, rows: [row('care')] })], []],
    ['not what another brand needs', [profile(1, { brand_id: 8, rows: [row('care')] })], []],
    ['not what another market needs', [profile(1, { markets: ['US'], rows: [row('care')] })], []],
    ['what the category above needs', [profile(1, { category_id: 1, rows: [row('care')] })], ['care']],
    ['less by its category', [everyLine, profile(2, { category_id: 1, rows: [row('care', false)] })], ['factory']],
    [
      'by the nearer category first',
      [profile(1, { category_id: 1, rows: [row('care', false)] }), profile(2, { category_id: 2, rows: [row('care')] })],
      ['care'],
    ],
    [
      'by its category before its brand',
      [profile(1, { category_id: 1, rows: [row('care', false)] }), profile(2, { brand_id: 7, rows: [row('care')] })],
      [],
    ],
    [
      'by its brand before its market',
      [profile(1, { brand_id: 7, rows: [row('care', false)] }), profile(2, { markets: ['GB'], rows: [row('care')] })],
      [],
    ],
    [
      'by brand and market before the brand alone',
      [
        profile(1, { brand_id: 7, rows: [row('care', false)] }),
        profile(2, { brand_id: 7, markets: ['FR', 'GB'], rows: [row('care')] }),
      ],
      ['care'],
    ],
    [
      'more rather than less among equals',
      [profile(1, { rows: [row('care', false)] }), everyLine],
      ['factory', 'care'],
    ],
    [
      'a type although its kind is not needed',
      [profile(1, { rows: [row('artwork', false), row('artwork', true, 'hangtag')] })],
      ['artwork_hangtag'],
    ],
    [
      'no type of a kind that a narrower profile takes away',
      [
        profile(1, { rows: [row('artwork', true, 'print')] }),
        profile(2, { brand_id: 7, rows: [row('artwork', false)] }),
      ],
      [],
    ],
    [
      'accreditation where programmes are named',
      [profile(1, { programs: [{ group_name: 'Social', standard_program_id: 5, least_grade_id: null }] })],
      ['accreditation'],
    ],
  ])('is %s', (_title, profiles, expected) => expect(requirementsOf(line(), rules(profiles))).toEqual(expected))

  it.each<[string, [number, CategoryFlags][], string[]]>([
    [
      'the nearest category that says anything',
      [flags(1, { care_required: 'yes' }), flags(2, { care_required: 'no' })],
      ['factory'],
    ],
    ['a category above', [flags(1, { rrp_required_default: 'yes' })], ['factory', 'care', 'retail_price']],
    ['a category against every line', [flags(3, { care_required: 'no' })], ['factory']],
  ])('follows %s', (_title, categories, expected) =>
    expect(requirementsOf(line(), rules([everyLine], categories))).toEqual(expected),
  )

  it('is what a person added or took away, before all profiles', () => {
    const narrow = profile(2, {
      category_id: 3,
      brand_id: 7,
      markets: ['GB'],
      rows: [row('care', false), row('fibre')],
    })
    const changed = line({ added: ['care'], removed: ['fibre', 'specification_packing'] })
    expect(requirementsOf(changed, rules([everyLine, narrow]))).toEqual(['factory', 'care'])
  })

  it('says who decided, also against', () => {
    const accessories = profile(2, { category_id: 2, rows: [row('care', false)] })
    expect(decideRequirements(line({ added: ['retail_price'] }), rules([everyLine, accessories]))).toEqual([
      { name: 'factory', isNeeded: true, origin: { from: 'profile', id: 1 } },
      { name: 'care', isNeeded: false, origin: { from: 'profile', id: 2 } },
      { name: 'retail_price', isNeeded: true, origin: { from: 'manual' } },
    ])
  })

  it('has a name for each kind and type, once', () => {
    expect(new Set(requirementNames).size).toBe(requirementNames.length)
    for (const name of requirementNames) expect(requirementsOf(line({ added: [name] }), rules([]))).toEqual([name])
    expect(needsKind(['artwork_print'], 'artwork')).toBe(true)
    expect(needsKind(['artwork_print'], 'specification')).toBe(false)
  })
})

it('names the groups of programmes of all profiles that are made for the line', () => {
  const program = (group_name: string, standard_program_id: number) => ({
    group_name,
    standard_program_id,
    least_grade_id: null,
  })
  const groups = programGroupsOf(
    line(),
    rules([
      profile(1, { programs: [program('Social', 1), program('Security', 2), program('Social', 3)] }),
      profile(2, { brand_id: 8, programs: [program('Organic', 4)] }),
      profile(3, { brand_id: 7, programs: [program('Recycled', 5)] }),
    ]),
  )
  expect(
    groups.map(({ profile_id, name, programs }) => [profile_id, name, programs.map((p) => p.standard_program_id)]),
  ).toEqual([
    [1, 'Social', [1, 3]],
    [1, 'Security', [2]],
    [3, 'Recycled', [5]],
  ])
})
