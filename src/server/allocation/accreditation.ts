import type { Queryable } from '#server/db/types.ts'
import { type AcceptedProgram, gradesFrom, type TestedAudit } from '#shared/trade/accreditation-cover.ts'
import { programGroupsOf } from '#shared/trade/requirement-profiles.ts'
import { type RequiringFacts, readRequirementRules, requiringLine } from './requirements'

/** A line with the facts by which its accreditation is tested. */
export interface TestedLine extends RequiringFacts {
  id: number
  purchase_order_id: number
  supplier_id: number
  line_title: string | null
  line_status: string
  order_status: string
  accreditation_readiness: string
  requirements: string[]
  ex_factory_date: string | null
  /** The approved main factories. */
  factories: number[]
}

/** A group of programmes; a line needs an audit of one of them. */
export interface TestedGroup {
  profile_id: number
  name: string
  /** The programmes with their least grades: `AMFORI_BSCI (C), SMETA`. */
  text: string
  programs: AcceptedProgram[]
}

export const readTestedLines = (on: Queryable, ids: readonly number[]): Promise<TestedLine[]> =>
  on.query<TestedLine>(
    `select l.id, l.purchase_order_id, o.supplier_id, l.line_title, l.line_status, o.status as order_status, l.accreditation_readiness,
       l.requirements, coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
       coalesce(l.product_category_id, o.product_category_id) as product_category_id,
       coalesce(l.house_brand_id, o.house_brand_id) as house_brand_id, o.ship_to_country, l.added_requirements,
       l.removed_requirements,
       (select coalesce(json_agg(distinct a.factory_id), '[]') from factory_allocations a
        where a.po_line_id = l.id and a.status = 'approved' and a.process_stage = 'main' and a.archived_at is null) as factories
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = any($1::bigint[]) order by l.id`,
    [ids],
    'accreditation_lines',
  )

/** Returns a function that finds the groups of programmes a line needs, by the current profiles. */
export const readGroups = async (on: Queryable): Promise<(line: TestedLine) => TestedGroup[]> => {
  const rules = await readRequirementRules(on)
  const programs = await on.query<StoredProgram>(
    `select p.id, p.code, (
       select coalesce(json_agg(json_build_object('id', g.id, 'code', g.code, 'sort_order', g.sort_order, 'passes', g.passes)), '[]')
       from standard_grades g where g.standard_program_id = p.id) as grades
     from standard_programs p where p.id in (select standard_program_id from profile_programs)`,
    [],
    'accreditation_programs',
  )
  const byId = new Map(programs.map((program) => [program.id, program]))
  return (line) =>
    needsAccreditation(line)
      ? programGroupsOf(requiringLine(line, rules), rules).map(({ profile_id, name, programs }) => ({
          profile_id,
          name,
          text: programs
            .map(({ standard_program_id, least_grade_id }) => {
              const program = byId.get(standard_program_id)
              const least = program?.grades.find(({ id }) => id === least_grade_id)
              return `${program?.code ?? ''}${least ? ` (${least.code})` : ''}`
            })
            .join(', ')
            .slice(0, 1000),
          programs: programs.map(({ standard_program_id, least_grade_id }) => ({
            standard_program_id,
            grades: gradesFrom(byId.get(standard_program_id)?.grades ?? [], least_grade_id),
          })),
        }))
      : []
}

interface StoredProgram {
  id: number
  code: string
  grades: { id: number; code: string; sort_order: number; passes: boolean }[]
}

/** Whether the line needs accreditation at all. */
export const needsAccreditation = ({ line_status, requirements }: Pick<TestedLine, 'line_status' | 'requirements'>) =>
  line_status !== 'cancelled' && requirements.includes('accreditation')

/** All audits of these factories, by factory. */
export const readAuditsOf = async (
  on: Queryable,
  factories: readonly number[],
): Promise<(factory: number) => TestedAudit[]> => {
  const rows =
    factories.length === 0
      ? []
      : await on.query<TestedAudit>(
          `select a.id, a.factory_id, a.standard_program_id, a.follow_up_of_id, a.audit_type, a.audit_date::text, a.status,
             a.grade_id, a.valid_from::text, a.valid_to::text, p.scope
           from factory_accreditations a join standard_programs p on p.id = a.standard_program_id
           where a.factory_id = any($1::bigint[]) and a.archived_at is null order by a.id`,
          [[...new Set(factories)]],
          'accreditation_audits',
        )
  const byFactory = new Map<number, TestedAudit[]>()
  for (const audit of rows) byFactory.set(audit.factory_id, [...(byFactory.get(audit.factory_id) ?? []), audit])
  return (factory) => byFactory.get(factory) ?? []
}
