import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { areas } from '../areas'

/**
 * The web build's own steps: packages without side effects are said to have none, the page gets its head start
 * (`boot-early.js` with the names of the built chunks), and every file is compressed once, at build, as well as can be.
 */
export const webBuild = (): Plugin[] => [pureLibraries(), earlyStart(), precompress()]

/** These have no side effects worth keeping, but do not say so: without this they come along whole. */
const pure = /@refinedev\/|react-markdown|remark|micromark|mdast|notistack|papaparse/

const pureLibraries = (): Plugin => ({
  name: 'portal:pure-libraries',
  apply: 'build',
  config: () => ({
    // The icons' CommonJS files would bring a second way into MUI.
    resolve: { alias: [{ find: /^@mui\/icons-material\/(?!esm\/)(\w+)$/, replacement: '@mui/icons-material/esm/$1' }] },
    build: { rolldownOptions: { treeshake: { moduleSideEffects: (id) => !pure.test(id) } } },
  }),
})

const earlyStart = (): Plugin => ({
  name: 'portal:early-start',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle }) => {
      const script = await readFile(join(import.meta.dirname, 'src/web/boot-early.js'), 'utf8')
      const plan = bundle ? planOf(bundle) : null
      return html.replace(
        '/*early*/',
        () => `(() => {${withoutComments(script).replace('/*plan*/ null', () => JSON.stringify(plan))}})()`,
      )
    },
  },
})

/** Which chunks each kind of first page needs, beyond those that the page's own script names. */
const planOf = (bundle: Rolldown.OutputBundle) => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find((chunk) => chunk.isEntry)
  const closure = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()) => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const name of chunk.imports) closure(byName.get(name), found)
    return found
  }
  const own = closure(entry)
  const needed = (module: string) =>
    [...closure(chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module))))]
      .filter((name) => !own.has(name))
      .map((name) => `/${name}`)
  const texts = (part: string) => ({ en: needed(`/texts/en-${part}.ts`), zh: needed(`/texts/zh-${part}.ts`) })
  const lists = areas.flatMap((area) => {
    const ownScreen = needed(`/src/areas/${area.name}/screens/list.tsx`)
    const screen = ownScreen.length ? ownScreen : needed('/src/web/kit/area-list.tsx')
    return 'path' in area && !('single' in area) ? [[area.path, { area: area.name, chunks: screen }] as const] : []
  })
  return {
    landing: lists[0]?.[0],
    guest: needed('/src/web/pages/guest.tsx'),
    signedIn: needed('/src/web/app.tsx'),
    core: texts('core'),
    rest: texts('portal'),
    lists: Object.fromEntries(lists),
  }
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
      const root = join(config.root, config.build.outDir)
      const names = (await readdir(root, { recursive: true })).filter((name) => /\.(js|css|html|svg|json)$/.test(name))
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
