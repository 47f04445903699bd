import type { Area } from '#shared/kit/area.ts'
import { lastReceipt } from '#shared/trade/allocation-receipts.ts'
import { AllocationPage } from '#web/kit/allocation/allocation-page.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { SpecificationSection } from './specification-section'

/** A specification of a line as its supplier reads it: what is new in the version, the specification itself, the receipts. */
export const Show = ({ area }: { area: Area }) => (
  <AllocationPage area={area} facts={['spec_type', 'round', 'due_date']} next={nextOf}>
    {(record) => (
      <>
        <SpecificationSection id={Number(record.specification_id)} before={earlierVersion(record)} />
        <ShowSections area={area} record={record} />
      </>
    )}
  </AllocationPage>
)

/** The version that the supplier acknowledged before the one that it is to acknowledge now; null without one. */
const earlierVersion = (record: OpenRecord): number | null => {
  const before = lastReceipt(record)?.record_id ?? null
  return before !== null && before !== record.specification_id ? before : null
}

const nextOf = ({ status }: OpenRecord): string | null =>
  status === 'allocated' ? 'acknowledge' : status === 'outdated' ? 'reallocate' : null
