import type { ComponentType } from 'react'
import { areas } from '../areas'
import type { Area } from '../shared/area'
import { type Awaited, awaited } from './shell/awaited'

/** The pages that every area has. */
export type Page = 'list' | 'form' | 'show'

/** The area's page: its own screen where it has one, else the standard one. */
export const screenOf = (area: Area, page: Page): Screen => {
  const screen = screens.get(`${area.name} ${page}`)
  if (!screen) throw new Error(`${area.name} has no page`)
  return screen
}

/** Loads what an address will need, so that it is drawn at once when it is opened. */
export const preloadScreen = async (address: string) => {
  const { pathname } = new URL(address, location.origin)
  const area: Area | undefined = areas.find(
    (one: Area) => one.path && (pathname === one.path || pathname.startsWith(`${one.path}/`)),
  )
  if (area?.path) await screenOf(area, pageAt(area, pathname.slice(area.path.length))).load()
}

type Props = { area: Area }
type Module = Record<string, ComponentType<Props>>
type Screen = Awaited<ComponentType<Props>, Props>

const own = import.meta.glob<Module>('../areas/*/screens/{list,form,show}.tsx')
const standard = import.meta.glob<Module>('./kit/{area-list,area-form,area-show}.tsx')

const names: Record<Page, string> = { list: 'List', form: 'Form', show: 'Show' }

const sourceOf = (area: string, page: Page) => async () => {
  const load = own[`../areas/${area}/screens/${page}.tsx`] ?? standard[`./kit/area-${page}.tsx`]
  const module = await load?.()
  const found = module?.[names[page]] ?? module?.[`Area${names[page]}`]
  if (!found) throw new Error(`there is no ${page} for ${area}`)
  return found
}

const screens = new Map<string, Screen>(
  areas.flatMap(({ name }) =>
    (Object.keys(names) as Page[]).map((page) => [
      `${name} ${page}`,
      awaited(sourceOf(name, page), (component: ComponentType<Props>) => component),
    ]),
  ),
)

const pageAt = (area: Area, rest: string): Page => {
  if (/^(\/\d+)?\/edit$|^\/new$/.test(rest)) return 'form'
  return /^\/\d+$/.test(rest) || area.single ? 'show' : 'list'
}
