import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'

/** The measurement table of a specification; lengths in millimetres. */
export interface SpecTable {
  unit: string | null
  points: { pom_id: number; tol_plus_mm: string | null; tol_minus_mm: string | null; values: Record<string, string> }[]
  /** The sizes of its scale in their order. */
  sizes: number[]
}

/** SQL for the id of the measurement specification that is allocated to an order line; `line` is the alias of the lines. */
export const allocatedSpecification = (line: string) =>
  `(select s.specification_id from spec_allocations s
    where s.po_line_id = ${line}.id and s.spec_type = 'measurement'
      and s.status not in ('replaced', 'cancelled', 'waived') and s.archived_at is null
    order by s.id desc limit 1)`

/** The active measurement specification of each article; articles without one have no entry. */
export const readArticleSpecifications = async (
  on: Queryable,
  articles: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = await on.query<{ article_id: number; id: number }>(
    `select article_id, max(id) as id from specifications
     where article_id = any($1::bigint[]) and spec_type = 'measurement' and status = 'active' and archived_at is null
     group by article_id`,
    [articles],
    'article_measure_specifications',
  )
  return new Map(rows.map(({ article_id, id }) => [article_id, Number(id)]))
}

/** The measurement tables by specification id; specifications without a table have no entry. */
export const readTables = async (on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, SpecTable>> => {
  const rows = await on.query<SpecTable & { id: number }>(
    `select s.id, s.unit, json_agg(json_build_object('pom_id', m.pom_id, 'tol_plus_mm', m.tol_plus_mm::text,
         'tol_minus_mm', m.tol_minus_mm::text, 'values', coalesce((select json_object_agg(v.size_id, v.value_mm::text)
           from spec_measure_values v where v.spec_measure_id = m.id), '{}')) order by m.seq) as points,
       (select coalesce(json_agg(z.id order by z.sort_order, z.id), '[]') from sizes z
        where z.size_scale_id = s.size_scale_id) as sizes
     from specifications s join spec_measures m on m.specification_id = s.id
     where s.id = any($1::bigint[]) group by s.id`,
    [ids.filter((id) => id > 0)],
    'spec_tables',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The points of a table in the wanted sizes, size by size, as rows of a measured record. Values of `present` rows at the
 * same point and size are kept.
 */
export const measuresFor = (
  { points, sizes }: SpecTable,
  wanted: ReadonlySet<number>,
  present: readonly Doc[] = [],
): Doc[] => {
  const presentRows = new Map(present.map((row) => [`${row.pom_id} ${row.size_id}`, row]))
  return sizes
    .filter((size) => wanted.has(size))
    .flatMap((size_id) =>
      points.flatMap(({ pom_id, tol_plus_mm, tol_minus_mm, values }) => {
        const spec_mm = values[size_id]
        return spec_mm === undefined ? [] : [{ pom_id, size_id, spec_mm, tol_plus_mm, tol_minus_mm }]
      }),
    )
    .map((row, index) => ({ ...presentRows.get(`${row.pom_id} ${row.size_id}`), ...row, seq: index + 1 }) as Doc)
}
