import type { Change, Doc, Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import type { Problem } from '#shared/kit/rules.ts'
import type { Text } from '#shared/kit/text.ts'
import type { AllocatedLine } from '#shared/trade/allocation.ts'
import type { Share } from '#shared/trade/allocation-rules.ts'
import type { AllocationMails } from './notices'

/** One allocation as it will be, with the line it is for and what else of its kind stands there. */
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
  /** Its type, where lines have an allocation of each. */
  type: string | null
}

/** What a kind of allocation adds to the engine. */
export interface AllocationKind<F> {
  /** Reads what its checks need, for all drafts at once. */
  facts(work: Work, drafts: readonly AllocationDraft[]): Promise<F>
  /** Kinds of attachments that its evidence needs beside those of the plan. */
  evidence?(work: Work, draft: AllocationDraft, facts: F): readonly AttachmentKind[]
  /** Reasons against submitting, resubmitting and approving it. */
  answer?(work: Work, draft: AllocationDraft, facts: F): Problem[]
  /** What follows for the allocation itself from its receipt. */
  acknowledged?(work: Work, allocation: Doc): Promise<void>
  /** What follows for the allocation itself from its submission. */
  submitted?(work: Work, allocation: Doc): void
  /** What follows for the allocation itself from the office's answer. */
  decided?(work: Work, allocation: Doc, answer: 'approved' | 'rejected'): void
  /** What follows for the allocation itself from its approval. */
  approved?(work: Work, draft: AllocationDraft, facts: F): void
  /**
   * Which records may be chosen for lines of all these suppliers; absent, or more than one filter has values: whatever
   * the library has that may be used.
   */
  fits?(kit: Pick<Kit, 'db' | 'settings'>, me: Principal, suppliers: readonly number[]): Promise<number[]>
  /** Completes what the person left open. */
  fill?(work: Work, draft: AllocationDraft, facts: F): void
  /** Reasons against allocating or approving it. `unusable` is set where the record's state is none that may be allocated. */
  check(work: Work, draft: AllocationDraft, facts: F, unusable: Problem | null): Problem[]
  /** Reasons against taking it away or putting another in its place. */
  keeps?(work: Work, draft: AllocationDraft, facts: F): Problem[]
  /** Warnings; they refuse nothing. */
  warn?(work: Work, draft: AllocationDraft, facts: F): Text[]
  /** What the line takes over from what is allocated to it. */
  lineValues?(
    work: Work,
    line: AllocatedLine & Record<string, unknown>,
    allocations: readonly (Share & Doc)[],
  ): Promise<Record<string, unknown>>
  /** The mails to suppliers; absent: none. */
  mails?: AllocationMails
  /** After the write: what depends on these allocations. */
  settle?(work: Work, changes: readonly Change[]): Promise<void>
}
