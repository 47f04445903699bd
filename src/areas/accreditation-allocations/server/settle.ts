import {
  needsAccreditation,
  readAuditsOf,
  readGroups,
  readTestedLines,
  type TestedGroup,
  type TestedLine,
} from '#server/allocation/accreditation.ts'
import { lockOrdersOf, writeReadiness } from '#server/allocation/settle-lines.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import {
  type Cover,
  type CoverState,
  coverReadiness,
  isWaived,
  type TestedAudit,
  testCover,
} from '#shared/trade/accreditation-cover.ts'
import { isLineOpen } from '#shared/trade/allocation.ts'
import { overallReadiness } from '#shared/trade/readiness.ts'
import { accreditationAllocations, plan, testedFields } from '../area'

/** A stored record with the fields that its test uses. */
interface Stored extends Doc {
  id: number
  po_line_id: number
  factory_id: number | null
  requirement_profile_id: number
  group_name: string
  factory_accreditation_id: number | null
  is_chosen: boolean
  waived_until: string | null
  status: CoverState
}

type AuditsOf = (factory: number) => TestedAudit[]

/**
 * Tests the factories of these lines against the requirements of the lines, on their ex-factory dates. Maintains one
 * record for each group and factory, and the readiness of the line. Ended lines keep their records.
 */
export const settleAccreditations = async (work: Work, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const { tx, kit } = work
  // Prevents concurrent writes from creating the records of a line twice.
  await lockOrdersOf(work, ids)
  const lines = await readTestedLines(tx, [...new Set(ids)])
  const stored = await readStored(work, lines)
  const concerned = lines.filter((line) => needsAccreditation(line) || stored.has(line.id))
  if (concerned.length === 0) return
  const [groupsOf, auditsOf] = await Promise.all([
    readGroups(tx),
    readAuditsOf(
      tx,
      concerned.flatMap(({ factories }) => factories),
    ),
  ])
  const tested = concerned
    .filter((line) => isLineOpen(line) || line.line_status === 'cancelled')
    .map((line) => testLine(work, line, groupsOf(line), auditsOf, stored.get(line.id) ?? []))
  const repository = kit.repository(accreditationAllocations.name)
  const created = tested.flatMap(({ creates }) => creates)
  if (created.length > 0) await repository.create(asPortal(work, 'create'), created)
  for (const { id, values } of tested.flatMap(({ retests }) => retests))
    await repository.move(asPortal(work, 'retest'), id, 'retest', values)
  await writeReadiness(
    work,
    plan,
    tested.map(({ line, states }) => ({
      id: line.id,
      readiness: overallReadiness(states.map((state) => coverReadiness[state])),
    })),
  )
}

/**
 * Creates the records of many lines without any in one write, and sets their readiness without history; used for demo
 * data. `adjust` may change the state of records.
 */
export const makeAccreditations = async (
  work: Work,
  ids: readonly number[],
  adjust: (records: readonly Doc[]) => void,
): Promise<void> => {
  const { tx, kit } = work
  const lines = (await readTestedLines(tx, ids)).filter(needsAccreditation)
  const [groupsOf, auditsOf] = await Promise.all([
    readGroups(tx),
    readAuditsOf(
      tx,
      lines.flatMap(({ factories }) => factories),
    ),
  ])
  const tested = lines.map((line) => testLine(work, line, groupsOf(line), auditsOf, []))
  const records = tested.flatMap(({ creates }) => creates)
  adjust(records)
  await kit.repository(accreditationAllocations.name).create(asPortal(work, 'create'), records)
  await tx.query(
    `update po_lines l set accreditation_readiness = m.readiness from jsonb_to_recordset($1::jsonb) as m(id bigint, readiness text)
     where l.id = m.id`,
    [
      JSON.stringify(
        tested.map(({ line, creates }) => ({
          id: line.id,
          readiness: overallReadiness(creates.map(({ status }) => coverReadiness[status as CoverState])),
        })),
      ),
    ],
  )
}

const readStored = async ({ tx }: Work, lines: readonly TestedLine[]): Promise<Map<number, Stored[]>> => {
  const rows = await tx.query<Stored>(
    `select id, po_line_id, factory_id, requirement_profile_id, group_name, factory_accreditation_id, is_chosen,
       waived_until::text, status, allocation_title, programs_text, ex_factory_date::text, covered_until::text
     from accreditation_allocations where po_line_id = any($1::bigint[]) and archived_at is null order by id`,
    [lines.map(({ id }) => id)],
    'accreditation_allocations_of_lines',
  )
  const byLine = new Map<number, Stored[]>()
  for (const record of rows) byLine.set(record.po_line_id, [...(byLine.get(record.po_line_id) ?? []), record])
  return byLine
}

interface Tested {
  line: TestedLine
  creates: Doc[]
  /** Inputs of the move `retest`, for records whose result changed. */
  retests: { id: number; values: Doc }[]
  states: CoverState[]
}

const testLine = (
  work: Work,
  line: TestedLine,
  groups: readonly TestedGroup[],
  auditsOf: AuditsOf,
  stored: readonly Stored[],
): Tested => {
  const targets = groups.flatMap((group) =>
    (line.factories.length > 0 ? line.factories : [null]).map((factory) => ({ group, factory })),
  )
  const isOf = (record: Stored, group: TestedGroup) =>
    record.requirement_profile_id === group.profile_id && record.group_name === group.name
  const used = new Set<Stored>()
  const pairs = targets.map((target) => {
    const same = stored.find((record) => isOf(record, target.group) && record.factory_id === target.factory)
    if (same) used.add(same)
    return { ...target, record: same }
  })
  // A record of a factory that no longer makes the line is reused for the factory that does.
  for (const pair of pairs) {
    pair.record ??= stored.find((record) => !used.has(record) && isOf(record, pair.group))
    if (pair.record) used.add(pair.record)
  }
  const result: Tested = { line, creates: [], retests: [], states: [] }
  for (const { group, factory, record } of pairs) {
    const values = valuesOf(work, line, group, factory, record, auditsOf)
    result.states.push(values.status)
    if (!record) result.creates.push({ ...values, po_line_id: line.id })
    else addRetest(result, record, values)
  }
  for (const record of stored) if (!used.has(record)) addRetest(result, record, { ...record, ...notRequired })
  return result
}

const notRequired = {
  status: 'not_required' as const,
  factory_accreditation_id: null,
  covered_until: null,
  is_chosen: false,
}

const addRetest = ({ retests }: Tested, record: Stored, { status, ...values }: Doc) => {
  const tested = Object.fromEntries(Object.keys(testedFields).map((name) => [name, values[name] ?? null]))
  const isSame = Object.entries(tested).every(([name, value]) => (record[name] ?? null) === value)
  if (status !== record.status || !isSame) retests.push({ id: record.id, values: { ...tested, result: status } })
}

const valuesOf = (
  { context }: Work,
  line: TestedLine,
  group: TestedGroup,
  factory: number | null,
  record: Stored | undefined,
  auditsOf: AuditsOf,
) => {
  const day = line.ex_factory_date ?? context.today
  const isSame = record !== undefined && record.factory_id === factory
  const chosen = isSame && record.is_chosen ? record.factory_accreditation_id : null
  const cover: Cover | null = factory === null ? null : testCover(group.programs, auditsOf(factory), day, chosen)
  const state = cover?.state ?? 'no_factory'
  const waived = isSame ? record.waived_until : null
  return {
    allocation_title: cutText([line.line_title, group.name].filter(Boolean).join(' · '), 255),
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    factory_id: factory,
    requirement_profile_id: group.profile_id,
    group_name: group.name,
    programs_text: group.text,
    ex_factory_date: line.ex_factory_date,
    factory_accreditation_id: cover?.audit_id ?? null,
    is_chosen: chosen !== null && cover?.audit_id === chosen && state === 'covered',
    covered_until: cover?.until ?? null,
    status: (state !== 'covered' && isWaived(waived, day) ? 'waived' : state) as CoverState,
  }
}
