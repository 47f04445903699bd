import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { BankFiles } from './bank-files'
import { Payments } from './payments'
import { sections } from './sections'

/** The page of a payment run: payments by supplier, the users involved, and the bank's answer. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['currency', 'paid_out', 'execution_date', 'payments_qty']}
      next={nextStep}
      actions={(record) => <BankFiles record={record} />}
    >
      {(record) => (
        <>
          <Payments record={record} />
          <ShowSections area={area} record={record} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

const steps: Record<string, string> = { draft: 'submit', submitted: 'release', released: 'send' }

const nextStep = ({ status = '', moves }: OpenRecord) => {
  const name = steps[status]
  return name && moves?.some((offer) => offer.name === name && offer.allowed) ? name : null
}
