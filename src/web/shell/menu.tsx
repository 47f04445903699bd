import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import type { Theme } from '@mui/material/styles'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t, useLanguage } from '../i18n'
import { preloadScreen } from '../screens'
import { menuWidth, toolbarHeight } from '../theme'
import { Logo } from './logo'
import { menuIcons } from './menu-icons'
import { isCurrent, isUnder, type MenuEntry, menuOf } from './navigation'

/** The menu at the left: what the role may open and what is built, in both languages. */
export const Menu = ({ onChoose }: { onChoose?: () => void }) => {
  const { language } = useLanguage()
  const entries = menuOf(language)
  return (
    <Box
      component="nav"
      aria-label={t('shell.menu.label')}
      className="no-print"
      sx={{
        width: menuWidth,
        height: '100%',
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: (theme) => theme.palette.surfaces.menu,
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', height: toolbarHeight, px: 2.5, flexShrink: 0 }}>
        <Logo />
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 1.5, pb: 3 }}>
        {entries.length ? (
          <Entries entries={entries} level={0} onChoose={onChoose} />
        ) : (
          <Box sx={{ px: 1, color: 'text.secondary' }}>{t('shell.menu.nothing')}</Box>
        )}
      </Box>
    </Box>
  )
}

interface LevelProps {
  level: number
  onChoose: (() => void) | undefined
}

const Entries = ({ entries, ...level }: LevelProps & { entries: MenuEntry[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}>
    {entries.map((entry) => (
      <li key={entry.id}>
        {entry.children.length ? <Branch entry={entry} {...level} /> : <Leaf entry={entry} {...level} />}
      </li>
    ))}
  </Box>
)

const Leaf = ({ entry, level, onChoose }: LevelProps & { entry: MenuEntry }) => {
  const { pathname } = useLocation()
  const path = entry.path ?? '/'
  const current = isUnder(pathname, path)
  const preload = () => void preloadScreen(path).catch(() => undefined)
  return (
    <ButtonBase
      component={Link}
      to={path}
      aria-current={current ? 'page' : undefined}
      onClick={onChoose}
      onPointerEnter={preload}
      onFocus={preload}
      sx={[row(level), current ? chosen : {}]}
    >
      <Content entry={entry} />
    </ButtonBase>
  )
}

/** Opens by itself when the address lies within it; closing is left to the person. */
const Branch = ({ entry, level, onChoose }: LevelProps & { entry: MenuEntry }) => {
  const { pathname } = useLocation()
  const holds = isCurrent(entry, pathname)
  const [open, setOpen] = useState(holds)
  const id = useId()
  useEffect(() => {
    if (holds) setOpen(true)
  }, [holds])
  return (
    <>
      <ButtonBase aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} sx={row(level)}>
        <Content entry={entry}>
          <ExpandMoreRounded
            aria-hidden
            sx={{ color: 'text.secondary', transition: 'transform 150ms', transform: open ? 'rotate(180deg)' : 'none' }}
          />
        </Content>
      </ButtonBase>
      <Collapse in={open} id={id} unmountOnExit>
        <Box sx={{ pt: '2px' }}>
          <Entries entries={entry.children} level={level + 1} onChoose={onChoose} />
        </Box>
      </Collapse>
    </>
  )
}

const Content = ({ entry, children }: { entry: MenuEntry; children?: ReactNode }) => {
  const Icon = entry.icon ? menuIcons[entry.icon] : undefined
  return (
    <>
      {Icon ? <Icon aria-hidden sx={{ color: 'text.secondary' }} /> : null}
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {entry.title}{' '}
        <Box
          component="span"
          lang={entry.other.lang}
          sx={{ display: 'inline-block', fontSize: 12, color: 'text.secondary' }}
        >
          {entry.other.text}
        </Box>
      </Box>
      {children}
    </>
  )
}

const row = (level: number) => ({
  width: '100%',
  minHeight: { xs: 44, lg: 36 },
  justifyContent: 'flex-start',
  textAlign: 'left',
  gap: 1.5,
  py: 0.5,
  pr: 1,
  // Indented below the icon, capped as the specification says.
  pl: level === 0 ? 1 : `${Math.min(24 + 16 * level, 80)}px`,
  borderRadius: 1,
  fontSize: 14,
  lineHeight: '20px',
  fontFamily: 'inherit',
  '&:hover': { backgroundColor: (theme: Theme) => theme.palette.surfaces.hover },
})

const chosen = {
  fontWeight: 500,
  backgroundColor: (theme: Theme) => theme.palette.surfaces.chosen,
  boxShadow: (theme: Theme) => `inset 3px 0 ${theme.palette.secondary.main}`,
  '& .MuiSvgIcon-root': { color: 'text.primary' },
}
