import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'

/** An icon button of a row; `isOpen` for buttons that unfold it. */
export function RowButton({ label, isOpen, disabled, onClick, children }: RowButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      disabled={disabled}
      onClick={onClick}
      sx={{ width: { xs: 44, md: 32 }, height: { xs: 44, md: 32 } }}
    >
      {children}
    </IconButton>
  )
}

interface RowButtonProps {
  label: string
  isOpen?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}
