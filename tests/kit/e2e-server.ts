import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { prepare, root } from '#server/prepare.mjs'

/** A built portal with demo data that keeps its database in a folder, as a process of its own. */
export interface RunningPortal {
  address: string
  stop: () => Promise<void>
  /** Ends it as a power cut does: nothing is finished, nothing tidied up. */
  kill: () => Promise<void>
  /** Starts it again on the same data, at the same address; one that runs is left alone. */
  restart: () => Promise<void>
}

/** Builds what is not built, and starts a portal in `folder`, at a port that is free unless one is named. */
export const startPortal = async (folder: string, wanted?: number): Promise<RunningPortal> => {
  prepare({ build: true })
  const port = wanted ?? (await freePort())
  let server = await run(folder, port)
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () => stop(server),
    kill: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    restart: async () => {
      if (server.exitCode === null && server.signalCode === null) return
      server = await run(folder, port)
    },
  }
}

const run = async (folder: string, port: number) => {
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await greeted(server)
  // A pipe that nobody reads fills up and holds the server.
  server.stdout?.resume()
  return server
}

/** Whatever the person's own environment says of a portal is not for this one. */
const settings = { HOST: '127.0.0.1', DEMO: 'on', DATABASE_URL: '', PUBLIC_URL: '', TRUST_PROXY: '', MAIL_URL: '' }

const greeted = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let output = ''
    server.once('exit', (code) => reject(new Error(`The portal ended with ${code} before it answered:\n${output}`)))
    server.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('The portal is at')) resolve()
    })
  })

const stop = async (server: ChildProcess) => {
  if (server.signalCode === 'SIGKILL') return
  if (server.exitCode !== null) throw new Error(`The portal ended with ${server.exitCode} while journeys were on.`)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The portal ended with ${code} when it was told to end.`)
}

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
