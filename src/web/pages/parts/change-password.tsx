import { t } from '../../i18n'
import { Page } from '../../kit/page'
import { Section } from '../../kit/section'
import { usePageTitle } from '../../shell/page-title'
import { ChangePasswordForm } from './change-password-form'

/** The menu's Change Password. */
export const ChangePassword = () => {
  const title = t('members.password.title')
  usePageTitle(title)
  return (
    <Page title={title} fit="form">
      <Section title={t('members.password.section')} help={t('members.password.help')}>
        <ChangePasswordForm />
      </Section>
    </Page>
  )
}
