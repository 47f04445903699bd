/** The grid of a record in a section: title, note and state; stacked on phones. */
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
