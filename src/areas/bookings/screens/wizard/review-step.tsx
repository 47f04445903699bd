import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useFormState } from 'react-hook-form'
import { needsAdmin } from '#shared/trade/booking.ts'
import { cubicMetres, kilograms } from '#shared/trade/cargo.ts'
import { choiceLabel, fieldLabel, format, t } from '#web/i18n.ts'
import { Field } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { can } from '#web/providers/permission.ts'
import { bookings } from '../../area'
import { screenText } from '../texts'
import { stepOf, useBookingState, type WizardStep } from './use-wizard'

/** The summary of the booking: totals, missing values and exceptions, with the button to submit. */
export function ReviewStep({ onStep, onSubmit }: { onStep: (step: WizardStep) => void; onSubmit: () => void }) {
  const { problems, exceptions, cargo, lines, isInstruction, isKnown } = useBookingState()
  const { isSubmitting } = useFormState()
  const units = lines.reduce((sum, { sizes }) => sum + sizes.reduce((lineUnits, { here }) => lineUnits + here, 0), 0)
  return (
    <>
      <Section title={screenText('wizard.totals')}>
        <Box
          component="dl"
          className="tabular"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, fontSize: 13 }}
        >
          {[
            [fieldLabel(bookings, 'lines'), format.number(lines.length)],
            [fieldLabel(bookings, 'pieces_qty'), format.number(units)],
            [fieldLabel(bookings, 'cartons_qty'), format.number(cargo.cartons)],
            [fieldLabel(bookings, 'gross_kg'), format.number(kilograms(cargo.gross_g))],
            [fieldLabel(bookings, 'net_kg'), format.number(kilograms(cargo.net_g))],
            [fieldLabel(bookings, 'volume_m3'), format.number(cubicMetres(cargo.volume_mm3))],
          ].map(([label, value]) => (
            <Box key={label}>
              <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      </Section>
      {!isInstruction && exceptions.length > 0 && (
        <Section title={fieldLabel(bookings, 'exceptions')} help={screenText('wizard.exceptions_help')}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
            {exceptions.map((exception) => (
              <ToneChip key={exception} tone="warning">
                {choiceLabel(bookings, 'exceptions', exception)}
              </ToneChip>
            ))}
          </Box>
          {needsAdmin(exceptions) && (
            <Box sx={{ fontSize: 13, mb: 2, color: 'tones.warning.text' }}>{t('problems.bookings.admin_approves')}</Box>
          )}
          <Field area={bookings} name="exception_reason" optional={false} />
        </Section>
      )}
      <Section title={screenText('wizard.check')}>
        {problems.length === 0 ? (
          <Box sx={{ fontSize: 13, color: 'tones.success.text' }}>
            {screenText(isKnown ? 'wizard.complete' : 'wizard.checking')}
          </Box>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 13 }}>
            {problems.slice(0, 30).map(({ field = '', text }) => (
              // Several lines have the same problem in the same field.
              <li key={`${field} ${text.key} ${JSON.stringify(text.params)}`}>
                <Link
                  component="button"
                  type="button"
                  onClick={() => onStep(stepOf(field))}
                  sx={{ fontSize: 13, textAlign: 'left' }}
                >
                  {[nameOf(field), t(text.key, text.params)].filter(Boolean).join(t('kit.colon'))}
                </Link>
              </li>
            ))}
          </Box>
        )}
        {!isInstruction && can(bookings.name, 'move:submit') && (
          <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, mt: 2 }}>
            {/* Not a submit button: Enter in a field of any step would click it. */}
            <Button
              type="button"
              variant="contained"
              onClick={({ currentTarget }) => {
                onSubmit()
                currentTarget.form?.requestSubmit()
              }}
              disabled={problems.length > 0 || !isKnown || isSubmitting}
            >
              {screenText('wizard.submit')}
            </Button>
          </Box>
        )}
        {isInstruction && (
          <Box sx={{ fontSize: 13, mt: 2, color: 'text.secondary' }}>{screenText('wizard.instruction_next')}</Box>
        )}
      </Section>
    </>
  )
}

const nameOf = (field: string): string => {
  const [name = ''] = field.split('.')
  return field !== '' && !field.includes('.') && name !== 'cartons' ? fieldLabel(bookings, name) : ''
}
