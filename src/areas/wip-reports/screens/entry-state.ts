import { plainWhole } from '#shared/delimited/typed-number.ts'
import type { LastReport, WipStage } from '#shared/trade/production.ts'
import { type Draft, dropDraft, findDrafts, keepDraft, slotFor } from '#web/kit/form/drafts.ts'
import { api, HttpError, http } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/key.ts'
import { wipReports } from '../area'

/** What is entered of one stage, as typed; `reason` is asked where it is less than before. */
export interface StageEntry {
  typed: string
  reason: string
  /** The key under which this content was sent: another try of the same is known as such. */
  sent?: { content: string; key: string }
}

/** What is entered of one line for one day. */
export interface Entry {
  date: string
  factory_id: number | null
  stages: Partial<Record<WipStage, StageEntry>>
  remark: string
}

/** A whole number as it was typed; null for what is none. */
export const readUnits = (typed: string): number | null => {
  const plain = plainWhole(typed)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}

export interface Report {
  po_line_id: number
  stage: WipStage
  report_date: string
  cumulative_qty: number
  factory_id?: number | null
  correction_reason?: string | null
  remark?: string | null
}

/**
 * Sends one report: a new one under `key`, or over the one that stands for that day. Throws HttpError.
 */
export const sendReport = async (
  report: Report,
  standing: LastReport | undefined,
  key: string,
): Promise<{ id: number }> => {
  const { po_line_id, stage, report_date, factory_id, ...values } = report
  return standing
    ? api('PATCH', `${wipReports.name}/${standing.id}`, {
        body: { version: standing.version, ...values },
        idempotencyKey: key,
      })
    : api('POST', wipReports.name, {
        body: { po_line_id, stage, report_date, ...(factory_id ? { factory_id } : {}), ...values },
        idempotencyKey: key,
      })
}

/** The key for a content: that of the last try where the content is the same, else a fresh one. */
export const keyFor = (entry: StageEntry, content: string) =>
  entry.sent?.content === content ? entry.sent.key : freshKey()

/** A photo for a report, shown to both sides. Throws HttpError. */
export const sendPhoto = async (report: number, photo: File) => {
  const form = new FormData()
  form.append('area', wipReports.name)
  form.append('record', String(report))
  form.append('visibility', 'shared')
  form.append('files', photo)
  // A photo on a slow line takes its time.
  await http.post('/api/files', form, { timeout: 0 })
}

/** Whether the portal was not reached at all, so that another try may help. */
export const isUnreached = (error: unknown) =>
  error instanceof HttpError && [0, 502, 503, 504].includes(error.statusCode)

/** What was typed of a line and not saved, on this device and by this person. */
export const findEntry = async (line: number): Promise<(Draft & { values: { entry: Entry } }) | undefined> => {
  const slot = slotOf(line)
  const drafts = await findDrafts(wipReports.name, undefined)
  return drafts.find((one) => one.slot === slot) as (Draft & { values: { entry: Entry } }) | undefined
}

export const keepEntry = (line: number, entry: Entry) =>
  keepDraft({ slot: slotOf(line), at: new Date().toISOString(), values: { entry }, base: null, version: null })

export const dropEntry = (line: number) => dropDraft(slotOf(line))

const slotOf = (line: number) => slotFor(wipReports.name, undefined, `line-${line}`)
