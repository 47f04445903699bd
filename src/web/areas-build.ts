import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * The register in parts, as modules of the web app (`virtual-areas.d.ts`), so that a first page loads neither fields nor
 * texts of areas that it does not show:
 *
 * - `virtual:areas`: of every area its head and rights, and how to load what its list needs;
 * - `virtual:area-bodies`: the rest of every declaration;
 * - `virtual:area-names/<language>`: the names of all areas;
 * - `virtual:area-list/<language>/<name>`: what the list of one area needs, declarations and texts.
 */
export const areaParts = (): Plugin => {
  // The configuration imports nothing of the app itself: the register is loaded through Vite, once for all parts.
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

/** The files that a part is made of. */
const sources = async (): Promise<string[]> => {
  const folders = await readdir('src/areas', { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return ['src/areas/index.ts', ...names.map((name) => join('src/areas', name, 'area.ts'))].map((file) => resolve(file))
}
