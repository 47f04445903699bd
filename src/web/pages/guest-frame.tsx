import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, Outlet, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { Logo } from '#web/shell/logo.tsx'
import { DemoNote } from '#web/shell/messages/demo-note.tsx'
import { LanguageSwitch } from '#web/shell/settings/language-switch.tsx'
import { ModeSwitch } from '#web/shell/settings/mode-switch.tsx'
import { useRegistrationOpen } from './account/registration'

/** Frame of the pages without a shell: the name, the language, and the page in the middle. */
export const GuestFrame = () => {
  const { pathname } = useLocation()
  const isWayIn = signInPages.includes(pathname)
  return (
    <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          minHeight: 64,
          px: { xs: 1.5, sm: 3 },
          // A phone has no room for the name next to the links.
          '& .name': { display: { xs: 'none', sm: 'inline' } },
        }}
      >
        <Logo wordsClass={isWayIn ? undefined : 'name'} />
        <DemoNote />
        {isWayIn ? null : <Ways />}
        <LanguageSwitch />
        <ModeSwitch />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: { xs: 1.5, sm: 3 }, pb: 8 }}>
        <Outlet />
      </Box>
    </Box>
  )
}

/** Their card is the way in itself. */
const signInPages = ['/login', '/pages/auth/login', '/pages/auth/bookings']

/** The ways in, on a page that is none. */
const Ways = () => (
  <>
    <Button component={Link} to="/login" color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }}>
      {t('shell.user.sign_in')}
    </Button>
    {useRegistrationOpen() ? (
      <Button component={Link} to="/register" color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }}>
        {t('shell.user.register')}
      </Button>
    ) : null}
  </>
)
