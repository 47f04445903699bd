import type { Queryable } from '#server/db/types.ts'
import { type OpenSample, type SampleRecord, samplesBefore } from '#shared/trade/cutting-gate.ts'
import { planOf, readPlans } from './category-plans'
import { samplesOfLine } from './sample-lines'

/** The samples that cutting still waits for, by line id. Lines without open samples have no entry. */
export const readSamplesBeforeCutting = async (
  on: Queryable,
  lines: readonly number[],
): Promise<ReadonlyMap<number, OpenSample[]>> => {
  const rows = await on.query<{ id: number; category: number | null; samples: SampleRecord[] }>(
    `select l.id, coalesce(l.product_category_id, o.product_category_id) as category,
       (select coalesce(json_agg(json_build_object('type', t.id, 'name_en', t.name_en, 'name_zh', t.name_zh, 'gate', t.gate,
          'status', r.status) order by t.seq, r.id), '[]')
        from sample_requests r join sample_types t on t.id = r.sample_type_id where ${samplesOfLine('r', 't')}) as samples
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[]) and 'sample' = any(l.requirements)`,
    [lines],
    'cutting_gate_lines',
  )
  if (rows.length === 0) return new Map()
  const { plans, categories } = await readPlans(on)
  return new Map(
    rows.flatMap(({ id, category, samples }) => {
      const open = samplesBefore(samples, planOf(plans, categories, category)?.kinds ?? [])
      return open.length > 0 ? [[id, open] as const] : []
    }),
  )
}
