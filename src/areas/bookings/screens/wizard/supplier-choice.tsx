import Box from '@mui/material/Box'
import { reference } from '#shared/kit/fields.ts'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { fieldLabel } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { bookings } from '../../area'
import { useBookingState } from './use-wizard'

const field = reference('suppliers')

/** Limits the lines that the office sees to those of one supplier. */
export function SupplierChoice() {
  const { supplier, setSupplier } = useBookingState()
  const label = fieldLabel(bookings, 'supplier_id')
  return (
    <Box sx={{ width: { xs: 1, sm: 280 } }}>
      <FieldFrame label={label}>
        {(binding) => (
          <ReferenceInput
            {...binding}
            area={bookings}
            name="supplier_id"
            field={field}
            record={{}}
            label={label}
            value={supplier}
            onChange={(chosen: unknown) => setSupplier(Number(chosen) || null)}
          />
        )}
      </FieldFrame>
    </Box>
  )
}
