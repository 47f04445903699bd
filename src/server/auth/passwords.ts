import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Queryable } from '#server/db/types.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import commonList from './common-passwords.txt?raw'
import { limitConcurrency } from './concurrency'

/** Limits of a password's length in characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9). */
export const passwordLength = { min: 8, max: 128 }

/**
 * Why a password is not acceptable; an empty list accepts it. Any characters are allowed, but not a common password,
 * nor one made only of `names` (see `namesAround`) with digits and signs.
 */
export const passwordProblems = (password: string, names: readonly string[] = []): Text[] => {
  const { min, max } = passwordLength
  if (password.length < min) return [textOf('messages.too_short', { min })]
  if (password.length > max) return [textOf('validation.too_long', { max })]
  const folded = written(password).toLowerCase()
  if (common().has(folded)) return [textOf('messages.password_common')]
  return consistsOf(folded.replace(/\P{L}/gu, ''), wordsOf(names)) ? [textOf('messages.password_names')] : []
}

/** The person that a password is for, as far as others could guess it from them. */
export interface Named {
  email?: unknown
  username?: unknown
  first_name?: unknown
  last_name?: unknown
  company?: unknown
}

/** The names that no password may consist of: the person's, their company's, ours and the portal's. */
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

/** The argon2id hash of a password as PHC text, with the OWASP minimum cost. */
export const hashPassword = (password: string) => limited(() => hash(written(password), cost))

/**
 * Verifies a password. Without a hash it returns false after the same work, so that timing does not reveal which
 * accounts exist.
 */
export const verifyPassword = async (passwordHash: string | null, password: string) => {
  const stored = passwordHash ?? (await nobodys())
  const matches = await limited(() => verify(stored, written(password)))
  return matches && passwordHash !== null
}

/** Makes `password` the one that signs the user in. Ends no session: see `endSessions`. */
export const setPassword = async (tx: Queryable, userId: number, password: string) =>
  storeHash(tx, userId, await hashPassword(password))

/** Like `setPassword`, with a hash computed outside of the transaction, so that no lock waits for the hashing. */
export const storeHash = async (tx: Queryable, userId: number, passwordHash: string) => {
  await tx.query(
    `insert into credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [userId, passwordHash],
    'store_hash',
  )
}

// Half of the threads that files, compression and name look-ups use too; a hash takes some 50 ms.
const limited = limitConcurrency({ running: 2, waiting: 100 })

const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Keyboards write the same letter in more than one way; the password is the letters, not their encoding.
const written = (password: string) => password.normalize('NFKC')

// The first 3,000 of eight and more characters in the list of common passwords by Royce Williams (from the corpus of
// Have I Been Pwned, public domain, gist roycewilliams/226886fd01572964e1431ac8afc999ce) as Django distributes it.
let commonOnes: ReadonlySet<string> | undefined
const common = () => {
  commonOnes ??= new Set(commonList.split('\n'))
  return commonOnes
}

const wordsOf = (names: readonly string[]) =>
  names
    .flatMap((name) =>
      written(name)
        .toLowerCase()
        .split(/\P{L}+/u),
    )
    .filter(Boolean)

/** Whether the letters consist only of these words, in any order. */
const consistsOf = (letters: string, words: readonly string[]) => {
  const reached = new Set([0])
  // Positions are appended behind the current one, so one pass visits all of them.
  for (let at = 0; at < letters.length; at++)
    if (reached.has(at)) for (const word of words) if (letters.startsWith(word, at)) reached.add(at + word.length)
  return letters.length > 0 && reached.has(letters.length)
}

let nobody: Promise<string> | undefined
const nobodys = () => {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}
