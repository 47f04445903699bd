import { makeAccreditations } from '#areas/accreditation-allocations/server/settle.ts'
import { register } from '#areas/index.ts'
import { inspectionKind } from '#areas/qa-activities/server/settle.ts'
import { readGatingTypes, sampleKind } from '#areas/sample-requests/server/settle.ts'
import { attachmentKind } from '#server/allocation/attachment-lines.ts'
import { readReadiness } from '#server/allocation/settle-lines.ts'
import { settleTurns } from '#server/allocation/turns.ts'
import type { Files } from '#server/files/store.ts'
import type { Work } from '#server/kit/kit.ts'
import { type DocumentedLine, isLeftOut, lineDocuments } from '#server/seeds/demo/line-attachments.ts'
import { demoProfiles } from '#server/seeds/demo/requirement-profiles.ts'
import { addDays } from '#shared/base/dates.ts'
import { requirementName } from '#shared/trade/requirement-profiles.ts'
import { create } from './create'
import { attachAll } from './files'
import { setOverall, storeReadiness } from './readiness'

/** Creates the requirement profiles, and the accreditations that open lines need of their factories, some of them waived. */
export const loadProfiles = async (work: Work) => {
  const { tx } = work
  const [programs, [grade], [market], [brand]] = await Promise.all([
    tx.query<{ id: number; code: string }>('select id, code from standard_programs'),
    tx.query<{ id: number }>(
      `select g.id from standard_grades g join standard_programs p on p.id = g.standard_program_id
       where p.code = 'AMFORI_BSCI' and g.code = 'C'`,
    ),
    tx.query<{ id: number }>(`select id from label_markets where code = 'US'`),
    tx.query<{ id: number }>(`select id from house_brands where code = 'FMR'`),
  ])
  const byCode = new Map(programs.map(({ id, code }) => [code, id]))
  await create(
    work,
    'requirement-profiles',
    demoProfiles(byCode, grade?.id ?? null, market?.id ?? null, brand?.id ?? null),
  )
  const lines = await tx.query<{ id: number }>(
    `update po_lines l set requirements = l.requirements || '{accreditation}'::text[]
     from purchase_orders o where o.id = l.purchase_order_id and l.line_status = 'open'
       and o.status not in ('closed', 'completed', 'cancelled') returning l.id`,
  )
  const [admin] = await tx.query<{ id: number }>(`select min(id) as id from users where type = 'admin'`)
  await makeAccreditations(
    work,
    lines.map(({ id }) => id),
    (records) => {
      const open = records.filter(({ status }) => status === 'missing' || status === 'expires_before')
      for (const record of open.filter((_record, at) => at % 9 === 4))
        Object.assign(record, {
          status: 'waived',
          waived_until: addDays(String(record.ex_factory_date), 30),
          waiver_reason: 'The audit is booked; the report follows before the next season.',
          waived_by: admin?.id,
          waived_at: work.now,
        })
    },
  )
}

/** Sets the sample and inspection readiness on the lines of the profile's brand, which need both; adds no history. */
export const needSamplesAndInspections = async (work: Work) => {
  const { tx } = work
  const lines = await tx.query<{ id: number }>(
    `update po_lines l set requirements = l.requirements || '{sample,inspection}'::text[]
     from purchase_orders o, requirement_profiles p
     where o.id = l.purchase_order_id and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
       and p.code = 'SAMPLES_AND_INSPECTION' and coalesce(l.house_brand_id, o.house_brand_id) = p.house_brand_id
     returning l.id`,
  )
  const ids = lines.map(({ id }) => id)
  const settled = {
    sample: await readReadiness(work, sampleKind, ids, await readGatingTypes(work)),
    inspection: await readReadiness(work, inspectionKind, ids),
  }
  for (const [kind, standing] of Object.entries(settled)) await storeReadiness(tx, kind, standing)
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}

/** Requires documents on the lines of the profile's brand, except where a person waived them, and attaches some of them. */
export const needDocuments = async (work: Work, files: Files | undefined) => {
  const { tx } = work
  const lines = await tx.query<DocumentedLine>(
    `select l.id, l.purchase_order_id, l.line_title, o.supplier_id, o.buyer_id, o.issued_at is not null as is_issued,
       (select coalesce(min(u.id), o.buyer_id) from users u where u.type = 'Agent' and u.supplier_id = o.supplier_id)
         as agent_id
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id, requirement_profiles p
     where l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled') and p.code = 'DOCUMENTS'
       and coalesce(l.house_brand_id, o.house_brand_id) = p.house_brand_id order by l.id`,
  )
  const names = ['packing_instruction', 'test_report'].map((type) => requirementName('attachments', type))
  const needy = lines.filter((_line, at) => !isLeftOut(at))
  const write = (column: 'requirements' | 'removed_requirements', of: readonly DocumentedLine[]) =>
    tx.query(`update po_lines set ${column} = ${column} || $2::text[] where id = any($1::bigint[])`, [
      of.map(({ id }) => id),
      names,
    ])
  await write('requirements', needy)
  await write(
    'removed_requirements',
    lines.filter((_line, at) => isLeftOut(at)),
  )
  if (files) await attachAll(tx, files, lineDocuments(needy))
  const kind = attachmentKind(work.kit.register)
  await storeReadiness(
    tx,
    kind.plan.kind,
    await readReadiness(
      work,
      kind,
      needy.map(({ id }) => id),
    ),
  )
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}
