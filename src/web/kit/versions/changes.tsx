import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A changed field with its label. */
export function Changed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, mt: 0.25, fontSize: 13 }}>
        {children}
      </Box>
    </Box>
  )
}

/** The former value. */
export const Before = ({ children }: { children: ReactNode }) => (
  <Box
    component="del"
    sx={({ palette }) => ({
      px: 0.5,
      mr: 0.5,
      borderRadius: 0.5,
      color: palette.tones.danger.text,
      bgcolor: palette.tones.danger.tint,
    })}
  >
    {children}
  </Box>
)

/** The new value. */
export const After = ({ children }: { children: ReactNode }) => (
  <Box
    component="ins"
    sx={({ palette }) => ({
      px: 0.5,
      mr: 0.5,
      borderRadius: 0.5,
      textDecoration: 'none',
      color: palette.tones.success.text,
      bgcolor: palette.tones.success.tint,
    })}
  >
    {children}
  </Box>
)
