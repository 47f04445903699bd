import { createHash, randomInt } from 'node:crypto'
import { constants, lstat, mkdir, readdir, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The process that holds a data directory. */
export interface Holder {
  pid: number
  host: string
  started_at: string
}

/** The exclusive lock on a data directory, held until it is released or the process ends. */
export interface Lock {
  readonly holder: Holder
  /**
   * Answers a line that another process on this machine has sent with `askOwner`; without it every request is refused.
   */
  answer?: (question: string) => Promise<string>
  release(): Promise<void>
}

/** Another portal holds the directory; the message names it. */
export class LockedError extends Error {
  constructor(
    dir: string,
    readonly holder: Holder | undefined,
  ) {
    const holderName = holder
      ? `process ${holder.pid} on ${holder.host}, started ${holder.started_at}`
      : 'an unknown process'
    super(`The data directory ${dir} is in use by another portal: ${holderName}. Stop it, or choose another DATA_DIR.`)
  }
}

/**
 * Locks the directory or throws `LockedError`. The lock is a listening socket, which the operating system closes
 * however the process ends; a process id would not do, since containers number their processes independently. For
 * holders on other machines (a shared disk), whose sockets cannot be reached, the age of their file decides.
 */
export const takeLock = async (dir: string): Promise<Lock> => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const sockets = await socketsOf(dir)
  const holder: Holder = { pid: process.pid, host: hostname(), started_at: new Date().toISOString() }
  await assertNoRemoteHolder(dir, holder)

  for (let attempt = 0; attempt < 20; attempt++) {
    const generations = await sockets.generations()
    const alive = await firstAlive(sockets, generations)
    if (alive) throw new LockedError(dir, alive.holder ?? (await holderIn(fileOf(dir))))

    const lock: Lock = { holder, release: async () => {} }
    const ownGeneration = Math.max(0, ...generations) + 1
    const server = await bind(sockets.path(ownGeneration), lock)
    if (server) {
      // Two processes may have found the same dead socket. Only the newest generation holds the lock, and only while no
      // other is alive.
      const others = (await sockets.generations()).filter((generation) => generation !== ownGeneration)
      if (!others.some((generation) => generation > ownGeneration) && !(await firstAlive(sockets, others))) {
        await sockets.forget(others)
        lock.release = await keepFile(dir, holder, server)
        return lock
      }
      await shut(server)
    }
    await sleep(randomInt(20, 120))
  }
  throw new LockedError(dir, await holderIn(fileOf(dir)))
}

/** Sends a line to the portal that holds the directory and returns its answer; undefined if no portal holds it. */
export const askOwner = async (dir: string, question: string): Promise<string | undefined> => {
  const sockets = await socketsOf(dir)
  for (const generation of (await sockets.generations()).sort((a, b) => b - a)) {
    const socket = await dial(sockets.path(generation))
    if (!socket) continue
    const lines = linesOf(socket)
    await lines.next()
    socket.write(`${question}\n`)
    const { value } = await lines.next()
    socket.destroy()
    if (value === undefined) throw new Error(`The portal that holds ${dir} ended before it answered; try again`)
    return value
  }
  return undefined
}

/** The sockets of a data directory, numbered by generation: each process that tries to lock it creates the next one. */
interface LockSockets {
  path(generation: number): string
  generations(): Promise<number[]>
  forget(generations: number[]): Promise<void>
}

const prefix = 'lock.'

/**
 * Sockets are in the data directory, or in the temporary directory if the path would exceed the limit of about a
 * hundred bytes.
 */
const socketsOf = async (dir: string): Promise<LockSockets> => {
  const realDir = await realpath(dir)
  const digest = createHash('sha256').update(realDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\portal-${digest}`
    // A named pipe ends with its owner, so generations are not needed.
    return { path: () => path, generations: async () => [], forget: async () => {} }
  }
  const folder = Buffer.byteLength(realDir) < 80 ? realDir : join(tmpdir(), `portal-${digest}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (folder !== realDir) await assertPrivate(folder)
  const path = (generation: number) => join(folder, `${prefix}${generation}`)
  return {
    path,
    generations: async () =>
      (await readdir(folder))
        .map((name) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN))
        .filter(Number.isSafeInteger),
    forget: async (generations) => {
      for (const generation of generations) await rm(path(generation), { force: true })
    },
  }
}

/**
 * Throws unless only this account may open the folder: another account could have created it to impersonate the portal.
 */
const assertPrivate = async (folder: string) => {
  const { uid, mode } = await lstat(folder)
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR
  if (!isFolder || uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(
      `${folder} must be a folder that only this account may open: remove it, or choose a shorter DATA_DIR.`,
    )
}

const firstAlive = async (sockets: LockSockets, generations: number[]) => {
  for (const generation of generations) {
    const socket = await dial(sockets.path(generation))
    if (!socket) continue
    const line = await Promise.race([linesOf(socket).next(), sleep(1000, undefined, { ref: false })])
    socket.destroy()
    return { holder: line?.value ? (JSON.parse(line.value) as Holder) : undefined }
  }
  return undefined
}

/** A server on the socket, or undefined if the name is in use. It first sends the holder to every client. */
const bind = (path: string, lock: Lock) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const server = createServer((socket) => void converse(socket, lock))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => resolve(server))
  })

const converse = async (socket: Socket, lock: Lock) => {
  socket.on('error', () => socket.destroy())
  socket.write(`${JSON.stringify(lock.holder)}\n`)
  for await (const question of linesOf(socket)) {
    const answer = lock.answer ? await lock.answer(question) : JSON.stringify({ error: 'not ready' })
    if (!socket.destroyed) socket.write(`${answer}\n`)
  }
}

const dial = (path: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

async function* linesOf(socket: Socket): AsyncGenerator<string, undefined> {
  let partialLine = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      partialLine += chunk
      const lines = partialLine.split('\n')
      partialLine = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // A broken connection sends no more lines.
  }
  return undefined
}

const fileOf = (dir: string) => join(dir, 'lock.json')
/** Milliseconds between two touches of the holder's file. */
const touchInterval = 5000

/** Writes the holder to a file next to the socket and touches it regularly, for other machines that share the disk. */
const keepFile = async (dir: string, holder: Holder, server: Server) => {
  const file = fileOf(dir)
  await writeFile(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  const timer = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), touchInterval)
  timer.unref()
  server.unref()
  return async () => {
    clearInterval(timer)
    await rm(file, { force: true })
    await shut(server)
  }
}

const holderIn = (file: string): Promise<Holder | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Holder,
    () => undefined,
  )

/** Throws `LockedError` if a process on another machine still touches its file. */
const assertNoRemoteHolder = async (dir: string, self: Holder) => {
  const file = fileOf(dir)
  const holder = await holderIn(file)
  if (!holder || holder.host === self.host) return
  const touchedAt = async () => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
  const before = await touchedAt()
  if (Date.now() - before > 3 * touchInterval) return
  await sleep(touchInterval + 1000)
  if ((await touchedAt()) > before) throw new LockedError(dir, holder)
}

/** Closes the server, which removes the socket's file; open connections delay it for half a second at most. */
const shut = (server: Server) =>
  Promise.race([new Promise<void>((resolve) => server.close(() => resolve())), sleep(500, undefined, { ref: false })])
