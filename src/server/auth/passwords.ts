import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { say, type Text } from '../../shared/text'
import type { Queryable } from '../db/types'

/** What a password needs at least and may have at most, in characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9). */
export const passwordLength = { min: 8, max: 128 }

/** Why a password cannot be taken; an empty list takes it. Which characters it has is nobody's business. */
export const passwordProblems = (password: string): Text[] => {
  const { min, max } = passwordLength
  if (password.length < min) return [say('messages.too_short', { min })]
  return password.length > max ? [say('validation.too_long', { max })] : []
}

/** The argon2id hash of a password as PHC text, with the OWASP minimum cost. */
export const hashPassword = (password: string) => hash(written(password), cost)

/**
 * Whether the password is the hashed one. Without a hash the answer is no, after the same work: time must not tell
 * which accounts exist.
 */
export const verifyPassword = async (passwordHash: string | null, password: string) => {
  const matches = await verify(passwordHash ?? (await nobodys()), written(password))
  return matches && passwordHash !== null
}

/** Makes `password` the one that signs the user in. Ends no session: see `endSessions`. */
export const setPassword = async (tx: Queryable, userId: number, password: string) =>
  storeHash(tx, userId, await hashPassword(password))

/** As `setPassword`, for a hash made outside the transaction, so that nobody waits for the hashing. */
export const storeHash = async (tx: Queryable, userId: number, passwordHash: string) => {
  await tx.query(
    `insert into credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [userId, passwordHash],
    'store_hash',
  )
}

const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Keyboards write the same letter in more than one way; the password is the letters, not their encoding.
const written = (password: string) => password.normalize('NFKC')

let nobody: Promise<string> | undefined
const nobodys = () => {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}
