// A process of its own for the test that kills one: writes rows under one Idempotency-Key, and names each on its standard
// output once it is committed.
import { runnerImport } from 'vite'

const [dir] = process.argv.slice(2)
const { module: embedded } = await runnerImport('./src/server/db/embedded.ts')
const { module: batch } = await runnerImport('./src/server/plugins/batch.ts')
const db = await embedded.openEmbedded(dir)
await db.query('create table if not exists batch_rows (number integer not null)')

const keyed = { userId: 1, key: 'the key', route: 'PATCH /rows', payloadHash: 'hash' }
const answer = await batch.onceEach(db, keyed, {
  plan: async () => Array.from({ length: 300 }, (_, number) => number),
  write: async (number, keep) => {
    await db.transaction(async (tx) => {
      await tx.query('insert into batch_rows values ($1)', [number])
      await keep(tx, { number, ok: true })
    })
    process.stdout.write(`${number}\n`)
    return { number, ok: true }
  },
  refused: (number, error) => ({ number, ok: false, error: String(error) }),
})
await db.close()
process.stdout.write(`done ${JSON.stringify(answer)}\n`)
process.exit(0)
