import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPortal } from '../kit/e2e-server'

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
    : await startPortal(folder)
  project.provide('portal', { address, folder })
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
