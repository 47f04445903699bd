import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { countDigits } from '#shared/delimited/typed-number.ts'
import type { BookableLine, BookedRow } from '#shared/trade/bookable.ts'
import { openUnits } from '#shared/trade/booking.ts'
import { packedUnits, unitKey } from '#shared/trade/packing.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { format } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { screenText } from '../texts'
import { PackingList } from './packing-list'
import { useBookingState } from './use-wizard'

/** Units by size, and the cartons that contain them. */
export function CartonsStep() {
  const { rows, known } = useBookingState()
  return (
    <>
      <Section title={screenText('wizard.units')} help={screenText('wizard.units_help')}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((row, index) => {
            const line = known.get(Number(row.po_line_id))
            return line ? <LineUnits key={line.id} line={line} row={row} index={index} /> : null
          })}
        </Box>
      </Section>
      <PackingList />
    </>
  )
}

function LineUnits({ line, row, index }: { line: BookableLine; row: BookedRow; index: number }) {
  const { values } = useBookingState()
  const packed = packedUnits(values.cartons ?? [])
  const sizes = row.sizes ?? []
  const booked = sizes.reduce((sum, { qty }) => sum + (Number(qty) || 0), 0)
  const inCartons = line.sizes.reduce((sum, { size_id }) => sum + (packed.get(unitKey(line.id, size_id)) ?? 0), 0)
  useShownPath(`lines.${index}.po_line_id`)
  const error = useFieldError(`lines.${index}.po_line_id`)
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 13, mb: 1 }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {[line.line_title, mentionTitle(line.article), mentionTitle(line.colourway)].filter(Boolean).join(' · ')}
        </Box>
        <Box
          component="span"
          className="tabular"
          sx={{ color: inCartons === booked ? 'tones.success.text' : 'tones.warning.text' }}
        >
          {screenText('wizard.in_cartons', { packed: format.number(inCartons), booked: format.number(booked) })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {sizes.map(({ size_id }, size) => {
          const bookable = line.sizes.find((candidate) => candidate.size_id === (Number(size_id) || null))
          return bookable ? (
            <SizeUnits
              key={bookable.size_id ?? 0}
              line={line}
              size={bookable}
              path={`lines.${index}.sizes.${size}.qty`}
            />
          ) : null
        })}
      </Box>
      {error && (
        <Box role="alert" sx={{ fontSize: 12, mt: 0.5, color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  )
}

function SizeUnits({ line, size, path }: { line: BookableLine; size: BookableLine['sizes'][number]; path: string }) {
  const { values, write } = useBookingState()
  const id = useId()
  useShownPath(path)
  const error = useFieldError(path)
  const maxUnits = openUnits({ ...size, here: 0 }, line.over_pct)
  const [, row = '', , at = ''] = path.split('.')
  const qty = (values as { lines?: BookedRow[] }).lines?.[Number(row)]?.sizes?.[Number(at)]?.qty
  const isOver = Number(qty) > maxUnits
  return (
    <Box sx={{ width: 104 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ display: 'block', fontSize: 12, fontWeight: 500, color: 'text.secondary' }}
      >
        {size.label ?? screenText('wizard.all_sizes')}
      </Box>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        error={isOver || Boolean(error)}
        value={qty ?? ''}
        inputProps={{
          inputMode: 'numeric',
          maxLength: 8,
          'aria-describedby': `${id}-open`,
          'aria-invalid': isOver || Boolean(error),
        }}
        onChange={({ target }) => {
          const digits = countDigits(target.value)
          write(path, digits === '' ? null : Number(digits))
        }}
        sx={{ minHeight: { xs: 44, sm: 36 } }}
      />
      <Box id={`${id}-open`} className="tabular" sx={{ fontSize: 12, color: isOver ? 'error.main' : 'text.secondary' }}>
        {error ??
          screenText('wizard.open_of', {
            count: openUnits({ ...size, here: 0 }),
            ordered: format.number(size.ordered),
          })}
      </Box>
    </Box>
  )
}
