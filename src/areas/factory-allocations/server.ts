import { needsAccreditation, readAuditsOf, readGroups, readTestedLines } from '#server/allocation/accreditation.ts'
import { serveAllocation } from '#server/allocation/allocation.ts'
import type { AllocationDraft } from '#server/allocation/kind.ts'
import type { Queryable } from '#server/db/types.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { today } from '#shared/base/dates.ts'
import { maxValues } from '#shared/kit/list-query.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { testCover } from '#shared/trade/accreditation-cover.ts'
import { planOf } from '#shared/trade/allocation.ts'
import { type Licence, licenceFault } from '#shared/trade/licence.ts'
import { closedStates, type RequirementPolicy } from '#shared/trade/readiness.ts'
import { factoryAllocations } from './area'
import {
  type AllocationRequest,
  accreditationWarnings,
  capacityWarnings,
  cuttingProblems,
  type FactoryFacts,
  factoryProblems,
  licenceWarnings,
  mainFactory,
  shareWarnings,
  type Uncovered,
} from './rules'
import { readCapacity, settleCapacity } from './server/capacity'
import { capacityRoutes } from './server/capacity-routes'
import { settleLicences, settleLicencesOfDay } from './server/licences'

const usable = planOf(factoryAllocations)?.library?.usable ?? []

interface Facts {
  factories: Map<number, FactoryFacts>
  /** Lines whose cutting has begun. */
  begun: ReadonlySet<number>
  /** Units by factory and month (`12 2027-03`), without the allocations being checked. */
  loads: ReadonlyMap<string, number>
  /** Groups of programmes that the factory of a draft does not cover, by line and factory (`12 7`). */
  uncovered: ReadonlyMap<string, Uncovered[]>
}

const engine = serveAllocation<Facts>(factoryAllocations, {
  facts: async (work, requests) => {
    const factories = await readFactories(
      work.tx,
      requests.flatMap(({ record }) => record?.id ?? []),
    )
    const besides = requests.flatMap(({ allocation }) => [
      Number(allocation.id ?? 0),
      Number(allocation.replaces_id ?? 0),
    ])
    return {
      factories,
      begun: await readLinesInCutting(
        work,
        requests.map(({ line }) => line.id),
      ),
      loads: await readCapacity(work.tx, [...factories.keys()], besides),
      uncovered: await readUncovered(work, requests),
    }
  },

  // With a reason, administrators may choose an unapproved factory, but not a rejected or exited one.
  fits: async ({ db, settings }, { role }, suppliers) => {
    const rows = await db.query<{ id: number } & Licence>(
      `select f.id, f.business_licence_no, f.business_licence_expiry::text from factories f
       where f.archived_at is null
         and case when $2::boolean then f.status not in ('rejected', 'exited') else f.status = any($3::text[]) end
         and (select count(*) from factory_suppliers s where s.factory_id = f.id and s.supplier_id = any($1::bigint[])) = $4::int
       order by f.name_en, f.id limit ${maxValues + 1}`,
      [suppliers, role === 'admin', usable, suppliers.length],
      'factories_that_fit',
    )
    const isLicenceRequired = role !== 'admin' && (await settings()).licence_requirement === 'block'
    return rows.filter((factory) => !isLicenceRequired || licenceFault(factory, today()) === null).map(({ id }) => id)
  },

  fill: (_work, { allocation, line }) => {
    allocation.end_date ??= line.ex_factory_date
  },

  check: (work, request, facts) => {
    const { allocation, line, record, others } = request
    const factory = record && facts.factories.get(record.id)
    if (!factory) return []
    const isAnother = others.some(
      (other) => other.status === 'approved' && other.process_stage === allocation.process_stage,
    )
    return [
      ...factoryProblems(allocating(work, request, factory, facts)),
      ...(isAnother && !allocation.replaces_id ? cuttingProblems(facts.begun.has(line.id), work.me.role) : []),
    ]
  },

  keeps: (work, { line }, facts): Problem[] => cuttingProblems(facts.begun.has(line.id), work.me.role),

  warn: (work, target, facts) => {
    const { allocation, line, record, others } = target
    const factory = record && facts.factories.get(record.id)
    if (!factory) return []
    const requested = {
      qty: Number(allocation.qty ?? 0),
      end_date: (allocation.end_date as string | null) ?? null,
      process_stage: String(allocation.process_stage),
    }
    const competing = others.filter(
      (other) =>
        !closedStates.has(other.status) &&
        other.status !== 'proposed' &&
        other.id !== allocation.replaces_id &&
        other.process_stage === requested.process_stage,
    )
    const warnings = [
      ...licenceWarnings(allocating(work, target, factory, facts)),
      ...accreditationWarnings(allocating(work, target, factory, facts)),
      ...shareWarnings(
        requested,
        factory,
        line,
        competing.reduce((sum, allocation) => sum + Number(allocation.qty ?? 0), 0),
      ),
    ]
    // Capacity used by orders of other suppliers is internal to the retailer.
    if (work.me.role === 'Agent' || !requested.end_date) return warnings
    const month = requested.end_date.slice(0, 7)
    const key = `${factory.id} ${month}`
    const allocated = facts.loads.get(key) ?? 0
    // Lines that are allocated together count cumulatively.
    ;(facts.loads as Map<string, number>).set(key, allocated + requested.qty)
    return [
      ...capacityWarnings({
        factory: factory.title,
        month,
        allocated,
        units: requested.qty,
        capacity: factory.capacity_per_month,
        seesAll: work.me.portfolio === null,
      }),
      ...warnings,
    ]
  },

  lineValues: async (work, line, allocations) => {
    const main = mainFactory(allocations as never)
    const currentFactory = line.factory_id as number | null
    if (!main || main === currentFactory) return { factory_id: main }
    const rows = await work.tx.query<{ id: number; country: string }>(
      'select id, country from factories where id = any($1::bigint[])',
      [[main, currentFactory ?? 0]],
    )
    const countryOf = (id: number | null | undefined) => rows.find((row) => row.id === id)?.country ?? null
    const follows = line.country_of_origin === null || line.country_of_origin === countryOf(currentFactory)
    return { factory_id: main, ...(follows ? { country_of_origin: countryOf(main) } : {}) }
  },

  settle: (work, changes) => settleFactories(work, [...new Set(changes.map(({ after }) => Number(after.factory_id)))]),
})

export const server = {
  ...engine,
  server: {
    ...engine.server,
    // The allocation stays and is marked as having an invalid licence.
    follows: {
      ...engine.server.follows,
      'purchase-orders': async (work, changes) => {
        await engine.server.follows?.['purchase-orders']?.(work, changes)
        await settleEndedLines(work, changes)
        if (changes.some(dropsLines)) await settleFullMonths(work)
      },
      factories: (work, changes) =>
        settleLicences(
          work,
          changes.flatMap(({ before, after }) =>
            before && licenceFields.some((field) => before[field] !== after[field]) ? [Number(after.id)] : [],
          ),
        ),
      settings: async (work, changes) => {
        for (const { before, after } of changes)
          if (before?.licence_requirement !== after.licence_requirement)
            await restartDailyWork({ ...work, context: { ...work.context, settings: after } }, factoryAllocations.name)
      },
    },
    followsRemoval: { 'purchase-orders': (work) => settleFullMonths(work) },
    daily: settleLicencesOfDay,
    routes: (app, kit) => {
      engine.server.routes?.(app, kit)
      capacityRoutes(app, kit)
    },
  },
} satisfies typeof engine

/** Runs after orders were written: lines that ended or reopened change the load of their factories. */
const settleEndedLines = async (work: Work, changes: readonly Change[]) => {
  const lines = changes.flatMap(({ before, after }) => {
    const earlier = new Map(linesOf(before).map(({ id, line_status }) => [id, line_status]))
    return linesOf(after).flatMap(({ id, line_status }) =>
      earlier.has(id) && earlier.get(id) !== line_status ? Number(id) : [],
    )
  })
  if (lines.length === 0) return
  const rows = await work.tx.query<{ factory_id: number }>(
    'select distinct factory_id from factory_allocations where po_line_id = any($1::bigint[]) order by factory_id',
    [lines],
    'factories_of_ended_lines',
  )
  await settleFactories(
    work,
    rows.map(({ factory_id }) => factory_id),
  )
}

const dropsLines = ({ before, after }: Change) =>
  linesOf(before).some(({ id }) => !linesOf(after).some((line) => line.id === id))

/** Deleting lines also deletes their allocations, so months may no longer be over capacity. */
const settleFullMonths = async (work: Work) => {
  const rows = await work.tx.query<{ factory_id: number }>(
    'select distinct factory_id from factory_allocations where over_capacity order by factory_id',
    [],
    'factories_over_capacity',
  )
  await settleFactories(
    work,
    rows.map(({ factory_id }) => factory_id),
  )
}

const linesOf = (order: Doc | null) => (order?.lines ?? []) as Doc[]

/** Recomputes the marks of allocations to these factories: months over capacity, and invalid licences. */
const settleFactories = async (work: Work, factories: readonly number[]) => {
  await settleCapacity(work.tx, factories)
  await settleLicences(work, factories)
  work.touched.add(factoryAllocations.name)
}

const licenceFields = ['business_licence_no', 'business_licence_expiry'] as const

const allocating = (
  { me, context }: Work,
  { allocation, line }: AllocationDraft,
  factory: FactoryFacts,
  { uncovered }: Facts,
): AllocationRequest => ({
  factory,
  supplier_id: line.supplier_id,
  ex_factory_date: line.ex_factory_date,
  override_reason: allocation.override_reason,
  role: me.role,
  today: context.today,
  licence: context.settings.licence_requirement as RequirementPolicy,
  uncovered: uncovered.get(`${line.id} ${factory.id}`) ?? [],
  accreditation: context.settings.accreditation_requirement as RequirementPolicy,
})

/** The groups of programmes that the factories would not cover, by the same test as `accreditation-allocations`. */
const readUncovered = async ({ tx, context }: Work, drafts: readonly AllocationDraft[]) => {
  const uncovered = new Map<string, Uncovered[]>()
  const mainDrafts = drafts.filter(
    ({ allocation, line }) => allocation.process_stage === 'main' && needsAccreditation(line),
  )
  if (mainDrafts.length === 0 || context.settings.accreditation_requirement === 'ignore') return uncovered
  const [lines, groupsOf, auditsOf] = await Promise.all([
    readTestedLines(
      tx,
      mainDrafts.map(({ line }) => line.id),
    ),
    readGroups(tx),
    readAuditsOf(
      tx,
      mainDrafts.flatMap(({ record }) => record?.id ?? []),
    ),
  ])
  for (const { line, record } of mainDrafts) {
    const tested = lines.find(({ id }) => id === line.id)
    if (!tested || !record) continue
    const day = line.ex_factory_date ?? context.today
    uncovered.set(
      `${line.id} ${record.id}`,
      groupsOf(tested).flatMap(({ programs, text }) => {
        const { state, until } = testCover(programs, auditsOf(record.id), day)
        return state === 'covered' ? [] : [{ programs: text, until: state === 'expires_before' ? until : null }]
      }),
    )
  }
  return uncovered
}

const readFactories = async (on: Queryable, ids: readonly number[]): Promise<Map<number, FactoryFacts>> => {
  const rows = await on.query<FactoryFacts>(
    `select f.id, f.name_en as title, f.status, f.conditional_until::text, f.capacity_per_month, f.moq,
       f.business_licence_no, f.business_licence_expiry::text,
       (select coalesce(json_agg(s.supplier_id), '[]') from factory_suppliers s where s.factory_id = f.id) as suppliers
     from factories f where f.id = any($1::bigint[])`,
    [[...new Set(ids)]],
    'allocated_factories',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lines with reported production; before that, a factory may be changed freely. */
const readLinesInCutting = async ({ tx, kit }: Work, lines: readonly number[]): Promise<ReadonlySet<number>> => {
  if (!kit.register.find('wip-reports')) return new Set()
  const rows = await tx.query<{ po_line_id: number }>(
    `select distinct po_line_id from wip_reports
     where po_line_id = any($1::bigint[]) and cumulative_qty > 0 and stage <> 'material_in_house' and archived_at is null`,
    [lines],
    'allocated_lines_begun',
  )
  return new Set(rows.map(({ po_line_id }) => po_line_id))
}
