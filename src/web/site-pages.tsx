import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { pages, type SitePage } from '#areas/pages.ts'
import { type Preloadable, preloadable } from './loading/preloadable'

type Screen = Preloadable<ComponentType, object>

/** A page, and what it must load in addition to its code. */
interface PageFile {
  Page: ComponentType
  ready?: () => Promise<unknown>
}

const files = import.meta.glob<PageFile>(['./pages/site/*.tsx', '../areas/*/screens/*-page.tsx'])

/** By the screen's name: pages without an area, and pages of areas (`<screen>-page.tsx`). */
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
        if (!module) throw new Error(`there is no page ${screen}`)
        await module.ready?.()
        return module.Page
      },
      (page: ComponentType) => page,
    ),
  ]),
)

/** What draws a page of the register. */
export const screenOfPage = ({ screen }: SitePage): Screen => screens.get(screen) as Screen

/** The page of the register at an address. */
export const pageAt = (pathname: string): SitePage | undefined =>
  pages.find(({ path }) => matchPath(path, pathname) !== null)
