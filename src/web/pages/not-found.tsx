import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { PlainPage } from './plain-page'

/** `/pages/errors/error-404`, to which every unknown path redirects. */
export const NotFoundPage = () => (
  <PlainPage name={t('pages.not_found.page')} title={t('pages.not_found.title')} body={t('pages.not_found.body')}>
    <Button component={Link} to="/" variant="contained">
      {t('pages.not_found.back')}
    </Button>
  </PlainPage>
)
