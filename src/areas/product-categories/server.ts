import { serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { productCategories } from './area'
import { profileRoute } from './server/profile'

export const server = serve(productCategories, {
  // Concurrent moves could create a cycle.
  serial: true,
  prepare: async (work, changes) => {
    const parents = await readParents(work)
    for (const { after } of changes) if (after.id !== undefined) parents.set(after.id, parentOf(after.parent_id))
    return changes.map(({ after }) => treeProblems(parents, after.id ?? null, parentOf(after.parent_id)))
  },
  written: deriveTree,
  removed: deriveTree,
  routes: profileRoute,
})

/** Names of the tree's levels, from the top; the tree cannot be deeper. */
const levels = productCategories.fields.level.options.values ?? []

type Parents = Map<number, number | null>
const parentOf = (value: unknown) => (typeof value === 'number' ? value : null)

const readParents = async ({ tx }: Work): Promise<Parents> => {
  const rows = await tx.query<{ id: number; parent_id: number | null }>('select id, parent_id from product_categories')
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
}

const treeProblems = (parents: Parents, id: number | null, parent: number | null): Problem[] => {
  const ancestors = pathUp(parents, parent)
  if (ancestors === null || (id !== null && ancestors.includes(id)))
    return [problem(textOf('messages.product-categories.circle'), 'parent_id')]
  const height = id === null ? 1 : heightBelow(parents, id)
  return ancestors.length + height > levels.length
    ? [problem(textOf('messages.product-categories.too_deep', { max: levels.length }), 'parent_id')]
    : []
}

/** The category and its ancestors, nearest first; null if they form a cycle. */
const pathUp = (parents: Parents, from: number | null): number[] | null => {
  const path: number[] = []
  for (let id = from; id !== null; id = parents.get(id) ?? null) {
    if (path.includes(id)) return null
    path.push(id)
  }
  return path
}

/** Levels of a category and its descendants. Requires a tree without cycles. */
const heightBelow = (parents: Parents, id: number): number =>
  1 + Math.max(0, ...[...parents].filter(([, parent]) => parent === id).map(([child]) => heightBelow(parents, child)))

/**
 * Updates level, paths and leaf flag of the whole tree, which follow from names and parents. Categories without a
 * Chinese name use their English one in the Chinese path.
 */
async function deriveTree({ tx }: Work) {
  await tx.query(
    `with recursive tree as (
       select id, 1 as depth, name_en as path, coalesce(name_zh, name_en) as path_zh
       from product_categories where parent_id is null
       union all
       select c.id, t.depth + 1, t.path || ' / ' || c.name_en, t.path_zh || ' / ' || coalesce(c.name_zh, c.name_en)
       from product_categories c join tree t on t.id = c.parent_id),
     derived as (
       select id, ($1::text[])[depth] as level, left(path, 500) as full_path, left(path_zh, 500) as full_path_zh, not exists (
         select 1 from product_categories child where child.parent_id = tree.id and child.archived_at is null) as is_leaf
       from tree)
     update product_categories c
     set level = d.level, full_path = d.full_path, full_path_zh = d.full_path_zh, is_leaf = d.is_leaf
     from derived d
     where d.id = c.id and (c.level, c.full_path, c.full_path_zh, c.is_leaf)
       is distinct from (d.level, d.full_path, d.full_path_zh, d.is_leaf)`,
    [levels],
    'product_categories_tree',
  )
}
