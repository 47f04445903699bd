import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Connection } from './connection'
import { asDbError, dbError } from './errors'
import type { Db, DbError } from './types'
import { defaultWatchdogLimits, watched } from './watchdog'
import { assertOutside, run, transact, wireOptions } from './wire'

/**
 * Opens a pool of connections to a PostgreSQL server (15 or newer). Throws if the server cannot be reached now; later,
 * statements fail with 08006 while it is unreachable and work again as soon as it is back.
 */
export const openPostgres = async (
  url: string,
  { connections = 10, bounds = defaultWatchdogLimits } = {},
): Promise<Db> => {
  const options = {
    ...wireOptions,
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...options,
    max: connections,
    // Plans are lost with a connection, so idle connections are kept for a while.
    idleTimeoutMillis: 600_000,
    statement_timeout: 60_000,
    // A fallback, in case this process fails to end a stuck transaction itself.
    idle_in_transaction_session_timeout: 60_000,
  })
  /** Terminates a backend: closing only its connection would leave its statement running with its locks. */
  const terminate = async (pid: number) => {
    const otherClient = new pg.Client({ ...options, query_timeout: options.connectionTimeoutMillis })
    otherClient.on('error', () => {})
    try {
      await otherClient.connect()
      await otherClient.query('select pg_terminate_backend($1)', [pid])
    } catch {
      // The server cannot be reached and will notice the lost connection itself.
    } finally {
      await otherClient.end().catch(() => {})
    }
  }
  // The pool removes a broken idle connection by itself; no request waits for it.
  pool.on('error', () => {})
  const notifications = notificationListener(() => new pg.Client(options))

  /** Reserves a connection of the pool for `work`; a broken or discarded connection is not returned to the pool. */
  const withConnection = async <T>(work: (on: Backend, discard: () => void) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw asDbError(error)
    })
    let isBroken = false
    const discard = () => {
      isBroken = true
    }
    client.on('error', discard)
    try {
      const on = client as unknown as Backend
      return await work(on, discard)
    } catch (error) {
      // The statement fails before the driver notices the end of the connection.
      if (/^(08|57P)/.test((error as DbError).code ?? '')) discard()
      throw error
    } finally {
      client.off('error', discard)
      client.release(isBroken)
    }
  }

  const db: Db = {
    engine: 'postgres',
    query: async (text, values, name) => {
      assertOutside()
      return withConnection((on) => run(on, text, values, name))
    },
    transaction: async (work, { closing, longest = bounds.hold, signal } = {}) => {
      assertOutside()
      return withConnection((on, discard) =>
        watched(
          longest,
          (watch) => {
            watch.signal.addEventListener('abort', () => {
              discard()
              void terminate(on.processID).then(() => on.connection.stream.destroy())
            })
            return transact(on, watch, work, closing)
          },
          signal,
        ),
      )
    },
    script: async (sql) => {
      await db.query(sql)
    },
    listen: notifications.listen,
    close: async () => {
      await notifications.close()
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

/** A connection with members that its types lack, such as the id of the server process. */
type Backend = Connection & { processID: number; connection: { stream: Duplex } }

/** A separate connection for LISTEN, opened with the first listener and reopened when it is lost. */
const notificationListener = (open: () => pg.Client) => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: Promise<pg.Client> | undefined
  let closed = false

  const connect = (): Promise<pg.Client> => {
    const opening = open()
    let isLost = false
    const onLost = () => {
      if (isLost) return
      isLost = true
      client = undefined
      if (!closed && listeners.size > 0) retry()
    }
    opening.on('error', onLost)
    opening.on('end', onLost)
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
        isLost = true
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
    const ofChannel = listeners.get(channel) ?? new Set()
    ofChannel.add(listener)
    listeners.set(channel, ofChannel)
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
      ofChannel.delete(listener)
      if (ofChannel.size > 0) return
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
