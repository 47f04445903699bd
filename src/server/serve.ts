import { createServer } from 'node:net'
import type { Config } from './config'
import { type Lock, takeLock } from './db/lock'
import { openData } from './db/open'
import type { Portal } from './portal'

export interface ServeOptions {
  config: Config
  version: string
  webRoot: string
}

/**
 * Runs the portal until SIGTERM or SIGINT, and handles tasks that command-line processes send meanwhile.
 */
export const serve = async (options: ServeOptions): Promise<void> => {
  const { config } = options
  // Checked first, since opening the database may take a while.
  await assertPortFree(config)
  const lock = config.databaseUrl ? undefined : await takeLock(config.dataDir)
  const first = await open(options, lock)
  let { portal } = first
  let restarting: Promise<unknown> = Promise.resolve()

  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    // A second signal ends the process at once.
    if (isEnding) process.exit(1)
    isEnding = true
    const drainSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0
    setTimeout(() => process.exit(1), drainSeconds * 1000 + shutdownMs).unref()
    await restarting
    await portal.drain(drainSeconds)
    await portal.stop()
    await lock?.release()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // After the handlers are set: a program that reads the greeting may stop the portal right away.
  greet(first, config)

  if (lock) {
    const { answerTasks } = await import('./commands/tasks')
    const restart = async () => {
      await portal.stop()
      const opened = await open(options, lock).catch((error: unknown) => {
        // Without a portal the process ends; the delay lets the client receive the reason.
        setTimeout(() => process.exit(1), 1000)
        throw error
      })
      portal = opened.portal
      greet(opened, config)
      return { kept: portal.replaced, settled: portal.settled }
    }
    lock.answer = answerTasks(
      config,
      () => portal,
      () => {
        const restarted = restarting.then(restart)
        restarting = restarted.catch(() => {})
        return restarted
      },
    )
  }
}

/** Longer than any request may take, except uploads over slow lines, which clients repeat. */
const shutdownMs = 65_000

/** Throws EADDRINUSE if another program already listens on the port. */
const assertPortFree = async ({ port, host }: Config) => {
  if (port === 0) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}

interface Opened {
  portal: Portal
  address: string
}

const open = async (options: ServeOptions, lock: Lock | undefined): Promise<Opened> => {
  // The embedded database opens in its worker thread while this one loads most of the server.
  const opening = openData(options.config, lock)
  opening.catch(() => {})
  const { startPortal } = await import('./portal')
  const portal = await startPortal({ ...options, lock, opening })
  const address = await portal.app
    .listen({ port: options.config.port, host: options.config.host })
    .catch(async (error: unknown) => {
      await portal.stop()
      throw error
    })
  return { portal, address }
}

const greet = ({ portal, address }: Opened, config: Config) =>
  process.stdout.write(greeting(address, config, portal.isDemo))

/** The message that the operator sees after the start. */
export const greeting = (address: string, { publicUrl }: Config, isDemo: boolean) =>
  [
    `The portal is at ${address}${publicUrl.includes('localhost') ? '' : ` (${publicUrl})`}`,
    ...(isDemo
      ? [
          'Demo accounts, password Portal-demo-2026:',
          '  admin@demo.test  admin2@demo.test  office@demo.test  agent@demo.test  agent2@demo.test  staff@demo.test  user@demo.test',
        ]
      : []),
    '',
  ].join('\n')
