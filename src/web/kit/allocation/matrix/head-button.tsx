import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'

/** The button in the head of a column. `children` is a short text, `label` the full one that explains the action. */
export function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <Box component="button" type="button" aria-label={label} title={label} onClick={onClick} sx={buttonStyle}>
      {children}
    </Box>
  )
}

const buttonStyle = ({ palette }: Theme) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: '4px',
  px: 0.5,
  minHeight: 24,
  lineHeight: '24px',
  whiteSpace: 'nowrap',
  '&:hover': { bgcolor: palette.surfaces.hover },
  '&:focus-visible': { outline: `2px solid ${palette.focus}` },
})
