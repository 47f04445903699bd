import { useState } from 'react'
import { loadMemberTexts, t } from '../../i18n'
import { Page as Frame } from '../../kit/page'
import { Section } from '../../kit/section'
import { useUnsavedGuard } from '../../kit/use-unsaved-guard'
import { useSession } from '../../providers/session'
import { usePageTitle } from '../../shell/page-title'
import { ChangePasswordForm } from '../parts/change-password-form'
import { ProfileLanguage } from '../parts/profile-language'
import { ProfilePerson } from '../parts/profile-person'
import { ProfileSessions } from '../parts/profile-sessions'

/** `/pages/profile`: My Profile. */
export const Page = () => {
  const person = useSession()
  const title = t('members.profile.title')
  const [isPersonDirty, setPersonDirty] = useState(false)
  const [isPasswordDirty, setPasswordDirty] = useState(false)
  usePageTitle(title)
  useUnsavedGuard(isPersonDirty || isPasswordDirty)
  if (!person) return null
  return (
    <Frame title={title} fit="form">
      <ProfilePerson person={person} onDirty={setPersonDirty} />
      <ProfileLanguage person={person} />
      <Section title={t('members.password.title')} help={t('members.password.help')}>
        <ChangePasswordForm onDirty={setPasswordDirty} />
      </Section>
      <ProfileSessions />
    </Frame>
  )
}

export const ready = loadMemberTexts
