import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/types.ts'
import { outsideTransaction } from '#server/db/wire.ts'

/** Announces writes to the other processes that use the same database. */
export interface Changes {
  /** Announces that these areas have changed; announcements in quick succession are merged. */
  announce(areas: Iterable<string>): void
  /** Calls `onChange` with the areas that another process has changed; resolves once the subscription is active. */
  listen(onChange: (areas: readonly string[]) => void): Promise<void>
  stop(): Promise<void>
}

/** The embedded database is used by a single process, so announcements do nothing. */
export const createChanges = (db: Db): Changes => (db.engine === 'embedded' ? silent : overNotify(db))

const silent: Changes = { announce: () => {}, listen: async () => {}, stop: async () => {} }

/**
 * Sends notifications in statements of their own after the commits, because PostgreSQL serialises the commits of
 * transactions that notify. A notification may be lost with a connection, so cached answers also expire.
 */
const overNotify = (db: Db): Changes => {
  const processId = randomUUID()
  const changedAreas = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined

  const send = () => {
    timer = undefined
    const areas = [...changedAreas]
    changedAreas.clear()
    outsideTransaction(() => notify(db, { from: processId, areas })).catch(() => {})
  }

  return {
    announce: (areas) => {
      for (const area of areas) changedAreas.add(area)
      if (changedAreas.size === 0) return
      timer ??= setTimeout(send, mergeWindow).unref()
    },
    listen: async (onChange) => {
      unlisten = await db.listen(channel, (payload) => {
        const { from, areas } = JSON.parse(payload) as { from: string; areas: string[] }
        if (from !== processId) onChange(areas)
      })
    },
    stop: async () => {
      clearTimeout(timer)
      await unlisten?.()
    },
  }
}

/** Announces changes to every portal process on this database; for commands that write and exit. */
export const announceChanges = (db: Db, areas: readonly string[]) => notify(db, { from: 'elsewhere', areas })

const notify = (db: Db, message: { from: string; areas: readonly string[] }) =>
  db.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)], 'areas_changed')

const channel = 'areas'
/** Milliseconds. */
const mergeWindow = 20
