import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/db/embedded.ts'
import { openFiles } from '#server/files/store.ts'
import { copyFolder } from '../kit/db'
import { freePort, type RunningPortal, startPortal } from '../kit/e2e-server'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portals of this run answer, one a worker, each with a folder for what its tests keep between files. */
    portals: { address: string; folder: string }[]
    /** The folder of a portal with demo data that nobody has used yet, to be copied. */
    demo: string | null
    /** The file that says how making them ended; null where they run already. */
    outcome: string | null
  }
}

/**
 * A built portal with demo data for each worker; `E2E_ADDRESS` names one that runs already, for a single worker. They are
 * made while the projects before this one run; a file of journeys waits for them.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const running: RunningPortal[] = []
  const end = async () => {
    await made
    await Promise.all(running.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
  let made: Promise<void> | undefined
  if (process.env.E2E_ADDRESS) {
    project.provide('portals', [{ address: process.env.E2E_ADDRESS, folder }])
    project.provide('demo', null)
    project.provide('outcome', null)
    return end
  }
  const demo = join(folder, 'demo')
  const outcome = join(folder, 'outcome')
  const folders = Array.from({ length: project.config.maxWorkers }, (_, at) => join(folder, `${at + 1}`))
  const ports: number[] = []
  for (const _ of folders) ports.push(await freePort())
  const make = async () => {
    // Demo data are copied far sooner than loaded.
    await (await startPortal(demo)).stop()
    await drawPictures(join(demo, 'data'))
    for (const [at, copy] of folders.entries()) {
      await copyFolder(demo, copy)
      running.push(await startPortal(copy, ports[at]))
    }
  }
  made = make().then(
    () => writeFile(outcome, ''),
    (error) => writeFile(outcome, String(error?.stack ?? error)),
  )
  project.provide(
    'portals',
    folders.map((copy, at) => ({ address: `http://127.0.0.1:${ports[at]}`, folder: copy })),
  )
  project.provide('demo', demo)
  project.provide('outcome', outcome)
  return end
}

/**
 * Draws the pictures of the demo data once: every copy would do it while its journeys are on. Its many reports, which look
 * alike, are not drawn.
 */
const drawPictures = async (folder: string) => {
  const db = await openEmbedded(folder)
  const files = openFiles({ db, secret: 'signs nothing', folder: join(folder, 'files') })
  const waiting = await db.query<{ id: number }>(
    `select f.id from file_jobs j join files f on f.id = j.file_id where f.type <> 'application/pdf'`,
  )
  for (const { id } of waiting) await files.check(id)
  await db.query('delete from file_jobs')
  await files.close()
  await db.close()
}
