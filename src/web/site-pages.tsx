import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { pages, type SitePage } from '#areas/pages.ts'
import { type Preloadable, preloadable } from './loading/preloadable'

type Screen = Preloadable<ComponentType, object>

/** A module with a page and optionally `ready`, which loads what the page needs besides its code. */
interface PageFile {
  Page: ComponentType
  ready?: () => Promise<unknown>
}

const files = import.meta.glob<PageFile>(['./pages/site/*.tsx', '../areas/*/screens/*-page.tsx'])

/** Files by the name of the screen: pages without an area, and pages of areas (`<screen>-page.tsx`). */
const fileByScreen = new Map(
  Object.entries(files).map(([path, load]) => [
    path.slice(path.lastIndexOf('/') + 1).replace(/(-page)?\.tsx$/, ''),
    load,
  ]),
)

const screens = new Map<string, Screen>(
  [...new Set(pages.map(({ screen }) => screen))].map((screen) => [
    screen,
    preloadable(
      async () => {
        const module = await fileByScreen.get(screen)?.()
        if (!module)
          throw new Error(`the screen "${screen}" of areas/pages.ts has no file in pages/site/ or areas/*/screens/`)
        await module.ready?.()
        return module.Page
      },
      (page: ComponentType) => page,
    ),
  ]),
)

/** The screen of a page in `areas/pages.ts`. */
export const screenOfPage = ({ screen }: SitePage): Screen => screens.get(screen) as Screen

/** The page in `areas/pages.ts` at an address. */
export const pageAt = (pathname: string): SitePage | undefined =>
  pages.find(({ path }) => matchPath(path, pathname) !== null)
