import type { Work } from '#server/kit/kit.ts'
import type { Item } from './calendar'

/** The current templates, and which one applies to a line. */
export interface Templates {
  items: Map<number, Item[]>
  categories: Map<number, { parent_id: number | null; tna_template_id: number | null }>
  /** The default template of the settings. */
  usual: number | null
}

export const templates = async ({ tx }: Work): Promise<Templates> => {
  const [row] = await tx.query<{
    items: { id: number; items: Item[] }[]
    categories: { id: number; parent_id: number | null; tna_template_id: number | null }[]
    usual: number | null
  }>(
    `select
       (select coalesce(json_agg(x), '[]') from (
         select i.tna_template_id as id, json_agg(to_jsonb(i) - 'search' order by i.seq) as items
         from tna_template_items i join tna_templates t on t.id = i.tna_template_id and t.archived_at is null
         group by i.tna_template_id) x) as items,
       (select coalesce(json_agg(c), '[]') from (
         select id, parent_id, tna_template_id from product_categories) c) as categories,
       (select tna_template_id from settings order by id limit 1) as usual`,
    [],
    'tna_templates_now',
  )
  return {
    items: new Map(row?.items.map(({ id, items }) => [id, items])),
    categories: new Map(row?.categories.map(({ id, ...category }) => [id, category])),
    usual: row?.usual ?? null,
  }
}

/**
 * The milestones for a line of the category: from the nearest category with a template, otherwise from the default
 * template.
 */
export const templateOf = ({ items, categories, usual }: Templates, category: number | null): readonly Item[] => {
  const seen = new Set<number>()
  for (let id = category; id !== null && !seen.has(id); id = categories.get(id)?.parent_id ?? null) {
    seen.add(id)
    const categoryItems = items.get(categories.get(id)?.tna_template_id ?? 0)
    if (categoryItems) return categoryItems
  }
  return items.get(usual ?? 0) ?? []
}
