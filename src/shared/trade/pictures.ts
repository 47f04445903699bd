/** Limits of a picture's thumbnail, which lists draw: bytes, and the longer side in pixels. */
export const smallLimits = { size: 200 * 1024, pixels: 320 } as const

/** What may be shown of an article; the server looks at the content too. */
export const articleImageLimits = {
  /** Pictures of one article. */
  images: 24,
  /** Pictures in one request. */
  atOnce: 8,
  /** Bytes of one picture. */
  size: 15 * 1024 * 1024,
} as const

/** What may be shown as the logo of a brand; the server looks at the content too. */
export const logoLimits = {
  /** Bytes of a logo. */
  size: 5 * 1024 * 1024,
} as const
