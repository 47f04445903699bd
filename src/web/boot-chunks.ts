import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Name = 'core' | 'both' | 'guest' | 'portal'

/**
 * Puts what first pages need into few chunks: `core` for every page, `guest` for sign-in, `portal` for a signed-in
 * list, `both` for what those two share. A first page of seventy small files waits for its requests, and small files
 * compress badly. All else is left to the bundler.
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

const names: readonly Name[] = ['core', 'both', 'guest', 'portal']

const plan = (context: Rolldown.ChunkingContext): Map<string, Name> => {
  const web = (file: string) => join(import.meta.dirname, file)
  const later = context.getModuleInfo(web('screens.tsx'))?.dynamicallyImportedIds ?? []
  // The list that people land on, and the standard one; what other areas' own lists add travels with them.
  const lists = later.filter((id) => /(purchase-orders\/screens\/|area-)list\.tsx$/.test(id))
  const core = reached([web('main.tsx')], context)
  const guest = reached([web('pages/guest.tsx')], context)
  const portal = reached([web('app.tsx'), ...lists], context)
  return new Map([
    ...[...portal].map((id) => [id, 'portal'] as const),
    ...[...guest].map((id) => [id, portal.has(id) ? 'both' : 'guest'] as const),
    ...[...core].map((id) => [id, 'core'] as const),
  ])
}

/** Every module that these import, and they themselves, without what is loaded later. */
const reached = (ids: readonly string[], context: Rolldown.ChunkingContext): Set<string> => {
  const found = new Set(ids)
  // A set can grow while it is walked. The context hands out the same arrays again and again, so nothing of it is kept.
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
