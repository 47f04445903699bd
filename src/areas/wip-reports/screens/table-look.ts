/**
 * Long and wide tables scroll inside the window, so that heads and scrollbar stay visible; on phones they scroll with
 * the page.
 */
export const scrolls = {
  overflow: 'auto',
  maxHeight: { sm: 'calc(100dvh - 270px)' },
  minHeight: { sm: 240 },
  minWidth: 0,
} as const

/** Sticky heads. */
export const headStays = { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' } as const
