// `npm run bench`: builds the portal and the benchmark as the portal is built for use, then measures. What is built stays
// in node_modules/.cache, filled databases in the temporary directory. BENCH_PARTS=postgres,embedded,web chooses;
// BENCH_ORDERS, BENCH_SECONDS and BENCH_ROUNDS say how much.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

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
// The server wants a page to serve; only the web's own figures want the present one.
if (parts.includes('web') || !existsSync(join(root, 'web/index.html')))
  await build({ logLevel: 'error', build: { outDir: join(root, 'web'), emptyOutDir: true } })
await import(pathToFileURL(join(root, 'server/bench.js')).href)
