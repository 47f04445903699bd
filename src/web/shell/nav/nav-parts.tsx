import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useLanguage } from '#web/i18n.ts'
import { preloadScreen } from '#web/screens.tsx'
import { useSettings } from '#web/shell/settings/settings.ts'
import { menuIcons } from './menu-icons'
import { isCurrent, type MenuEntry, menuOf, useNavigationItems } from './navigation'

/** The menu of the signed-in person in the current language. */
export const useMenuEntries = (): MenuEntry[] => {
  const { language } = useLanguage()
  const { items } = useNavigationItems()
  return menuOf(language, items)
}

/** The title of an entry, with the other language beside it unless the person turned that off. */
export const EntryTitle = ({ entry: { title, other } }: { entry: MenuEntry }) => {
  const titles = useSettings((settings) => settings.titles)
  return (
    <>
      {title}
      {titles === 'both' ? (
        <>
          {' '}
          <Box
            component="span"
            lang={other.lang}
            sx={{ display: 'inline-block', fontSize: 12, color: 'text.secondary' }}
          >
            {other.text}
          </Box>
        </>
      ) : null}
    </>
  )
}

/** The badge of an entry, a word or number. */
export const Badge = ({ badge }: Pick<MenuEntry, 'badge'>) =>
  badge ? (
    <Box
      component="span"
      sx={({ palette }) => ({
        flexShrink: 0,
        height: 20,
        minWidth: 20,
        px: 0.75,
        borderRadius: 10,
        fontSize: 11,
        fontWeight: 600,
        lineHeight: '20px',
        textAlign: 'center',
        backgroundColor: badge.bg ?? palette.secondary.main,
        color: badge.fg ?? palette.secondary.contrastText,
      })}
    >
      {badge.title}
    </Box>
  ) : null

/** The icon of an entry that has one. */
export const EntryIcon = ({ entry }: { entry: MenuEntry }) => {
  const Icon = entry.icon ? menuIcons[entry.icon] : undefined
  return Icon ? <Icon aria-hidden sx={{ color: 'text.secondary', flexShrink: 0 }} /> : null
}

/** The link props of an entry: a page in this window, or an external address in a new one. */
export const linkProps = ({ path, href, target }: MenuEntry) => {
  const rel = target === '_blank' ? 'noopener' : undefined
  if (href) return { href, target, rel }
  if (target && target !== '_self') return { href: path, target, rel }
  const preload = () => void preloadScreen(path ?? '/').catch(() => undefined)
  return { to: path ?? '/', onPointerEnter: preload, onFocus: preload }
}

/** The props that mark the current entry. Menu addresses do not overlap, so the path decides. */
export const currentProps = (entry: MenuEntry, pathname: string) =>
  entry.path !== undefined && isCurrent(entry, pathname) ? ('page' as const) : undefined

/** Styles of the current entry. */
export const currentStyles = {
  fontWeight: 500,
  backgroundColor: ({ palette }: Theme) => palette.surfaces.chosen,
  boxShadow: ({ palette }: Theme) => `inset 3px 0 ${palette.secondary.main}`,
  '& .MuiSvgIcon-root': { color: 'text.primary' },
}
