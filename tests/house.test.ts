import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { flatNavigation, navigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklistAreas, worklists } from '#areas/worklists.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import { listParams, parseListQuery } from '#shared/kit/list-query.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { listSort } from '#shared/kit/worklist.ts'

const root = resolve(import.meta.dirname, '..')
const files = sourceFiles(join(root, 'src'))
// A server half that outgrows its file has a folder beside it, as screens have.
const areaFiles = ['area.ts', 'rules.ts', 'server.ts', 'server', 'screens', 'fixtures.ts']

describe('the house', () => {
  it('lets nobody import whom it must not', () => {
    const broken = files.flatMap((file) =>
      importsOf(file).flatMap((target) =>
        mayImport(placeOf(file), placeOf(target)) ||
        (isForeignDeclaration(file, target) && importsTypesOnly(file, target))
          ? []
          : [`${file} imports ${target}`],
      ),
    )
    expect(broken).toEqual([])
  })

  it('imports in no circle, types included; what is loaded later may lead back', () => {
    const known = new Set(files)
    const imports = new Map(
      files.map((file) => [file, staticImportsOf(file).flatMap((target) => fileOf(target, known) ?? [])]),
    )
    expect(circles(imports)).toEqual([])
  })

  it('has no function that is longer than two screens; seeds are data', () => {
    const long = files.filter((file) => !file.startsWith('src/server/seeds/')).flatMap(longFunctionsOf)
    expect(long).toEqual([])
  })

  it('has a folder for every area and an area for every folder', () => {
    const folders = readdirSync(join(root, 'src/areas'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
    expect(folders.sort()).toEqual(areas.map(({ name }) => name).sort())
  })

  it('keeps only the five kinds of file in an area', () => {
    const strange = areas.flatMap(({ name }) =>
      readdirSync(join(root, 'src/areas', name))
        .filter((entry) => !areaFiles.includes(entry))
        .map((entry) => `${name}/${entry}`),
    )
    expect(strange).toEqual([])
  })

  it('names no area in a kit', () => {
    const named = files
      .filter((file) => /^src\/(server\/kit|web\/kit|shared)\//.test(file))
      .flatMap((file) =>
        areas
          .filter(({ name }) => name.includes('-') && new RegExp(`['"\`/]${name}['"\`/]`).test(read(file)))
          .map(({ name }) => `${file} names ${name}`),
      )
    expect(named).toEqual([])
  })

  it('finds every area that a field, a document or the menu refers to', () => {
    const names = new Set<string>(areas.map(({ name }) => name))
    const referred = (areas as readonly Area[]).flatMap((area) => [
      ...Object.values(area.fields).flatMap(({ options }) => (options.to ? [options.to] : [])),
      ...(area.partOf ? [area.partOf.area] : []),
    ])
    const menu = flatNavigation(navigation).flatMap(({ area }) => (area ? [area] : []))
    expect([...referred, ...menu].filter((name) => !names.has(name))).toEqual([])
  })

  it('gives each page an address of its own', () => {
    const paths = [
      ...(areas as readonly Area[]).flatMap(({ path }) => (path ? [path] : [])),
      ...pages.map(({ path }) => path),
      ...worklists.map(({ path }) => path),
    ]
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(worklistAreas.map((area) => [area.worklist?.name, area] as const))(
    'can show the worklist %s',
    (name, area) => {
      const { columns = [], edits = [], where = [], auth = [] } = area.worklist ?? {}
      const fields = allFields(area)
      const { problems } = parseListQuery(area, listParams({ filters: [...where], sort: listSort(area) }), () => true)
      expect([...columns, ...edits].filter((field) => !(field in fields))).toEqual([])
      expect(problems).toEqual([])
      expect(rolesOf(auth).filter((role) => !rolesOf(area.access.read).includes(role))).toEqual([])
      expect(areas.map((area) => area.name as string)).not.toContain(name)
      expect(flatNavigation(navigation).map(({ url }) => url)).toContain(area.path)
    },
  )

  it('gives each worklist a screen that is asked for, and none that is not', () => {
    const drawn = files.flatMap((file) => /screens\/(.+-worklist)\.tsx$/.exec(file)?.[1] ?? [])
    expect(drawn.filter((name) => !worklists.some((worklist) => worklist.name === name))).toEqual([])
  })

  it('has one file for every page of the register, and such a page for every file', () => {
    const drawn = files.flatMap(
      (file) =>
        /^src\/(?:web\/pages\/site\/(.+)|areas\/.+\/screens\/(.+)-page)\.tsx$/.exec(file)?.slice(1).filter(Boolean) ??
        [],
    )
    expect(drawn.sort()).toEqual([...new Set(pages.map(({ screen }) => screen))].sort())
  })

  it.each(['en', 'zh'])('names every page that the list of all pages may show, in %s', (language) => {
    const { all } = JSON.parse(read(`locales/${language}/site.json`))
    const shown = pages.filter(({ path, for: audience }) => audience === 'members' && !path.includes(':'))
    expect(shown.map(({ screen }) => screen).filter((screen) => !all.pages[screen])).toEqual([])
  })

  it('shows every field of an area with sections of its own on one of its screens', () => {
    const lost = areas.flatMap((area: Area) => {
      const screens = files.filter((file) => file.startsWith(`src/areas/${area.name}/screens/`))
      if (!screens.some((file) => file.endsWith('/screens/sections.ts'))) return []
      const ownSource = screens.map(read).join('\n')
      const source = ownSource.includes('answerFields') ? ownSource + read(answerFieldsFile) : ownSource
      // A record's title is the heading of its page.
      const named = [area.title, area.titleZh, ...(searchedOnly[area.name] ?? [])]
      return Object.keys(area.fields)
        .filter((field) => !named.includes(field) && !new RegExp(`\\b${field}\\b`).test(source))
        .map((field) => `${area.name}.${field}`)
    })
    expect(lost).toEqual([])
  })

  it('leads from the menu only to pages that exist or that the specification names', () => {
    const paths = new Set(
      [...pages, ...areas, ...worklists].map(({ path }: { path?: string }) => path).concat(specified),
    )
    const broken = flatNavigation(navigation).filter(
      ({ type, area, url }) => type === 'item' && !area && !paths.has(url),
    )
    expect(broken).toEqual([])
  })
})

/** The fields that all areas of allocations show in a section of the same name. */
const answerFieldsFile = 'src/web/kit/allocation/answer-fields.ts'

describe.each(['en', 'zh'])('the texts in %s', (language) => {
  const base = JSON.parse(read(`locales/${language}/areas/base.json`)) as Texts

  it.each((areas as readonly Area[]).map((area) => [area.name, area] as const))('say all of %s', (name, area) => {
    const texts = JSON.parse(read(`locales/${language}/areas/${name}.json`)) as Texts
    const missing = [
      ...['name', 'name_one'].filter((key) => !texts[key]),
      ...Object.entries(allFields(area)).flatMap(([field, { kind, options }]) => [
        ...(texts.fields?.[field] || base.fields?.[field] || field === 'status' ? [] : [`fields.${field}`]),
        ...((kind === 'choice' || kind === 'choices') && field !== 'status'
          ? (options.values ?? [])
              .filter((value) => !texts.choices?.[field]?.[value])
              .map((value) => `choices.${field}.${value}`)
          : []),
      ]),
      ...Object.keys(area.lifecycle?.states ?? {})
        .filter((state) => !texts.states?.[state])
        .map((state) => `states.${state}`),
      ...Object.entries(area.lifecycle?.moves ?? {}).flatMap(([move, { asks }]) => [
        ...(texts.moves?.[move] ? [] : [`moves.${move}`]),
        ...Object.keys(asks ?? {})
          .filter((ask) => !texts.asks?.[ask] && !texts.fields?.[ask] && !base.asks?.[ask])
          .map((ask) => `asks.${ask}`),
      ]),
    ]
    expect(missing).toEqual([])
  })

  it.each(worklists.map((worklist) => [worklist.name, worklist] as const))('say all of %s', (name, { area }) => {
    const texts = JSON.parse(read(`locales/${language}/areas/${area}.json`)) as Texts
    expect(['title', 'empty', 'empty_help'].filter((key) => !texts.worklists?.[name]?.[key])).toEqual([])
  })

  it('are the same keys as in English', () => {
    const differing = localeFiles('en').flatMap((file) => {
      const english = keysOf(JSON.parse(read(`locales/en/${file}`)))
      const keys = keysOf(JSON.parse(read(`locales/${language}/${file}`)))
      // Chinese has one plural form, English two.
      const plain = (keys: string[]) => new Set(keys.map((key) => key.replace(/_(one|other)$/, '')))
      const [left, right] = [plain(english), plain(keys)]
      return [...left]
        .filter((key) => !right.has(key))
        .concat([...right].filter((key) => !left.has(key)))
        .map((key) => `${file}: ${key}`)
    })
    expect(differing).toEqual([])
  })
})

/** Fields that only the search reads: what they repeat is shown as rows. */
const searchedOnly: Readonly<Record<string, readonly string[]>> = { suppliers: ['contact_names'] }

/** Addresses of the specification that the menu names before they are built; a mistyped one would never be shown. */
const specified = [
  '/logout',
  ...[
    'dashboards/analytics',
    'sales/delivery_status',
    'sales/rrp/rrp_required',
    'sales/season',
    'sales/house_brand',
    'sales/product_category',
    'sample_management/request-table',
    'sample_management/sample_fulfilment_table',
    'sample_management/sample_detail',
    'factory_database',
    'po_allocation',
    'factory_managment/manufacturing_status',
    'invoice',
    'shipping_management',
    'new-booking',
    'shipping_docs',
    'quality_assurance',
    'care_instruction_database',
    'care_instruction_po_allocation',
    'sec_id_database',
    'spec_po_allocation',
    'warehouse',
    'fiber_database',
    'yarn/fiber_allocation',
    'artwork_po_allocation',
    'artwork/artwork_database',
    'accreditation/auditing_firm_database',
    'accreditation/standard_accreditation_programs_database',
    'accreditation/factory_accreditation_management_database',
    'accreditation/po_allocation',
  ].map((path) => `/apps/${path}`),
]

// biome-ignore lint/suspicious/noExplicitAny: locale files are trees of texts
type Texts = Record<string, any>

function read(file: string) {
  return readFileSync(join(root, file), 'utf8')
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sourceFiles(path)
    return /\.(ts|tsx|mjs|js)$/.test(name) ? [relative(root, path)] : []
  })
}

function localeFiles(language: string): string[] {
  const folder = join(root, 'locales', language)
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
}

function keysOf(tree: Texts, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [path + key],
  )
}

/** Files of ours that a file imports, statically or not, types included. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = read(file).slice(moduleRequest.start, moduleRequest.end)
    return /^['"]/.test(text) ? [text.slice(1, -1)] : []
  })
  return [...staticImportsOf(file), ...ours(file, dynamic)]
}

function staticImportsOf(file: string): string[] {
  const { module } = parseSync(file, read(file))
  return ours(file, [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ])
}

/** Functions of more lines than anybody reads at once, with their first line. */
function longFunctionsOf(file: string): string[] {
  const text = read(file)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const long: string[] = []
  const note = ({ start, end }: { start: number; end: number }) => {
    if (lineAt(end) - lineAt(start) >= mostLines) long.push(`${file}:${lineAt(start)}`)
  }
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(
    parseSync(file, text).program,
  )
  return long
}
const mostLines = 120

/** The file that an import without its ending means; null where it is none of these. */
function fileOf(target: string, known: ReadonlySet<string>): string | null {
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => target + ending).find((file) => known.has(file)) ?? null
}

/** Where imports lead back to the file that they begin at: one way for each file that closes a circle. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const violations: string[] = []
  const follow = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file)
    if (start >= 0) violations.push([...way.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) follow(target, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) follow(file, [])
  return violations
}

/** Paths from the root of those of these imports that name files of ours. */
function ours(file: string, imports: readonly string[]): string[] {
  return imports
    .map((name) => name.replace(/\?.*$/, ''))
    .filter((name) => /^[.#]/.test(name))
    .map((name) =>
      name.startsWith('#') ? join('src', name.slice(1)) : relative(root, resolve(root, dirname(file), name)),
    )
}

/** Where a file stands in the house. */
function placeOf(file: string) {
  const area = /^src\/areas\/([^/]+)\/(area|rules|server|fixtures|screens)/.exec(file)
  if (area) return { kind: `area ${area[2]}`, area: area[1] }
  if (/^src\/areas(\/index\.ts)?$/.test(file)) return { kind: 'whole register' }
  // `#register` is the whole on the server, and in parts in the browser.
  if (/^src\/(areas\/(navigation|pages|worklists)|register$)/.test(file)) return { kind: 'register' }
  // It makes the parts.
  if (file === 'src/web/area-parts.ts') return { kind: 'server' }
  // What the kit stands on and areas may call too: accounts' secrets, files, mail, rendered texts, the shape of the database.
  if (/^src\/server\/(auth\/|files\/|jobs\/mail|db\/types|texts)/.test(file)) return { kind: 'server services' }
  // The kit's first engine over two areas: what is allocated to order lines.
  if (file.startsWith('src/server/allocation/')) return { kind: 'server/kit' }
  for (const kind of ['shared', 'server/kit', 'server', 'web/kit', 'web/fields', 'web'])
    if (file.startsWith(`src/${kind}/`)) return { kind }
  return { kind: file.startsWith('locales/') ? 'texts' : 'outside' }
}

/** Declarations and rules may name another area's record by its type. */
function isForeignDeclaration(file: string, target: string): boolean {
  return /^area (area|rules)$/.test(placeOf(file).kind) && placeOf(target).kind === 'area area'
}

function importsTypesOnly(file: string, target: string): boolean {
  return parseSync(file, read(file))
    .module.staticImports.filter(({ moduleRequest }) => ours(file, [moduleRequest.value]).includes(target))
    .every(({ entries }) => entries.length > 0 && entries.every(({ isType }) => isType))
}

/** The table of who may import whom (src/README.md). */
function mayImport(from: { kind: string; area?: string }, to: { kind: string; area?: string }): boolean {
  if (to.kind === 'shared') return true
  const isOwnArea = from.area !== undefined && from.area === to.area
  switch (from.kind) {
    case 'shared':
      return false
    case 'area area':
    case 'area rules':
    case 'area fixtures':
      return isOwnArea && /area (area|rules)$/.test(to.kind)
    case 'area server':
      return (
        (isOwnArea && /area (area|rules|server)$/.test(to.kind)) || ['server/kit', 'server services'].includes(to.kind)
      )
    case 'area screens':
      return (
        (isOwnArea && /area (area|rules|screens)$/.test(to.kind)) || ['web/kit', 'web/fields', 'web'].includes(to.kind)
      )
    case 'whole register':
      return to.kind === 'area area'
    case 'register':
      return to.kind === 'register'
    case 'server/kit':
    case 'server':
    case 'server services':
      // package.json, for the version.
      return [
        'outside',
        'server/kit',
        'server',
        'server services',
        'register',
        'whole register',
        'area server',
        'area rules',
        'area fixtures',
        'area area',
        'texts',
      ].includes(to.kind)
    case 'web/kit':
    case 'web/fields':
    case 'web':
      return ['web/kit', 'web/fields', 'web', 'register', 'texts', 'outside'].includes(to.kind)
    default:
      return true
  }
}
