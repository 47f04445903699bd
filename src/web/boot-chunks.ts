import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Name = 'core' | 'both' | 'guest' | 'portal' | 'grid' | 'cards'

/**
 * Groups the modules of first pages into a few chunks: `core` for every page, `guest` for the sign-in page, `portal` for a
 * signed-in list, `grid` or `cards` for its rows, `both` for modules that sign-in page and list share. Seventy small files
 * would wait for their requests and compress badly. The bundler decides on everything else.
 */
export const firstPageChunks = (): Rolldown.CodeSplittingOptions => {
  let planned: Map<string, Name> | undefined
  return {
    groups: names.map((name, index) => ({
      debugName: name,
      priority: names.length - index,
      name: (id, context) => {
        planned ??= plan(context)
        return planned.get(id) === name ? name : null
      },
    })),
  }
}

const names: readonly Name[] = ['core', 'both', 'guest', 'portal', 'grid', 'cards']

const plan = (context: Rolldown.ChunkingContext): Map<string, Name> => {
  const web = (file: string) => join(import.meta.dirname, file)
  const dynamicIds = context.getModuleInfo(web('screens.tsx'))?.dynamicallyImportedIds ?? []
  // The landing list and the standard list; modules that only other areas' lists need stay with those.
  const lists = dynamicIds.filter((id) => /(purchase-orders\/screens\/|area-)list\.tsx$/.test(id))
  const core = reached([web('main.tsx')], context)
  const guest = reached([web('pages/guest.tsx')], context)
  const portal = reached([web('app.tsx'), ...lists], context)
  const grid = reached([web('kit/list/area-grid.tsx')], context)
  const cards = reached([web('kit/list/area-cards.tsx')], context)
  return new Map([
    ...[...grid].map((id) => [id, 'grid'] as const),
    // What both ways of drawing rows need goes with the list.
    ...[...cards].map((id) => [id, grid.has(id) ? 'portal' : 'cards'] as const),
    ...[...portal].map((id) => [id, 'portal'] as const),
    ...[...guest].map((id) => [id, portal.has(id) ? 'both' : 'guest'] as const),
    ...[...core].map((id) => [id, 'core'] as const),
  ])
}

/** These modules and everything they import statically. */
const reached = (ids: readonly string[], context: Rolldown.ChunkingContext): Set<string> => {
  const visited = new Set(ids)
  // A set can grow while it is iterated. The context reuses its arrays, so they are not kept.
  for (const id of visited) for (const next of context.getModuleInfo(id)?.importedIds ?? []) visited.add(next)
  return visited
}
