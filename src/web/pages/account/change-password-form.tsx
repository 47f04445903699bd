import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { useSession } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { PasswordEntry } from './entry'
import { NewPassword } from './new-password'
import { SubmitButton } from './submit-button'
import { useEntries } from './use-entries'

/** The form to change the password: current, new and repeated. It signs out other devices. */
export const ChangePasswordForm = ({ onDirty }: Props) => {
  const person = useSession()
  const form = useEntries(empty, async (values) => {
    const { message } = await api<{ message: string }>('POST', 'change-password', { body: values })
    form.clear()
    notify({ tone: 'success', text: message })
  })
  const { values } = form
  const isDirty = Object.values(values).some((value) => value !== '')
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  if (!person) return null
  const { email, first_name, last_name } = person.info
  const isReady =
    values.current_password !== '' && values.new_password !== '' && values.new_password === values.confirm_password
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('members.password.title')}
      onSubmit={form.onSubmit}
      sx={{ maxWidth: 440 }}
    >
      {/* Tells password managers whose password changes. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
        style={visuallyHidden}
      />
      <PasswordEntry
        name="current_password"
        label={t('members.password.current')}
        value={values.current_password}
        problem={form.refusal('current_password')}
        onValue={(value) => form.set('current_password', value)}
        autoComplete="current-password"
      />
      <NewPassword
        names={['new_password', 'confirm_password']}
        labels={[t('members.password.new'), t('members.password.confirm')]}
        values={[values.new_password, values.confirm_password]}
        personal={[email, first_name, last_name]}
        refusal={form.refusal}
        onValue={(name, value) => form.set(name as 'new_password' | 'confirm_password', value)}
      />
      <SubmitButton ready={isReady} busy={form.busy}>
        {t('members.password.submit')}
      </SubmitButton>
    </Box>
  )
}

interface Props {
  /** Called with whether anything is entered. */
  onDirty: (isDirty: boolean) => void
}

const empty = { current_password: '', new_password: '', confirm_password: '' }
