import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from 'vite'
import type { Area } from '#shared/kit/area.ts'
import { pageChunks } from './boot-chunks.ts'
import { omitImports } from './omissions.ts'

/**
 * Build steps of the web app: leave out unused parts of libraries, insert the early script (`boot-early.js`, with the
 * names of the built chunks) into the page, and precompress files.
 */
export const webBuild = (): Plugin[] => [omitImports(), treeShaking(), newPreloads(), earlyStart(), precompress()]

/** Packages without side effects that do not declare it; otherwise they would be bundled completely. */
const pure = /@refinedev\/|react-markdown|remark|micromark|mdast|papaparse|\/dayjs\//

/**
 * Top-level calls in Refine's packages, each of which is one large module. Without this mark they would keep unused
 * code.
 */
const pureCalls = ['__name', 'createTheme', 'dayjs', 'styled']

const treeShaking = (): Plugin => ({
  name: 'portal:used-parts',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        // The CommonJS files of the icons would bundle a second copy of MUI.
        { find: /^@mui\/icons-material\/(?!esm\/)(\w+)$/, replacement: '@mui/icons-material/esm/$1' },
        // The package exports its development build by default.
        { find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') },
      ],
    },
    build: {
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        // Some screens import the standard list statically, others load it as a chunk. Casbin reads files only on a
        // server.
        checks: { ineffectiveDynamicImport: false },
        onLog: (level, log, handle) => {
          if (!log.message.includes('"fs" has been externalized')) handle(level, log)
        },
        treeshake: { moduleSideEffects: (id) => !pure.test(id), manualPureFunctions: pureCalls },
        output: { codeSplitting: pageChunks() },
      },
    },
  }),
})

/**
 * Chunks loaded on demand preload their dependencies, except those that are already loaded when the importing code
 * runs: their names would be a third of the preload table of the first list. The imported chunk itself is requested by
 * its import.
 */
const newPreloads = (): Plugin => {
  let bundle: Rolldown.OutputBundle = {}
  return {
    name: 'portal:new-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // Every browser that can run the app supports module preloading.
          polyfill: false,
          resolveDependencies: (imported, preloads, { hostId, hostType }) => {
            if (hostType === 'html') return preloads
            const loadedChunks = closure(bundle, entryOf(bundle))
            closure(bundle, bundle[hostId], loadedChunks)
            return preloads.filter((name) => name !== imported && !loadedChunks.has(name))
          },
        },
      },
    }),
    // At this point the names of chunks are final, and the preloads are not written yet.
    generateBundle: {
      order: 'pre',
      handler: (_options, generated) => {
        bundle = generated
      },
    },
  }
}

const earlyStart = (): Plugin => ({
  name: 'portal:early-start',
  moduleParsed: ({ id, importedIds }) => {
    if (importedIds.some((id) => id.endsWith('/src/web/kit/list/use-initial-filters.ts')))
      screensWithInitialFilters.add(id)
  },
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle }) => {
      const script = await readFile(join(import.meta.dirname, 'boot-early.js'), 'utf8')
      const plan = bundle ? await planOf(bundle, await registeredAreas()) : null
      return html.replace(
        '/*early*/',
        () => `(() => {${withoutComments(script).replace('/*plan*/ null', () => JSON.stringify(plan))}})()`,
      )
    },
  },
})

/** Ids of screens with initial filters of their own. */
const screensWithInitialFilters = new Set<string>()

/**
 * The plan for the early script: the chunks that each kind of first page needs in addition to those of the entry
 * script.
 */
const planOf = async (bundle: Rolldown.OutputBundle, areas: readonly Area[]) => {
  const entryFiles = closure(bundle, entryOf(bundle))
  const needed = (...modules: string[]) => {
    const files = new Set<string>()
    for (const module of modules)
      closure(
        bundle,
        chunksOf(bundle).find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module))),
        files,
      )
    return [...files].filter((name) => !entryFiles.has(name)).map((name) => `/${name}`)
  }
  const inLanguages = (modules: (language: string) => string[]) => ({
    en: needed(...modules('en')),
    zh: needed(...modules('zh')),
  })
  const texts = (part: string) => inLanguages((language) => [`/texts/${language}-${part}.ts`])
  const standardShow = '/src/web/kit/record/area-show.tsx'
  const listed = areas.filter((area) => area.path && !area.single)
  const lists = await Promise.all(
    listed.map(async (area) => {
      const screen = `/src/areas/${area.name}/screens/list.tsx`
      const ownScreen = needed(screen)
      const chunks = ownScreen.length ? ownScreen : needed('/src/web/kit/list/area-list.tsx')
      const shared = new Set(needed('/src/web/app.tsx', standardShow))
      const show = needed(`/src/areas/${area.name}/screens/show.tsx`).filter((name) => !shared.has(name))
      const starts = [...screensWithInitialFilters].some((id) => id.endsWith(screen))
      const alternative = await alternativeOf(area)
      const excludedRoles = await rolesWithout(area)
      return [
        area.path,
        {
          area: area.name,
          chunks,
          parts: inLanguages((language) => [`virtual:area-list/${language}/${area.name}`]),
          show,
          ...(starts && { starts }),
          ...(alternative && { alternative }),
          ...(excludedRoles.length > 0 && { shut: excludedRoles }),
        },
      ] as const
    }),
  )
  return {
    landing: lists[0]?.[0],
    guest: needed('/src/web/pages/guest.tsx'),
    signedIn: needed('/src/web/app.tsx'),
    core: texts('core'),
    rest: texts('portal'),
    rows: { desk: needed('/src/web/kit/list/area-grid.tsx'), phone: needed('/src/web/kit/list/area-cards.tsx') },
    record: inLanguages((language) => [`/texts/${language}-all.ts`, 'virtual:area-bodies', standardShow]),
    lists: Object.fromEntries(lists),
  }
}

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

const entryOf = (bundle: Rolldown.OutputBundle) => chunksOf(bundle).find((chunk) => chunk.isEntry)

/** Adds the names of a chunk and of all its static imports to `names`. */
const closure = (
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputBundle[string] | undefined,
  names = new Set<string>(),
): Set<string> => {
  if (chunk?.type !== 'chunk' || names.has(chunk.fileName)) return names
  names.add(chunk.fileName)
  for (const name of chunk.imports) closure(bundle, bundle[name], names)
  return names
}

/** Loads the areas through Vite, because its configuration cannot import the app. */
const registeredAreas = async (): Promise<readonly Area[]> => {
  const { module } = await runnerImport<typeof import('#areas/index.ts')>('./src/areas/index.ts')
  return module.areas
}

/** The address parameters with which the list screen renders something else than the list (`list-alternative.ts`). */
const alternativeOf = async ({ name }: Area): Promise<readonly string[] | undefined> => {
  const file = `./src/areas/${name}/screens/list-alternative.ts`
  if (!existsSync(file)) return undefined
  const { module } = await runnerImport<{ alternativeParameters: readonly string[] }>(file)
  return module.alternativeParameters
}

/** The roles that cannot read the area, for which it is not prefetched. */
const rolesWithout = async ({ access }: Area): Promise<readonly string[]> => {
  const { module } = await runnerImport<typeof import('#shared/kit/roles.ts')>('./src/shared/kit/roles.ts')
  const readers = module.rolesOf(access.read)
  return module.roles.filter((role) => !readers.includes(role))
}

const withoutComments = (script: string) =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('//'))
    .join('\n')

const precompress = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'portal:precompress',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: async () => {
      const root = resolve(config.root, config.build.outDir)
      const names = (await readdir(root, { recursive: true })).filter((name) =>
        /\.(m?js|css|html|svg|json|wasm)$/.test(name),
      )
      await Promise.all(names.map((name) => compress(join(root, name))))
    },
  }
}

/** Bytes from which compression pays; a smaller file fits into one packet anyway. */
const minCompressed = 1000

const compress = async (path: string) => {
  const content = await readFile(path)
  if (content.length < minCompressed) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
