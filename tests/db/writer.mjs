// A process of its own for the tests that kill one: opens the database in the given data directory, says so, then writes
// rows and names each on its standard output once it is acknowledged.
import { runnerImport } from 'vite'

const [dir, wanted = 'Infinity'] = process.argv.slice(2)
const { module } = await runnerImport('./src/server/db/embedded.ts')
const db = await module.openEmbedded(dir).catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
await db.query('create table if not exists acks (id bigint primary key, half text not null)')
process.stdout.write('open\n')

let [{ next }] = await db.query('select coalesce(max(id), 0) + 1 as next from acks')
const write = async () => {
  while (next <= Number(wanted)) {
    const id = next++
    // Each id comes twice in one transaction: a half of one would show.
    await db.transaction(async (tx) => {
      await tx.query(`insert into acks values ($1, 'first')`, [2 * id], 'first')
      await tx.query(`insert into acks values ($1, 'second')`, [2 * id + 1], 'second')
    })
    process.stdout.write(`${2 * id}\n`)
  }
}
next = Math.ceil(next / 2)
await Promise.all([write(), write(), write()])
await db.close()
process.exit(0)
