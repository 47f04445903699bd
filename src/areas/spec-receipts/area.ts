import type { RecordOf } from '#shared/kit/area.ts'
import { receiptArea } from '#shared/trade/allocation-receipts.ts'

/** What suppliers acknowledged: which version of a specification for which line, who and when. Kept for good. */
export const specReceipts = receiptArea({
  name: 'spec-receipts',
  allocations: 'spec-allocations',
  library: 'specifications',
})
export type SpecReceipt = RecordOf<typeof specReceipts>
