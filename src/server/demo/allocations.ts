import { register } from '#areas/index.ts'
import { settleTurns } from '#server/allocation/turns.ts'
import type { Work } from '#server/kit/kit.ts'
import { makeAllocations } from '#server/seeds/demo/allocations.ts'
import { artworkAllocationsOf } from '#server/seeds/demo/artwork-allocations.ts'
import { makeCares } from '#server/seeds/demo/cares.ts'
import { type FabricLine, makeCompositions } from '#server/seeds/demo/compositions.ts'
import { specificationsOf } from '#server/seeds/demo/spec-allocations.ts'
import { create } from './create'
import { setOverall, setReadiness } from './readiness'
import { loadProfiles } from './requirements'

/**
 * Creates the factory, fibre, care, specification and artwork allocations of the demo's order lines, and the lines'
 * requirement profiles. The lines' own columns are set by a few statements over all lines, instead of once per allocation.
 */
export const loadAllocations = async (work: Work, day: string) => {
  const { tx } = work
  const lines = await tx.query<FabricLine>(
    `select l.id, a.fabric_desc, a.garment_type, l.line_title, l.purchase_order_id, o.supplier_id, o.status as order_status, l.line_status, l.qty,
       coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
       (select coalesce(json_agg(json_build_object('id', f.id, 'title', f.name_en, 'title_zh', f.name_zh, 'country', f.country) order by f.id), '[]')
        from factory_suppliers s join factories f on f.id = s.factory_id
        where s.supplier_id = o.supplier_id and f.status = 'approved') as factories,
       (select min(u.id) from users u where u.type = 'Agent' and u.supplier_id = o.supplier_id) as agent_id,
       o.buyer_id as office_id, l.production_status <> 'not_started' as is_begun,
       o.status in ('completed', 'closed') or l.line_status = 'short_closed' or l.actual_ex_factory_date is not null
         or l.packed_qty >= l.qty as is_made
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
     where o.issued_at is not null and l.line_status <> 'cancelled'
       and (l.line_status <> 'short_closed' or l.shipped_qty > 0) order by l.id`,
  )
  const made = makeAllocations(lines, day)
  const fibreIds = new Map(
    (await tx.query<{ id: number; code: string }>('select id, code from fibres')).map(({ id, code }) => [code, id]),
  )
  const compositions = makeCompositions(lines, fibreIds, day)
  await tx.query(
    `with made as (
       select a.po_line_id, a.factory_id, a.status, a.qty,
         row_number() over (partition by a.po_line_id order by a.qty desc, a.at) as place
       from jsonb_to_recordset($1::jsonb) as a(po_line_id bigint, factory_id bigint, status text, qty integer, at integer)),
     standing as (
       select po_line_id, max(factory_id) filter (where place = 1 and status = 'approved') as factory_id,
         case max(status) when 'approved' then 'ok' when 'rejected' then 'rejected' else 'in_progress' end as readiness
       from made group by po_line_id)
     update po_lines l set factory_id = s.factory_id, factory_readiness = s.readiness,
       country_of_origin = coalesce(l.country_of_origin, f.country)
     from standing s left join factories f on f.id = s.factory_id where l.id = s.po_line_id`,
    [
      JSON.stringify(
        made.map(({ po_line_id, factory_id, status, qty }, at) => ({ po_line_id, factory_id, status, qty, at })),
      ),
    ],
  )
  const careInstructions = await tx.query<{
    id: number
    code: string
    version_no: number
    title_en: string
    title_zh: string
  }>(`select id, code, version_no, title_en, title_zh from care_instructions where status = 'active' order by code`)
  const superseded = await tx.query<{
    id: number
    code: string
    version_no: number
    title_en: string
    title_zh: string
  }>(`select id, code, version_no, title_en, title_zh from care_instructions where status = 'superseded' order by code`)
  const cares = makeCares(lines, { active: careInstructions, superseded }, day)
  await setReadiness(tx, 'fibre', compositions)
  await setReadiness(tx, 'care', cares)
  await setReadiness(tx, 'artwork', [])
  const approvedLines = (made: readonly { po_line_id: number; status: string }[]) =>
    new Set(made.filter(({ status }) => status === 'approved').map(({ po_line_id }) => po_line_id))
  const verified = { compositions: approvedLines(compositions), cares: approvedLines(cares) }
  const artworkAllocations = await artworkAllocationsOf(work, lines, verified, day)
  const specAllocations = await specificationsOf(work, lines, day)
  await setOverall(tx)
  await create(work, 'factory-allocations', made)
  await create(work, 'fibre-allocations', compositions)
  await create(work, 'care-allocations', cares)
  await create(work, 'spec-allocations', specAllocations)
  await create(work, 'artwork-allocations', artworkAllocations)
  await loadProfiles(work)
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}
