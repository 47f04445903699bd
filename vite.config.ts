import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { webBuild } from './src/web/boot-build.ts'
import { helpGuides } from './src/web/help-build.ts'

/** The thread of the embedded database is plain JavaScript with an address of its own: it stands beside what opens it. */
const databaseWorker = (): Plugin => ({
  name: 'portal:database-worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle: async ({ dir = 'dist/server' }) => {
    await mkdir(resolve(dir), { recursive: true })
    await copyFile('src/server/db/pglite-worker.mjs', join(resolve(dir), 'pglite-worker.mjs'))
  },
})

/** These are hundreds of small files: built into the server, they are loaded in a third of the time. */
const manyFiles = ['casbin', 'i18next', 'jose', 'kysely', 'zod']

/** Puts modules of its own in the place of the portal's. */
const ofOtherModules = 'tests/api/allocation-second-kind.test.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), helpGuides(), ...(isSsrBuild ? [databaseWorker()] : webBuild())],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: 'src/server/main.ts',
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      }
    : { outDir: 'dist/web', emptyOutDir: true },
  ssr: { noExternal: isSsrBuild ? manyFiles : [] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{unit,policy,lifecycle,schema}/**/*.test.ts', 'tests/house.test.ts'],
          // The portal's modules are loaded once for all files: loading them takes longer than many a test.
          isolate: false,
          testTimeout: 20_000,
          // Loading the demo data is most of it; a busy machine takes minutes.
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['tests/db/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What is timed, killed or looked at in a browser has the machine for itself.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: [ofOtherModules],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: [ofOtherModules], testTimeout: 30_000, hookTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/kit/web-setup.ts'],
          // Whole screens, the first of each loaded with all its parts, on a machine that others keep busy.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Both import folders, which Node's own loader refuses.
          server: { deps: { inline: [/@refinedev\//, /@mui\//] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // A browser on a busy machine may stall once; what fails twice is broken.
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}))
