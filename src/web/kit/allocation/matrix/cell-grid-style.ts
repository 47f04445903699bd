import type { Theme } from '@mui/material/styles'

/** Style of the second and third line in the head of a row. */
export const quietLine = {
  color: 'text.secondary',
  fontSize: 11,
  lineHeight: '14px',
  fontWeight: 400,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** Height in pixels of a heading between rows. */
export const headingHeight = 32

/** The paddings of cells, as custom properties; columns narrower than 120 pixels have less. */
export const cellPaddings = (columnWidth: number) => ({
  '--cell-gap': columnWidth < 120 ? '2px' : '8px',
  '--cell-start': columnWidth < 120 ? '6px' : '8px',
})

export const gridStyle = ({ palette }: Theme) => ({
  tableLayout: 'fixed',
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  userSelect: 'none',
  '& th, & td': {
    textAlign: 'left',
    pl: 'var(--cell-start)',
    pr: 'var(--cell-gap)',
    py: 0,
    borderBottom: 1,
    borderColor: 'divider',
    boxSizing: 'border-box',
    overflow: 'hidden',
  },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 52,
    fontSize: 12,
    fontWeight: 600,
    color: 'text.secondary',
    bgcolor: 'background.paper',
  },
  '& .line': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    width: 'var(--line-width)',
    px: 1,
    borderRight: 1,
    borderColor: 'divider',
  },
  '& thead .line': { zIndex: 3 },
  '& .heading th': { height: headingHeight, bgcolor: palette.surfaces.hover, fontSize: 12 },
  '& .heading span': { position: 'sticky', left: 8 },
  '& td[data-place]': { cursor: 'pointer' },
  // Cells that wait for the person have a mark, so that they are found in a long column.
  '& td[data-own]': { boxShadow: `inset 3px 0 0 ${palette.tones.warning.line}` },
  '& td[data-place]:hover': { bgcolor: palette.surfaces.hover },
  '& td[aria-selected="true"]': { bgcolor: palette.surfaces.chosen },
  '& td:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: '-2px' },
})
