import { join } from 'node:path'
import type { Rolldown } from 'vite'

const names = ['core', 'both', 'guest', 'portal', 'grid', 'cards', 'common', 'rules'] as const
type Name = (typeof names)[number]

/**
 * Groups modules into a few chunks, because a hundred small files would wait for their requests and compress badly:
 * - `core`: needed by every page
 * - `guest`: the sign-in page
 * - `portal`: a list for a signed-in person
 * - `grid`, `cards`: the rows of a list on a desk and on a phone
 * - `both`: shared by sign-in page and list
 * - `common`: shared by records, forms, dialogs and their parts
 * - `rules`: shared rules that some lists need too
 * The bundler decides on all other modules.
 */
export const pageChunks = (): Rolldown.CodeSplittingOptions => {
  let planned: Map<string, Name> | undefined
  return {
    groups: names.map((name, index) => ({
      debugName: name,
      priority: names.length - index,
      // Modules that lists need stay out of `common`, so that chunks never import each other in a cycle.
      includeDependenciesRecursively: name !== 'common' && name !== 'rules',
      name: (id, context) => {
        planned ??= plan(context)
        return planned.get(id) === name ? name : null
      },
    })),
  }
}

const plan = (context: Rolldown.ChunkingContext): Map<string, Name> => {
  const web = (file: string) => join(import.meta.dirname, file)
  const graph = graphOf(context)
  const screens = graph.lazy([web('screens.tsx')])
  const lists = screens.filter((id) => /\/(list|[\w-]+-worklist|area-list)\.tsx$/.test(id))
  // Only the landing list and the standard list. Modules that only the lists of other areas need stay with those.
  const firstLists = lists.filter((id) => /(purchase-orders\/screens\/|area-)list\.tsx$/.test(id))
  const core = graph.reached([web('main.tsx')])
  const guest = graph.reached([web('pages/guest.tsx')])
  const portal = graph.reached([web('app.tsx'), ...firstLists])
  const grid = graph.reached([web('kit/list/area-grid.tsx')])
  const cards = graph.reached([web('kit/list/area-cards.tsx')])
  // Lists, texts and guest pages must not load modules that only other parts share.
  const texts = graph.lazy([web('i18n.ts'), web('register.ts')])
  const isForMembers = (page: string) => [...graph.reached([page])].some((id) => portal.has(id) && !guest.has(id))
  const guestPages = graph.lazy([web('site-pages.tsx')]).filter((page) => !isForMembers(page))
  const neededFirst = graph.reached([...lists, ...texts, ...guestPages])
  const shared = [...sharedBy(graph, web('main.tsx'))]
  const common = shared.filter((id) => !neededFirst.has(id))
  const rules = shared.filter((id) => neededFirst.has(id) && id.includes('/src/shared/'))
  // Later entries take precedence.
  return new Map([
    ...common.map((id) => [id, 'common'] as const),
    ...rules.map((id) => [id, 'rules'] as const),
    ...[...grid].map((id) => [id, 'grid'] as const),
    // Modules that grid and cards share belong to the list.
    ...[...cards].map((id) => [id, grid.has(id) ? 'portal' : 'cards'] as const),
    ...[...portal].map((id) => [id, 'portal'] as const),
    ...[...guest].map((id) => [id, portal.has(id) ? 'both' : 'guest'] as const),
    ...[...core].map((id) => [id, 'core'] as const),
  ])
}

/** A module with fewer users stays in a chunk of its own, since many pages would load it without need. */
const fewestUsers = 4

/** The modules that at least `fewestUsers` of the dynamically imported parts need. */
const sharedBy = (graph: Graph, entry: string): Set<string> => {
  const users = new Map<string, number>()
  for (const part of graph.lazy(graph.all(entry)))
    for (const id of graph.reached([part])) users.set(id, (users.get(id) ?? 0) + 1)
  return new Set([...users].filter(([, count]) => count >= fewestUsers).map(([id]) => id))
}

type Graph = ReturnType<typeof graphOf>

const graphOf = (context: Rolldown.ChunkingContext) => {
  const known = new Map<string, { now: string[]; lazy: string[] }>()
  // Copied, because the context reuses its arrays.
  const importsOf = (id: string) => {
    const before = known.get(id)
    if (before) return before
    const info = context.getModuleInfo(id)
    const imports = { now: [...(info?.importedIds ?? [])], lazy: [...(info?.dynamicallyImportedIds ?? [])] }
    known.set(id, imports)
    return imports
  }
  return {
    /** The given modules and all their static imports. */
    reached: (ids: Iterable<string>): Set<string> => {
      const visited = new Set(ids)
      // A Set can grow while it is iterated.
      for (const id of visited) for (const next of importsOf(id).now) visited.add(next)
      return visited
    },
    /** All modules of the app. */
    all: (entry: string): Set<string> => {
      const visited = new Set([entry])
      for (const id of visited) for (const next of [...importsOf(id).now, ...importsOf(id).lazy]) visited.add(next)
      return visited
    },
    /** The modules that the given ones import dynamically, without duplicates. */
    lazy: (ids: Iterable<string>): string[] => [...new Set([...ids].flatMap((id) => importsOf(id).lazy))],
  }
}
