import MenuRounded from '@mui/icons-material/MenuRounded'
import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Afterwards } from '#web/loading/afterwards.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { DemoNote } from '#web/shell/messages/demo-note.tsx'
import { LanguageSwitch } from '#web/shell/settings/language-switch.tsx'
import { ModeSwitch } from '#web/shell/settings/mode-switch.tsx'
import { toolbarHeight } from '#web/theme.ts'
import { UserMenu } from './user-menu'

/**
 * The bar above the page: a button for the menu if that is hidden, shortcuts, search, language, colours, settings, and
 * the person.
 */
export const Toolbar = ({ onMenu, onSettings, menuAt, width, hasLogo, hasShortcuts }: ToolbarProps) => (
  <Box
    component="header"
    data-place="toolbar"
    className="no-print"
    sx={{
      flexShrink: 0,
      height: toolbarHeight,
      boxSizing: 'border-box',
      backgroundColor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ ...inner, maxWidth: width, ...(hasLogo && { pl: { xs: 1.5, md: 3 } }) }}>
      <Afterwards>
        {onMenu && menuAt === 'left' ? <MenuButton onMenu={onMenu} /> : null}
        {hasLogo ? (
          <>
            <Box sx={{ mr: 2, '@media (max-width: 599px)': { display: 'none' } }}>
              <Logo />
            </Box>
            <Suspense fallback={<Box sx={{ width: 360 }} />}>
              <NavSearch variant="basic" />
            </Suspense>
          </>
        ) : null}
        {hasShortcuts ? (
          <Suspense fallback={<Box sx={{ width: 88 }} />}>
            <Shortcuts />
          </Suspense>
        ) : null}
        <DemoNote />
        {hasLogo ? null : (
          <Suspense fallback={<Box sx={{ width: 36 }} />}>
            <NavSearch />
          </Suspense>
        )}
        <LanguageSwitch />
        <ModeSwitch />
        <Tooltip title={t('shell.settings.open')}>
          <IconButton aria-label={t('shell.settings.open')} aria-haspopup="dialog" onClick={onSettings}>
            <TuneRounded />
          </IconButton>
        </Tooltip>
        <UserMenu />
        {onMenu && menuAt === 'right' ? <MenuButton onMenu={onMenu} /> : null}
      </Afterwards>
    </Box>
  </Box>
)

export interface ToolbarProps {
  onMenu: (() => void) | undefined
  onSettings: () => void
  /** The side on which the menu opens. */
  menuAt: 'left' | 'right'
  /** Maximum width of the bar's content in pixels. */
  width: number | 'none'
  /** Shows the portal's name and a permanent search field (layout 3). */
  hasLogo: boolean
  hasShortcuts: boolean
}

const NavSearch = lazy(async () => ({ default: (await import('./toolbar-tools')).NavSearch }))
const Shortcuts = lazy(async () => ({ default: (await import('./toolbar-tools')).Shortcuts }))

const MenuButton = ({ onMenu }: { onMenu: () => void }) => (
  <Tooltip title={t('shell.menu.open')}>
    <IconButton aria-label={t('shell.menu.open')} onClick={onMenu}>
      <MenuRounded />
    </IconButton>
  </Tooltip>
)

const inner = {
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0, sm: 0.5 },
  height: '100%',
  boxSizing: 'border-box',
  mx: 'auto',
  // Aligns the outer icons with the page.
  px: { xs: 0.5, md: 2 },
}
