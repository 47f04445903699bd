import { plainWhole } from '#shared/delimited/typed-number.ts'
import type { LastReport, WipStage } from '#shared/trade/production.ts'
import { api, type HttpError } from '#web/providers/http.ts'
import { wipReports } from '../area'

/** Parses a typed whole number; null when it is not one. */
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
 * The content of a request, which a retry repeats under the same key; differs once the report of the day exists.
 */
export const contentOf = (report: Report, existing: LastReport | undefined): string =>
  JSON.stringify([report, existing && [existing.id, existing.version]])

/** Creates a report under `key`, or updates the existing one of that day. Throws HttpError. */
export const sendReport = async (
  report: Report,
  existing: LastReport | undefined,
  key: string,
): Promise<{ id: number }> => {
  const { po_line_id, stage, report_date, factory_id, ...values } = report
  return existing
    ? api('PATCH', `${wipReports.name}/${existing.id}`, {
        body: { version: existing.version, ...values },
        idempotencyKey: key,
      })
    : api('POST', wipReports.name, {
        body: { po_line_id, stage, report_date, ...(factory_id ? { factory_id } : {}), ...values },
        idempotencyKey: key,
      })
}

/** A refusal as one line of text: its field messages, otherwise its own message. */
export const refusalText = (error: HttpError): string =>
  Object.values(error.errors ?? {})
    .flat()
    .join(' ') || error.message
