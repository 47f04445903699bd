import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A labelled value on a card, inside a `dl`; `wide` takes the full width of its grid. */
export function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, ...(wide ? { gridColumn: '1 / -1' } : {}) }}>
      <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" className="tabular" sx={{ m: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}

/** Whether a word of it (an e-mail address) is longer than half a card. */
export const isUnbroken = (written: string) => /\S{22}/.test(written)
