import type { Doc, Work } from '#server/kit/kit.ts'
import { type Area, type Register, tableOf } from '#shared/kit/area.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import { type Receipt, receiptsOf } from '#shared/trade/allocation-receipts.ts'

/**
 * Adds a receipt for the current version of the allocated record, with the names of person and record as they are now.
 * Areas without a `receipts` field keep only the last answer.
 */
export const keepReceipt = async (work: Work, area: Area, plan: AllocationPlan, target: Doc, comment: unknown) => {
  if (!keepsReceipts(area) || !plan.library) return
  const library = work.kit.register.get(plan.library.area)
  const [record] = await work.tx.query<{ id: number; title: string; title_zh: string | null; version: number }>(
    `select id, ${library.title} as title, ${library.titleZh ?? 'null'} as title_zh,
       ${versionColumn(work.kit.register, plan)} as version
     from ${tableOf(library)} where id = $1`,
    [target[plan.library.by]],
    `${tableOf(area)}_receipt`,
  )
  if (!record) return
  const receipt: Receipt = {
    record_id: record.id,
    record_title: record.title,
    record_title_zh: record.title_zh,
    record_version: plan.library.versions === 'succeeded' ? record.version : Number(target.library_version ?? 1),
    round: Number(target.round ?? 1),
    full_name: work.me.name,
    acknowledged_by: work.me.id || null,
    acknowledged_at: work.now,
    comment: typeof comment === 'string' && comment ? comment : null,
  }
  target.receipts = [...receiptsOf(target), receipt]
}

const keepsReceipts = ({ fields }: Area) => fields.receipts?.kind === 'rows'

/** The column with the version number that users see in the library. */
export const versionColumn = (register: Register, { library }: Pick<AllocationPlan, 'library'>): string =>
  library && 'version_no' in register.get(library.area).fields ? 'version_no' : 'version'
