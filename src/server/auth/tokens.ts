import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { signedOut } from '#server/kit/errors.ts'
import { BoundedMap } from '#server/kit/memo.ts'

/** The claims of a token: session, account and expiry (seconds since 1970). */
export interface Claims {
  sid: string
  userId: number
  expires: number
}

export interface Tokens {
  sign(claims: Claims): Promise<string>
  /** The claims of a valid token; throws 401 for invalid tokens, and with another message for expired ones. */
  read(token: string): Promise<Claims>
}

/**
 * JWTs (RFC 7519) signed with HS256. Verified tokens are cached until they expire, so that most requests verify no
 * signature.
 */
export const createTokens = (secret: string): Tokens => {
  const key = new TextEncoder().encode(secret)
  const verifiedClaims = new BoundedMap<string, Claims>(10_000)

  const verify = async (token: string) => {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
    })
    headerSchema.parse(protectedHeader)
    const { sid, sub, exp } = claimsSchema.parse(payload)
    return { sid, userId: sub, expires: exp }
  }

  return {
    sign: ({ sid, userId, expires }) =>
      new SignJWT({ sid })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(userId))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(crypto.randomUUID())
        .setExpirationTime(expires)
        .sign(key),

    read: async (token) => {
      const cached = verifiedClaims.get(token)
      if (cached) {
        if (cached.expires * 1000 > Date.now()) return cached
        verifiedClaims.delete(token)
        throw signedOut({ key: 'messages.token_expired' })
      }
      const claims = await verify(token).catch((error: unknown) => {
        throw error instanceof errors.JWTExpired ? signedOut({ key: 'messages.token_expired' }) : signedOut()
      })
      verifiedClaims.set(token, claims)
      return claims
    },
  }
}

// The shape is checked as well as the signature, since another program with the secret could sign other values.
const claimsSchema = z.object({
  sid: z.string().regex(/^[\w-]{22}$/),
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  iat: z.number(),
  exp: z.number(),
})

// Exactly the header that `sign` writes; the library alone would accept `typ` in any case and unknown parameters.
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT') })

const issuer = 'supplier-portal'
const audience = 'supplier-portal/api'
