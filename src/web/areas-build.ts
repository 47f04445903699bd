import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * Vite plugin that splits the register into virtual modules (`virtual-areas.d.ts`), so that the first page does not
 * load fields and texts of areas that it does not show:
 *
 * - `virtual:areas`: head and rights of every area, and an import function for its list part
 * - `virtual:area-bodies`: the other keys of every declaration
 * - `virtual:area-names/<language>`: the names of all areas
 * - `virtual:area-list/<language>/<name>`: declarations and texts for the list of one area
 */
export const areaParts = (): Plugin => {
  // The Vite configuration cannot import the app, so the register is loaded through Vite, once for all parts.
  let parts: ReturnType<typeof loadParts> | undefined
  return {
    name: 'portal:area-parts',
    resolveId: (id) => (partName.test(id) ? `\0${id}` : undefined),
    load: {
      filter: { id: resolvedName },
      async handler(id) {
        for (const file of await sources()) this.addWatchFile(file)
        parts ??= loadParts()
        const [, part = '', language, name] = resolvedName.exec(id) ?? []
        return (await parts).module.partSource(part, language, name)
      },
    },
    watchChange: () => {
      parts = undefined
    },
  }
}

const partName = /^virtual:area(s$|-bodies$|-names\/|-list\/)/
const resolvedName = /^\0virtual:(area[\w-]*)(?:\/(\w+))?(?:\/([\w-]+))?$/

const loadParts = () => runnerImport<typeof import('./area-parts.ts')>('./src/web/area-parts.ts')

/** The files that the parts are generated from, to be watched. */
const sources = async (): Promise<string[]> => {
  const folders = await readdir('src/areas', { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return ['src/areas/index.ts', ...names.map((name) => join('src/areas', name, 'area.ts'))].map((file) => resolve(file))
}
