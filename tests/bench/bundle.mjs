// JavaScript that each first page loads before it is complete: `node tests/bench/bundle.mjs [dist/web]`, kB per route.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/**
 * Sizes in bytes of the scripts of the sign-in page, of each area's list (of the one that people land on also on a phone)
 * and of its records, read from the built page's own plan. What a record loads once it is read is not in the plan.
 */
export const bundleSizes = async (root = 'dist/web') => {
  const html = await readFile(join(root, 'index.html'), 'utf8')
  const plan = JSON.parse(/const plan = (\{.*\})/.exec(html)?.[1] ?? 'null')
  if (!plan) throw new Error(`${root}/index.html holds no plan: build the web app first`)
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  const signedIn = [...scripts, ...plan.core.en, ...plan.rest.en, ...plan.signedIn]
  const listAt = ({ chunks, parts }, width) => [...signedIn, ...chunks, ...parts.en, ...plan.rows[width]]
  const pages = {
    '/login': [...scripts, ...plan.guest, ...plan.core.en],
    [`${plan.landing} (phone)`]: listAt(plan.lists[plan.landing], 'phone'),
    ...Object.fromEntries(Object.entries(plan.lists).map(([path, list]) => [path, listAt(list, 'desk')])),
    ...Object.fromEntries(
      Object.entries(plan.lists).map(([path, { show }]) => [
        `${path} (record)`,
        [...signedIn, ...plan.record.en, ...show],
      ]),
    ),
  }
  const sizes = new Map()
  for (const path of new Set(Object.values(pages).flat())) {
    const file = await readFile(join(root, path))
    sizes.set(path, {
      raw: file.length,
      gzip: gzipSync(file, { level: 9 }).length,
      brotli: brotliCompressSync(file).length,
    })
  }
  return Object.entries(pages).map(([route, paths]) => {
    const files = [...new Set(paths)]
    const total = (size) => files.reduce((sum, path) => sum + sizes.get(path)[size], 0)
    return { route, files: files.length, raw: total('raw'), gzip: total('gzip'), brotli: total('brotli') }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { route, files, raw, gzip, brotli } of await bundleSizes(process.argv[2]))
    console.log(
      `${route.padEnd(36)} ${String(files).padStart(3)} files ${[raw, gzip, brotli]
        .map((bytes) => (bytes / 1000).toFixed(1).padStart(8))
        .join('')} kB raw, gzip, brotli`,
    )
