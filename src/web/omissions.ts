import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Imports of libraries that the web app never calls, and the files in `omitted/` that replace them. Each saves more
 * than 3 kB gzip of the first list. Tests and development omit them too. The build fails when one is not imported any
 * more, so that obsolete entries are removed.
 */
const omissions = [
  { find: /^(qs|query-string)$/, file: 'qs' },
  { find: /^csv-parse\/sync$/, file: 'csv-parse' },
  { find: /^minimatch$/, file: 'minimatch' },
  { find: /^buffer$/, file: 'buffer' },
  // Of axios.
  { find: /^\.\/fetch\.js$/, file: 'axios-fetch' },
  // Of the grid.
  { find: /^(\.\.\/constants\/defaultGridSlotsComponents|\.\/material\/index)\.mjs$/, file: 'grid-slots' },
].map(({ find, file }) => ({ find, replacement: join(import.meta.dirname, `omitted/${file}.ts`) }))

export const omitImports = (): Plugin => ({
  name: 'portal:omissions',
  config: () => ({ resolve: { alias: omissions } }),
  buildEnd(error) {
    if (error || this.environment.config.command !== 'build') return
    const modules = new Set(this.getModuleIds())
    const unused = omissions.filter(({ replacement }) => !modules.has(replacement))
    if (unused.length > 0) throw new Error(`src/web/omissions.ts: nothing imports ${unused.map(({ find }) => find)}`)
  },
})
