import CloseRounded from '@mui/icons-material/CloseRounded'
import RestartAltRounded from '@mui/icons-material/RestartAltRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n.ts'
import { Choice } from './choice'
import { layoutStyles, layouts, type Setting } from './layouts'
import { setDefaultSettings, setInitialSettings, useDefaultSettings } from './settings'
import { LayoutSketch } from './sketch'
import { patchAt, places, valueAt } from './state'
import { ThemeSelect } from './theme-settings'

/** The sheet with settings of layout and colours; changes apply at once and are visible behind the sheet. */
export const SettingsSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const title = useId()
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: true },
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': title, sx: paper },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 64, pl: 2.5, pr: 1.5, flexShrink: 0 }}>
        <Box component="h2" id={title} sx={{ flex: 1, m: 0, fontSize: 16, fontWeight: 600 }}>
          {t('display.title')}
        </Box>
        <IconButton aria-label={t('display.close')} onClick={onClose} autoFocus>
          <CloseRounded />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 2.5, pb: 2 }}>
        <Themes />
        <Arrangement />
        <MenuAndPage />
      </Box>
      <Box sx={{ px: 2.5, py: 1.5, borderTop: 1, borderColor: 'divider', flexShrink: 0 }}>
        <Button startIcon={<RestartAltRounded />} onClick={setInitialSettings}>
          {t('display.reset')}
        </Button>
      </Box>
    </Drawer>
  )
}

const Themes = () => {
  const theme = useDefaultSettings((settings) => settings.theme)
  return (
    <Part title={t('display.themes')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {places.map((area) => (
          <ThemeSelect
            key={area}
            area={area}
            value={theme[area]}
            main={theme.main}
            onChange={(name) => setDefaultSettings({ theme: { [area]: name } })}
          />
        ))}
      </Box>
    </Part>
  )
}

const Arrangement = () => {
  const { style, config } = useDefaultSettings(({ layout }) => layout)
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  return (
    <Part title={t('display.layout')}>
      {isWide ? (
        <Choice
          label={t('display.style')}
          value={style}
          onChange={(next) => setDefaultSettings({ layout: { style: next } })}
          options={layoutStyles.map((value) => ({
            value,
            label: t(`display.styles.${value}`),
            picture: <LayoutSketch style={value} />,
          }))}
        />
      ) : null}
      {layouts[style].form
        .filter(({ wideOnly }) => isWide || !wideOnly)
        .map((setting) => (
          <Line key={setting.path} setting={setting} value={valueAt(config, setting.path)} />
        ))}
    </Part>
  )
}

/** A setting as a choice of options, or as a switch. */
const Line = ({ setting: { path, options }, value }: { setting: Setting; value: unknown }) => {
  const label = t(`display.fields.${path.replace('.', '_')}`)
  const change = (next: string | boolean) => setDefaultSettings(patchAt(path, next))
  if (!options) return <Toggle label={label} checked={value === true} onChange={change} />
  return (
    <Choice
      label={label}
      value={String(value)}
      onChange={change}
      options={options.map((option) => ({ value: option, label: t(`display.options.${option}`) }))}
    />
  )
}

const MenuAndPage = () => {
  const { titles, customScrollbars } = useDefaultSettings((settings) => settings)
  return (
    <Part title={t('display.more')}>
      <Choice
        label={t('display.titles')}
        value={titles}
        onChange={(next) => setDefaultSettings({ titles: next })}
        options={(['both', 'one'] as const).map((value) => ({ value, label: t(`display.options.${value}`) }))}
      />
      <Toggle
        label={t('display.scrollbars')}
        checked={customScrollbars}
        onChange={(next) => setDefaultSettings({ customScrollbars: next })}
      />
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
    <Box component="h3" sx={{ m: 0, mb: 1.5, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
      {title}
    </Box>
    {children}
  </Box>
)

const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <Box component="label" sx={{ display: 'flex', alignItems: 'center', minHeight: 44, cursor: 'pointer' }}>
    <Box component="span" sx={{ flex: 1 }}>
      {label}
    </Box>
    <Switch checked={checked} onChange={(_, next) => onChange(next)} />
  </Box>
)

interface ToggleProps {
  label: string
  checked: boolean
  onChange: (next: boolean) => void
}

const paper = {
  width: 380,
  maxWidth: '90vw',
  borderLeft: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
}
