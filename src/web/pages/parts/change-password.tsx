import { useState } from 'react'
import { t } from '../../i18n'
import { Page } from '../../kit/page'
import { Section } from '../../kit/section'
import { useUnsavedGuard } from '../../kit/use-unsaved-guard'
import { usePageTitle } from '../../shell/page-title'
import { ChangePasswordForm } from './change-password-form'

/** The menu's Change Password. */
export const ChangePassword = () => {
  const title = t('members.password.title')
  const [isDirty, setDirty] = useState(false)
  usePageTitle(title)
  useUnsavedGuard(isDirty)
  return (
    <Page title={title} fit="form">
      <Section title={t('members.password.section')} help={t('members.password.help')}>
        <ChangePasswordForm onDirty={setDirty} />
      </Section>
    </Page>
  )
}
