import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/types.ts'
import { freshDb } from '../kit/db'

const folder = process.env.STATEMENTS_DIR
const statements = new Set(
  (folder ? readdirSync(folder) : []).flatMap((file) =>
    readFileSync(join(folder ?? '', file), 'utf8')
      .split('\n')
      .filter(Boolean)
      // A plan cannot be prepared, what it is of can.
      .map((line): string => JSON.parse(line).replace(/^\s*explain( \([^)]*\))?/, '')),
  ),
)

// Scenarios run on the server only where there is one; the embedded engine has to understand what they sent.
describe.runIf(statements.size > 0)('the embedded database', () => {
  let db: Db
  beforeAll(async () => {
    db = await freshDb('embedded')
  })
  afterAll(() => db.close())

  it(`prepares all ${statements.size} statements that this run has sent to the server`, {
    timeout: 300_000,
  }, async () => {
    const refused: unknown[] = []
    for (const text of statements)
      await db
        .transaction(async (tx) => {
          await tx.query(`prepare statement_of_the_run as ${text}`)
          await tx.query('deallocate statement_of_the_run')
        })
        .catch((error: Error & { code?: string }) => {
          // Tables and columns that a test made for itself; the portal's own are the same on both engines.
          if (error.code === '42P01' || error.code === '42703') return
          refused.push({ text, message: error.message })
        })
    expect(refused.length, JSON.stringify(refused.slice(0, 5), null, 2)).toBe(0)
  })
})
