import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { portal } from '#web/boot.tsx'
import { nameCompletions, nameParts } from '#web/fields/name-parts.ts'
import { t } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { register } from '#web/providers/session.ts'
import { Loading } from '#web/shell/loading.tsx'
import { AccountCard, BackToLogin, CardLink } from './account-card'
import { looksLikeEmail } from './email-state'
import { Entry } from './entry'
import { NewPassword } from './new-password'
import { fetchRegistration, type Invitation, type Registration } from './registration'
import { SubmitButton } from './submit-button'
import { useEntries } from './use-entries'

/**
 * Registration by invitation, or for everyone if the settings allow it; otherwise it shows who can help. With `words`
 * in the second layout.
 */
export const RegisterForm = ({ words }: { words?: string }) => {
  const token = new URLSearchParams(useLocation().search).get('token') ?? ''
  const [answer, setAnswer] = useState<Registration | HttpError | null>(null)
  const checkInvitation = useCallback(() => {
    setAnswer(null)
    fetchRegistration(token).then(setAnswer, (error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      setAnswer(error)
    })
  }, [token])
  useEffect(checkInvitation, [checkInvitation])

  if (answer === null)
    return (
      <Card words={words} title={t('account.register.title')}>
        <Loading />
      </Card>
    )
  if (answer instanceof HttpError)
    return (
      <Card words={words} title={t('account.register.title')} lead={answer.message}>
        <Button variant="outlined" onClick={checkInvitation}>
          {t('account.try_again')}
        </Button>
      </Card>
    )
  const { open, invitation } = answer
  if (invitation && !invitation.expired) return <Filling words={words} token={token} invitation={invitation} />
  if (open && !token) return <Filling words={words} />
  return <Closed words={words} reason={invitation ? 'expired' : token ? 'unknown' : 'closed'} open={open} />
}

const Card = ({ title, lead, words, children }: CardProps) => (
  <AccountCard page={t('account.register.page')} title={title} lead={lead} words={words} foot={<BackToLogin />}>
    {children}
  </AccountCard>
)

interface CardProps {
  title: string
  lead?: string
  words: string | undefined
  children: ReactNode
}

const Closed = ({ words, reason, open }: ClosedProps) => (
  <Card words={words} title={t(`account.register.${reason}_title`)} lead={t(`account.register.${reason}`)}>
    {open ? (
      <Button component={Link} to="/register" variant="contained" size="large" fullWidth>
        {t('account.register.without')}
      </Button>
    ) : (
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary' }}>
        <li>{t('account.register.who_office')}</li>
        <li>{t('account.register.who_supplier')}</li>
        <li>{t('account.register.who_has')}</li>
      </Box>
    )}
  </Card>
)

interface ClosedProps {
  words: string | undefined
  reason: 'closed' | 'expired' | 'unknown'
  /** Whether registration is open. */
  open: boolean
}

const Filling = ({
  words,
  token,
  invitation,
}: {
  words: string | undefined
  token?: string
  invitation?: Invitation
}) => {
  const navigate = useNavigate()
  const start = {
    first_name: invitation?.first_name ?? '',
    last_name: invitation?.last_name ?? '',
    email: invitation?.email ?? '',
    password: '',
    confirm_password: '',
  }
  const form = useEntries(start, async (values) => {
    const email = values.email.trim()
    const { first_name, last_name, ...chosen } = values
    const person = { first_name: first_name.trim(), last_name: last_name.trim(), email }
    const { session, message } = await register(
      invitation ? { ...chosen, ...person, token } : person,
      async ({ subject }) => (await portal.load()).prepare(subject, '/'),
    )
    if (session) navigate('/', { replace: true })
    else navigate('/pages/auth/mail-confirm', { replace: true, state: { email, message } })
  })
  const { values } = form
  const tokenRefusal = form.refusal('token')
  const isReady =
    values.first_name.trim() !== '' &&
    values.last_name.trim() !== '' &&
    looksLikeEmail(values.email) &&
    (!invitation || (values.password.length > 0 && values.password === values.confirm_password))

  return (
    <AccountCard
      page={t('account.register.page')}
      title={t('account.register.title')}
      lead={invitation ? invitedLine(invitation) : t('account.register.lead')}
      words={words}
      onSubmit={(event) => (isReady ? form.onSubmit(event) : event.preventDefault())}
      foot={<CardLink to="/login">{t('account.register.has_account')}</CardLink>}
    >
      {tokenRefusal ? (
        <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
          {tokenRefusal}
        </Alert>
      ) : null}
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        {nameParts().map((name, index) => (
          <Entry
            key={name}
            name={name}
            label={t(`account.fields.${name}`)}
            value={values[name]}
            problem={form.refusal(name)}
            onValue={(value) => form.set(name, value)}
            autoComplete={nameCompletions[name]}
            inputProps={{ maxLength: 80 }}
            autoFocus={!invitation && index === 0}
          />
        ))}
      </Box>
      <Entry
        name="email"
        type="email"
        label={t('account.fields.email')}
        value={values.email}
        problem={form.refusal('email')}
        hint={invitation ? t('account.register.email_fixed') : undefined}
        onValue={(value) => form.set('email', value)}
        autoComplete="username"
        readOnly={invitation !== undefined}
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
      />
      {invitation && (
        <NewPassword
          names={['password', 'confirm_password']}
          labels={[t('account.fields.password'), t('account.fields.password_confirm')]}
          values={[values.password, values.confirm_password]}
          personal={[values.first_name, values.last_name, values.email]}
          refusal={form.refusal}
          onValue={(name, value) => form.set(name as 'password' | 'confirm_password', value)}
        />
      )}
      <SubmitButton ready={isReady} busy={form.busy}>
        {t('account.register.submit')}
      </SubmitButton>
    </AccountCard>
  )
}

const invitedLine = ({ company, role }: Invitation) => {
  const roleName = t(`pages.roles.${role}`)
  return company
    ? t('account.register.invited_for', { company, role: roleName })
    : t('account.register.invited', { role: roleName })
}
