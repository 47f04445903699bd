import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { firstOfRuns, measureFields } from '#shared/trade/packing.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { bookings } from '../../area'
import { screenText } from '../texts'
import { useBookingState } from './use-wizard'

const bookingCartons = areaOf(bookings, 'cartons')

/** Sets size and weight of all cartons at once. */
export function MeasuresForAll() {
  const { values, write } = useBookingState()
  const id = useId()
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({})
  // A trailing decimal point is still being typed, so it is not an error.
  const numberOf = (name: string) => plainNumber(typed[name] ?? '').replace(/\.$/, '')
  const isWrong = (name: string) => numberOf(name) !== '' && !isMeasure(numberOf(name))
  const enteredMeasures = measureFields.flatMap((name) =>
    isMeasure(numberOf(name)) ? [[name, numberOf(name)] as const] : [],
  )
  const isAnyWrong = measureFields.some(isWrong)
  const mayApply = enteredMeasures.length > 0 && !isAnyWrong
  const apply = () => {
    const cartons = values.cartons ?? []
    const first = firstOfRuns(cartons)
    write(
      'cartons',
      cartons.map((row, index) => (first[index] ? { ...row, ...Object.fromEntries(enteredMeasures) } : row)),
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
            error={isWrong(name)}
            inputProps={{
              ...{ inputMode: 'decimal', maxLength: 9, 'aria-invalid': isWrong(name) },
              ...(isWrong(name) && { 'aria-describedby': `${id}wrong` }),
            }}
            onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (mayApply) apply()
            }}
            sx={{ minHeight: { xs: 44, sm: 36 } }}
          />
        </Box>
      ))}
      <Button variant="outlined" onClick={apply} disabled={!mayApply}>
        {screenText('wizard.set_all')}
      </Button>
      {isAnyWrong && (
        <Box id={`${id}wrong`} role="alert" sx={{ flexBasis: '100%', fontSize: 12, color: 'error.main' }}>
          {t('validation.not_a_decimal')}
        </Box>
      )}
    </Box>
  )
}

const isMeasure = (text: string) => /^\d{1,4}(\.\d{1,3})?$/.test(text)
