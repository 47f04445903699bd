import { Readable } from 'node:stream'
import { allocatedSpecification } from '#server/allocation/spec-tables.ts'
import type { Files } from '#server/files/store.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { defectPhoto } from '#server/seeds/demo/defect-photo.ts'
import { garmentPicture } from '#server/seeds/demo/pictures.ts'
import { firstActivities, type InspectedLine, linesOfActivities, reinspections } from '#server/seeds/demo/quality.ts'
import {
  arrivedStates,
  firstSamples,
  laterSamples,
  linesPerSupplier,
  type SampledLine,
  sampleSets,
} from '#server/seeds/demo/samples.ts'
import { type DefectSeverity, inspectedStates, measuredTypes } from '#shared/trade/qa.ts'
import type { SampleSizesRule } from '#shared/trade/samples.ts'
import { create } from './create'
import { readOfficeId } from './people'

/** Samples of every state, for open lines of the suppliers with demo accounts. */
export const loadSamples = async (work: Work, day: string): Promise<Doc[]> => {
  const { tx } = work
  const officeId = await readOfficeId(tx)
  const [location] = await tx.query<{ id: number }>('select id from locations order by id limit 1')
  const types = await tx.query<{ id: number; code: string; sizes_rule: SampleSizesRule }>(
    'select id, code, sizes_rule from sample_types',
  )
  const lines = await tx.query<SampledLine>(
    `select * from (
       select l.id, l.article_id, l.colourway_id, o.supplier_id, u.id as agent_id, a.base_size_id,
         (select coalesce(json_agg(json_build_object('id', z.id, 'label', z.label) order by z.sort_order, z.id), '[]')
          from sizes z where z.size_scale_id = a.size_scale_id) as sizes,
         row_number() over (partition by o.supplier_id order by l.ex_factory_date desc, l.id) as place
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
         join users u on u.supplier_id = o.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test')
       where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null) as x
     where x.place <= $1 order by x.supplier_id, x.place`,
    [linesPerSupplier],
  )
  const common = {
    day,
    office: officeId,
    location: location?.id ?? 0,
    types: new Map(types.map(({ code, ...type }) => [code, type])),
  }
  const suppliers = [...new Set(lines.map(({ supplier_id }) => supplier_id))]
  const all: Doc[] = []
  for (const supplier of suppliers) {
    const supplierLines = lines.filter(({ supplier_id }) => supplier_id === supplier)
    const first = await create(work, 'sample-requests', firstSamples(supplierLines, common))
    all.push(...first, ...(await create(work, 'sample-requests', laterSamples(first, supplierLines, common))))
  }
  const waiting = await tx.query<SampledLine>(
    `select distinct on (o.supplier_id, l.article_id) l.id, l.article_id, l.colourway_id, o.supplier_id, a.base_size_id,
       (select min(u.id) from users u where u.supplier_id = o.supplier_id and u.type = 'Agent') as agent_id,
       (select coalesce(json_agg(json_build_object('id', z.id, 'label', z.label) order by z.sort_order, z.id), '[]')
        from sizes z where z.size_scale_id = a.size_scale_id) as sizes
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
     where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null
       and coalesce(l.house_brand_id, o.house_brand_id) = (
         select house_brand_id from requirement_profiles where code = 'SAMPLES_AND_INSPECTION')
       and not exists (select 1 from sample_requests s where s.article_id = l.article_id and s.supplier_id = o.supplier_id)
     order by o.supplier_id, l.article_id, l.ex_factory_date desc, l.id limit 36`,
  )
  all.push(...(await create(work, 'sample-requests', sampleSets(waiting, common))))
  return all
}

/** Quality activities of every state, for open lines of the suppliers with demo accounts. */
export const loadActivities = async (work: Work, day: string): Promise<Doc[]> => {
  const { tx } = work
  const officeId = await readOfficeId(tx)
  const codes = await tx.query<{ id: number; code: string; severity: DefectSeverity }>(
    'select id, code, default_severity as severity from defect_codes order by code',
  )
  const labels = await tx.query<{ id: number }>('select id from labels order by id')
  const lines = await tx.query<InspectedLine>(
    `select * from (
       select l.id, l.qty, l.factory_id, o.supplier_id,
         row_number() over (partition by o.supplier_id order by l.ex_factory_date, l.id) as place
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id
         join users u on u.supplier_id = o.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test')
       where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null) as x
     where x.place <= $1 order by x.supplier_id, x.place`,
    [linesOfActivities],
  )
  const checks = await tx.query<{ id: number; types: string[]; is_hard_fail: boolean }>(
    'select id, activity_types as types, is_hard_fail from checklist_items order by seq, id',
  )
  const common = { day, office: officeId, codes, labels: labels.map(({ id }) => id), checks }
  const all: Doc[] = []
  for (const supplier of new Set(lines.map(({ supplier_id }) => supplier_id))) {
    const supplierLines = lines.filter(({ supplier_id }) => supplier_id === supplier)
    const first = await create(work, 'qa-activities', firstActivities(supplierLines, common))
    all.push(...first, ...(await create(work, 'qa-activities', reinspections(first, supplierLines, common))))
  }
  return all
}

/** Enters the measurements of suppliers and office: slightly off in places, beyond the tolerance on rejected samples. */
export const measureSamples = ({ tx }: Work) =>
  tx.query(
    `update sample_measures m
     set own_mm = case when r.status not in ('draft', 'requested', 'cancelled') then m.spec_mm + (m.id % 5 - 2) end,
       actual_mm = case when r.status = any($1::text[]) then greatest(0, m.spec_mm + case
         when r.status in ('rejected', 'resubmitted', 'on_hold', 'received') and m.id % 7 = 0
           then coalesce(m.tol_plus_mm, 5) + 4 else m.id % 5 - 2 end) end
     from sample_requests r where r.id = m.sample_request_id`,
    [arrivedStates],
  )

/**
 * Measures three pieces of each size in every inspected lot. All are within tolerance, except one piece of each size in a
 * lot that failed.
 */
export const measurePieces = async ({ tx }: Work) => {
  await tx.query(
    `insert into qa_measures (qa_activity_id, seq, pom_id, size_id, spec_mm, tol_plus_mm, tol_minus_mm,
       piece_1_mm, piece_2_mm, piece_3_mm)
     select x.qa_activity_id, x.seq, x.pom_id, x.size_id, x.value_mm, x.tol_plus_mm, x.tol_minus_mm,
       case when x.result = 'failed' and x.first then x.value_mm + coalesce(x.tol_plus_mm, 0) + 4
         else x.value_mm + (x.seq % 3 - 1) * x.least_mm end,
       x.value_mm - (x.seq % 2) * x.least_mm,
       case when x.status <> 'in_progress' then x.value_mm + (x.seq % 2) * x.least_mm end
     from (
       select q.id as qa_activity_id, q.status, q.result, m.pom_id, v.size_id, v.value_mm, m.tol_plus_mm, m.tol_minus_mm,
         least(coalesce(m.tol_plus_mm, 0), coalesce(m.tol_minus_mm, 0), 2) as least_mm,
         row_number() over (partition by q.id order by z.sort_order, z.id, m.seq) as seq,
         row_number() over (partition by q.id, z.id order by m.seq) = 1 as first
       from qa_activities q
         join po_lines l on l.id = q.po_line_id
         join spec_measures m on m.specification_id = coalesce(${allocatedSpecification('l')}, (
           select max(s.id) from specifications s
           where s.article_id = q.article_id and s.spec_type = 'measurement' and s.status = 'active'))
         join spec_measure_values v on v.spec_measure_id = m.id
         join po_line_sizes a on a.po_line_id = q.po_line_id and a.size_id = v.size_id and a.qty > 0
         join sizes z on z.id = v.size_id
       where q.type = any($1::text[]) and q.status = any($2::text[])) as x`,
    [measuredTypes, ['in_progress', ...inspectedStates]],
  )
  await tx.query(
    `update qa_activities q set measured_qty = x.sizes * case q.status when 'in_progress' then 2 else 3 end,
       out_of_tolerance_qty = case q.result when 'failed' then x.sizes else 0 end, measure_unit = 'cm'
     from (select qa_activity_id, count(distinct size_id) as sizes from qa_measures group by qa_activity_id) x
     where x.qa_activity_id = q.id`,
  )
}

/** Attaches a photo, taken by the inspector, of each kind of defect that an inspection found. */
export const loadDefectPhotos = async ({ tx }: Work, files: Files, activities: readonly Doc[]) => {
  const codes = await tx.query<{ id: number; code: string; category: string }>(
    'select id, code, category from defect_codes',
  )
  for (const { id, defects, inspector_id } of activities)
    for (const { defect_code_id } of defects as Doc[]) {
      const defect = codes.find((each) => each.id === defect_code_id)
      if (!defect) continue
      const bytes = await defectPhoto(defect.category)
      const name = `${defect.code} ${Number(id)}.jpg`
      const upload = await files.receive(Readable.from([bytes]), name, { kinds: ['jpeg'], max: 1_000_000 })
      const place = { area: 'qa-activities', record_id: Number(id), slot: 'attachment' }
      await files.keep(tx, upload, place, { id: Number(inspector_id) }, { visibility: 'shared', kind: 'photo' })
    }
}

/** Attaches the supplier's photo to every sample that has arrived. */
export const loadSamplePhotos = async ({ tx }: Work, files: Files, samples: readonly Doc[]) => {
  const drawn = ['top', 'dress', 'bottoms'] as const
  for (const [index, { id, request_no, supplier_id, status, dispatches }] of samples.entries()) {
    if (!(arrivedStates as readonly unknown[]).includes(status)) continue
    const bytes = garmentPicture(drawn[index % drawn.length] ?? 'top', 'GRM', 480)
    const upload = await files.receive(Readable.from([bytes]), `${request_no}.png`, { kinds: ['png'], max: 1_000_000 })
    const [parcel] = dispatches as Doc[]
    const place = { area: 'sample-requests', record_id: Number(id), slot: 'attachment' }
    const notes = { visibility: 'shared', kind: 'photo', supplier_id: Number(supplier_id) } as const
    await files.keep(tx, upload, place, { id: Number(parcel?.dispatched_by) }, notes)
  }
}
