import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import type { FirmStanding, GradeRule, ProgramRule } from '#shared/trade/accreditation.ts'

/** The programme of an audit, with the fields that its rules use. */
export interface Program extends ProgramRule {
  id: number
  code: string
  scope: string
}

/** The audit that a follow-up refers to. */
export interface PreviousAudit {
  id: number
  standard_program_id: number
  audit_date: string
  certificate_no: string | null
}

/** Facts of other records that the rules of audits use. */
export interface Facts {
  programs: ReadonlyMap<number, Program>
  firms: ReadonlyMap<number, FirmStanding>
  /** Countries of factories. */
  countries: ReadonlyMap<number, string>
  previous: ReadonlyMap<number, PreviousAudit>
}

/** Reads all records that these audits refer to in one query. */
export const readFacts = async (on: Queryable, audits: readonly Doc[]): Promise<Facts> => {
  const ids = (field: string) => [...new Set(audits.flatMap(({ [field]: id }) => (typeof id === 'number' ? [id] : [])))]
  const [row] = await on.query<{
    programs: Program[]
    firms: (FirmStanding & { id: number })[]
    countries: { id: number; country: string }[]
    previous: PreviousAudit[]
  }>(
    `select
       (select coalesce(json_agg(x), '[]') from (
         select p.id, p.code, p.scope, p.scheme, p.default_validity_months, p.requires_cap, (
           select coalesce(json_agg(g order by g.sort_order), '[]') from standard_grades g
           where g.standard_program_id = p.id) as grades
         from standard_programs p where p.id = any($1::bigint[])) x) as programs,
       (select coalesce(json_agg(x), '[]') from (
         select f.id, f.status, f.suspended_on, f.accreditation_expiry, (
           select coalesce(json_agg(r), '[]') from auditing_firm_programs r where r.auditing_firm_id = f.id) as programs
         from auditing_firms f where f.id = any($2::bigint[])) x) as firms,
       (select coalesce(json_agg(x), '[]') from (
         select id, country from factories where id = any($3::bigint[])) x) as countries,
       (select coalesce(json_agg(x), '[]') from (
         select id, standard_program_id, audit_date, certificate_no from factory_accreditations
         where id = any($4::bigint[])) x) as previous`,
    [ids('standard_program_id'), ids('auditing_firm_id'), ids('factory_id'), ids('follow_up_of_id')],
    'accreditation_facts',
  )
  const byId = <T extends { id: number }>(rows: readonly T[] = []) => new Map(rows.map((record) => [record.id, record]))
  return {
    programs: byId(row?.programs),
    firms: byId(row?.firms),
    countries: new Map(row?.countries.map(({ id, country }) => [id, country])),
    previous: byId(row?.previous),
  }
}

export const programOf = ({ programs }: Facts, { standard_program_id }: Doc): Program | undefined =>
  programs.get(Number(standard_program_id))

export const gradeOf = (facts: Facts, audit: Doc): GradeRule | undefined =>
  programOf(facts, audit)?.grades.find(({ id }) => id === audit.grade_id)
