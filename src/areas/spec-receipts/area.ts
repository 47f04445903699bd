import type { RecordOf } from '#shared/kit/area.ts'
import { receiptArea } from '#shared/trade/allocation-receipts.ts'

/** Acknowledgements of suppliers: which version of a specification, for which line, by whom and when. Never deleted. */
export const specReceipts = receiptArea({
  name: 'spec-receipts',
  allocations: 'spec-allocations',
  library: 'specifications',
})
export type SpecReceipt = RecordOf<typeof specReceipts>
