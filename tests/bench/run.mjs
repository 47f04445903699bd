// `npm run bench`: builds the portal and the benchmark as the portal is built for use, then measures. What is built stays
// in node_modules/.cache, filled databases in the temporary directory. BENCH_PARTS=postgres,embedded,web chooses
// (and `dashboard` and `readiness`, each measured on its own, of both databases or of those that BENCH_DATABASES names, and `scale`:
// what people ask all day with BENCH_ORDERS orders beside 10,000, on PostgreSQL, in databases that stay under the name
// BENCH_KEEP where there is one, and those of its steps that have BENCH_STEP in their name, and `soak`: eight people at work for
// BENCH_MINUTES on each database, memory and times at the start and at the end, and `growth`: the start of the portal with
// ten further areas beside its own);
// BENCH_ORDERS, BENCH_SECONDS and BENCH_ROUNDS say how much.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, runnerImport } from 'vite'

process.chdir(resolve(import.meta.dirname, '../..'))
const root = resolve('node_modules/.cache/portal-bench')
const parts = (process.env.BENCH_PARTS ?? 'postgres,embedded,web').split(',')

await build({
  logLevel: 'error',
  build: {
    ssr: true,
    outDir: join(root, 'server'),
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        bench: 'tests/bench/bench.ts',
        'bare-server': 'tests/bench/bare-server.ts',
      },
    },
  },
})
if (parts.includes('growth')) await buildGrown()
// The server wants a page to serve; only the web's own figures want the present one.
if (parts.some((part) => ['web', 'readiness'].includes(part)) || !existsSync(join(root, 'web/index.html'))) {
  await build({ logLevel: 'error', build: { outDir: join(root, 'web'), emptyOutDir: true } })
  await buildBarePage()
}
await import(pathToFileURL(join(root, 'server/bench.js')).href)

/** The server with ten further areas in its register. */
async function buildGrown() {
  const { module } = await runnerImport('./tests/kit/dummy-areas.ts')
  const register = resolve('src/areas/index.ts')
  await build({
    logLevel: 'error',
    plugins: [
      {
        name: 'bench:grown-register',
        enforce: 'pre',
        load: (id) => (id === register ? { code: module.grownRegister(), moduleType: 'ts' } : undefined),
      },
    ],
    build: {
      ssr: true,
      outDir: join(root, 'grown'),
      emptyOutDir: true,
      rolldownOptions: { input: { main: 'src/server/main.ts' } },
    },
  })
}

/** The page that the portal's list is measured against, beside it and compressed like it. */
async function buildBarePage() {
  const outDir = join(root, 'web/bare')
  await build({
    configFile: false,
    root: 'tests/bench/bare-page',
    base: '/bare/',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  const names = (await readdir(outDir, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name))
  for (const name of names) {
    const content = await readFile(join(outDir, name))
    await writeFile(join(outDir, `${name}.br`), await promisify(brotliCompress)(content))
    await writeFile(join(outDir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}
