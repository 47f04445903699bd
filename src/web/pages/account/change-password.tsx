import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { usePageTitle } from '#web/shell/page-title.ts'
import { ChangePasswordForm } from './change-password-form'

/** The page Change Password of the menu. */
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
