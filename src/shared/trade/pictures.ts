/** Limits of thumbnails in lists: bytes, and the longer side in pixels. */
export const smallLimits = { size: 200 * 1024, pixels: 320 } as const

/** Limits of the pictures of an article. The server also checks their content. */
export const articleImageLimits = {
  /** Maximum number of pictures of an article. */
  images: 24,
  /** Maximum number of pictures in one request. */
  atOnce: 8,
  /** Maximum bytes of a picture. */
  size: 15 * 1024 * 1024,
} as const

/** Limits of a brand's logo. The server also checks its content. */
export const logoLimits = {
  /** Maximum bytes of a logo. */
  size: 5 * 1024 * 1024,
} as const
