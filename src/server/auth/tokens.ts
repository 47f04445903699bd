import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { signedOut } from '#server/kit/errors.ts'
import { BoundedMap } from '#server/kit/memo.ts'

/** Claims of a token: account, session and expiry (seconds since 1970). */
export interface Claims {
  sid: string
  userId: number
  expires: number
}

export interface Tokens {
  sign(claims: Claims): Promise<string>
  /** The claims of a valid token; otherwise 401, which distinguishes expired from invalid ones. */
  read(token: string): Promise<Claims>
}

/** JWTs (RFC 7519) signed with HS256. A text that was good once is remembered until it expires, so that a request costs no signature. */
export const createTokens = (secret: string): Tokens => {
  const key = new TextEncoder().encode(secret)
  const verifiedClaims = new BoundedMap<string, Claims>(10_000)

  const verified = async (token: string) => {
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
      const seen = verifiedClaims.get(token)
      if (seen) {
        if (seen.expires * 1000 > Date.now()) return seen
        verifiedClaims.delete(token)
        throw signedOut({ key: 'messages.token_expired' })
      }
      const claims = await verified(token).catch((error: unknown) => {
        throw error instanceof errors.JWTExpired ? signedOut({ key: 'messages.token_expired' }) : signedOut()
      })
      verifiedClaims.set(token, claims)
      return claims
    },
  }
}

// Shape too, not only signature: another program that holds the secret must not reach the database with odd values.
const claimsSchema = z.object({
  sid: z.string().regex(/^[\w-]{22}$/),
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  iat: z.number(),
  exp: z.number(),
})

// Exactly the header that `sign` writes: the library accepts `typ` in any case and ignores unknown parameters.
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT') })

const issuer = 'supplier-portal'
const audience = 'supplier-portal/api'
