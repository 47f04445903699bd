import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'

/** A small button at the edge of the window that opens a hidden bar; it grows under the pointer. */
export const EdgeButton = ({ name, side, top, onClick, children }: EdgeButtonProps) => (
  <Tooltip title={name} placement={side === 'left' ? 'right' : 'left'}>
    <ButtonBase
      aria-label={name}
      className="no-print"
      onClick={onClick}
      sx={{
        position: 'fixed',
        zIndex: 30,
        top,
        [side]: 0,
        width: 24,
        height: 44,
        border: 1,
        borderColor: 'divider',
        [side === 'left' ? 'borderLeft' : 'borderRight']: 0,
        borderRadius: side === 'left' ? '0 8px 8px 0' : '8px 0 0 8px',
        backgroundColor: ({ palette }: Theme) => palette.background.paper,
        color: 'text.secondary',
        transition: 'width 150ms ease-out',
        '&:hover, &:focus-visible': { width: 52, color: 'text.primary' },
      }}
    >
      {children}
    </ButtonBase>
  </Tooltip>
)

export interface EdgeButtonProps {
  name: string
  side: 'left' | 'right'
  /** Distance from the top of the window in pixels. */
  top: number
  onClick: () => void
  children: ReactNode
}
