import type { IncomingMessage, ServerResponse } from 'node:http'
import { processEnvironment, readConfig } from '#server/config.ts'
import { takeLock } from '#server/db/lock.ts'
import { startPortal } from '#server/portal.ts'
import { greeting } from '#server/serve.ts'
import packageFile from '../../../package.json'
import { answerTasks } from './tasks'

/**
 * Starts the portal for `dev.mjs`, which listens, serves the web app through Vite and calls this again after each
 * change.
 */
export const develop = async () => {
  const config = readConfig(processEnvironment())
  const lock = config.databaseUrl ? undefined : await takeLock(config.dataDir)
  const portal = await startPortal({ config, version: packageFile.version, lock }).catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })
  if (lock) {
    const refuse = async (): Promise<never> => {
      throw new Error('The backup is staged and is put in place when "npm run dev" is started again.')
    }
    lock.answer = answerTasks(config, () => portal, refuse)
  }
  return {
    port: config.port,
    host: config.host,
    greeting: greeting(`http://${config.host}:${config.port}`, config, portal.isDemo),
    route: (request: IncomingMessage, response: ServerResponse) => portal.app.routing(request, response),
    stop: async () => {
      await portal.stop()
      await lock?.release()
    },
  }
}
