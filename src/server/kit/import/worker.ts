import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { checkImport } from './check'
import type { Import } from './staged'
import { ownerOf, writeImport } from './write'

/**
 * Checks and writes imports in the background. The table is the queue: processes share it by leases, and what one that
 * died had under way is taken up again.
 */
export const createImportWorker = (kit: Kit, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) => {
  const { db } = kit
  const running = new Map<number, Promise<void>>()
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  return {
    /** Takes up what waits and looks again from time to time. */
    start: async () => {
      // The embedded database has one process, so every lease in it is that of a process that is gone.
      if (db.engine === 'embedded')
        await db.query('update imports set lease_until = null where lease_until is not null')
      await sweep()
      timer = setInterval(() => void sweep(), 15_000)
      timer.unref()
    },

    /** Begins with an import at once and waits for it, `most` milliseconds at the longest. */
    take: async (id: number, most = 0) => {
      const done = begin(id)
      if (most > 0) await Promise.race([done, sleep(most, undefined, { ref: false })])
    },

    /** Lets the transactions under way end; whoever starts next goes on from there. */
    stop: async () => {
      stopping = true
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }

  async function sweep() {
    try {
      const waiting = await db.query<{ id: number }>(
        `select id from imports
         where status in ('checking', 'writing') and (lease_until is null or lease_until < now())`,
        [],
        'imports_waiting',
      )
      for (const { id } of waiting) void begin(id)
      await db.query(`delete from imports where created_at < now() - interval '30 days'`, [], 'imports_old')
      await db.query(`delete from import_mappings where used_at < now() - interval '1 year'`, [], 'import_mappings_old')
      await db.query(
        `delete from imports where status = 'reading' and created_at < now() - interval '1 hour'`,
        [],
        'imports_torn',
      )
    } catch (error) {
      log.warn({ err: error }, 'imports could not be looked for')
    }
  }

  function begin(id: number): Promise<void> {
    const known = running.get(id)
    if (known) return known
    const work = run(id).finally(() => running.delete(id))
    running.set(id, work)
    return work
  }

  async function run(id: number): Promise<void> {
    try {
      const record = await claim(id)
      if (!record || stopping) return
      if (record.status === 'checking') {
        await checkImport(kit, await ownerOf(db, record), record, goOn)
        await finish(id, 'checked')
      } else {
        await writeImport(kit, record, goOn)
        await finish(id, 'done')
      }
    } catch (error) {
      await leave(id, error).catch((lost: unknown) =>
        log.warn({ err: lost, import: id }, 'an import could not be left'),
      )
    }
  }

  function goOn() {
    if (stopping) throw new Stopped()
  }

  async function claim(id: number): Promise<Import | undefined> {
    const [record] = await db.query<Import>(
      `update imports set lease_until = now() + interval '1 minute', attempts = attempts + 1
       where id = $1 and status in ('checking', 'writing') and (lease_until is null or lease_until < now()) returning *`,
      [id],
      'import_claim',
    )
    return record
  }

  async function finish(id: number, status: 'checked' | 'done') {
    await db.query(`update imports set status = $2, lease_until = null where id = $1`, [id, status], 'import_finish')
  }

  /** What is refused has failed; what broke is tried again, five times without getting any further. */
  async function leave(id: number, error: unknown) {
    if (error instanceof Stopped) {
      await db.query('update imports set lease_until = null, attempts = 0 where id = $1', [id])
      return
    }
    const refused = error instanceof Refusal && error.status < 500
    if (!refused) log.error({ err: error, import: id }, 'an import broke off')
    const failure: Text = refused ? error.text : textOf('messages.internal')
    await db.query(
      `update imports set lease_until = now() + interval '10 seconds',
         status = case when $2 or attempts >= 5 then 'failed' else status end,
         failure = case when $2 or attempts >= 5 then $3::jsonb end
       where id = $1`,
      [id, refused, JSON.stringify(failure)],
    )
  }
}
export type ImportWorker = ReturnType<typeof createImportWorker>

class Stopped extends Error {}
