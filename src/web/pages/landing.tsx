import { Navigate } from 'react-router'
import { t } from '../i18n'
import { useSession } from '../providers/session'
import { landingPath } from '../shell/navigation'
import { PlainPage } from './plain-page'

/** `/`: the purchase orders, or the first page of the menu that the role may open. */
export const LandingPage = () => {
  const person = useSession()
  const path = landingPath()
  if (path) return <Navigate to={path} replace />
  const name = person?.info.first_name ?? ''
  const role = t(`pages.roles.${person?.role}`)
  return (
    <PlainPage
      name={t('pages.nothing.page')}
      title={t('pages.nothing.title', { name })}
      body={t('pages.nothing.body', { role })}
    />
  )
}
