import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { pages } from '#areas/pages.ts'
import { worklistAreas } from '#areas/worklists.ts'
import { register } from '#register'
import { areaName, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { inSentence, listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState } from '#web/kit/page/states.tsx'
import { can, mayImport } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import { MarkedTitle } from '#web/shell/find/marked-text.tsx'
import { entriesWith } from '#web/shell/find/nav-search-match.ts'
import {
  type Destination,
  destinations,
  landingPath,
  type MenuEntry,
  menuOf,
  useNavigationItems,
} from '#web/shell/nav/navigation.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllAreas

/** `/pages/all`: all pages that the person may open, by group of the menu, with a filter. */
export const Page = () => {
  usePageTitle(t('site.all.title'))
  const [query, setQuery] = useState('')
  const role = useSession()?.role
  const groups = useGroups()
    .map(({ title, entries }) => ({ title, entries: query.trim() ? entriesWith(entries, query) : entries }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Frame
      title={t('site.all.title')}
      facts={landingPath() === undefined && t('site.all.few', { role: t(`pages.roles.${role}`) })}
    >
      <OutlinedInput
        type="search"
        size="small"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        placeholder={t('site.all.filter')}
        inputProps={{ 'aria-label': t('site.all.filter'), maxLength: 100 }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded />
          </InputAdornment>
        }
        sx={{ maxWidth: 360, minHeight: { xs: 44, sm: 36 }, backgroundColor: 'background.paper' }}
      />
      {groups.length === 0 ? <EmptyState title={t('site.search.none')} /> : null}
      <Box sx={{ columnWidth: 300, columnGap: 3 }}>
        {groups.map(({ title, entries }) => (
          <Box component="section" key={title} sx={{ breakInside: 'avoid', pb: 3 }}>
            <Box component="h2" sx={{ m: 0, mb: 0.5, fontSize: 14, fontWeight: 600 }}>
              {title}
            </Box>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {entries.map((entry) => (
                <Box
                  component="li"
                  key={entry.id}
                  sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 44, sm: 30 } }}
                >
                  <Link
                    component={RouterLink}
                    to={entry.path ?? '/'}
                    sx={{ minWidth: 0, display: 'flex', alignItems: 'center', alignSelf: 'stretch' }}
                  >
                    <MarkedTitle entry={entry} query={query} />
                  </Link>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Frame>
  )
}

/**
 * The groups of the menu, its single entries as one group, and pages outside of the person's menu: lists, forms,
 * imports and others.
 */
const useGroups = () => {
  const { language } = useLanguage()
  const { items } = useNavigationItems()
  const menu = menuOf(language, items)
  const single = menu.filter(({ path }) => path)
  const listed = destinations(menu).map(({ path }) => path)
  return [
    { title: t('site.all.main'), entries: destinations(single) },
    ...menu
      .filter(({ children }) => children.length > 0)
      .map((entry: MenuEntry) => ({ title: entry.title, entries: destinations(entry.children) })),
    { title: t('site.all.lists'), entries: otherLists().filter(({ path }) => !listed.includes(path)) },
    { title: t('site.all.make'), entries: creationPages() },
    { title: t('site.all.more'), entries: furtherPages().filter(({ path }) => !listed.includes(path)) },
  ].map(({ title, entries }) => ({ title, entries: entries.filter(({ path }) => path !== undefined) }))
}

/** The lists that the person may open but that are not in their menu. */
const otherLists = () =>
  [...register.areas.filter(({ path, single }) => path && !single), ...worklistAreas]
    .filter((area) => can(area.name, 'read') && (!area.worklist || can(`page:${area.path}`, 'open')))
    .map((area) => untranslated(area.path ?? '', listTitle(area)))

const creationPages = () =>
  register.areas
    .filter(({ name, path, partOf, single }) => path && !partOf && !single && can(name, 'create'))
    .flatMap((area) => [
      untranslated(`${area.path}/new`, t('shell.page.new', { name: inSentence(areaName(area, true)) })),
      ...(mayImport(area)
        ? [untranslated(`${area.path}/import`, t('shell.page.import', { name: inSentence(areaName(area)) }))]
        : []),
    ])

const furtherPages = () =>
  pages
    .filter(({ path, for: audience }) => audience === 'members' && !path.includes(':') && can(`page:${path}`, 'open'))
    // A screen with several paths is listed only once.
    .filter(({ screen }, index, all) => all.findIndex((other) => other.screen === screen) === index)
    .map(({ path, screen }) => untranslated(path, t(`site.all.pages.${screen}`)))

/** An entry for a page outside of the menu, with its title only in the current language. */
const untranslated = (path: string, title: string): Destination => ({
  id: path,
  type: 'item',
  title,
  other: { text: '', lang: 'en' },
  icon: undefined,
  path,
  children: [],
  hasOwnIcon: false,
  within: undefined,
})
