import { allFacts, factsOf, type SpecScope, type SpecType, scopeFields } from '#shared/trade/specification.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** What a specification is and applies to; the fields of `scopeFields` stand there by what it applies to. */
export const headFields = ['spec_id', 'version_no', 'spec_type', 'name_en', 'name_zh', 'summary', 'applies_to'] as const

const scopes = ['article_id', 'product_category_id', 'house_brand_id', 'label_market_id'] as const

const facts = {
  measurement: ['size_scale_id', 'base_size_id', 'unit', 'measures'],
  tagging: ['tag_technology', 'tag_placement_en', 'tag_placement_zh', 'source_tagging', 'tag_supplier'],
  packing: [
    'units_per_carton',
    'inner_pack_qty',
    'packing_method',
    'carton_length_mm',
    'carton_width_mm',
    'carton_height_mm',
    'carton_net_weight_kg',
    'carton_gross_weight_kg',
    'carton_marks',
  ],
} as const

/** The sections of a specification of a type: only the facts that it has, and of what it may apply to the one that it does. */
export const sectionsFor = (type: unknown, scope: unknown): readonly SectionPlan[] => {
  const own = new Set(factsOf(type))
  const named = scopeFields[scope as SpecScope] ?? null
  return [
    { name: 'specification', fields: [...headFields, ...scopes.filter((field) => field === named), 'effective_from'] },
    ...Object.entries(facts).flatMap(([name, fields]) => {
      const shown = fields.filter((field) => own.has(field) && field !== 'measures' && field !== 'unit')
      return shown.length > 0 ? [{ name, fields: shown }] : []
    }),
    { name: 'requirements', fields: ['requirements_en', 'requirements_zh'] },
    { name: 'internal', fields: ['notes'] },
  ]
}

/** Who wrote, submitted and approved a version. */
export const reviewSection: SectionPlan = {
  name: 'review',
  fields: [
    'drafted_by',
    'submitted_by',
    'submitted_at',
    'approved_by',
    'approved_at',
    'predecessor_id',
    'decision_comment',
  ],
}

/** The facts that a type does not have, and the references that its scope does not name. */
export const foreignFields = (type: unknown, scope: unknown): string[] => {
  const own = new Set(factsOf(type))
  const named = scopeFields[scope as SpecScope] ?? null
  return [
    ...allFacts.filter((field) => !own.has(field) && field !== 'unit'),
    ...scopes.filter((field) => field !== named),
  ]
}

/** What a specification of a type and scope must say before it is reviewed, though its declaration does not require it. */
export const neededFields = (type: unknown, scope: unknown): string[] => [
  ...scopes.filter((field) => field === scopeFields[scope as SpecScope]),
  ...(neededByType[type as SpecType] ?? []),
]

const neededByType: Partial<Record<SpecType, readonly string[]>> = {
  measurement: ['size_scale_id', 'base_size_id'],
  packing: ['units_per_carton', 'packing_method'],
  carton_marking: ['carton_marks'],
  security_tagging: ['tag_technology'],
}
