import type { WipStage } from '#shared/trade/production.ts'
import { type Draft, dropDraft, findDrafts, keepDraft, slotFor } from '#web/kit/form/drafts.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { wipReports } from '../../area'

/** The entry of one stage, as typed; `reason` is required when it is less than before. */
export interface StageEntry {
  typed: string
  reason: string
  /** The idempotency key under which this content was sent, so that a retry repeats it. */
  sent?: { content: string; key: string }
}

/** The entry of one line for one day. */
export interface Entry {
  date: string
  factory_id: number | null
  stages: Partial<Record<WipStage, StageEntry>>
  remark: string
}

/** The idempotency key for a content: the key of the last attempt if the content is the same, otherwise a new one. */
export const keyFor = (entry: StageEntry, content: string) =>
  entry.sent?.content === content ? entry.sent.key : freshKey()

/** The unsaved entry of a line, stored on this device for this account. */
export const findEntry = async (line: number): Promise<EntryDraft | undefined> => {
  const slot = slotOf(line)
  const drafts = await findDrafts(wipReports.name, undefined)
  return drafts.find((draft) => draft.slot === slot) as EntryDraft | undefined
}

type EntryDraft = Draft & { values: { entry: Entry } }

export const keepEntry = (line: number, entry: Entry) =>
  keepDraft({ slot: slotOf(line), at: new Date().toISOString(), values: { entry }, base: null, version: null })

export const dropEntry = (line: number) => dropDraft(slotOf(line))

const slotOf = (line: number) => slotFor(wipReports.name, undefined, `line-${line}`)
