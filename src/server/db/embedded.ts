import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { asDbError, dbError } from './errors'
import { Gate } from './gate'
import { type Lock, takeLock } from './lock'
import { startMaintenance } from './maintenance'
import type { Db } from './types'
import { defaultWatchdogLimits, type WatchdogLimits } from './watchdog'
import { assertOutside, orAborted, outsideTransaction, run, transact, wireOptions } from './wire'

/** The database inside the process. */
export interface EmbeddedDb extends Db {
  readonly engine: 'embedded'
  /** The number of fsync calls since the database was opened. */
  fsyncs(): number
  /** Runs `work` while the files in `folder` do not change: they contain all committed data, and writes wait. */
  still<T>(work: (folder: string) => Promise<T>): Promise<T>
}

export interface EmbeddedOptions {
  /** Whether commits wait for the disk; false only in tests. */
  durable?: boolean
  /** The lock on the directory, if the caller holds it; otherwise it is taken here and released by `close`. */
  lock?: Lock
  /** Time limits of transactions and waiting; shorter in tests. */
  bounds?: WatchdogLimits
}

/**
 * PGlite in a worker thread, with its files in `<dir>/database`; `memory://` stores nothing. It is used through the
 * same driver and wire protocol as a PostgreSQL server, so values, errors and plans are the same on both. Throws
 * `LockedError` if another portal holds the directory. If the engine crashes, running statements fail with 08006 and the
 * next one restarts it.
 */
export const openEmbedded = async (dir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDb> => {
  const { db, opened } = await beginEmbedded(dir, options)
  await opened
  return db
}

/** Like `openEmbedded`, but returns while the database is opening: statements wait, and `opened` rejects if it fails. */
export const beginEmbedded = async (
  dir: string,
  { durable = true, lock, bounds = defaultWatchdogLimits }: EmbeddedOptions = {},
): Promise<{ db: EmbeddedDb; opened: Promise<void> }> => {
  const inMemory = dir === 'memory://'
  const ownLock = inMemory || lock ? undefined : await takeLock(dir)
  const folder = inMemory ? null : join(dir, 'database')
  const counters = new Int32Array(new SharedArrayBuffer(4))
  const listeners: Listeners = new Map()
  const gate = new Gate(bounds)
  const engine = keepEngine({ folder, durable, counters }, listeners)
  let closing: Promise<void> | undefined
  const client = async () => (await engine.running()).client

  const db: EmbeddedDb = {
    engine: 'embedded',
    query: async (text, values, name) => {
      assertOutside()
      assertOpen()
      maintenance.touch()
      const on = await client()
      return gate.pass(() => run(on, text, values, name))
    },
    transaction: async (work, { closing, longest, signal } = {}) => {
      assertOutside()
      assertOpen()
      return gate.hold(
        async (watch) => {
          maintenance.touch()
          const { client, kill } = await engine.running()
          // The engine cannot cancel a statement. If even the rollback has to wait, the engine is terminated.
          let lastResort: NodeJS.Timeout | undefined
          watch.signal.addEventListener('abort', () => {
            lastResort = setTimeout(kill, bounds.hold)
          })
          return transact(client, watch, work, closing).finally(() => clearTimeout(lastResort))
        },
        longest,
        signal,
      )
    },
    script: async (sql) => {
      await db.query(sql)
    },
    listen: async (channel, listener) => {
      const ofChannel = listeners.get(channel) ?? new Set()
      ofChannel.add(listener)
      listeners.set(channel, ofChannel)
      await db.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        ofChannel.delete(listener)
        if (ofChannel.size > 0 || closing) return
        listeners.delete(channel)
        await db.query(`unlisten ${pg.escapeIdentifier(channel)}`)
      }
    },
    fsyncs: () => Atomics.load(counters, 0),
    still: (work) =>
      gate.hold(async ({ signal }) => {
        if (!folder) throw new Error('still() needs a database with files, and this one is in memory')
        await run(await client(), 'checkpoint')
        return orAborted(signal, work(folder))
      }, longestStill),
    close: () => {
      closing ??= gate.hold(async () => {
        maintenance.stop()
        const running = await engine.present()?.catch(() => undefined)
        if (running && !inMemory) await maintenance.sweep((sql) => run(running.client, sql))
        await running?.stop()
        await ownLock?.release()
      }, longestStill)
      return closing
    },
  }
  const assertOpen = () => {
    if (closing) throw dbError('57P01', 'the database is closed')
  }
  const maintenance = startMaintenance(async (sql) => {
    const on = await client()
    return gate.pass(() => run(on, sql))
  })

  const open = async () => {
    try {
      await client()
    } catch (error) {
      maintenance.stop()
      await ownLock?.release()
      throw error
    }
  }
  const opened = open()
  // Handled by the caller that awaits `opened`.
  opened.catch(() => {})
  return { db, opened }
}

type Listeners = Map<string, Set<(payload: string) => void>>

/** Starts the engine when it is first needed, and restarts it after a crash. */
const keepEngine = (options: EngineOptions, listeners: Listeners) => {
  let engine: Promise<Engine> | undefined
  const start = async (): Promise<Engine> => {
    const started = await startEngine(options)
    started.client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    started.client.on('error', () => {
      engine = undefined
    })
    for (const channel of listeners.keys()) await run(started.client, `listen ${pg.escapeIdentifier(channel)}`)
    return started
  }
  return {
    present: () => engine,
    running: async () => {
      engine ??= outsideTransaction(start)
      return engine.catch((error: unknown) => {
        engine = undefined
        throw asDbError(error)
      })
    },
  }
}

/** The maximum time in milliseconds for copying the database files, or for maintenance before closing. */
const longestStill = 900_000

interface Engine {
  client: pg.Client
  stop(): Promise<void>
  /** Terminates the engine at once; the next start recovers all committed data. */
  kill(): void
}

interface EngineOptions {
  folder: string | null
  durable: boolean
  counters: Int32Array
}

const startEngine = async (workerData: EngineOptions): Promise<Engine> => {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData })
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) =>
      reject(dbError('08006', `the database in ${workerData.folder} cannot be opened: ${reason}`))
    worker.once('message', () => resolve())
    worker.once('error', (error) => fail(error.message))
    worker.once('exit', (code) => fail(`it ended with code ${code}`))
  })
  const client = new pg.Client({
    ...wireOptions,
    // The engine gets these settings when it starts, not with a connection.
    options: undefined,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EngineStream(worker),
  })
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    stop: async () => {
      await client.end()
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close')
      await ended
    },
    kill: () => void worker.terminate(),
  }
}

/** The driver's socket: transfers bytes to and from the worker without copying them. */
class EngineStream extends Duplex {
  constructor(private readonly worker: Worker) {
    super()
    worker.on('message', this.#receive)
    worker.once('error', this.#fail)
    worker.once('exit', this.#fail)
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#send(Uint8Array.from(chunk), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#send(Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk))), done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.worker.off('message', this.#receive)
    this.worker.off('error', this.#fail)
    this.worker.off('exit', this.#fail)
    done(error)
  }

  #send(bytes: Uint8Array<ArrayBuffer>, done: () => void) {
    this.worker.postMessage(bytes, [bytes.buffer])
    done()
  }

  readonly #receive = (bytes: Uint8Array) => {
    if (bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  readonly #fail = () => {
    this.destroy(dbError('08006', 'the embedded database broke down'))
  }
}
