import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepare, root } from '../../src/server/prepare.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portal of this run answers, and a folder for what its tests keep between files. */
    portal: { address: string; folder: string }
  }
}

/** One built portal with demo data for all journeys of a run; `E2E_ADDRESS` names one that runs already. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const { address, stop } = process.env.E2E_ADDRESS
    ? { address: process.env.E2E_ADDRESS, stop: async () => {} }
    : await start(folder)
  project.provide('portal', { address, folder })
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const start = async (folder: string) => {
  prepare({ build: true })
  const port = await freePort()
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await greeted(server)
  // A pipe that nobody reads fills up and holds the server.
  server.stdout?.resume()
  return { address: `http://127.0.0.1:${port}`, stop: () => stop(server) }
}

/** Whatever the person's own environment says of a portal is not for this one. */
const settings = { HOST: '127.0.0.1', DEMO: 'on', DATABASE_URL: '', PUBLIC_URL: '', TRUST_PROXY: '', MAIL_URL: '' }

const greeted = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    server.once('exit', (code) => reject(new Error(`The portal ended with ${code} before it answered:\n${said}`)))
    server.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('The portal is at')) resolve()
    })
  })

const stop = async (server: ChildProcess) => {
  if (server.exitCode !== null) throw new Error(`The portal ended with ${server.exitCode} while journeys were on.`)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
