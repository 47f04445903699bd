/** The claims of an access token: person, and times in seconds. Only the server can trust them. */
export interface Claims {
  sub: number
  iat: number
  exp: number
}

/** The claims of a JWT; null if the text is not one. Does not verify the signature. */
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

/** Whether the token has expired (`exp`, specification, section 4). */
export const isExpired = ({ exp }: Claims, now = Date.now()) => exp < now / 1000

/** Whether the token should be renewed: if less than a fifth of its lifetime, or less than five minutes, remain. */
export const isDue = ({ iat, exp }: Claims, now = Date.now()) => exp - now / 1000 < Math.max((exp - iat) / 5, 300)
