import { register } from '#areas/index.ts'
import { flatNavigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import { type Role, rolesOf } from '#shared/kit/roles.ts'

/** English and Chinese titles of the entries that a search of the menu should offer: built pages, in the menu's order. */
export const menuTitlesWith = (text: string, role: Role) =>
  flatNavigation()
    .filter(({ area, url = '', auth = 'everyone' }) => {
      const isBuilt = area ? register.find(area) !== undefined : paths.has(url)
      return isBuilt && rolesOf(auth).includes(role)
    })
    .map(({ title }) => title)
    .filter(({ en, zh }) => `${en}\n${zh}`.toLowerCase().includes(text.toLowerCase()))

const paths = new Set([...pages, ...worklists, ...register.areas].map(({ path }) => path))
