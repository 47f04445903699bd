import { type CheckedFact, factsOf } from '#shared/trade/document-checks.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of form and page; includes the facts that documents of its type state, and other facts with a value. */
export const sectionsFor = (document?: Readonly<Record<string, unknown>>): readonly SectionPlan[] => {
  const stated = factsOf(document?.doc_type)
  const shown = allFacts.filter((fact) => stated.includes(fact) || (document?.[fact] ?? null) !== null)
  return [
    {
      name: 'document',
      fields: ['booking_id', 'supplier_id', 'doc_type', 'is_required', 'doc_no', 'issue_date', 'originals_count'],
    },
    { name: 'facts', fields: document && stated.length > 0 ? shown : allFacts },
  ]
}

const allFacts: readonly CheckedFact[] = [
  'pieces_qty',
  'cartons_qty',
  'gross_kg',
  'net_kg',
  'volume_m3',
  'bl_no',
  'goods_description',
]

/** Further fields on the page. */
export const outcome: readonly SectionPlan[] = [
  { name: 'dates', fields: ['due_date', 'present_by', 'uploaded_at', 'version_no', 'files_qty', 'reminder'] },
  { name: 'review', fields: ['reviewed_by', 'reviewed_at', 'review_comment'] },
]
