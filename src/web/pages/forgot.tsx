import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { t } from '../i18n'
import { PlainPage } from './plain-page'

/** Until passwords can be reset by mail, an administrator sets a new one; this page says so. */
export const ForgotPage = () => (
  <PlainPage name={t('pages.forgot.page')} title={t('pages.forgot.title')} body={t('pages.forgot.body')}>
    <Button component={Link} to="/login" variant="contained">
      {t('pages.forgot.back')}
    </Button>
  </PlainPage>
)
