import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import { PasswordEntry } from './entry'
import { strengthOf } from './strength'

/** A new password and its repetition, with live help. */
export const NewPassword = ({ names, labels, values, personal, refusal, onValue }: Props) => {
  const helpId = useId()
  const [first, second] = names
  const differ = values[1] !== '' && values[1].length >= values[0].length && values[0] !== values[1]
  return (
    <>
      <PasswordEntry
        name={first}
        label={labels[0]}
        value={values[0]}
        problem={refusal(first)}
        onValue={(value) => onValue(first, value)}
        autoComplete="new-password"
        inputProps={{ 'aria-describedby': helpId }}
      />
      <Help id={helpId} password={values[0]} personal={personal} />
      <PasswordEntry
        name={second}
        label={labels[1]}
        value={values[1]}
        problem={refusal(second) ?? (differ ? t('messages.passwords_differ') : undefined)}
        onValue={(value) => onValue(second, value)}
        autoComplete="new-password"
      />
    </>
  )
}

interface Props {
  /** Names of the password and its confirmation in the API. */
  names: readonly [string, string]
  labels: readonly [string, string]
  values: readonly [string, string]
  /** The person's name and address, which a password should not contain. */
  personal: readonly string[]
  refusal: (name: string) => string | undefined
  onValue: (name: string, value: string) => void
}

const Help = ({ id, password, personal }: { id: string; password: string; personal: readonly string[] }) => {
  const { isLong, isNotOwn, isShortEnough, score } = strengthOf(password, personal)
  const typed = password !== ''
  return (
    <Box id={id} sx={{ mb: 2, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box aria-hidden sx={{ display: 'flex', gap: 0.5, flex: 1, maxWidth: 200 }}>
          {[1, 2, 3, 4].map((step) => (
            <Box
              key={step}
              sx={({ palette }) => ({
                flex: 1,
                height: 4,
                borderRadius: 2,
                bgcolor: step <= score ? palette.tones[tones[score] ?? 'neutral'].line : palette.divider,
              })}
            />
          ))}
        </Box>
        <Box component="span" aria-live="polite" sx={{ minHeight: 16 }}>
          {typed ? t(`account.strength.score.${score}`) : ''}
        </Box>
      </Box>
      <Rule kept={typed && isLong && isShortEnough}>{t('account.strength.long')}</Rule>
      <Rule kept={typed && isNotOwn}>{t('account.strength.own')}</Rule>
      <Rule kept={score >= 3}>{t('account.strength.uncommon')}</Rule>
    </Box>
  )
}

const tones = ['neutral', 'danger', 'warning', 'info', 'success'] as const

const Rule = ({ kept, children }: { kept: boolean; children: string }) => {
  const Icon = kept ? CheckCircleRounded : RadioButtonUncheckedRounded
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minHeight: 20 }}>
      <Icon
        titleAccess={kept ? t('account.strength.kept') : undefined}
        sx={{ fontSize: 14, color: kept ? 'success.main' : 'text.disabled' }}
      />
      {children}
    </Box>
  )
}
