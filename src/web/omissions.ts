import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const omitted = join(import.meta.dirname, 'omitted')

/** Functions of lodash that Refine calls only with plain data; most of lodash's code handles other values. */
const lodash = readdirSync(join(omitted, 'lodash')).map((file) => file.replace(/\.ts$/, ''))

/** The hook of a grid feature that no list uses. */
const gridFeature = (name: string) => new RegExp(`^\\.\\./hooks/features/${name}\\.mjs$`)

/**
 * Replaces library modules that the web app never calls, or of which it needs little, by the files in `omitted/`. Each
 * saves more than 3 kB gzip of the first list (lodash and Refine's devtools count as one, the grid features as
 * another). Tests and development use the replacements too. The build fails if a replaced module is no longer imported,
 * so that obsolete entries are removed.
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
    if (unused.length > 0)
      throw new Error(
        `src/web/omissions.ts: nothing imports ${unused.map(({ find }) => find)} any more, so remove the entry or update its pattern`,
      )
  },
})
