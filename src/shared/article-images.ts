/** What may be shown of an article; the server looks at the content too. */
export const articleImageLimits = {
  /** Pictures of one article. */
  images: 24,
  /** Pictures in one request. */
  atOnce: 8,
  /** Bytes of one picture. */
  size: 15 * 1024 * 1024,
  /** Bytes of a small copy, and the length of its longer side. */
  thumb: 200 * 1024,
  pixels: 320,
} as const
