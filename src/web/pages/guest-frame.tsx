import Box from '@mui/material/Box'
import { Outlet } from 'react-router'
import { DemoNote } from '../shell/demo-note'
import { LanguageSwitch } from '../shell/language-switch'
import { Logo } from '../shell/logo'

/** Frame of the pages without a shell: the name, the language, and the page in the middle. */
export const GuestFrame = () => (
  <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        minHeight: 64,
        px: { xs: 1.5, sm: 3 },
      }}
    >
      <Logo />
      <DemoNote />
      <LanguageSwitch />
    </Box>
    <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', px: { xs: 1.5, sm: 3 }, pb: 8 }}>
      <Outlet />
    </Box>
  </Box>
)
