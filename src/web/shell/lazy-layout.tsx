import Box from '@mui/material/Box'
import { type ComponentProps, Suspense } from 'react'
import { Draw, preloadable } from '#web/loading/preloadable.tsx'
import { toolbarHeight } from '#web/theme.ts'
import { settingsNow } from './settings/settings'

const topNavbar = preloadable(
  () => import('./top-navbar'),
  (module) => module.TopNavbar,
)
const sidePanel = preloadable(
  () => import('./nav/side-panel'),
  (module) => module.SidePanel,
)

/** Loads the parts of the chosen layout, so that the first page is rendered completely. */
export const loadLayout = async () => {
  const { style } = settingsNow().layout
  await Promise.all([
    style === 'layout1' ? undefined : topNavbar.load(),
    style === 'layout3' ? sidePanel.load() : undefined,
  ])
}

/** The horizontal menu of layouts 2 and 3. */
export const TopNavbar = (props: ComponentProps<typeof import('./top-navbar').TopNavbar>) => (
  <Suspense fallback={<Box sx={{ flexShrink: 0, height: toolbarHeight }} />}>
    <Draw page={topNavbar} with={props} />
  </Suspense>
)

/** The side panel with shortcuts of layout 3. */
export const SidePanel = (props: ComponentProps<typeof import('./nav/side-panel').SidePanel>) => (
  <Suspense>
    <Draw page={sidePanel} with={props} />
  </Suspense>
)
