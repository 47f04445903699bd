import Box from '@mui/material/Box'
import { isRecordDate } from '#shared/base/dates.ts'
import { date } from '#shared/kit/fields.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { invoices } from './data'

const field = date()
const { Input } = fieldKinds.date

/** A date input that calls `onChange` only with valid dates. */
export function DayInput({ label, value, onChange, problem = '' }: DayInputProps) {
  return (
    <Box sx={{ width: { xs: 1, sm: 180 } }}>
      <FieldFrame label={label} error={problem}>
        {(binding) => (
          <Input
            {...binding}
            area={invoices}
            name="invoice_date"
            field={field}
            record={{}}
            label={label}
            value={value}
            invalid={problem !== ''}
            onChange={(next) => typeof next === 'string' && isRecordDate(next) && onChange(next)}
          />
        )}
      </FieldFrame>
    </Box>
  )
}

interface DayInputProps {
  label: string
  value: string
  onChange: (day: string) => void
  problem?: string
}
