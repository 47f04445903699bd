import { chooseFor, isFillable } from '#server/allocation/fill.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { type AllocationPlan, isLineOpen, planOf } from '#shared/trade/allocation.ts'
import { overallReadiness, type Readiness } from '#shared/trade/readiness.ts'
import { usualTypes } from '#shared/trade/requirement-profiles.ts'
import { requiredSpecTypes } from '#shared/trade/specification.ts'
import type { FabricLine } from './compositions'
import { createRandom } from './random'

/** A version of a specification that demo lines follow. */
interface DemoSpecification {
  id: number
  spec_id: string
  spec_type: string
  version_no: number
  title_en: string
  title_zh: string
  predecessor_id: number | null
  effective_from: string | null
}

/** A specification that applies to a demo line, with the line, whose agent acknowledges it. */
interface DemoSpecCell {
  line: FabricLine & { agent_name: string | null }
  specification: DemoSpecification
}

/**
 * The allocations of the specifications that apply to the lines. Finished goods follow the versions that were in force when
 * they left. Sets the lines' readiness, and the carton details of lines without any, by their specifications.
 */
export const specificationsOf = async ({ tx, kit }: Work, lines: readonly FabricLine[], day: string) => {
  const plan = planOf(kit.register.get('spec-allocations'))
  if (!plan || !isFillable(plan)) throw new Error('The area spec-allocations declares no plan with a rule for filling')
  const versions = await tx.query<DemoSpecification>(
    `select id, spec_id, spec_type, version_no, title_en, title_zh, predecessor_id, effective_from::text as effective_from
     from specifications`,
  )
  const byId = new Map(versions.map((version) => [version.id, version]))
  const names = await tx.query<{ id: number; full_name: string }>(
    `select id, full_name from users where type = 'Agent'`,
  )
  const nameOf = new Map(names.map(({ id, full_name }) => [id, full_name]))
  const cellsOf = async (of: readonly FabricLine[], types: readonly string[], usable: readonly string[]) => {
    const cells = of.flatMap((line) => types.map((type) => ({ line, type })))
    const choices = await chooseFor(
      tx,
      kit.register,
      { ...plan, library: { ...plan.library, usable } },
      cells.map(({ line, type }) => ({ line: line.id, type })),
    )
    return cells.flatMap(({ line }, index): DemoSpecCell[] => {
      const choice = choices[index]
      const specification = choice?.found === 'one' ? byId.get(choice.record.id) : undefined
      return specification
        ? [{ line: { ...line, agent_name: nameOf.get(line.agent_id ?? 0) ?? null }, specification }]
        : []
    })
  }
  const made = lines.filter(({ is_made }) => is_made)
  const open = lines.filter((line) => !line.is_made && isLineOpen(line))
  const followed = await cellsOf(made, requiredSpecTypes, ['active', 'superseded'])
  const chosen = await cellsOf(open, [...requiredSpecTypes, 'labelling', 'testing'], plan.library.usable)
  const allocations = [
    ...followed.map(({ line, specification }) => allocationOf(line, specification, 'acknowledged', day)),
    ...makeSpecAllocations(chosen, byId, day),
  ]
  await takeOverCartons(tx, allocations)
  await setSpecReadiness(tx, plan, [...made, ...open], allocations)
  return allocations
}

/** Copies the carton details of the packing specifications to lines that have none. */
const takeOverCartons = (tx: Queryable, made: readonly ReturnType<typeof allocationOf>[]) =>
  tx.query(
    `update po_lines l set units_per_carton = coalesce(l.units_per_carton, s.units_per_carton),
       inner_pack_qty = coalesce(l.inner_pack_qty, s.inner_pack_qty), packing_method = coalesce(l.packing_method, s.packing_method)
     from jsonb_to_recordset($1::jsonb) as m(po_line_id bigint, specification_id bigint), specifications s
     where l.id = m.po_line_id and s.id = m.specification_id`,
    [
      JSON.stringify(
        made
          .filter(({ spec_type, status }) => spec_type === 'packing' && status !== 'cancelled' && status !== 'waived')
          .map(({ po_line_id, specification_id }) => ({ po_line_id, specification_id })),
      ),
    ],
  )

const setSpecReadiness = (
  tx: Queryable,
  plan: AllocationPlan,
  lines: readonly FabricLine[],
  made: readonly ReturnType<typeof allocationOf>[],
) => {
  const standing = new Map<number, typeof made>()
  for (const allocation of made)
    if (allocation.status !== 'cancelled')
      standing.set(allocation.po_line_id, [...(standing.get(allocation.po_line_id) ?? []), allocation])
  const readiness = lines.map(({ id, line_status }) => {
    const ofLine = standing.get(id) ?? []
    const states = ofLine.map(
      ({ status }): Readiness => (status === 'acknowledged' ? 'ok' : status === 'waived' ? 'waived' : 'in_progress'),
    )
    const isWhole = usualTypes(plan.kind).every((type) => ofLine.some(({ spec_type }) => spec_type === type))
    if (!isWhole && line_status !== 'open') return { id, readiness: 'not_required' }
    return { id, readiness: overallReadiness(isWhole ? states : [...states, 'missing']) }
  })
  return tx.query(
    `update po_lines l set specification_readiness = m.readiness
     from jsonb_to_recordset($1::jsonb) as m(id bigint, readiness text) where l.id = m.id`,
    [JSON.stringify(readiness)],
  )
}

/**
 * Allocates specifications to the open lines of the demo orders. On lines that leave soon, most are acknowledged; on the
 * others they are at every step. Some lines have an earlier version, and some have none.
 */
const makeSpecAllocations = (
  cells: readonly DemoSpecCell[],
  versions: ReadonlyMap<number, DemoSpecification>,
  day: string,
) => {
  const random = createRandom(6_203)
  const byLine = new Map<number, number>()
  return cells.flatMap(({ line, specification }) => {
    const ofLine = byLine.get(line.id) ?? random.next()
    byLine.set(line.id, ofLine)
    const chance = random.next()
    if (ofLine < 0.16 || (chance < 0.06 && !line.is_begun)) return []
    // Few factories start production before they have acknowledged the specification.
    if (line.is_begun && ofLine > 0.3) return allocationOf(line, specification, 'acknowledged', day)
    const isSoon = line.ex_factory_date !== null && line.ex_factory_date < addDays(day, 40)
    const steps = isSoon || ofLine > 0.6 ? soon : later
    const status = steps[Math.floor(chance * steps.length)] ?? 'acknowledged'
    const earlier = versions.get(specification.predecessor_id ?? 0)
    if (status !== 'outdated') return allocationOf(line, specification, status, day)
    return earlier ? allocationOf(line, earlier, status, day) : allocationOf(line, specification, 'acknowledged', day)
  })
}

const soon = [
  'acknowledged',
  'acknowledged',
  'acknowledged',
  'acknowledged',
  'acknowledged',
  'acknowledged',
  'acknowledged',
  'waived',
  'outdated',
  'outdated',
] as const
const later = ['allocated', 'allocated', 'allocated', 'acknowledged', 'acknowledged', 'outdated', 'cancelled'] as const

const allocationOf = (line: DemoSpecCell['line'], specification: DemoSpecification, status: string, day: string) => {
  const end = line.ex_factory_date
  const requested = end && addDays(end, -80) < day ? addDays(end, -80) : addDays(day, -8)
  const inForce = specification.effective_from ?? requested
  const read = addDays(requested, 3) > inForce ? addDays(requested, 3) : inForce
  const answered = read < day ? read : day
  const isAnswered = status === 'acknowledged' || status === 'outdated'
  const at = `${answered}T02:40:00.000Z`
  return {
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    specification_id: specification.id,
    spec_type: specification.spec_type,
    status,
    due_date: addDays(requested, 7),
    requested_by: line.office_id,
    requested_at: `${requested}T08:30:00.000Z`,
    ...(isAnswered && line.agent_id
      ? {
          responded_by: line.agent_id,
          responded_at: at,
          receipts: [
            {
              record_id: specification.id,
              record_title: specification.title_en,
              record_title_zh: specification.title_zh,
              record_version: specification.version_no,
              round: 1,
              full_name: line.agent_name,
              acknowledged_by: line.agent_id,
              acknowledged_at: at,
              comment: null,
            },
          ],
        }
      : {}),
    ...(status === 'waived' ? { waiver_reason: 'Repeat of the spring delivery, packed as agreed then.' } : {}),
    ...(status === 'cancelled' ? { decision_comment: 'Another specification applies to this market.' } : {}),
  }
}
