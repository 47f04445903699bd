import { useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { call } from '#web/providers/call.ts'
import { AccountCard, BackToLogin } from './account-card'
import { emailFrom } from './email-state'
import { MailForm } from './mail-form'

/** The form that requests a mail for setting a new password. With `words` in the second layout. */
export const ForgotForm = ({ words }: { words?: string }) => {
  const known = emailFrom(useLocation().state)
  const [email, setEmail] = useState(known)
  return (
    <AccountCard
      page={t('account.forgot.page')}
      title={t('account.forgot.title')}
      lead={t('account.forgot.lead')}
      words={words}
      foot={<BackToLogin email={email} />}
    >
      <MailForm
        email={known}
        onEmail={setEmail}
        submit={t('account.forgot.submit')}
        send={(address) => call('POST', '/api/reset-password-request', { body: { email: address } })}
      />
    </AccountCard>
  )
}
