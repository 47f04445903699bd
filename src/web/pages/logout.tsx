import { useLogout } from '@refinedev/core'
import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { flushSettings } from '#web/shell/settings/settings.ts'
import { PlainPage } from './plain-page'

/** `/logout` signs out; the guest routes then redirect to `/login`. */
export const LogoutPage = () => {
  const { mutate: logout } = useLogout()
  useEffect(() => void flushSettings().then(() => logout()), [logout])
  return <PlainPage name={t('pages.logout.page')} title={t('pages.logout.text')} />
}
