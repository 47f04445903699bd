import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import KeyboardDoubleArrowLeftRounded from '@mui/icons-material/KeyboardDoubleArrowLeftRounded'
import KeyboardDoubleArrowRightRounded from '@mui/icons-material/KeyboardDoubleArrowRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useGetIdentity } from '@refinedev/core'
import { type FocusEvent, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Afterwards } from '#web/loading/afterwards.tsx'
import type { Person as Identity } from '#web/providers/session.ts'
import { Logo } from '#web/shell/logo.tsx'
import { setDefaultSettings, useSettings } from '#web/shell/settings/settings.ts'
import { UserPhoto } from '#web/shell/toolbar/user-photo.tsx'
import { foldedWidth, menuWidth, toolbarHeight } from '#web/theme.ts'
import { useMenuEntries } from './nav-parts'
import { NavTree } from './nav-tree'

/**
 * The menu at the side. When folded it occupies a strip, and opens over the content while the pointer or the keyboard
 * focus is in it. If the window scrolls, it stays visible `top` pixels below the upper edge; `top` is null if only the
 * content scrolls.
 */
export const Navbar = ({ top }: { top: number | null }) => {
  const { folded, position } = useSettings(({ layout }) => layout.config.navbar)
  const [isPeeked, setPeeked] = useState(false)
  const isClosed = folded && !isPeeked
  return (
    <Box
      data-place="navbar"
      className="no-print"
      sx={{
        ...(top === null
          ? { position: 'relative' }
          : { position: 'sticky', top, alignSelf: 'flex-start', height: `calc(100dvh - ${top}px)` }),
        flexShrink: 0,
        width: folded ? foldedWidth : menuWidth,
        order: position === 'right' ? 1 : 0,
        zIndex: 20,
      }}
    >
      <Box
        component="nav"
        aria-label={t('shell.menu.label')}
        data-closed={isClosed || undefined}
        onMouseEnter={() => setPeeked(true)}
        onMouseLeave={() => setPeeked(false)}
        onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && setPeeked(true)}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) setPeeked(false)
        }}
        onKeyDown={({ key }) => key === 'Escape' && setPeeked(false)}
        sx={{ ...frame, [position]: 0, width: isClosed ? foldedWidth : menuWidth, ...edge[position] }}
      >
        <Box sx={headStyles}>
          <Logo wordsClass="nav-words" />
          <FoldButton folded={folded} position={position} />
        </Box>
        <NavbarContent />
      </Box>
    </Box>
  )
}

/** The menu inside a drawer, closed by its arrow or a choice. */
export const NavbarInDrawer = ({ onClose }: { onClose: () => void }) => (
  <Box component="nav" data-place="navbar" aria-label={t('shell.menu.label')} sx={{ ...frame, position: 'static' }}>
    <Box sx={{ ...headStyles, pl: 1.5 }}>
      <IconButton aria-label={t('shell.menu.close')} onClick={onClose} sx={{ width: 44, height: 44 }}>
        <ArrowBackRounded />
      </IconButton>
      <Logo onChoose={onClose} />
    </Box>
    <NavbarContent onChoose={onClose} />
  </Box>
)

const NavbarContent = ({ onChoose }: NavbarContentProps) => (
  <Box className="nav-scroll" sx={{ flex: 1, minHeight: 0, overflow: 'hidden auto', px: 1.5, pb: 3 }}>
    <Afterwards>
      <Person />
      <Menu onChoose={onChoose} />
    </Afterwards>
  </Box>
)

const Menu = ({ onChoose }: NavbarContentProps) => <NavTree entries={useMenuEntries()} onChoose={onChoose} />

interface NavbarContentProps {
  onChoose?: () => void
}

/** The signed-in person and their company, which office users do not have. */
const Person = () => {
  const { data: person } = useGetIdentity<Identity>()
  if (!person) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: 72, mt: 1, mb: 2, overflow: 'hidden' }}>
      <UserPhoto person={person} className="nav-photo" size={72} />
      <Box className="nav-words" sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500, ...oneLine }}>{person.name}</Box>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', ...oneLine }}>
          {person.info.company ?? t(`pages.roles.${person.role}`)}
        </Box>
      </Box>
    </Box>
  )
}

const FoldButton = ({ folded, position }: { folded: boolean; position: 'left' | 'right' }) => {
  const name = t(folded ? 'shell.menu.unfold' : 'shell.menu.fold')
  const pointsLeft = folded === (position === 'right')
  return (
    <Tooltip title={name}>
      <IconButton
        aria-label={name}
        className="nav-words"
        onClick={() => setDefaultSettings({ layout: { config: { navbar: { folded: !folded } } } })}
        sx={{ ml: 'auto', color: 'text.secondary' }}
      >
        {pointsLeft ? <KeyboardDoubleArrowLeftRounded /> : <KeyboardDoubleArrowRightRounded />}
      </IconButton>
    </Tooltip>
  )
}

const headStyles = { display: 'flex', alignItems: 'center', height: toolbarHeight, pl: '18px', pr: 1.5, flexShrink: 0 }

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

// Icons keep their position when the menu opens; only texts appear and disappear.
const frame = {
  position: 'absolute',
  insetBlock: 0,
  width: menuWidth,
  maxWidth: '90vw',
  height: '100%',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  backgroundColor: 'surfaces.menu',
  color: 'text.primary',
  transition: 'width 150ms ease-out',
  '& .nav-words': { transition: 'opacity 120ms' },
  '& .nav-photo': { transition: 'width 150ms ease-out, height 150ms ease-out, font-size 150ms' },
  '&[data-closed]': {
    '& .nav-words': { opacity: 0, whiteSpace: 'nowrap' },
    '& .nav-below': { display: 'none' },
    '& .nav-scroll': { scrollbarWidth: 'none' },
    '& .nav-photo': { width: 40, height: 40, fontSize: 14 },
    '& [aria-current], & .nav-holds': {
      borderRadius: 20,
      backgroundColor: 'surfaces.chosen',
      boxShadow: ({ palette }: { palette: { secondary: { main: string } } }) =>
        `inset 0 0 0 2px ${palette.secondary.main}`,
    },
    '& .nav-group::after': {
      content: '""',
      position: 'absolute',
      left: 10,
      top: 22,
      width: 20,
      borderTop: '1px solid',
      borderColor: 'divider',
    },
  },
} as const

const edge = {
  left: { boxShadow: ({ palette }: { palette: { divider: string } }) => `inset -1px 0 ${palette.divider}` },
  right: { boxShadow: ({ palette }: { palette: { divider: string } }) => `inset 1px 0 ${palette.divider}` },
} as const
