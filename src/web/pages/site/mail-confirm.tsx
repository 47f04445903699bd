import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { AccountCard, BackToLogin } from '#web/pages/account/account-card.tsx'
import { emailFrom } from '#web/pages/account/email-state.ts'
import { MailForm } from '#web/pages/account/mail-form.tsx'
import { NewPassword } from '#web/pages/account/new-password.tsx'
import { SubmitButton } from '#web/pages/account/submit-button.tsx'
import { useEntries } from '#web/pages/account/use-entries.ts'
import { call } from '#web/providers/call.ts'
import { useSession } from '#web/providers/session.ts'

/**
 * `/pages/auth/mail-confirm`: with the token of the mail the person chooses a password, which confirms the address;
 * without it, the page explains the next step and offers to send the mail again.
 */
export const Page = () => {
  const token = new URLSearchParams(useLocation().search).get('token')
  // The shell provides no margin of its own.
  const gutter = useSession() ? 3 : 0
  return <Box sx={{ p: gutter }}>{token ? <Confirming key={token} token={token} /> : <Waiting />}</Box>
}

const Confirming = ({ token }: { token: string }) => {
  const [message, setMessage] = useState<string | null>(null)
  const form = useEntries({ password: '', confirm_password: '' }, async (chosen) => {
    const answer = await call<{ message: string }>('POST', '/api/auth/confirm-mail', { body: { ...chosen, token } })
    form.clear()
    setMessage(answer.message)
  })
  const { password, confirm_password } = form.values
  const isReady = password !== '' && password === confirm_password
  const failure = form.refusal('token')

  if (failure) return <Waiting failure={failure} />
  if (message !== null)
    return (
      <AccountCard page={t('account.confirm.page')} title={t('account.confirm.done')} lead={message}>
        <OnwardButton />
      </AccountCard>
    )
  return (
    <AccountCard
      page={t('account.confirm.page')}
      title={t('account.confirm.choose')}
      lead={t('account.confirm.choose_lead')}
      onSubmit={(event) => (isReady ? form.onSubmit(event) : event.preventDefault())}
      foot={<BackToLogin />}
    >
      <NewPassword
        names={['password', 'confirm_password']}
        labels={[t('account.fields.password'), t('account.fields.password_confirm')]}
        values={[password, confirm_password]}
        personal={[]}
        refusal={form.refusal}
        onValue={(name, value) => form.set(name as 'password' | 'confirm_password', value)}
      />
      <SubmitButton ready={isReady} busy={form.busy}>
        {t('account.confirm.choose_submit')}
      </SubmitButton>
    </AccountCard>
  )
}

const OnwardButton = () => {
  const person = useSession()
  return (
    <Button component={Link} to={person ? '/' : '/login'} variant="contained" size="large" fullWidth>
      {t(person ? 'pages.not_found.back' : 'pages.login.submit')}
    </Button>
  )
}

const Waiting = ({ failure }: { failure?: string }) => {
  const { state } = useLocation()
  return (
    <AccountCard
      page={t('account.confirm.page')}
      title={t(failure ? 'account.confirm.failed' : 'account.confirm.title')}
      lead={failure ?? t('account.confirm.lead')}
      foot={<BackToLogin />}
    >
      <MailForm
        email={emailFrom(state)}
        notice={messageFrom(state)}
        submit={t('account.confirm.submit')}
        send={(email) => call('POST', '/api/auth/confirm-mail/send', { body: { email } })}
      />
    </AccountCard>
  )
}

/** The API's message about the first mail, passed by the previous page. */
const messageFrom = (state: unknown): string | undefined =>
  state && typeof state === 'object' && 'message' in state && typeof state.message === 'string'
    ? state.message
    : undefined
