import type { ComponentType } from 'react'
import { worklistAreas } from '#areas/worklists.ts'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { listName } from '#shared/kit/worklist.ts'
import { loadAllAreas, loadListOf } from './i18n'
import { loadRows } from './kit/list/rows'
import { type Preloadable, preloadable } from './loading/preloadable'
import { screenOfPage, pageAt as sitePageAt } from './site-pages'

/** The pages that every area has. */
export type Page = 'list' | 'form' | 'show' | 'import'

/** The screen of an area's page: the area's own, otherwise the standard one. */
export const screenOf = (area: Area, page: Page): Screen => {
  const screen = screens.get(`${listName(area)} ${page}`)
  if (!screen) throw new Error(`${listName(area)} has no page "${page}": is it in the register?`)
  return screen
}

/** Preloads the chunks of the page at an address, so that it opens at once. */
export const preloadScreen = async (address: string) => {
  const { pathname } = new URL(address, location.origin)
  const page = sitePageAt(pathname)
  if (page) await screenOfPage(page).load()
  const area: Area | undefined = listed.find(
    (candidate: Area) => candidate.path && (pathname === candidate.path || pathname.startsWith(`${candidate.path}/`)),
  )
  if (area?.path) await screenOf(area, pageAt(area, pathname.slice(area.path.length))).load()
}

type Props = { area: Area }
/** A module with a screen and optionally `ready`, which loads what the screen needs besides its own area. */
type Module = Record<string, ComponentType<Props>> & { ready?: () => Promise<unknown> }
type Screen = Preloadable<ComponentType<Props>, Props>

const areaScreens = import.meta.glob<Module>([
  '../areas/*/screens/{list,form,show}.tsx',
  '../areas/*/screens/*-worklist.tsx',
])
const standard = import.meta.glob<Module>(
  './kit/{list/area-list,form/area-form,record/area-show,import/import-page}.tsx',
)

/** For each page the export in an area's own file, and file and export of the standard screen. */
const pages: Record<Page, { exported: string; file: string; name: string }> = {
  list: { exported: 'List', file: './kit/list/area-list.tsx', name: 'AreaList' },
  form: { exported: 'Form', file: './kit/form/area-form.tsx', name: 'AreaForm' },
  show: { exported: 'Show', file: './kit/record/area-show.tsx', name: 'AreaShow' },
  import: { exported: 'Import', file: './kit/import/import-page.tsx', name: 'ImportPage' },
}

const sourceOf = (area: Area, page: Page) => async () => {
  const { exported: ownName, file, name } = pages[page]
  const ownScreen = areaScreens[`../areas/${area.name}/screens/${ownFile(area, page)}.tsx`]
  const [module] = await Promise.all([
    ownScreen?.() ?? standard[file]?.(),
    ...(page === 'list' ? [loadListOf(area.name), loadRows()] : [loadAllAreas()]),
  ])
  await module?.ready?.()
  const screen = module?.[ownScreen ? ownName : name]
  if (!screen) throw new Error(`the screen file of the page "${page}" of ${listName(area)} exports no ${name}`)
  return screen
}

/** The list of a worklist has a file with the worklist's name. */
const ownFile = ({ worklist }: Area, page: Page) => (page === 'list' && worklist ? worklist.name : page)

const listed: readonly Area[] = [...register.areas, ...worklistAreas]

const screens = new Map<string, Screen>(
  listed.flatMap((area) =>
    (Object.keys(pages) as Page[]).map((page) => [
      `${listName(area)} ${page}`,
      preloadable(sourceOf(area, page), (component: ComponentType<Props>) => component),
    ]),
  ),
)

const pageAt = (area: Area, rest: string): Page => {
  if (/^(\/\d+)?\/edit$|^\/new$/.test(rest)) return 'form'
  if (rest === '/import') return 'import'
  return /^\/\d+$/.test(rest) || area.single ? 'show' : 'list'
}
