import { useLayoutEffect } from 'react'
import { resetSettings, setSettings, useDefaultSettings } from './settings'
import type { SettingsPatch } from './state'

/** Pages whose address arranges the shell; what they change ends when one leaves them. */
export const routeSettings = (pathname: string): SettingsPatch | undefined =>
  routes.find(({ path }) => path.test(pathname))?.settings

/** Follows the address with the settings, before anything of the new page is painted; draws nothing. */
export const RouteSettings = ({ pathname }: { pathname: string }) => {
  const defaults = useDefaultSettings((settings) => settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what the person chose is put under the page's own settings again
  useLayoutEffect(() => {
    const settings = routeSettings(pathname)
    resetSettings()
    if (settings) setSettings(settings)
  }, [pathname, defaults])
  return null
}

const hidden = { display: false }

/** The page alone: it says what happened and what to do next, and nothing beside it. */
const alone: SettingsPatch = {
  layout: {
    config: { navbar: hidden, toolbar: hidden, footer: hidden, leftSidePanel: hidden, rightSidePanel: hidden },
  },
}

// A mistyped address keeps the menu: somebody signed in wants to go on from there.
const routes = [{ path: /^\/pages\/(errors\/error-500|maintenance)$/, settings: alone }]
