import type { Area } from '#shared/kit/area.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type AllocationPlan, planOf, readinessField, turnByState, turnWhenMissing } from './allocation'
import { overallReadiness, type Readiness, readinessKinds, type Side } from './readiness'

/** How the records of an area fulfil a kind of requirement of order lines. */
export interface LinePlan {
  /** One word; prefix of the line's columns such as `<kind>_readiness`. */
  kind: string
  /** The field with the type, if a line has a record of each type. */
  typed?: { by: string }
  /** The side that has to act, by the state of a record; absent if neither has to. */
  turns: Readonly<Partial<Record<string, Side>>>
  /**
   * The readiness that follows from the state of a record; states that no longer count are absent. Not used for
   * allocations, whose units are counted (`readinessOf`).
   */
  readiness?: Readonly<Partial<Record<string, Readiness>>>
  /** The side that has to act, in addition to `turns`, if the line is rejected; null for none. */
  whenRejected: Side | null
  /** The side that has to act if the line is in progress and no record waits for a side; null for none. */
  whenIdle: Side | null
  /** The side that has to act if the line has no record; null if a line always has one. */
  whenMissing: Side | null
  /** Roles of the office that edit the records and remind suppliers of them. */
  allocate: readonly Role[]
}

/** A kind of requirement of order lines, with the area of its records. */
export interface LineKind {
  area: Area
  plan: LinePlan
}

const plans = new WeakMap<object, LinePlan>()

/** Declares that the records of an area other than allocations fulfil a kind of requirement. */
export const answersLines = (area: object, plan: LinePlan): void => void plans.set(area, plan)

/** How an area fulfils a kind of requirement; undefined for any other area. */
export const linePlanOf = (area: Area): LinePlan | undefined => {
  const plan = planOf(area)
  return plan
    ? {
        kind: plan.kind,
        typed: plan.typed,
        turns: turnByState(plan),
        whenRejected: 'supplier',
        // Approved allocations cover only a part of the line, so the office has to allocate more.
        whenIdle: 'office',
        whenMissing: turnWhenMissing(plan),
        allocate: plan.allocate,
      }
    : plans.get(area)
}

/**
 * The readiness of a line in a kind whose records decide by their states: the worst of those that count. Each of
 * `types` without a record counts as missing.
 */
export const readinessOfRecords = (
  { readiness = {} }: LinePlan,
  records: readonly { standing: string; type: number | string | null }[],
  types: readonly number[] = [],
): Readiness => {
  const counted = records.filter(({ standing }) => standing in readiness)
  const isMissing = types.some((type) => !counted.some((record) => record.type === type)) || counted.length === 0
  return overallReadiness([
    ...counted.flatMap(({ standing }) => readiness[standing] ?? []),
    ...(isMissing ? (['missing'] as const) : []),
  ])
}

/** The states of records that mean that something is missing, as with required documents. */
export const missingStates = ({ readiness = {} }: LinePlan): string[] =>
  Object.keys(readiness).filter((state) => readiness[state] === 'missing')

/** The kinds of requirement of order lines among `areas`, in the order of screens. */
export const lineKindAreas = (areas: readonly Area[]): LineKind[] =>
  areas
    .flatMap((area) => {
      const plan = linePlanOf(area)
      return plan && (readinessKinds as readonly string[]).includes(plan.kind) ? [{ area, plan }] : []
    })
    .sort((a, b) => positionOf(a.plan) - positionOf(b.plan))

/** The kinds of requirement of order lines whose records are allocations. */
export const allocatedKinds = (areas: readonly Area[]): { area: Area; plan: AllocationPlan }[] =>
  lineKindAreas(areas).flatMap(({ area }) => {
    const plan = planOf(area)
    return plan ? [{ area, plan }] : []
  })

const positionOf = ({ kind }: LinePlan) => (readinessKinds as readonly string[]).indexOf(kind)

/** The kinds of requirement whose readiness is a column of the area of lines. */
export const lineKinds = (lines: Area, areas: readonly Area[]): LinePlan[] =>
  areas.flatMap((area) => {
    const plan = linePlanOf(area)
    return plan && readinessField(plan) in lines.fields ? [plan] : []
  })
