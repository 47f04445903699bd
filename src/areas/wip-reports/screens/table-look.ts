/** A long, wide table scrolls within the window, so that its heads and its scrollbar stay in sight; on phones with the page. */
export const scrolls = {
  overflow: 'auto',
  maxHeight: { sm: 'calc(100dvh - 270px)' },
  minHeight: { sm: 240 },
  minWidth: 0,
} as const

/** Heads that stay above the rows. */
export const headStays = { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' } as const
