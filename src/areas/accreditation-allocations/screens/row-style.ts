/** A record in a section: what it is, what is to be said of it, its state; below each other on a phone. */
export const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 5fr) minmax(0, 4fr) auto' },
  '& > :nth-of-type(2)': { gridRow: { xs: 2, sm: 'auto' } },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  minHeight: 44,
  py: 0.75,
  fontSize: 13,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
