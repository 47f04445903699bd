import DarkModeRounded from '@mui/icons-material/DarkModeRounded'
import LightModeRounded from '@mui/icons-material/LightModeRounded'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { t } from '#web/i18n.ts'
import { palettes, type ThemeName } from '#web/theme/palettes.ts'
import { setDefaultSettings, useDefaultSettings } from './settings'

/** Toggles dark and light for all parts, the most common change, without opening the settings panel. */
export const ModeSwitch = () => {
  const { main } = useDefaultSettings(({ theme }) => theme)
  const next = palettes[main].mode === 'dark' ? 'light' : 'dark'
  const name = t(`shell.mode.${next}`)
  return (
    <Tooltip title={name}>
      <IconButton aria-label={name} onClick={() => setDefaultSettings(everywhere(themes[next]))}>
        {next === 'light' ? <LightModeRounded /> : <DarkModeRounded />}
      </IconButton>
    </Tooltip>
  )
}

const themes = { light: 'default', dark: 'defaultDark' } as const
const everywhere = (theme: ThemeName) => ({ theme: { main: theme, navbar: theme, toolbar: theme, footer: theme } })
