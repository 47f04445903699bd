// Runs PGlite in a worker thread, which exchanges messages of PostgreSQL's wire protocol. Plain JavaScript, because the
// same file runs under Vite, in tests and in the built server.
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * `folder`: the folder of the files, null for memory. `counters[0]`: the number of fsync calls, shared with the main
 * thread.
 */
const { folder, durable, counters } = workerData

/**
 * Adds fsync to PGlite's file system, without which commits would only reach the page cache. This also needs start
 * parameters without PGlite's `-F` (fsync off), and `wal_sync_method`, as the WebAssembly build has no fdatasync.
 */
class DurableFS extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = (stream) =>
        NODEFS.tryFSOperation(() => {
          fsyncSync(stream.nfd)
          Atomics.add(counters, 0, 1)
          return 0
        })
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...emscriptenOpts.preRun] } }
  }
}

const settings = {
  fsync: durable ? 'on' : 'off',
  wal_sync_method: 'fsync',
  // Maintenance makes checkpoints, which recycle the log, so the default of a gigabyte is not needed.
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  // The settings that the driver sets on connections to a server.
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'iso_8601',
  random_page_cost: 1.1,
  // PGlite's own default.
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: 0,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  io_method: 'sync',
}
const startParams = [
  '--single',
  '-O',
  '-j',
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

const open = (path) => PGlite.create({ ...(path && { fs: new DurableFS(path) }), startParams })

if (folder && !existsSync(folder)) await create()
const pg = await open(folder)
endWithEngine()
parentPort.on('message', answer)
parentPort.postMessage('ready')

/** Creates a database. It gets its name when it is complete and synced, so that a crash leaves no partial one behind. */
async function create() {
  const temporary = `${folder}.new`
  rmSync(temporary, { recursive: true, force: true })
  const database = await open(temporary)
  await database.close()
  if (durable) syncTree(temporary)
  renameSync(temporary, folder)
  if (durable) syncPath(dirname(folder))
}

/** Ends this thread after a WebAssembly trap or an exit, from which PGlite cannot recover as it does from SQL errors. */
function endWithEngine() {
  const siglongjmp = 100
  const step = pg.Module._PostgresMainLoopOnce
  pg.Module._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if (error?.status === siglongjmp) throw error
      process.exit(1)
    }
  }
}

async function answer(message) {
  if (message === 'close') {
    await pg.close()
    process.exit(0)
  }
  const parts = []
  await pg.execProtocolRawStream(message, { syncToFs: false, onRawData: (bytes) => parts.push(bytes.slice()) })
  const reply = parts.length === 1 ? parts[0] : concatenate(parts)
  parentPort.postMessage(reply, [reply.buffer])
}

function concatenate(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

function syncTree(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else syncPath(inner)
  }
  syncPath(path)
}

function syncPath(path) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
