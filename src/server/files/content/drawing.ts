/** The pictures of a file, by size. */
export const drawn = ['thumb', 'preview'] as const

/** Where the pictures of a file go, each a WebP. */
export type Drawing = Record<(typeof drawn)[number], string>

/** Pixels of the longer side. */
export const drawnPixels: Readonly<Record<keyof Drawing, number>> = { thumb: 320, preview: 2400 }
