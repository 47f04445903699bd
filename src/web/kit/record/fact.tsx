import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A labelled value inside a `dl` of two columns; `wide` spans both. */
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

/** Whether the text has a word, such as an e-mail address, that is too long for half a card. */
export const isUnbroken = (written: string) => /\S{22}/.test(written)
