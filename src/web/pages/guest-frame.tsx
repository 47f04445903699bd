import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, Outlet, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { Logo } from '#web/shell/logo.tsx'
import { DemoNote } from '#web/shell/messages/demo-note.tsx'
import { LanguageSwitch } from '#web/shell/settings/language-switch.tsx'
import { ModeSwitch } from '#web/shell/settings/mode-switch.tsx'
import { useRegistrationOpen } from './account/registration'

/** The frame of pages without a shell: name, language, and the page in the middle. */
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
          // On phones there is no room for the name beside the links.
          '& .name': { display: { xs: 'none', sm: 'inline' } },
        }}
      >
        <Logo wordsClass={isWayIn ? undefined : 'name'} />
        <DemoNote />
        {isWayIn ? null : <SignInLinks />}
        <LanguageSwitch />
        <ModeSwitch />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: { xs: 1.5, sm: 3 }, pb: 8 }}>
        <Outlet />
      </Box>
    </Box>
  )
}

/** Pages whose card already offers signing in. */
const signInPages = ['/login', '/pages/auth/login', '/pages/auth/bookings']

/** Links to signing in and registration, for other pages. */
const SignInLinks = () => (
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
