import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/** Types of specifications; an order line has at most one of each. */
export const specTypes = [
  'measurement',
  'construction',
  'fabric',
  'trims',
  'labelling',
  'packing',
  'carton_marking',
  'testing',
  'security_tagging',
  'restricted_substances',
] as const
export type SpecType = (typeof specTypes)[number]

/** The types that an order line needs by default to be ready. */
export const requiredSpecTypes = ['measurement', 'packing', 'carton_marking'] as const satisfies readonly SpecType[]

/** The scopes of a specification, each with the field of the record that it applies to. */
export const scopeFields = {
  everything: null,
  article: 'article_id',
  category: 'product_category_id',
  brand: 'house_brand_id',
  market: 'label_market_id',
} as const
export type SpecScope = keyof typeof scopeFields
export const specScopes = Object.keys(scopeFields) as [SpecScope, ...SpecScope[]]

const cartonFields = [
  'units_per_carton',
  'inner_pack_qty',
  'packing_method',
  'carton_length_mm',
  'carton_width_mm',
  'carton_height_mm',
  'carton_net_weight_kg',
  'carton_gross_weight_kg',
  'carton_marks',
] as const
const tagFields = ['tag_technology', 'tag_placement_en', 'tag_placement_zh', 'source_tagging', 'tag_supplier'] as const
const tableFields = ['size_scale_id', 'base_size_id', 'unit', 'measures'] as const

/** The fields of a type. Every type also has requirements as text, and attachments. */
export const factsOf = (type: unknown): readonly string[] =>
  type === 'measurement'
    ? tableFields
    : type === 'security_tagging'
      ? tagFields
      : type === 'packing' || type === 'carton_marking'
        ? cartonFields
        : []

/** The fields of all types. */
export const allFacts: readonly string[] = [...tableFields, ...tagFields, ...cartonFields]

/** A specification, as far as its rules need it. */
export type SpecValues = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/**
 * Problems that prevent saving: a missing or superfluous scope, fields of another type, repeated points of measure,
 * invalid cartons.
 */
export const specProblems = (spec: SpecValues): Problem[] => [
  ...scopeProblems(spec),
  ...allFacts
    // The unit has a default value.
    .filter((name) => name !== 'unit' && !factsOf(spec.spec_type).includes(name) && !isEmpty(spec[name]))
    .map((name) => problem(textOf('problems.specifications.other_type', { type: typeName(spec.spec_type) }), name)),
  ...tableProblems(spec),
  ...cartonProblems(spec),
]

const typeName = (type: unknown): Text => textOf(`areas.specifications.choices.spec_type.${String(type)}`)

const scopeProblems = (spec: SpecValues): Problem[] => {
  const named = scopeFields[spec.applies_to as SpecScope] ?? null
  return Object.values(scopeFields).flatMap((field) => {
    if (field === null) return []
    if (field === named)
      return isEmpty(spec[field]) ? [problem(textOf('problems.specifications.scope_needed'), field)] : []
    return isEmpty(spec[field]) ? [] : [problem(textOf('problems.specifications.scope_too_many'), field)]
  })
}

interface MeasureRow {
  pom_id?: unknown
  values?: readonly { size_id?: unknown; value_mm?: unknown }[]
}
const measuresOf = ({ measures }: SpecValues): readonly MeasureRow[] => (Array.isArray(measures) ? measures : [])

const tableProblems = (spec: SpecValues): Problem[] => {
  if (spec.spec_type !== 'measurement') return []
  const rows = measuresOf(spec)
  const needed = rows.length > 0 ? ['size_scale_id', 'base_size_id'].filter((name) => isEmpty(spec[name])) : []
  const seen = new Set<unknown>()
  return [
    ...needed.map((name) => problem(textOf('problems.specifications.table_needs'), name)),
    ...rows.flatMap(({ pom_id }, index) => {
      const isTwice = !isEmpty(pom_id) && seen.has(pom_id)
      seen.add(pom_id)
      return isTwice ? [problem(textOf('problems.specifications.pom_twice'), `measures.${index}.pom_id`)] : []
    }),
  ]
}

const cartonProblems = (spec: SpecValues): Problem[] => {
  const { units_per_carton: units, inner_pack_qty: inner } = spec
  const [net, gross] = [Number(spec.carton_net_weight_kg ?? 0), Number(spec.carton_gross_weight_kg ?? 0)]
  return [
    ...(Number(inner) > 0 && Number(units) > 0 && Number(units) % Number(inner) !== 0
      ? [
          problem(
            textOf('problems.specifications.broken_inner_packs', { units: Number(units), inner: Number(inner) }),
            'inner_pack_qty',
          ),
        ]
      : []),
    ...(net > 0 && gross > 0 && net >= gross
      ? [problem(textOf('problems.specifications.gross_below_net'), 'carton_gross_weight_kg')]
      : []),
  ]
}

/** Problems that prevent submitting a specification for approval. `hasFiles` is null if unknown. */
export const submitProblems = (spec: SpecValues, hasFiles: boolean | null): Problem[] => {
  switch (spec.spec_type) {
    case 'measurement':
      return missingMeasures(spec)
    case 'security_tagging':
      return [
        ...missing(spec, 'tag_technology'),
        ...(spec.tag_technology && spec.tag_technology !== 'none' ? missing(spec, 'tag_placement_en') : []),
      ]
    case 'packing':
      return [...missing(spec, 'units_per_carton'), ...missing(spec, 'packing_method')]
    case 'carton_marking':
      return missing(spec, 'carton_marks')
    default:
      return hasFiles === false && isEmpty(spec.requirements_en)
        ? [problem(textOf('problems.specifications.nothing_said'), 'requirements_en')]
        : []
  }
}

const missing = (spec: SpecValues, field: string): Problem[] =>
  isEmpty(spec[field])
    ? [
        problem(
          textOf('problems.specifications.fact_missing', { field: textOf(`areas.specifications.fields.${field}`) }),
          field,
        ),
      ]
    : []

/** A complete table has a value for each point of measure in each of its sizes. */
const missingMeasures = (spec: SpecValues): Problem[] => {
  const rows = measuresOf(spec)
  if (rows.length === 0) return [problem(textOf('problems.specifications.no_measures'), 'measures')]
  const sizes = new Set(rows.flatMap(({ values = [] }) => values.map(({ size_id }) => size_id)))
  const gaps = rows.reduce(
    (sum, { values = [] }) => sum + [...sizes].filter((id) => !values.some(({ size_id }) => size_id === id)).length,
    0,
  )
  if (sizes.size === 0) return [problem(textOf('problems.specifications.no_values'), 'measures')]
  return gaps > 0 ? [problem(textOf('problems.specifications.gaps', { count: gaps }), 'measures')] : []
}

/** The packing fields that order lines have too. */
export const packingFields = ['units_per_carton', 'inner_pack_qty', 'packing_method'] as const

/**
 * The packing values that an order line takes over from its specifications where it has none itself. The packing
 * specification takes precedence over the one for carton marks.
 */
export const packingOf = (
  line: Readonly<Record<string, unknown>>,
  specifications: readonly SpecValues[],
): Partial<Record<(typeof packingFields)[number], unknown>> => {
  const inOrder = (['packing', 'carton_marking'] as const).flatMap((type) =>
    specifications.filter(({ spec_type }) => spec_type === type),
  )
  return Object.fromEntries(
    packingFields.flatMap((field) => {
      if (!isEmpty(line[field])) return []
      const stated = inOrder.find((spec) => !isEmpty(spec[field]))?.[field]
      return stated === undefined ? [] : [[field, stated]]
    }),
  )
}
