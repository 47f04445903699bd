import { useEffect } from 'react'
import { t } from '../i18n'
import { signOut } from '../providers/session'
import { flushSettings } from '../shell/settings'
import { PlainPage } from './plain-page'

/** `/logout` signs out; the guests' half then leads to `/login`. */
export const LogoutPage = () => {
  useEffect(() => void flushSettings().then(signOut), [])
  return <PlainPage name={t('pages.logout.page')} title={t('pages.logout.text')} />
}
