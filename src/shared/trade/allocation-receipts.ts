import { defineArea } from '#shared/kit/area.ts'
import { integer, longText, moment, reference, rows, text } from '#shared/kit/fields.ts'

/**
 * Declares the area of receipts for an area of allocations. A receipt is the acknowledgement of one version and never
 * changes, even if the allocation does. The table needs the trigger `keep_receipts`.
 */
export const receiptArea = <const N extends string, const A extends string, const L extends string>({
  name,
  allocations,
  library,
}: {
  name: N
  /** The area of allocations. */
  allocations: A
  /** The library whose records are allocated. */
  library: L
}) =>
  defineArea({
    name,
    title: 'record_title',
    titleZh: 'record_title_zh',
    fields: {
      allocation_id: reference(allocations, { required: true, fixed: true }),
      // Names are copied as of the acknowledgement, because accounts can be renamed and versions superseded.
      record_title: text({ readOnly: true, max: 255 }),
      record_title_zh: text({ readOnly: true, max: 255 }),
      record_id: reference(library, { readOnly: true }),
      record_version: integer({ readOnly: true }),
      round: integer({ readOnly: true }),
      full_name: text({ readOnly: true, max: 120 }),
      acknowledged_by: reference('users', { readOnly: true, openTitle: true }),
      acknowledged_at: moment({ readOnly: true, sort: true }),
      comment: longText({ readOnly: true, max: 500 }),
    },
    access: { read: ['admin', 'Office', 'Agent', 'staff'], create: [], edit: [], delete: [] },
    partOf: { area: allocations, by: 'allocation_id' },
    sort: ['-acknowledged_at', '-id'],
  })

/** Declares the field of an allocation with its receipts. */
export const receiptRows = <const T extends string>(area: T) =>
  rows(area, { by: 'allocation_id', readOnly: true, order: ['id'] })

/** A receipt as a row of its allocation. */
export interface Receipt {
  id?: number
  record_id: number
  record_title: string
  record_title_zh: string | null
  record_version: number | null
  round: number
  full_name: string
  acknowledged_by: number | null
  acknowledged_at: string
  comment: string | null
}

/** The receipts of an allocation, the oldest first; an empty list if its area has none. */
export const receiptsOf = (allocation: object): Receipt[] => {
  const receipts = 'receipts' in allocation ? allocation.receipts : undefined
  return Array.isArray(receipts) ? (receipts as Receipt[]) : []
}

/** The last receipt of an allocation; null before the first. */
export const lastReceipt = (allocation: object): Receipt | null => receiptsOf(allocation).at(-1) ?? null

/**
 * The last receipt if it is for another record than the one now allocated, so that both versions can be compared;
 * otherwise null. `by` is the field with the id of the record.
 */
export const versionBefore = (allocation: Readonly<Record<string, unknown>>, by: string): Receipt | null => {
  const last = lastReceipt(allocation)
  return last && last.record_id !== allocation[by] ? last : null
}
