import { allFacts, factsOf, type SpecScope, type SpecType, scopeFields } from '#shared/trade/specification.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Fields that identify a specification; the reference of its scope (`scopeFields`) follows `applies_to`. */
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

/** The sections of a specification: only the fields of its type, and the reference of its scope. */
export const sectionsFor = (type: unknown, scope: unknown): readonly SectionPlan[] => {
  const ownFields = new Set(factsOf(type))
  const scopeField = scopeFields[scope as SpecScope] ?? null
  return [
    {
      name: 'specification',
      fields: [...headFields, ...scopes.filter((field) => field === scopeField), 'effective_from'],
    },
    ...Object.entries(facts).flatMap(([name, fields]) => {
      const shown = fields.filter((field) => ownFields.has(field) && field !== 'measures' && field !== 'unit')
      return shown.length > 0 ? [{ name, fields: shown }] : []
    }),
    { name: 'requirements', fields: ['requirements_en', 'requirements_zh'] },
    { name: 'internal', fields: ['notes'] },
  ]
}

/** Author, submitter and approver of a version. */
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

/** Fields that the type does not have, and references of other scopes. */
export const foreignFields = (type: unknown, scope: unknown): string[] => {
  const ownFields = new Set(factsOf(type))
  const scopeField = scopeFields[scope as SpecScope] ?? null
  return [
    ...allFacts.filter((field) => !ownFields.has(field) && field !== 'unit'),
    ...scopes.filter((field) => field !== scopeField),
  ]
}

/**
 * Fields that a specification of a type and scope needs before the review, although its declaration does not require
 * them.
 */
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
