import type { Queryable } from '#server/db/types.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import { effectiveComposition } from '#shared/trade/composition-rows.ts'
import type { FibreNames } from '../rules'

export type KnownFibre = FibreNames & { needs_certificate: boolean }

/** All fibres of the library by id. */
export const readFibres = async (tx: Queryable) => {
  const rows = await tx.query<{ id: number } & KnownFibre>(
    'select id, name_en, name_zh, needs_certificate from fibres order by id',
    [],
    'fibre_names',
  )
  return new Map(rows.map((fibre) => [fibre.id, fibre]))
}

/** The compositions of articles by colourway: the colourway's own, or that of its yarn. */
export const readArticleRows = async (tx: Queryable, colourways: readonly number[]) => {
  const rows = await tx.query<CompositionRow & { colourway_id: number; source: 'colourway' | 'yarn' }>(
    `select colourway_id, 'colourway' as source, component, fibre_id, pct::text, recycled, organic, id
     from colourway_fibres where colourway_id = any($1::bigint[])
     union all
     select c.id, 'yarn', 'shell', y.fibre_id, y.pct::text, y.recycled, y.organic, y.id
     from colourways c join yarn_fibres y on y.yarn_id = c.yarn_id where c.id = any($1::bigint[])
     order by 1, 2, 8`,
    [colourways],
    'colourway_compositions',
  )
  return new Map(
    colourways.map((id) => {
      const ofSource = (source: string) => rows.filter((row) => row.colourway_id === id && row.source === source)
      return [id, effectiveComposition({ colourway: ofSource('colourway'), yarn: ofSource('yarn') }).rows] as const
    }),
  )
}

/** By allocation: the latest verified composition of the same colourway in another order of the same supplier. */
export const readEarlierRows = async (on: Queryable, allocations: readonly number[]) => {
  const rows = await on.query<CompositionRow & { allocation: number }>(
    `select a.id as allocation, d.component, d.fibre_id, d.pct::text, d.recycled, d.organic
     from fibre_allocations a
     cross join lateral (
       select e.id from fibre_allocations e
       where e.colourway_id = a.colourway_id and e.supplier_id = a.supplier_id and e.status = 'approved'
         and e.purchase_order_id <> a.purchase_order_id
       order by e.verified_at desc nulls last, e.id desc limit 1) last
     join declared_fibres d on d.fibre_allocation_id = last.id
     where a.id = any($1::bigint[]) order by a.id, d.id`,
    [allocations],
    'earlier_compositions',
  )
  const byAllocation = new Map<number, CompositionRow[]>()
  for (const { allocation, ...row } of rows)
    byAllocation.set(allocation, [...(byAllocation.get(allocation) ?? []), row])
  return byAllocation
}
