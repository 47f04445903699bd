import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { call } from '#web/providers/call.ts'
import { loginPath } from '#web/providers/redirect.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { AccountCard, BackToLogin, CardLink } from './account-card'
import { Entry } from './entry'
import { NewPassword } from './new-password'
import { SubmitButton } from './submit-button'
import { useEntries } from './use-entries'

/**
 * The card RESET YOUR PASSWORD of the specification, sections 2 and 5; its token is in the address of the mailed link.
 */
export const ResetForm = () => {
  const { search, pathname } = useLocation()
  const token = new URLSearchParams(search).get('token') ?? ''
  const [done, setDone] = useState<{ email: string; message: string } | null>(null)
  const form = useEntries({ email: '', password: '', confirm_password: '' }, async (values) => {
    const email = values.email.trim()
    const { message } = await call<{ message: string }>('POST', '/api/reset-password', {
      body: { ...values, email, token },
    })
    form.clear()
    setDone({ email, message })
    notify({ tone: 'success', text: message, key: 'session' })
  })
  const { values } = form
  const isReady =
    values.email.trim() !== '' &&
    values.password !== '' &&
    values.confirm_password.length > minConfirmationLength &&
    values.password === values.confirm_password
  const tokenRefusal = form.refusal('token')

  if (done)
    return (
      <AccountCard page={t('account.reset.page')} title={t('account.reset.done')} lead={done.message}>
        <Button component={Link} to="/login" state={{ email: done.email }} variant="contained" size="large" fullWidth>
          {t('pages.login.submit')}
        </Button>
      </AccountCard>
    )
  return (
    <AccountCard
      page={t('account.reset.page')}
      title={t('account.reset.title')}
      lead={t('account.reset.lead')}
      onSubmit={(event) => (isReady ? form.onSubmit(event) : event.preventDefault())}
      foot={<BackToLogin to={loginPath(pathname)} email={values.email} />}
    >
      {tokenRefusal || !token ? (
        <Alert
          severity={tokenRefusal ? 'error' : 'info'}
          variant="outlined"
          sx={{ mb: 2, py: 0, alignItems: 'center' }}
        >
          {tokenRefusal ?? t('account.reset.no_token')}{' '}
          <CardLink to="/pages/auth/forgot-password" state={{ email: values.email }}>
            {t('account.reset.ask')}
          </CardLink>
        </Alert>
      ) : null}
      <Entry
        name="email"
        type="email"
        label={t('account.fields.email')}
        value={values.email}
        problem={form.refusal('email')}
        onValue={(value) => form.set('email', value)}
        autoComplete="username"
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        autoFocus
      />
      <NewPassword
        names={['password', 'confirm_password']}
        labels={[t('account.fields.new_password'), t('account.fields.new_password_confirm')]}
        values={[values.password, values.confirm_password]}
        personal={[values.email]}
        refusal={form.refusal}
        onValue={(name, value) => form.set(name as 'password' | 'confirm_password', value)}
      />
      <SubmitButton ready={isReady} busy={form.busy}>
        {t('account.reset.submit')}
      </SubmitButton>
    </AccountCard>
  )
}

/** Minimum length of the confirmation (specification, section 5); the API reports further requirements at its field. */
const minConfirmationLength = 3
