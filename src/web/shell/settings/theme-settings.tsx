import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import {
  derivedNames,
  type PlaceTheme,
  paletteFor,
  paletteOf,
  type ThemeName,
  themeNames,
} from '#web/theme/palettes.ts'
import type { Place } from './state'

/**
 * Selects the theme of a part, each option with a strip of its colours. The main theme cannot be derived from itself.
 */
export const ThemeSelect = ({ area, value, main, onChange }: ThemeSelectProps) => {
  const id = useId()
  const names: readonly PlaceTheme[] = area === 'main' ? themeNames : [...themeNames, ...derivedNames]
  return (
    <Box>
      <Box
        component="label"
        id={id}
        sx={{ display: 'block', mb: 0.5, fontSize: 12, fontWeight: 500, color: 'text.secondary' }}
      >
        {t(`display.places.${area}`)}
      </Box>
      <Select
        size="small"
        fullWidth
        labelId={id}
        value={value}
        onChange={({ target }) => onChange(target.value as PlaceTheme)}
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 420 } } } }}
        sx={{ fontSize: 14, '& .MuiSelect-select': { display: 'flex', alignItems: 'center', gap: 1.25 } }}
      >
        {names.map((name) => (
          <MenuItem key={name} value={name} sx={{ gap: 1.25 }}>
            <Strip name={name} main={main} />
            {t(`display.names.${name}`)}
          </MenuItem>
        ))}
      </Select>
    </Box>
  )
}

export interface ThemeSelectProps {
  area: Place
  value: PlaceTheme
  main: ThemeName
  onChange: (name: PlaceTheme) => void
}

/** Page, paper, fill and secondary colour of a theme. */
const Strip = ({ name, main }: { name: PlaceTheme; main: ThemeName }) => {
  const look = paletteFor(name, main)
  const { fill, text } = paletteOf(look)
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'flex',
        flexShrink: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: '5px',
        overflow: 'hidden',
      }}
    >
      {[look.page, look.paper, text?.primary, look.primary[1], fill.main, look.secondary[1]]
        .filter((colour, index, all) => all.indexOf(colour) === index)
        .map((colour) => (
          <Box component="span" key={colour} sx={{ width: 14, height: 18, backgroundColor: colour }} />
        ))}
    </Box>
  )
}
