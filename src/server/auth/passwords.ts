import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Queryable } from '#server/db/types.ts'
import { lazily } from '#server/kit/memo.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import commonList from './common-passwords.txt?raw'
import { limitConcurrency } from './concurrency'

/** Limits of a password's length in characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9). */
export const passwordLength = { min: 8, max: 128 }

/**
 * Why a password is not acceptable; empty if it is. All characters are allowed, but not common passwords, nor passwords
 * whose letters consist only of `names` (see `namesAround`).
 */
export const passwordProblems = (password: string, names: readonly string[] = []): Text[] => {
  const { min, max } = passwordLength
  if (password.length < min) return [textOf('messages.too_short', { min })]
  if (password.length > max) return [textOf('validation.too_long', { max })]
  const folded = normalized(password).toLowerCase()
  if (commonPasswords().has(folded)) return [textOf('messages.password_common')]
  return consistsOf(folded.replace(/\P{L}/gu, ''), wordsOf(names)) ? [textOf('messages.password_names')] : []
}

/** The data of a person from which others could guess a password. */
export interface Named {
  email?: unknown
  username?: unknown
  first_name?: unknown
  last_name?: unknown
  company?: unknown
}

/** The names that no password may consist of: those of the person, both companies and the portal. */
export const namesAround = async (on: Queryable, person: Named): Promise<string[]> => {
  const [settings] = await on.query<{ company_name: string }>(
    'select company_name from settings order by id limit 1',
    [],
    'own_company_name',
  )
  const { email, username, first_name, last_name, company } = person
  const personal = [email, username, first_name, last_name, company, settings?.company_name]
  return [...personal.filter((name) => typeof name === 'string'), 'supplier portal', 'purchase order orders password']
}

/** The argon2id hash of a password in PHC string format, with the minimum cost that OWASP recommends. */
export const hashPassword = (password: string) => limited(() => hash(normalized(password), cost))

/**
 * Verifies a password. Without a hash it returns false after the same work, so that response times do not reveal which
 * accounts exist.
 */
export const verifyPassword = async (passwordHash: string | null, password: string) => {
  const stored = passwordHash ?? (await dummyHash())
  const matches = await limited(() => verify(stored, normalized(password)))
  return matches && passwordHash !== null
}

/** Sets the password of a user. Does not end sessions, see `endSessions`. */
export const setPassword = async (tx: Queryable, userId: number, password: string) =>
  storeHash(tx, userId, await hashPassword(password))

/** Like `setPassword`, for a hash that was computed before the transaction, so that no locks are held meanwhile. */
export const storeHash = async (tx: Queryable, userId: number, passwordHash: string) => {
  await tx.query(
    `insert into credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [userId, passwordHash],
    'store_hash',
  )
}

// Half of libuv's threads, which files, compression and DNS lookups need too. A hash takes about 50 ms.
const limited = limitConcurrency({ running: 2, waiting: 100 })

const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Keyboards encode the same letter in different ways; NFKC makes them equal.
const normalized = (password: string) => password.normalize('NFKC')

// The first 3,000 passwords of at least eight characters in the list of common passwords by Royce Williams (from the
// corpus of Have I Been Pwned, public domain, gist roycewilliams/226886fd01572964e1431ac8afc999ce) as Django
// distributes it.
const commonPasswords = lazily((): ReadonlySet<string> => new Set(commonList.split('\n')))

const wordsOf = (names: readonly string[]) =>
  names
    .flatMap((name) =>
      normalized(name)
        .toLowerCase()
        .split(/\P{L}+/u),
    )
    .filter(Boolean)

/** Whether the letters consist only of these words, in any order. */
const consistsOf = (letters: string, words: readonly string[]) => {
  const reached = new Set([0])
  // New positions are always behind the current one, so one pass visits all of them.
  for (let index = 0; index < letters.length; index++)
    if (reached.has(index))
      for (const word of words) if (letters.startsWith(word, index)) reached.add(index + word.length)
  return letters.length > 0 && reached.has(letters.length)
}

/** A hash that no password matches, for accounts without one. */
const dummyHash = lazily(() => hashPassword(crypto.randomUUID()))
