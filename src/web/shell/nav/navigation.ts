import { flatNavigation, type NavigationItem } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklistAreas } from '#areas/worklists.ts'
import { register } from '#register'
import { rolesOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { items as currentItems } from './navigation-store'

export { navigationActions, useNavigationItems } from './navigation-store'

/** A menu entry for rendering, with its title in both languages. */
export interface MenuEntry {
  id: string
  type: NavigationItem['type']
  title: string
  other: { text: string; lang: Language }
  icon: string | undefined
  /** For an item: its path in the portal. */
  path: string | undefined
  /** Marked as current only at exactly its path. */
  exact?: boolean
  /** For a link: its address and target window. */
  href?: string
  target?: string
  badge?: { title: string; bg?: string; fg?: string }
  children: MenuEntry[]
}

/**
 * The menu of the signed-in person: entries that the role may open and whose pages exist. Empty parents are left out.
 */
export const menuOf = (language: Language, items: readonly NavigationItem[] = currentItems()): MenuEntry[] =>
  withoutLooseDividers(
    items.flatMap((item) => {
      if (!mayOpen(item)) return []
      const children = menuOf(language, item.children ?? [])
      const path = item.type === 'item' ? addressOf(item) : undefined
      if (isEmptyEntry(item, path, children)) return []
      return [entryOf(item, language, path, children)]
    }),
  )

/** An entry with an address, and the title of its parent. Without an icon it has that of its parent. */
export interface Destination extends MenuEntry {
  hasOwnIcon: boolean
  within: string | undefined
}

/** All entries with an address, in the order of the menu. */
export const destinations = (entries: readonly MenuEntry[], parent?: MenuEntry): Destination[] =>
  entries.flatMap((entry) => [
    ...(entry.path || entry.href
      ? [{ ...entry, icon: entry.icon ?? parent?.icon, hasOwnIcon: entry.icon !== undefined, within: parent?.title }]
      : []),
    ...destinations(entry.children, entry),
  ])

/** Whether the pathname is the path or below it, by whole segments. */
export const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Whether the pathname belongs to the entry or to one of its descendants. */
export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  (entry.path !== undefined && (entry.exact ? pathname === entry.path : isUnder(pathname, entry.path))) ||
  entry.children.some((child) => isCurrent(child, pathname))

/**
 * The target of `/`: the landing page of the specification if the role may read it, otherwise the first list of the
 * menu, if any.
 */
export const landingPath = (): string | undefined => (landing && can(landing.name, 'read') ? landing.path : firstList())

const areaAt = (path: string) => register.areas.find((area) => area.path === path)

const landing = areaAt('/apps/purchase_order')

/** The usual target of `/`, preloaded before the role is known. */
export const landingGuess = landing?.path ?? '/'

// Only lists: help or sign-out are not suitable as a landing page.
const firstList = () => destinations(menuOf('en')).find(({ path }) => path && areaAt(path))?.path

/** Paths of pages that are neither in the register nor in `areas/pages.ts`. */
const ownRoutes = ['/logout']

const declared = new Set(flatNavigation().map(({ id }) => id))

/** Declared entries are in the policy; entries that are added at run time declare their own audience. */
const mayOpen = ({ id, auth = 'everyone' }: NavigationItem) => {
  const role = session()?.role
  return role !== undefined && rolesOf(auth).includes(role) && (!declared.has(id) || can(`menu:${id}`, 'open'))
}

/** The path of an item, if its page exists and the role may open it. */
const addressOf = ({ area: name, url = '' }: NavigationItem): string | undefined => {
  const area = name ? register.find(name) : areaAt(url)
  if (area) return can(area.name, 'read') ? area.path : undefined
  if (ownRoutes.includes(url)) return url
  const worklist = worklistAreas.find(({ path }) => path === url)
  if (worklist) return can(worklist.name, 'read') && can(`page:${url}`, 'open') ? url : undefined
  const page = pages.find(({ path }) => path === url)
  return page && page.for !== 'guests' && can(`page:${url}`, 'open') ? url : undefined
}

const isEmptyEntry = ({ type, url }: NavigationItem, path: string | undefined, children: MenuEntry[]) => {
  if (type === 'divider') return false
  if (type === 'link') return !url
  return type === 'item' ? !path : children.length === 0
}

const entryOf = (
  { id, type, icon, title, url, target, badge, exact }: NavigationItem,
  language: Language,
  path: string | undefined,
  children: MenuEntry[],
): MenuEntry => {
  const other = language === 'zh' ? 'en' : 'zh'
  return {
    id,
    type,
    icon,
    path,
    children,
    title: title[language],
    other: { text: title[other], lang: other },
    ...(exact ? { exact } : {}),
    ...(badge ? { badge } : {}),
    ...(type === 'link' ? { href: url ?? '', target: target ?? '_blank' } : target ? { target } : {}),
  }
}

/** Removes dividers at the start, at the end and beside another divider. */
const withoutLooseDividers = (entries: MenuEntry[]) =>
  entries.filter((entry, index) => {
    if (entry.type !== 'divider') return true
    const next = entries[index + 1]
    return (
      next !== undefined && next.type !== 'divider' && entries.slice(0, index).some(({ type }) => type !== 'divider')
    )
  })
