import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'

interface ToolProps {
  /** Its name, which the tooltip shows. */
  label: string
  onClick: () => void
  disabled?: boolean
  'aria-pressed'?: boolean
  /** The icon. */
  children: ReactNode
}

/** A button that is an icon. */
export const Tool = ({ label, children, ...rest }: ToolProps) => (
  <Tooltip title={label}>
    {/* A disabled button has no events, and so no tooltip. */}
    <span>
      <IconButton
        aria-label={label}
        {...rest}
        sx={{
          width: toolSize,
          height: toolSize,
          color: 'text.primary',
          '&[aria-pressed=true]': { bgcolor: 'action.selected' },
        }}
      >
        {children}
      </IconButton>
    </span>
  </Tooltip>
)

/** Wide enough for a finger. */
export const toolSize = 44

/** What the buttons beside it change, read out when it changes. */
export const ToolValue = ({ width, children }: { width: number; children: ReactNode }) => (
  <Box
    component="span"
    className="tabular"
    aria-live="polite"
    sx={{ minWidth: width, textAlign: 'center', fontSize: 12, color: 'text.secondary' }}
  >
    {children}
  </Box>
)
