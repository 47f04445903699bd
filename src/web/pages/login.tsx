import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { portal } from '#web/boot.tsx'
import { t } from '#web/i18n.ts'
import { wantedPath } from '#web/providers/redirect.ts'
import { signIn } from '#web/providers/session.ts'
import { AccountCard, CardLink } from './account/account-card'
import { emailFrom } from './account/email-state'
import { Entry, PasswordEntry } from './account/entry'
import { useRegistrationOpen } from './account/registration'
import { SubmitButton } from './account/submit-button'
import { useEntries } from './account/use-entries'

/**
 * The sign-in card of the specification, section 2; its rules are in sections 5 and 8. `wanted` overrides the address.
 */
export const LoginPage = ({ wanted }: { wanted?: string }) => {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isRegistrationOpen = useRegistrationOpen()
  const [leftFields, setLeftFields] = useState({ email: false, password: false })
  const knownEmail = emailFrom(state)
  const form = useEntries({ email: knownEmail, password: '', remember: true }, async ({ email, ...entry }) => {
    const target = wanted ?? wantedPath(search)
    await signIn({
      ...entry,
      email: email.trim(),
      ready: async ({ subject }) => (await portal.load()).prepare(subject, target),
    })
    navigate(target, { replace: true })
  })
  const { values } = form

  const isShort = (field: 'email' | 'password') => values[field].trim().length < minLength
  const isValid = !isShort('email') && !isShort('password')
  const problem = (field: 'email' | 'password') =>
    form.refusal(field) ?? (leftFields[field] && isShort(field) ? t('pages.login.min_length') : undefined)
  const onLeave = (field: 'email' | 'password') => () =>
    setLeftFields((now) => ({ ...now, [field]: values[field] !== '' }))

  return (
    <Box sx={{ width: '100%' }}>
      <AccountCard
        page={t('pages.login.page')}
        title={t('pages.login.title')}
        words={t('pages.login.welcome')}
        onSubmit={(event) => (isValid ? form.onSubmit(event) : event.preventDefault())}
      >
        <Entry
          name="email"
          label={t('pages.login.email')}
          value={values.email}
          problem={problem('email')}
          onValue={(email) => form.set('email', email)}
          onBlur={onLeave('email')}
          autoComplete="username"
          inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
          autoFocus={knownEmail === ''}
        />
        <PasswordEntry
          name="password"
          label={t('pages.login.password')}
          value={values.password}
          problem={problem('password')}
          onValue={(password) => {
            // Preload the portal's chunks while the password is typed.
            void portal.load().catch(() => undefined)
            form.set('password', password)
          }}
          onBlur={onLeave('password')}
          autoComplete="current-password"
          autoFocus={knownEmail !== ''}
        />
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: 1,
            mb: 2,
          }}
        >
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={values.remember}
                onChange={(_, remember) => form.set('remember', remember)}
              />
            }
            label={t('pages.login.remember')}
          />
          <CardLink to="/pages/auth/forgot-password-2" state={{ email: values.email }}>
            {t('pages.login.forgot')}
          </CardLink>
        </Box>
        <SubmitButton ready={isValid} busy={form.busy}>
          {t('pages.login.submit')}
        </SubmitButton>
      </AccountCard>
      {/* Below the card, with reserved height, so that nothing moves. */}
      <Box sx={{ mt: 1, minHeight: { xs: 44, sm: 32 }, textAlign: 'center' }}>
        {isRegistrationOpen ? <CardLink to="/register">{t('account.register.link')}</CardLink> : null}
      </Box>
    </Box>
  )
}

/** Minimum length of e-mail address and password on this page (specification, section 5). */
const minLength = 4
