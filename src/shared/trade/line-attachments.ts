import { type AttachmentKind, attachmentKinds } from '#shared/kit/attachments.ts'
import type { Readiness, Side } from './readiness'

/**
 * The side that attaches a document to a line or its order: the supplier what it, its laboratory or its mill issues,
 * the office what the retailer provides.
 */
const sides: Readonly<Record<AttachmentKind, Side>> = {
  contract: 'office',
  invoice: 'supplier',
  packing_list: 'supplier',
  packing_instruction: 'office',
  tech_pack: 'office',
  specification: 'office',
  artwork: 'office',
  source_file: 'office',
  print_file: 'office',
  proof: 'supplier',
  label_proof: 'supplier',
  certificate: 'supplier',
  audit_report: 'supplier',
  corrective_action_plan: 'supplier',
  scope_certificate: 'supplier',
  transaction_certificate: 'supplier',
  test_report: 'supplier',
  photo: 'supplier',
  other: 'office',
}

/** Kinds of attachments that a line may need; without `other`, which names no specific document. */
export const requiredAttachmentKinds: readonly AttachmentKind[] = attachmentKinds.filter((kind) => kind !== 'other')

/** The required kinds that a side attaches. */
export const attachmentKindsOf = (side: Side): AttachmentKind[] =>
  requiredAttachmentKinds.filter((kind) => sides[kind] === side)

/**
 * The readiness of a line in a required kind of attachment, by its state. While the virus scan runs, neither side has
 * to act.
 */
export const attachmentReadiness = {
  attached: 'ok',
  in_check: 'in_progress',
  awaits_supplier: 'missing',
  awaits_office: 'missing',
} as const satisfies Record<string, Readiness>

/** The side that has to act on a required kind of attachment, by its state. */
export const attachmentTurns = {
  awaits_supplier: 'supplier',
  awaits_office: 'office',
} as const satisfies Partial<Record<keyof typeof attachmentReadiness, Side>>
