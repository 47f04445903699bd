import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { areaParts } from './src/web/areas-build.ts'
import { webBuild } from './src/web/boot-build.ts'
import { helpGuides } from './src/web/help-build.ts'
import { pdfData } from './src/web/pdf-build.ts'
import LongestFirst from './tests/kit/longest-first.ts'

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

/** These replace or watch modules, which has to happen before any other file has loaded them. */
const ofOtherModules = ['account-reset', 'allocation-second-kind', 'auth', 'auth-outbox'].map(
  (name) => `tests/api/${name}.test.ts`,
)

/** These replace modules or globals of the page, or test what a module does when it is loaded. */
const ofOtherPages = [
  'account-guests.test.tsx',
  'account-members.test.tsx',
  'account-strength.test.ts',
  'afterwards.test.tsx',
  'awaited.test.tsx',
  'boot-early.test.ts',
  'countdown.test.tsx',
  'data.test.ts',
  'error-lines.test.ts',
  'garment-label.test.tsx',
  'inspection-sending.test.tsx',
  'large-uploads.test.tsx',
  'login.test.tsx',
  'navigation.test.tsx',
  'picture-review.test.tsx',
  'quick-styles.test.ts',
  'redirect.test.ts',
  'screens-load.test.ts',
  'session-store.test.ts',
  'session.test.ts',
  'shell-settings.test.ts',
  'shell-store.test.ts',
].map((name) => `tests/web/${name}`)

/** What all others have sent to the database is known when they are done. */
const ofTheRun = 'tests/db/statements.test.ts'

/** Each worker has a portal of its own for its journeys, unless somebody brings one. */
const areParallel = !process.env.E2E_ADDRESS

const inPage = {
  environment: 'jsdom',
  setupFiles: ['tests/kit/web-setup.ts'],
  // A file's first test loads whole screens, which takes long on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Refine and MUI import folders, which Node's own loader refuses; of all four the build omits modules.
  server: { deps: { inline: [/@refinedev\//, /@mui\//, /\/casbin\//, /\/axios\//] } },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), helpGuides(), areaParts(), ...(isSsrBuild ? [databaseWorker()] : [...webBuild(), pdfData()])],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          // The thread that makes PDFs and the process that reads files are loaded by their addresses.
          input: {
            main: 'src/server/main.ts',
            'press-worker': 'src/server/paper/press-worker.ts',
            'examiner-process': 'src/server/files/content/examiner-process.ts',
            'book-process': 'src/server/files/content/book-process.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      }
    : { outDir: 'dist/web', emptyOutDir: true },
  // The web app has the register in parts (`#register` in package.json); the server has it whole.
  environments: { client: { resolve: { conditions: ['portal-web', ...defaultClientConditions] } } },
  ssr: { noExternal: isSsrBuild ? manyFiles : [] },
  test: {
    // Vitest leaves one core to itself, which halves the speed on two.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
          exclude: [ofTheRun],
          // Some start a dozen embedded databases, one after the other.
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Tests with time limits or killed processes run apart from the suites that use all cores. They wait more than
          // they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: ['tests/load/**/*.test.ts'],
          testTimeout: 120_000,
          // Its pauses leave time to the tests of the database, whose waits leave time to it.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: ofOtherModules,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: ofOtherModules, testTimeout: 30_000, hookTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: ofOtherPages,
          // React, MUI and the screens are loaded once a worker: loading them took half the time of most files.
          isolate: false,
          ...inPage,
        },
      },
      { extends: true, test: { name: 'web-apart', include: ofOtherPages, ...inPage } },
      {
        extends: true,
        test: {
          name: 'e2e',
          // With the statements, which wait for nothing here: a worker that changes its project starts another browser.
          include: ['tests/e2e/**/*.test.ts', ofTheRun],
          globalSetup: 'tests/e2e/setup.ts',
          // The files of a worker share its browser.
          isolate: false,
          testTimeout: 120_000,
          // A run of journeys alone waits here for its portals with demo data.
          hookTimeout: 600_000,
          // As long as Playwright's own waits: Vitest's second is over before a busy machine has drawn a page.
          expect: { poll: { timeout: 20_000, interval: 80 } },
          fileParallelism: areParallel,
          // They wait for pages and answers a sixth of their time.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}))
