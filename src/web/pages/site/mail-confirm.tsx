import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { AccountCard, BackToLogin } from '#web/pages/account/account-card.tsx'
import { emailFrom } from '#web/pages/account/email-state.ts'
import { MailForm } from '#web/pages/account/mail-form.tsx'
import { call } from '#web/providers/call.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { useSession } from '#web/providers/session.ts'
import { Loading } from '#web/shell/loading.tsx'

/**
 * `/pages/auth/mail-confirm`: with the mail's token it confirms the address; without, it explains the next step and
 * sends the mail again.
 */
export const Page = () => {
  const token = new URLSearchParams(useLocation().search).get('token')
  // In the shell nothing else provides a margin.
  const gutter = useSession() ? 3 : 0
  return <Box sx={{ p: gutter }}>{token ? <Confirming key={token} token={token} /> : <Waiting />}</Box>
}

const Confirming = ({ token }: { token: string }) => {
  const [answer, setAnswer] = useState<{ message: string; ok: boolean } | null>(null)
  useEffect(() => {
    confirmed(token).then(
      ({ message }) => setAnswer({ message, ok: true }),
      (error: unknown) => {
        if (!(error instanceof HttpError)) throw error
        setAnswer({ message: error.errors?.token?.[0] ?? error.message, ok: false })
      },
    )
  }, [token])

  if (answer === null)
    return (
      <AccountCard page={t('account.confirm.page')} title={t('account.confirm.running')}>
        <Loading />
      </AccountCard>
    )
  if (!answer.ok) return <Waiting failure={answer.message} />
  return (
    <AccountCard page={t('account.confirm.page')} title={t('account.confirm.done')} lead={answer.message}>
      <OnwardButton />
    </AccountCard>
  )
}

/** A token is valid once, so a second rendering reuses the request. */
const confirmed = (token: string) => {
  const running =
    requests.get(token) ?? call<{ message: string }>('POST', '/api/auth/confirm-mail', { body: { token } })
  requests.set(token, running)
  return running
}
const requests = new Map<string, Promise<{ message: string }>>()

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

/** The API's message when the first mail was sent, on the previous page. */
const messageFrom = (state: unknown): string | undefined =>
  state && typeof state === 'object' && 'message' in state && typeof state.message === 'string'
    ? state.message
    : undefined
