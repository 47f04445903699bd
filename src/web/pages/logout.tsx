import { useEffect } from 'react'
import { t } from '#web/i18n.ts'
import { signOut } from '#web/providers/session.ts'
import { flushSettings } from '#web/shell/settings/settings.ts'
import { PlainPage } from './plain-page'

/** `/logout` signs out; the guests' half then leads to `/login`. */
export const LogoutPage = () => {
  useEffect(() => void flushSettings().then(signOut), [])
  return <PlainPage name={t('pages.logout.page')} title={t('pages.logout.text')} />
}
