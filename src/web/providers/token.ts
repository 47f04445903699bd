/** Claims of an access token: person and expiry (seconds). Only the server can trust it. */
export interface Claims {
  sub: number
  iat: number
  exp: number
}

/** The claims of a JWT, or null where the text is none. */
export const readToken = (token: string): Claims | null => {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const { sub, iat, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const claims = { sub: Number(sub), iat: Number(iat), exp: Number(exp) }
    return Number.isFinite(claims.sub) && Number.isFinite(claims.exp) ? claims : null
  } catch {
    return null
  }
}

/** Whether the token is expired: `exp` before now, in seconds (specification, section 4). */
export const isExpired = ({ exp }: Claims, now = Date.now()) => exp < now / 1000

/** Whether a token should be renewed: when a fifth of its life is left, or five minutes. */
export const isDue = ({ iat, exp }: Claims, now = Date.now()) => exp - now / 1000 < Math.max((exp - iat) / 5, 300)
