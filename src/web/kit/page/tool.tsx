import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'

interface ToolProps {
  /** Accessible name and tooltip. */
  label: string
  onClick: () => void
  disabled?: boolean
  'aria-pressed'?: boolean
  /** The icon. */
  children: ReactNode
}

/** An icon button with a tooltip. */
export const Tool = ({ label, children, ...buttonProps }: ToolProps) => (
  <Tooltip title={label}>
    {/* A disabled button fires no events; the element around it does, for the tooltip. */}
    <span>
      <IconButton
        aria-label={label}
        {...buttonProps}
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

/** Size of a button in pixels, large enough for touch. */
export const toolSize = 44

/** The value that the buttons next to it change, as a live region. */
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
