import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

/** A choice of a few visible options; arrow keys move between them. */
export const Choice = <V extends string>({ label, value, options, onChange }: ChoiceProps<V>) => {
  const name = useId()
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mb: 1.5, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box sx={{ display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: 0.75 }}>
        {options.map((option) => (
          <Box key={option.value} component="label" sx={box}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              style={{ position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' }}
            />
            {option.picture}
            {option.label}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

export interface ChoiceProps<V extends string> {
  label: string
  value: V
  options: { value: V; label: string; picture?: ReactNode }[]
  onChange: (next: V) => void
}

const box = ({ palette }: Theme) => ({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 0.75,
  minHeight: { xs: 44, sm: 36 },
  px: 0.5,
  py: 0.5,
  fontSize: 13,
  textAlign: 'center',
  borderRadius: 1,
  border: `1px solid ${palette.divider}`,
  '&:hover': { backgroundColor: palette.surfaces.hover },
  '&:has(:checked)': { borderColor: palette.focus, backgroundColor: palette.surfaces.chosen, fontWeight: 500 },
  '&:has(:focus-visible)': { outline: `2px solid ${palette.focus}`, outlineOffset: 1 },
})
