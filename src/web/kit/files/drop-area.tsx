import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'

/**
 * A dashed box that accepts dropped files, and is highlighted while files are dragged over it. Without `onFiles`
 * disabled.
 */
export function DropArea({ label, onFiles, sx, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <Box
      {...(label && { role: 'group', 'aria-label': label })}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(Boolean(onFiles))
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles?.([...event.dataTransfer.files])
      }}
      sx={[
        ({ palette }) => ({
          p: 1.5,
          borderRadius: 1,
          border: `1px dashed ${isOver ? palette.focus : palette.tones.neutral.line}`,
          bgcolor: isOver ? palette.surfaces.chosen : 'transparent',
        }),
        sx ?? {},
      ]}
    >
      {children}
    </Box>
  )
}

interface Props {
  label?: string
  onFiles?: (files: File[]) => void
  sx?: Exclude<SxProps, readonly unknown[]>
  children: ReactNode
}
