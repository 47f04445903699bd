import { reference } from '#shared/kit/fields.ts'
import { t } from '#web/i18n.ts'
import { RecordChoice } from '#web/kit/form/record-choice.tsx'
import { invoices } from './data'

/** Selects the supplier whose figures are shown; `chosen` is the one in the address. */
export const SupplierChoice = (props: {
  chosen: string | null
  onChoose: (id: string | null) => void
  placeholder?: string
}) => (
  <RecordChoice area={invoices} name="supplier_id" field={supplier} label={t('finance.overview.supplier')} {...props} />
)

const supplier = reference('suppliers')
