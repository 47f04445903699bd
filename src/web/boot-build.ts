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
 * Build steps of the web app: libraries without the parts that the portal never calls, the early script in the page
 * (`boot-early.js` with the names of the built chunks), and precompressed files.
 */
export const webBuild = (): Plugin[] => [omitImports(), usedParts(), newPreloads(), earlyStart(), precompress()]

/** These have no side effects, but do not declare it: without this they are bundled completely. */
const pure = /@refinedev\/|react-markdown|remark|micromark|mdast|papaparse|\/dayjs\//

/** Calls at the top level of Refine's packages, each one large module: unmarked, they would keep unused code. */
const pureCalls = ['__name', 'createTheme', 'dayjs', 'styled']

const usedParts = (): Plugin => ({
  name: 'portal:used-parts',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        // The icons' CommonJS files would bring a second way into MUI.
        { find: /^@mui\/icons-material\/(?!esm\/)(\w+)$/, replacement: '@mui/icons-material/esm/$1' },
        // The package names its development build for everybody.
        { find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') },
      ],
    },
    build: {
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        // Screens import the standard list that others load as a chunk; Casbin reads files only on a server.
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
 * What is loaded on demand preloads its chunks, but those that are there already when the importing code runs: their
 * names would be a third of the first list's table of preloads. The imported chunk itself is requested by its import.
 */
const newPreloads = (): Plugin => {
  let bundle: Rolldown.OutputBundle = {}
  return {
    name: 'portal:new-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // Supported by every browser that runs the app.
          polyfill: false,
          resolveDependencies: (imported, preloads, { hostId, hostType }) => {
            if (hostType === 'html') return preloads
            const present = closure(bundle, entryOf(bundle))
            closure(bundle, bundle[hostId], present)
            return preloads.filter((name) => name !== imported && !present.has(name))
          },
        },
      },
    }),
    // The names of chunks are final; the build writes the preloads next.
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
    if (importedIds.some((id) => id.endsWith('/src/web/kit/list/use-initial-filters.ts'))) started.add(id)
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

/** Screens with initial filters of their own. */
const started = new Set<string>()

/** The chunks that each kind of first page needs in addition to those of the entry script. */
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
      const starts = [...started].some((id) => id.endsWith(screen))
      const alternative = await alternativeOf(area)
      const shut = await rolesWithout(area)
      return [
        area.path,
        {
          area: area.name,
          chunks,
          parts: inLanguages((language) => [`virtual:area-list/${language}/${area.name}`]),
          show,
          ...(starts && { starts }),
          ...(alternative && { alternative }),
          ...(shut.length > 0 && { shut }),
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

/** The names of a chunk and of all that it imports statically, added to `names`. */
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

/** The register, loaded through Vite: the configuration imports nothing of the app itself. */
const registeredAreas = async (): Promise<readonly Area[]> => {
  const { module } = await runnerImport<typeof import('#areas/index.ts')>('./src/areas/index.ts')
  return module.areas
}

/** The address parameters with which the list screen draws something other than the list; undefined without such. */
const alternativeOf = async ({ name }: Area): Promise<readonly string[] | undefined> => {
  const file = `./src/areas/${name}/screens/list-alternative.ts`
  if (!existsSync(file)) return undefined
  const { module } = await runnerImport<{ alternativeParameters: readonly string[] }>(file)
  return module.alternativeParameters
}

/** Roles that may not read the area: nothing of it is prefetched for them. */
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

/** Smaller files travel in one packet anyway. */
const worthwhile = 1000

const compress = async (path: string) => {
  const content = await readFile(path)
  if (content.length < worthwhile) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
