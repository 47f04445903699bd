import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { loadAllTexts, t } from '#web/i18n.ts'
import { PlainPage } from '#web/pages/plain-page.tsx'

export const ready = loadAllTexts

/** `/callback`: the return address of a third-party sign-in, of which none is configured. */
export const Page = () => (
  <PlainPage name={t('site.callback.page')} title={t('site.callback.title')} body={t('site.callback.body')}>
    <Button component={Link} to="/login" variant="contained">
      {t('site.callback.back')}
    </Button>
  </PlainPage>
)
