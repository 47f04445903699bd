import { useState } from 'react'
import { loadAllAreas, t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ChangePasswordForm } from '#web/pages/account/change-password-form.tsx'
import { ProfileLanguage } from '#web/pages/profile/language.tsx'
import { ProfilePerson } from '#web/pages/profile/person.tsx'
import { ProfileSessions } from '#web/pages/profile/sessions.tsx'
import { useSession } from '#web/providers/session.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

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

export const ready = loadAllAreas
