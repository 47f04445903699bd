import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { LabelColour } from '#shared/trade/qa.ts'

/** A label's name after a dot in its colour. The dot only helps to find it in a list; the name carries the meaning. */
export const LabelDot = ({ colour, children }: { colour: LabelColour | undefined; children: ReactNode }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: '100%' }}>
    <Box
      component="span"
      aria-hidden
      sx={{ flex: 'none', width: 10, height: 10, borderRadius: '50%', bgcolor: colour ? colours[colour] : 'divider' }}
    />
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  </Box>
)

/** At least 3:1 against the backgrounds of both themes (WCAG 2.2, 1.4.11). */
const colours: Readonly<Record<LabelColour, string>> = {
  grey: '#7A828E',
  red: '#DB4437',
  orange: '#D9730D',
  green: '#2E9E4F',
  teal: '#0E9AA0',
  blue: '#3B82F6',
  purple: '#9061E8',
  pink: '#DB3E8D',
}
