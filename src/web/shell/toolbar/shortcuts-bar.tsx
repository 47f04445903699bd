import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { language, loadAllAreas, t } from '#web/i18n.ts'
import { MountOnce } from '#web/loading/mount-once.tsx'
import { menuIcons } from '#web/shell/nav/menu-icons.ts'
import type { Destination } from '#web/shell/nav/navigation.ts'
import { useShortcuts } from './shortcuts-store'

/** The person's shortcuts and the button to choose them: in a row for the toolbar, in a column for the side panel. */
export const ShortcutsBar = ({ direction }: { direction: 'row' | 'column' }) => {
  const { shortcuts } = useShortcuts()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const side = direction === 'row' ? 'bottom' : 'right'
  return (
    <Box component="nav" aria-label={t('shell.shortcuts.label')} sx={{ display: 'flex', minWidth: 0 }}>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          flexDirection: direction,
          gap: 0.5,
          listStyle: 'none',
          m: 0,
          minWidth: 0,
          // Scrolls instead of growing into its neighbours; the padding leaves room for focus rings.
          overflow: 'auto',
          scrollbarWidth: 'none',
          p: '2px',
        }}
      >
        {shortcuts.map((entry) => (
          <li key={entry.id}>
            <Tooltip title={entry.title} placement={side}>
              <Place entry={entry}>
                <Sign entry={entry} />
              </Place>
            </Tooltip>
          </li>
        ))}
        <li>
          <Tooltip title={t('shell.shortcuts.open')} placement={side}>
            <IconButton
              aria-label={t('shell.shortcuts.open')}
              aria-haspopup="dialog"
              aria-expanded={anchor !== null}
              onClick={(event) => setAnchor(event.currentTarget)}
              sx={{ width: 40, height: 40, color: 'warning.main' }}
            >
              <StarRounded />
            </IconButton>
          </Tooltip>
        </li>
      </Box>
      <MountOnce when={anchor !== null}>
        <ShortcutsMenu anchor={anchor} side={side} onClose={() => setAnchor(null)} />
      </MountOnce>
    </Box>
  )
}

const Place = ({ entry, children, ...props }: { entry: Destination; children: ReactNode }) => (
  <IconButton
    {...(entry.path
      ? { component: Link, to: entry.path }
      : { component: 'a', href: entry.href ?? '', target: entry.target, rel: 'noopener' })}
    {...props}
    aria-label={entry.title}
    sx={{ width: 40, height: 40, color: 'text.secondary', '&:hover': { color: 'text.primary' } }}
  >
    {children}
  </IconButton>
)

/** The icon of an entry; pages with the icon of their parent get letters. */
const Sign = ({ entry }: { entry: Destination }) => {
  const Icon = entry.hasOwnIcon && entry.icon ? menuIcons[entry.icon] : undefined
  if (Icon) return <Icon aria-hidden />
  return (
    <Box component="span" aria-hidden sx={{ fontSize: 12, fontWeight: 600, letterSpacing: '0.02em' }}>
      {letters(entry.title)}
    </Box>
  )
}

const letters = (title: string) =>
  language() === 'zh'
    ? title.slice(0, 2)
    : title
        .split(/\s+/)
        .slice(0, 2)
        .map((word) => word.charAt(0))
        .join('')
        .toUpperCase()

const ShortcutsMenu = lazy(async () => {
  const [module] = await Promise.all([import('./shortcuts-menu'), loadAllAreas()])
  return { default: module.ShortcutsMenu }
})
