import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type RunningPortal, startPortal } from '../kit/e2e-server'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portals of this run answer, one a worker, each with a folder for what its tests keep between files. */
    portals: { address: string; folder: string }[]
    /** The folder of a portal with demo data that nobody has used yet, to be copied. */
    demo: string | null
  }
}

/** A built portal with demo data for each worker; `E2E_ADDRESS` names one that runs already, for a single worker. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const running: RunningPortal[] = []
  const end = async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
  if (process.env.E2E_ADDRESS) {
    project.provide('portals', [{ address: process.env.E2E_ADDRESS, folder }])
    project.provide('demo', null)
    return end
  }
  try {
    // Demo data are copied far sooner than loaded.
    const demo = join(folder, 'demo')
    await (await startPortal(demo)).stop()
    const folders = Array.from({ length: project.config.maxWorkers }, (_, at) => join(folder, `${at + 1}`))
    for (const folder of folders) {
      await cp(demo, folder, { recursive: true })
      running.push(await startPortal(folder))
    }
    const portals = running.map(({ address }, at) => ({ address, folder: folders[at] ?? '' }))
    project.provide('portals', portals)
    project.provide('demo', demo)
    return end
  } catch (error) {
    await end()
    throw error
  }
}
