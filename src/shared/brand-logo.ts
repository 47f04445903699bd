/** What may be shown as the logo of a brand; the server looks at the content too. */
export const logoLimits = {
  /** Bytes of a logo. */
  size: 5 * 1024 * 1024,
} as const
