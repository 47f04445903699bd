import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { firstOfRuns, measureFields } from '#shared/trade/packing.ts'
import { fieldLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { bookings } from '../../area'
import { screenText } from '../texts'
import { useBookingState } from './use-wizard'

const bookingCartons = areaOf(bookings, 'cartons')

/** Size and weight that all cartons share, entered once. */
export function MeasuresForAll() {
  const { values, write } = useBookingState()
  const id = useId()
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({})
  const given = measureFields.flatMap((name) => {
    const number = plainNumber(typed[name] ?? '')
    return /^\d{1,4}(\.\d{1,3})?$/.test(number) ? [[name, number] as const] : []
  })
  const apply = () => {
    const cartons = values.cartons ?? []
    const first = firstOfRuns(cartons)
    write(
      'cartons',
      cartons.map((row, index) => (first[index] ? { ...row, ...Object.fromEntries(given) } : row)),
    )
    setTyped({})
  }
  return (
    <Box
      role="group"
      aria-label={screenText('wizard.for_all')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, mb: 2 }}
    >
      {measureFields.map((name) => (
        <Box key={name} sx={{ width: 104 }}>
          <Box
            component="label"
            htmlFor={`${id}${name}`}
            sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}
          >
            {fieldLabel(bookingCartons, name)}
          </Box>
          <OutlinedInput
            id={`${id}${name}`}
            size="small"
            fullWidth
            value={typed[name] ?? ''}
            inputProps={{ inputMode: 'decimal', maxLength: 9 }}
            onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (given.length > 0) apply()
            }}
            sx={{ minHeight: { xs: 44, sm: 36 } }}
          />
        </Box>
      ))}
      <Button variant="outlined" onClick={apply} disabled={given.length === 0}>
        {screenText('wizard.set_all')}
      </Button>
    </Box>
  )
}
