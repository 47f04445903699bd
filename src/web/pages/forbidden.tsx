import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/providers/session.ts'
import { PlainPage } from './plain-page'

/** The page for signed-in people without the right to open the address. */
export const ForbiddenPage = () => {
  const role = t(`pages.roles.${useSession()?.role}`)
  return (
    <PlainPage
      name={t('pages.forbidden.page')}
      title={t('pages.forbidden.title')}
      body={t('pages.forbidden.body', { role })}
    >
      <Button component={Link} to="/" variant="contained">
        {t('pages.forbidden.back')}
      </Button>
    </PlainPage>
  )
}
