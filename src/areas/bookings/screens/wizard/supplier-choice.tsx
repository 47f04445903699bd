import { reference } from '#shared/kit/fields.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { RecordChoice } from '#web/kit/form/record-choice.tsx'
import { bookings } from '../../area'
import { useBookingState } from './use-wizard'

const field = reference('suppliers')

/** Limits the lines that the office sees to those of one supplier. */
export function SupplierChoice() {
  const { supplier, setSupplier } = useBookingState()
  return (
    <RecordChoice
      area={bookings}
      name="supplier_id"
      field={field}
      label={fieldLabel(bookings, 'supplier_id')}
      placeholder={t('kit.list.all')}
      chosen={supplier === null ? null : String(supplier)}
      onChoose={(id) => setSupplier(Number(id) || null)}
    />
  )
}
