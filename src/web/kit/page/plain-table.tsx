import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'
import type { PropsWithChildren } from 'react'

/**
 * A read-only table. With a label it is a focusable group that scrolls horizontally when it is too wide. Cells with the
 * class `number` are aligned right. `sx` overrides the default styles.
 */
export function PlainTable({ label, className, sx, children }: PropsWithChildren<PlainTableProps>) {
  const table = (
    <Box component="table" className={className} sx={{ ...tableStyle, ...sx }}>
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

const tableStyle = {
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 13,
  '& th': { textAlign: 'left' },
  // Chinese text would break between any two characters.
  '& thead th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', wordBreak: 'keep-all' },
  '& th, & td': { px: 1, height: 36 },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
} as const
