import type { Change, Doc, Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import type { Problem } from '#shared/kit/rules.ts'
import type { Text } from '#shared/kit/text.ts'
import type { AllocatedLine } from '#shared/trade/allocation.ts'
import type { Share } from '#shared/trade/allocation-rules.ts'
import type { AllocationMails } from './notices'

/** An allocation as it will be stored, with its line and the line's other allocations of the kind. */
export interface AllocationDraft {
  allocation: Doc
  before: Doc | null
  line: AllocatedLine
  /** The record that is allocated; null for kinds without a library. */
  record: LibraryRecord | null
  /** Other allocations of the kind on the line, whatever their state. */
  others: readonly (Share & Doc)[]
}

export interface LibraryRecord {
  id: number
  version: number
  status: string | null
  title: string
  title_zh: string | null
  archived_at: string | null
  /** Its type, for plans with an allocation of each type. */
  type: string | null
}

/** The hooks by which a kind of allocation extends the engine. */
export interface AllocationKind<F> {
  /** Reads the data that the checks need, for all drafts at once. */
  facts(work: Work, drafts: readonly AllocationDraft[]): Promise<F>
  /** Attachment kinds that the evidence needs in addition to those of the plan. */
  evidence?(work: Work, draft: AllocationDraft, facts: F): readonly AttachmentKind[]
  /** Problems that refuse submitting, resubmitting and approving. */
  answer?(work: Work, draft: AllocationDraft, facts: F): Problem[]
  /** Changes the allocation when the supplier acknowledges it. */
  acknowledged?(work: Work, allocation: Doc): Promise<void>
  /** Changes the allocation when the supplier submits it. */
  submitted?(work: Work, allocation: Doc): void
  /** Changes the allocation when the office approves or rejects it. */
  decided?(work: Work, allocation: Doc, answer: 'approved' | 'rejected'): void
  /** Changes the allocation when it is approved, with its line and facts. */
  approved?(work: Work, draft: AllocationDraft, facts: F): void
  /**
   * Ids of the records that may be allocated to lines of all these suppliers. Absent: every usable record of the library.
   * More ids than a list filter takes (`maxValues`) are not applied either.
   */
  fits?(kit: Pick<Kit, 'db' | 'settings'>, me: Principal, suppliers: readonly number[]): Promise<number[]>
  /** Fills in values that the user left empty. */
  fill?(work: Work, draft: AllocationDraft, facts: F): void
  /** Problems that refuse allocating and approving. `unusable` is set if the state of the record does not allow its use. */
  check(work: Work, draft: AllocationDraft, facts: F, unusable: Problem | null): Problem[]
  /** Problems that refuse cancelling or replacing it. */
  keeps?(work: Work, draft: AllocationDraft, facts: F): Problem[]
  /** Warnings; they do not refuse the write. */
  warn?(work: Work, draft: AllocationDraft, facts: F): Text[]
  /** Values that the line copies from its allocations. */
  lineValues?(
    work: Work,
    line: AllocatedLine & Record<string, unknown>,
    allocations: readonly (Share & Doc)[],
  ): Promise<Record<string, unknown>>
  /** The mails to suppliers; none if absent. */
  mails?: AllocationMails
  /** Updates other records that depend on these allocations, after the write. */
  settle?(work: Work, changes: readonly Change[]): Promise<void>
}
