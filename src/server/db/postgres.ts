import pg from 'pg'
import type { Db, DbError } from './types'
import { asDbError, assertOutside, dbError, run, transact, wireOptions } from './wire'

/**
 * A pool on a PostgreSQL server (15 or newer). While the server is away statements fail with 08006; the first one after
 * its return works again. Throws at once if the server cannot be reached.
 */
export const openPostgres = async (url: string, { connections = 10 } = {}): Promise<Db> => {
  const options = {
    ...wireOptions,
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...options,
    max: connections,
    // A connection takes its plans along when it goes, and who comes next waits for new ones.
    idleTimeoutMillis: 600_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that breaks leaves the pool; nobody waits for it.
  pool.on('error', () => {})
  const plans = boundedNames()
  const ears = listening(() => new pg.Client(options))

  const db: Db = {
    engine: 'postgres',
    query: async (text, values, name) => {
      assertOutside()
      return run(pool as unknown as pg.ClientBase, text, values, plans(name))
    },
    transaction: async (work, closing) => {
      assertOutside()
      const client = await pool.connect().catch((error: unknown) => {
        throw asDbError(error)
      })
      let broken = false
      const fail = () => {
        broken = true
      }
      client.on('error', fail)
      try {
        return await transact(
          client,
          (tx) => work({ query: (text, values, name) => tx.query(text, values, plans(name)) }),
          closing,
        )
      } finally {
        client.off('error', fail)
        client.release(broken)
      }
    },
    script: async (sql) => {
      await db.query(sql)
    },
    listen: ears.listen,
    close: async () => {
      await ears.close()
      await pool.end()
    },
  }

  try {
    await db.query('select 1')
  } catch (error) {
    await pool.end()
    const { code, message } = error as DbError
    throw dbError(code, `DATABASE_URL names a database that cannot be used: ${message}`, error)
  }
  return db
}

/** Each connection keeps the plans of at most this many names; statements beyond go without. */
const mostPlans = 500

const boundedNames = () => {
  const names = new Set<string>()
  return (name: string | undefined) => {
    if (name === undefined || names.has(name)) return name
    if (names.size >= mostPlans) return undefined
    names.add(name)
    return name
  }
}

/** One connection of its own for NOTIFY, opened with the first listener and again whenever it is lost. */
const listening = (open: () => pg.Client) => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: Promise<pg.Client> | undefined
  let closed = false

  const connect = (): Promise<pg.Client> => {
    const opening = open()
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      client = undefined
      if (!closed && listeners.size > 0) retry()
    }
    opening.on('error', lose)
    opening.on('end', lose)
    opening.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    return opening
      .connect()
      .then(async () => {
        for (const channel of listeners.keys()) await opening.query(`listen ${pg.escapeIdentifier(channel)}`)
        return opening
      })
      .catch((error: unknown) => {
        lost = true
        opening.end().catch(() => {})
        throw asDbError(error)
      })
  }
  const retry = (wait = 250) => {
    const timer = setTimeout(() => {
      if (closed || client) return
      client = connect()
      client.catch(() => {
        client = undefined
        retry(Math.min(wait * 2, 5000))
      })
    }, wait)
    timer.unref()
  }

  const listen: Db['listen'] = async (channel, listener) => {
    const known = listeners.get(channel) ?? new Set()
    known.add(listener)
    listeners.set(channel, known)
    if (client) {
      const open = await client
      await open.query(`listen ${pg.escapeIdentifier(channel)}`)
    } else {
      client = connect()
      await client.catch((error: unknown) => {
        client = undefined
        throw error
      })
    }
    return async () => {
      known.delete(listener)
      if (known.size > 0) return
      listeners.delete(channel)
      const open = await client?.catch(() => undefined)
      await open?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
    }
  }
  const close = async () => {
    closed = true
    const open = await client?.catch(() => undefined)
    await open?.end()
  }
  return { listen, close }
}
