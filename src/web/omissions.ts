import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const omitted = join(import.meta.dirname, 'omitted')

/** Functions of lodash that Refine calls with plain data: to compare anything at all is most of what they load. */
const lodash = readdirSync(join(omitted, 'lodash')).map((file) => file.replace(/\.ts$/, ''))

/** The hook of a feature that no list uses. */
const gridFeature = (name: string) => new RegExp(`^\\.\\./hooks/features/${name}\\.mjs$`)

/**
 * Imports of libraries that the web app never calls, or calls for less than they do, and the files in `omitted/` that
 * replace them. Each saves more than 3 kB gzip of the first list, where lodash and the traces of Refine count as one, and
 * the features of the grid as another. Tests and development omit them too. The build fails when one is not imported any
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
  { find: /^\.\/gridDefaultColumnTypes\.mjs$/, file: 'grid-column-types' },
  { find: gridFeature('editing/useGridEditing'), file: 'grid-editing' },
  { find: gridFeature('dataSource/useGridDataSource'), file: 'grid-data-source' },
  { find: gridFeature('columnGrouping/useGridColumnGrouping'), file: 'grid-column-groups' },
  { find: gridFeature('export/useGridPrintExport'), file: 'grid-print' },
  { find: gridFeature('rows/useGridRowSpanning'), file: 'grid-row-spanning' },
  // Of Refine.
  { find: /^@refinedev\/devtools-internal$/, file: 'refine-devtools' },
  ...lodash.map((name) => ({ find: new RegExp(`^lodash-es/${name}\\.js$`), file: `lodash/${name}` })),
].map(({ find, file }) => ({ find, replacement: join(omitted, `${file}.ts`) }))

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
