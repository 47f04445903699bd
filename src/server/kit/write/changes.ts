import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/types.ts'
import { outsideTransaction } from '#server/db/wire.ts'

/** What processes on one database tell each other of their writes. */
export interface Changes {
  /** Tells the others that these areas have changed; gathers what comes in quick succession. */
  announce(areas: Iterable<string>): void
  /** Calls `heard` with the areas that another process has changed; resolves when it listens. */
  listen(heard: (areas: readonly string[]) => void): Promise<void>
  stop(): Promise<void>
}

/** The embedded database has one process, which has nobody to tell. */
export const createChanges = (db: Db): Changes => (db.engine === 'embedded' ? nobody : amongProcesses(db))

const nobody: Changes = { announce: () => {}, listen: async () => {}, stop: async () => {} }

/**
 * In statements of their own after the commits: PostgreSQL lets transactions that notify commit one at a time only. Should
 * the news be lost with a connection, what lists remember is bounded in time as well.
 */
const amongProcesses = (db: Db): Changes => {
  const me = randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined

  const send = () => {
    timer = undefined
    const areas = [...waiting]
    waiting.clear()
    outsideTransaction(() => tell(db, { from: me, areas })).catch(() => {})
  }

  return {
    announce: (areas) => {
      for (const area of areas) waiting.add(area)
      if (waiting.size === 0) return
      timer ??= setTimeout(send, gathering).unref()
    },
    listen: async (heard) => {
      unlisten = await db.listen(channel, (payload) => {
        const { from, areas } = JSON.parse(payload) as { from: string; areas: string[] }
        if (from !== me) heard(areas)
      })
    },
    stop: async () => {
      clearTimeout(timer)
      await unlisten?.()
    },
  }
}

/** Tells every portal on this database that areas have changed: for whoever writes to it beside them and ends. */
export const announceChanges = (db: Db, areas: readonly string[]) => tell(db, { from: 'beside', areas })

const tell = (db: Db, news: { from: string; areas: readonly string[] }) =>
  db.query('select pg_notify($1, $2)', [channel, JSON.stringify(news)], 'areas_changed')

const channel = 'areas'
/** Milliseconds. */
const gathering = 20
