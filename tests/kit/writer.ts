import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach } from 'vitest'
import { type EmbeddedDb, openEmbedded } from '#server/db/embedded.ts'

const children: { child: ChildProcess; ended: Promise<unknown> }[] = []

/** Processes that a test started and did not see end are killed after it. */
export const killWritersAfterEach = () =>
  afterEach(async () => {
    for (const { child, ended } of children.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
  })

/** Starts the writer and collects what it says; `lines` grows while it runs. */
export const startWriter = (at: string, script = 'tests/db/writer.mjs') => {
  const child = spawn(process.execPath, [script, at], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { lines: [] as string[], errors: '' }
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    output.lines.push(...lines)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  children.push({ child, ended })
  return { child, output, ended }
}

/** Opens the database in this process for `work`, and closes it. */
export const whileOpen = async <T>(at: string, work: (db: EmbeddedDb) => Promise<T>) => {
  const db = await openEmbedded(at)
  return work(db).finally(() => db.close())
}
