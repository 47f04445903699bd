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

/** The exclusive right to a data directory, as long as this process lives. */
export interface Lock {
  readonly holder: Holder
  /** Handles a line that another process on this machine sent with `ask`; without it every request is refused. */
  answer?: (question: string) => Promise<string>
  release(): Promise<void>
}

/** Another portal has the directory; the message names it. */
export class LockedError extends Error {
  constructor(
    dir: string,
    readonly holder: Holder | undefined,
  ) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host}, started ${holder.started_at}`
      : 'a process that does not say its name'
    super(`The data directory ${dir} is in use by another portal: ${who}. Stop it, or choose another DATA_DIR.`)
  }
}

/**
 * Takes the directory or throws `LockedError`. What holds it is a live socket, so the operating system gives it back
 * with the process, however that ends; a process id would look alive in a container and dead from the next one. Where
 * the sockets of the holder cannot be reached (a shared disk), the age of its file decides.
 */
export const takeLock = async (dir: string): Promise<Lock> => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const sockets = await placeOf(dir)
  const holder: Holder = { pid: process.pid, host: hostname(), started_at: new Date().toISOString() }
  await assertNobodyElsewhere(dir, holder)

  for (let attempt = 0; attempt < 20; attempt++) {
    const generations = await sockets.generations()
    const alive = await firstAlive(sockets, generations)
    if (alive) throw new LockedError(dir, alive.holder ?? (await holderIn(fileOf(dir))))

    const lock: Lock = { holder, release: async () => {} }
    const mine = Math.max(0, ...generations) + 1
    const server = await bind(sockets.path(mine), lock)
    if (server) {
      // Two processes may have found the same dead socket. Only the newest generation holds the lock, and only while no
      // other is alive.
      const others = (await sockets.generations()).filter((generation) => generation !== mine)
      if (!others.some((generation) => generation > mine) && !(await firstAlive(sockets, others))) {
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

/** Puts a question to the portal that holds the directory; `undefined` if none does. */
export const askOwner = async (dir: string, question: string): Promise<string | undefined> => {
  const sockets = await placeOf(dir)
  for (const generation of (await sockets.generations()).sort((a, b) => b - a)) {
    const socket = await dial(sockets.path(generation))
    if (!socket) continue
    const lines = linesOf(socket)
    await lines.next()
    socket.write(`${question}\n`)
    const { value } = await lines.next()
    socket.destroy()
    if (value === undefined) throw new Error('the portal went away before it answered')
    return value
  }
  return undefined
}

interface Place {
  path(generation: number): string
  generations(): Promise<number[]>
  forget(generations: number[]): Promise<void>
}

const prefix = 'lock.'

/**
 * The path of a socket is limited to about a hundred bytes, and not every disk supports sockets: then they are in the
 * temporary directory.
 */
const placeOf = async (dir: string): Promise<Place> => {
  const real = await realpath(dir)
  const short = createHash('sha256').update(real).digest('hex').slice(0, 16)
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\portal-${short}`
    // A named pipe ends with its owner, so there is one generation, and its name is in use exactly while the owner
    // lives.
    return { path: () => path, generations: async () => [], forget: async () => {} }
  }
  const folder = Buffer.byteLength(real) < 80 ? real : join(tmpdir(), `portal-${short}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (folder !== real) await assertOurs(folder)
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

/** In a world-writable folder another account could have created it first, to be contacted instead of the portal. */
const assertOurs = async (folder: string) => {
  const { uid, mode } = await lstat(folder)
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR
  if (!isFolder || uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(
      `${folder} must be a folder that only this account may open: remove it, or choose a shorter DATA_DIR.`,
    )
}

const firstAlive = async (location: Place, generations: number[]) => {
  for (const generation of generations) {
    const socket = await dial(location.path(generation))
    if (!socket) continue
    const line = await Promise.race([linesOf(socket).next(), sleep(1000, undefined, { ref: false })])
    socket.destroy()
    return { holder: line?.value ? (JSON.parse(line.value) as Holder) : undefined }
  }
  return undefined
}

/** A listening socket, or nothing when the name is in use. Sends the holder to every client first. */
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
  let rest = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      rest += chunk
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // A broken connection sends no more lines.
  }
  return undefined
}

const fileOf = (dir: string) => join(dir, 'lock.json')
const beat = 5000

/** Writes the holder to a file next to the socket and touches it regularly, for other machines that share the disk. */
const keepFile = async (dir: string, holder: Holder, server: Server) => {
  const file = fileOf(dir)
  await writeFile(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  const timer = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), beat)
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

const assertNobodyElsewhere = async (dir: string, me: Holder) => {
  const file = fileOf(dir)
  const holder = await holderIn(file)
  if (!holder || holder.host === me.host) return
  const touched = async () => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
  const before = await touched()
  if (Date.now() - before > 3 * beat) return
  await sleep(beat + 1000)
  if ((await touched()) > before) throw new LockedError(dir, holder)
}

/** Closing also removes the socket's file. Open connections do not delay it. */
const shut = (server: Server) =>
  Promise.race([new Promise<void>((resolve) => server.close(() => resolve())), sleep(500, undefined, { ref: false })])
