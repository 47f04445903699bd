import GlobalStyles from '@mui/material/GlobalStyles'
import type { CSSObject } from '@mui/material/styles'
import { useEffect } from 'react'
import { printStylesWith } from '#web/theme/media.ts'
import { paletteFor } from '#web/theme/palettes.ts'
import { type Colours, coloursOf } from '#web/theme.ts'
import { settingsNow, useSettings } from './settings'
import { places, type Settings } from './state'

/**
 * CSS variables of all colours: the main theme for the page, and the theme of each part of the shell (`data-place`)
 * that has its own. Menus and dialogs over the page always have the main theme.
 */
export const ThemeColours = () => {
  const theme = useSettings((settings) => settings.theme)
  const customScrollbars = useSettings((settings) => settings.customScrollbars)
  useEffect(() => rememberLook(theme.main), [theme.main])
  const main = coloursOf(theme.main, theme.main)
  const others = places.flatMap((area) => {
    const colours = coloursOf(theme[area], theme.main)
    return colours === main ? [] : [[`[data-place=${area}]`, placeStyle(colours)] as const]
  })
  return (
    <GlobalStyles
      styles={
        {
          ':root': main,
          ...Object.fromEntries(others),
          ...(customScrollbars ? scrollbars : {}),
          // After the screen styles: in print every part is light.
          ...printStylesWith(coloursOf('default', 'default')),
        } as CSSObject
      }
    />
  )
}

/** Computes the colours of the current settings before anything is rendered with them. */
export const makeColours = () => {
  const { theme } = settingsNow()
  for (const area of places) coloursOf(theme[area], theme.main)
}

const placeStyle = (colours: Colours) => ({ ...colours, color: 'var(--p-palette-text-primary)' })

/** Custom scrollbars; touch screens keep those of the system. */
const scrollbars = {
  '@media (hover: hover) and (pointer: fine)': {
    '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--p-palette-scrollbar) transparent' },
  },
}

/** Stores the colours for the first paint of the next start (`boot-early.js`). */
const rememberLook = (main: Settings['theme']['main']) => {
  const { mode, page } = paletteFor(main, main)
  document.documentElement.dataset.mode = mode
  document.documentElement.style.background = ''
  localStorage.setItem('look', `${mode} ${page}`)
}
