import { conflict, malformed, notFound } from '#server/kit/errors.ts'
import type { Doc, PaperOf } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { remittancePaper } from '#shared/trade/remittance-paper.ts'
import { paymentRuns } from '../area'
import { itemsOf } from './complete'

/** The remittance advice for one supplier of a run, available once it is paid. */
export const remittanceOf: PaperOf = async (kit, me, record, { tongues, supplier_id }) => {
  if (supplier_id === undefined) throw malformed('supplier_id', textOf('problems.payment-runs.which_supplier'))
  const run = record as unknown as Doc
  const [supplier] = await kit.repository('suppliers').find(kit.db, me, [supplier_id])
  const supplierItems = itemsOf(run).filter((item) => item.supplier_id === supplier_id)
  if (!supplier || supplierItems.length === 0) throw notFound()
  const items = supplierItems.filter(({ outcome }) => outcome === 'paid')
  if (items.length === 0) throw conflict('guard', textOf('problems.payment-runs.not_paid'))
  const settings = await kit.settings()
  return {
    // Replaces characters that an HTTP header cannot contain; the supplier code may be Chinese.
    name: `${run.run_no}-${String(supplier.code).replace(/[^\w.-]+/g, '-')}`,
    paper: remittancePaper({
      run,
      items,
      supplier,
      company: String(settings.company_name),
      areas: { run: paymentRuns, item: kit.register.get('payment-run-items') },
      tongues,
    }),
  }
}
