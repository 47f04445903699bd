import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'
import type { PropsWithChildren } from 'react'

/**
 * A table to read. With a label it is a group that scrolls sideways, by keys too, where its place is narrower. Cells of
 * figures have the class `number`. `sx` is for what differs.
 */
export function PlainTable({ label, className, sx, children }: PropsWithChildren<PlainTableProps>) {
  const table = (
    <Box component="table" className={className} sx={{ ...plain, ...sx }}>
      {children}
    </Box>
  )
  if (label === undefined) return table
  return (
    <Box role="group" aria-label={label} tabIndex={0} sx={{ overflowX: 'auto', minWidth: 0 }}>
      {table}
    </Box>
  )
}

interface PlainTableProps {
  label?: string
  className?: string
  sx?: SystemStyleObject<Theme>
}

const plain = {
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 13,
  '& th': { textAlign: 'left' },
  // Chinese would break between any two letters.
  '& thead th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', wordBreak: 'keep-all' },
  '& th, & td': { px: 1, height: 36 },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
} as const
