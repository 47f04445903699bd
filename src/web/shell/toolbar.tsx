import DarkModeRounded from '@mui/icons-material/DarkModeRounded'
import LightModeRounded from '@mui/icons-material/LightModeRounded'
import MenuRounded from '@mui/icons-material/MenuRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { t } from '../i18n'
import { toolbarHeight } from '../theme'
import { DemoNote } from './demo-note'
import { LanguageSwitch } from './language-switch'
import { setMode, useMode } from './mode'
import { UserMenu } from './user-menu'

/** The bar above the page: the menu's button where there is no room for the menu, language, colours, and the person. */
export const Toolbar = ({ onMenu }: { onMenu: (() => void) | undefined }) => (
  <Box
    component="header"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 0.5,
      height: toolbarHeight,
      px: { xs: 1.5, md: 3 },
      backgroundColor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    {onMenu ? (
      <Tooltip title={t('shell.menu.open')}>
        <IconButton edge="start" aria-label={t('shell.menu.open')} onClick={onMenu}>
          <MenuRounded />
        </IconButton>
      </Tooltip>
    ) : null}
    <DemoNote />
    <LanguageSwitch />
    <ModeSwitch />
    <UserMenu />
  </Box>
)

const ModeSwitch = () => {
  const mode = useMode()
  const next = mode === 'dark' ? 'light' : 'dark'
  const name = t(`shell.mode.${next}`)
  return (
    <Tooltip title={name}>
      <IconButton aria-label={name} onClick={() => setMode(next)}>
        {next === 'light' ? <LightModeRounded /> : <DarkModeRounded />}
      </IconButton>
    </Tooltip>
  )
}
