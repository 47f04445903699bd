import { useEffect } from 'react'
import { t } from '../i18n'
import { signOut } from '../providers/session'
import { PlainPage } from './plain-page'

/** `/logout` signs out; the guests' half then leads to `/login`. */
export const LogoutPage = () => {
  useEffect(() => void signOut(), [])
  return <PlainPage name={t('pages.logout.page')} title={t('pages.logout.text')} />
}
