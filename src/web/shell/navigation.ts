import { register } from '../../areas'
import { type NavigationItem, navigation } from '../../areas/navigation'
import { pages } from '../../areas/pages'
import type { Language } from '../../shared/text'
import { can } from '../providers/permission'

/** A menu entry as it is drawn: its address, and its title in the reader's language with the other one beside it. */
export interface MenuEntry {
  id: string
  type: NavigationItem['type']
  title: string
  other: { text: string; lang: Language }
  icon: string | undefined
  path: string | undefined
  children: MenuEntry[]
}

/** The menu of the person signed in: what the role may open and what is built; empty parents are left out. */
export const menuOf = (language: Language, items: readonly NavigationItem[] = navigation): MenuEntry[] =>
  items.flatMap((item) => {
    if (!can(`menu:${item.id}`, 'open')) return []
    const children = menuOf(language, item.children ?? [])
    const path = item.area ? register.find(item.area)?.path : pages.find(({ path }) => path === item.url)?.path
    if (item.type === 'item' ? !path : children.length === 0) return []
    const other = language === 'zh' ? 'en' : 'zh'
    const { id, type, icon, title } = item
    return [{ id, type, icon, path, children, title: title[language], other: { text: title[other], lang: other } }]
  })

/** Whether the address is the entry's own or lies under it, by whole segments. */
export const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Whether the entry or something below it is what the address shows. */
export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  (entry.path !== undefined && isUnder(pathname, entry.path)) ||
  entry.children.some((child) => isCurrent(child, pathname))

/** Where `/` leads: the specification's landing page if the role may read it, else the first page of the menu, else nowhere. */
export const landingPath = (): string | undefined =>
  landing && can(landing.name, 'read') ? landing.path : firstPath(menuOf('en'))

const landing = register.find(navigation.find((item) => item.area)?.area ?? '')

/** Where `/` leads most people: what is loaded for it before the role is known. */
export const landingGuess = landing?.path ?? '/'

const firstPath = (entries: MenuEntry[]): string | undefined =>
  entries.map((entry) => entry.path ?? firstPath(entry.children)).find((path) => path !== undefined)
