import type { Queryable } from '#server/db/types.ts'

/** The size ids of each article's scale, by article id; articles without a scale have no entry. */
export const readArticleSizes = async (
  tx: Queryable,
  articles: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await tx.query<{ id: number; sizes: number[] }>(
    `select a.id, json_agg(s.id) as sizes from articles a join sizes s on s.size_scale_id = a.size_scale_id
     where a.id = any($1::bigint[]) group by a.id`,
    [articles],
    'sizes_of_articles',
  )
  return new Map(rows.map(({ id, sizes }) => [id, sizes]))
}
