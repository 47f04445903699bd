import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'

/** The share of ready lines as a ring; decorative, as the section's help has the numbers as text. */
export function ReadyRing({ ready, count }: { ready: number; count: number }) {
  const { palette } = useTheme()
  const round = 2 * Math.PI * 9
  return (
    <Box aria-hidden sx={{ display: 'flex' }}>
      <svg width="24" height="24" viewBox="0 0 24 24" role="presentation">
        <circle cx="12" cy="12" r="9" fill="none" stroke={palette.divider} strokeWidth="4" />
        <circle
          cx="12"
          cy="12"
          r="9"
          fill="none"
          stroke={palette.tones[ready === count ? 'success' : 'info'].text}
          strokeWidth="4"
          strokeDasharray={`${(round * ready) / count} ${round}`}
          transform="rotate(-90 12 12)"
        />
      </svg>
    </Box>
  )
}
