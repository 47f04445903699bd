import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { looksLikeEmail } from './email-state'
import { Entry } from './entry'
import { MailSent } from './mail-sent'
import { SubmitButton } from './submit-button'
import { useEntries } from './use-entries'

/** Requests a mail to an address, then confirms it and offers to use another address. */
export const MailForm = ({ email = '', notice, submit, send, onEmail }: Props) => {
  const [confirmation, setConfirmation] = useState(email && notice ? { email, message: notice } : null)
  const form = useEntries({ email }, async (values) => {
    const address = values.email.trim()
    const { message } = await send(address)
    setConfirmation({ email: address, message })
    onEmail?.(address)
  })
  if (confirmation)
    return (
      <>
        <MailSent {...confirmation} />
        <Button variant="outlined" size="large" fullWidth sx={{ mt: 3 }} onClick={() => setConfirmation(null)}>
          {t('account.sent.again')}
        </Button>
      </>
    )
  const isReady = looksLikeEmail(form.values.email)
  return (
    <Box component="form" noValidate onSubmit={form.onSubmit}>
      <Entry
        name="email"
        type="email"
        label={t('account.fields.email')}
        value={form.values.email}
        problem={form.refusal('email')}
        onValue={(value) => form.set('email', value)}
        autoComplete="email"
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        autoFocus
      />
      <SubmitButton ready={isReady} busy={form.busy}>
        {submit}
      </SubmitButton>
    </Box>
  )
}

interface Props {
  /** Initial address. */
  email?: string
  /** The API's message about a mail that is already sent. */
  notice?: string | undefined
  /** Label of the button. */
  submit: string
  send: (email: string) => Promise<{ message: string }>
  onEmail?: (email: string) => void
}
