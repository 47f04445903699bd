import type { Work } from '#server/kit/kit.ts'
import { type FirmFinding, firmFindingOf } from '#shared/trade/accreditation.ts'
import { factoryAccreditations } from '../area'
import { readFacts } from './facts'

/** Recomputes the firm findings of the audits of these firms, or of these factories after their country changed. */
export const flagAudits = async (work: Work, by: 'auditing_firm_id' | 'factory_id', ids: readonly number[]) => {
  if (ids.length === 0) return
  const audits = await work.tx.query<{
    id: number
    factory_id: number
    standard_program_id: number
    auditing_firm_id: number
    audit_date: string
    firm_finding: FirmFinding | null
  }>(
    `select id, factory_id, standard_program_id, auditing_firm_id, audit_date::text, firm_finding
     from factory_accreditations where ${by} = any($1::bigint[]) and auditing_firm_id is not null`,
    [ids],
    `accreditations_by_${by}`,
  )
  const { firms, countries } = await readFacts(work.tx, audits)
  const changed = audits.flatMap(({ id, firm_finding, auditing_firm_id, factory_id, ...audit }) => {
    const firm = firms.get(auditing_firm_id)
    const finding = firm ? firmFindingOf(firm, { ...audit, country: countries.get(factory_id) ?? null }) : null
    return finding === firm_finding ? [] : [{ id, finding }]
  })
  if (changed.length === 0) return
  // Keeps the version of the audits: the change belongs to the firm and is in its history.
  await work.tx.query(
    `update factory_accreditations a set firm_finding = x.finding
     from jsonb_to_recordset($1::jsonb) as x(id bigint, finding text) where a.id = x.id`,
    [JSON.stringify(changed)],
    'accreditations_flagged',
  )
  work.touched.add(factoryAccreditations.name)
}
