import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { loadAllTexts, t } from '#web/i18n.ts'
import { PlainPage } from '#web/pages/plain-page.tsx'

export const ready = loadAllTexts

/** `/auth/guest-role-example`: the rights of a person without a role. */
export const Page = () => (
  <PlainPage name={t('site.roles.guest')} title={t('site.roles.guest')} body={t('site.roles.guest_help')}>
    <Box component="ul" sx={{ mt: 0, mb: 3, pl: 2.5 }}>
      {['sign_in', 'reset', 'invitation'].map((right) => (
        <li key={right}>{t(`site.roles.guest_may.${right}`)}</li>
      ))}
    </Box>
    <Button component={Link} to="/login" variant="contained">
      {t('site.callback.back')}
    </Button>
  </PlainPage>
)
