/** The pictures that are drawn of a file. */
export const drawn = ['thumb', 'preview'] as const

/** The paths to which the pictures of a file are written as WebP. */
export type Drawing = Record<(typeof drawn)[number], string>

/** The most pixels of the longer side. */
export const drawnPixels: Readonly<Record<keyof Drawing, number>> = { thumb: 320, preview: 2400 }
