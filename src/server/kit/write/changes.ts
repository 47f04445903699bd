import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/types.ts'
import { outsideTransaction } from '#server/db/wire.ts'

/** Announces writes between the processes on one database. */
export interface Changes {
  /** Announces that these areas have changed; announcements in quick succession are merged. */
  announce(areas: Iterable<string>): void
  /** Calls `onChange` with the areas that another process has changed; resolves once it listens. */
  listen(onChange: (areas: readonly string[]) => void): Promise<void>
  stop(): Promise<void>
}

/** The embedded database has a single process. */
export const createChanges = (db: Db): Changes => (db.engine === 'embedded' ? silent : overNotify(db))

const silent: Changes = { announce: () => {}, listen: async () => {}, stop: async () => {} }

/**
 * Notifies by separate statements after the commits, as PostgreSQL serialises commits of transactions that notify. A
 * notification may be lost with a connection, so cached answers expire as well.
 */
const overNotify = (db: Db): Changes => {
  const me = randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined

  const send = () => {
    timer = undefined
    const areas = [...waiting]
    waiting.clear()
    outsideTransaction(() => notify(db, { from: me, areas })).catch(() => {})
  }

  return {
    announce: (areas) => {
      for (const area of areas) waiting.add(area)
      if (waiting.size === 0) return
      timer ??= setTimeout(send, mergeWindow).unref()
    },
    listen: async (onChange) => {
      unlisten = await db.listen(channel, (payload) => {
        const { from, areas } = JSON.parse(payload) as { from: string; areas: string[] }
        if (from !== me) onChange(areas)
      })
    },
    stop: async () => {
      clearTimeout(timer)
      await unlisten?.()
    },
  }
}

/** Announces changes to every portal on this database, for a process that writes and ends. */
export const announceChanges = (db: Db, areas: readonly string[]) => notify(db, { from: 'elsewhere', areas })

const notify = (db: Db, message: { from: string; areas: readonly string[] }) =>
  db.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)], 'areas_changed')

const channel = 'areas'
/** Milliseconds. */
const mergeWindow = 20
