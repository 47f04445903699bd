import { useLayoutEffect } from 'react'
import { resetSettings, setSettings, useDefaultSettings } from './settings'
import type { SettingsPatch } from './state'

/** The settings of pages that arrange the shell themselves; they end when the page is left. */
export const routeSettings = (pathname: string): SettingsPatch | undefined =>
  routes.find(({ path }) => path.test(pathname))?.settings

/** Applies the settings of the current page before it is painted; renders nothing. */
export const RouteSettings = ({ pathname }: { pathname: string }) => {
  const defaults = useDefaultSettings((settings) => settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed preferences are applied below the page's own settings again
  useLayoutEffect(() => {
    const settings = routeSettings(pathname)
    resetSettings()
    if (settings) setSettings(settings)
  }, [pathname, defaults])
  return null
}

const hidden = { display: false }

/** Shows the page without menu and bars. */
const frameless: SettingsPatch = {
  layout: {
    config: { navbar: hidden, toolbar: hidden, footer: hidden, leftSidePanel: hidden, rightSidePanel: hidden },
  },
}

// An unknown address keeps the menu, from which a signed-in person can continue.
const routes = [{ path: /^\/pages\/(errors\/error-500|maintenance)$/, settings: frameless }]
