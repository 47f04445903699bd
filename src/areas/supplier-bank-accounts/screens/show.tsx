import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { choiceLabel } from '#web/i18n.ts'
import { ToneChips } from '#web/kit/page/tone-chips.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { supplierBankAccounts } from '../area'

/** A bank account: warnings, details, and the people involved. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area} facts={['supplier_id', 'currency', 'bank_country']} next={nextStep}>
    {(account) => (
      <>
        <Findings account={account} />
        <ShowSections area={area} record={account} />
      </>
    )}
  </RecordPage>
)

function Findings({ account: { findings } }: { account: AnyRecord }) {
  const texts = (Array.isArray(findings) ? (findings as string[]) : []).map((finding) =>
    choiceLabel(supplierBankAccounts, 'findings', finding),
  )
  return texts.length > 0 && <ToneChips tone="warning" texts={texts} />
}

const nextStep = ({ status }: OpenRecord): string | null =>
  ({ draft: 'submit', rejected: 'submit', submitted: 'check', checked: 'approve' })[status ?? ''] ?? null
