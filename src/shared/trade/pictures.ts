/** Limits of a picture's thumbnail, which lists draw: bytes, and the longer side in pixels. */
export const smallLimits = { size: 200 * 1024, pixels: 320 } as const

/** Limits of an article's pictures; the server checks the content too. */
export const articleImageLimits = {
  /** Pictures of one article. */
  images: 24,
  /** Pictures in one request. */
  atOnce: 8,
  /** Bytes of one picture. */
  size: 15 * 1024 * 1024,
} as const

/** Limits of a brand's logo; the server checks the content too. */
export const logoLimits = {
  /** Bytes of a logo. */
  size: 5 * 1024 * 1024,
} as const
