import { hash, verify } from '@node-rs/argon2'
import { vi } from 'vitest'
import type { Db } from '#server/db/types.ts'

/**
 * What a request has the database do, and what the hashing of its passwords costs. Two requests of which neither may take
 * longer do the same; a clock would measure what else the machine does. For test files that mock `@node-rs/argon2` with
 * `vi.mock(..., { spy: true })`.
 */
export const workDoneBy = async (db: Db, request: () => Promise<unknown>) => {
  const query = vi.spyOn(db, 'query')
  const transaction = vi.spyOn(db, 'transaction')
  for (const hashing of [hash, verify]) vi.mocked(hashing).mockClear()
  await request()
  const done = {
    statements: query.mock.calls.map(([text]) => text),
    transactions: transaction.mock.calls.length,
    hashed: vi.mocked(hash).mock.calls.map(([, options]) => options),
    // What stands before the salt of a hash says what it costs.
    verified: vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$')),
  }
  query.mockRestore()
  transaction.mockRestore()
  return done
}
