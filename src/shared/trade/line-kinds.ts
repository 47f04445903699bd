import type { Area } from '#shared/kit/area.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type AllocationPlan, planOf, readinessField, turnByState, turnWhenMissing } from './allocation'
import { overallReadiness, type Readiness, readinessKinds, type Side } from './readiness'

/** How the records of an area answer a kind of requirement of order lines. */
export interface LinePlan {
  /** One word: the line's columns are called `<kind>_readiness` and so on after it. */
  kind: string
  /** The field that names the type, where a line has a record of each. */
  typed?: { by: string }
  /** Whose turn it is, by the state of a record; states that wait for nobody are absent. */
  turns: Readonly<Partial<Record<string, Side>>>
  /**
   * How far a line is with a record in a state, where that alone decides; states that do not count any more are absent. The
   * engine counts units of allocations itself.
   */
  readiness?: Readonly<Partial<Record<string, Readiness>>>
  /** Whose turn it is besides where the line is rejected; null: only whose records say so. */
  whenRejected: Side | null
  /** Whose turn it is where the line is under way and no record waits for a side; null: nobody's. */
  whenIdle: Side | null
  /** Whose turn it is where no record stands at the line; null: one always does. */
  whenMissing: Side | null
  /** Who of the house acts on the records, and reminds suppliers of them. */
  allocate: readonly Role[]
}

/** A kind that lines carry, with the area of its records. */
export interface LineKind {
  area: Area
  plan: LinePlan
}

const plans = new WeakMap<object, LinePlan>()

/** Declares that the records of an area which is none of allocations answer a kind of requirement. */
export const answersLines = (area: object, plan: LinePlan): void => void plans.set(area, plan)

/** How an area answers a kind of requirement; undefined for any other area. */
export const linePlanOf = (area: Area): LinePlan | undefined => {
  const plan = planOf(area)
  return plan
    ? {
        kind: plan.kind,
        typed: plan.typed,
        turns: turnByState(plan),
        whenRejected: 'supplier',
        // What is approved covers a part of the line, and nobody else has anything to do.
        whenIdle: 'office',
        whenMissing: turnWhenMissing(plan),
        allocate: plan.allocate,
      }
    : plans.get(area)
}

/**
 * How far a line is with a kind whose records decide by their states alone: the worst of those that count, and of `types`
 * each that has none is missing.
 */
export const readinessOfRecords = (
  { readiness = {} }: LinePlan,
  records: readonly { standing: string; type: number | string | null }[],
  types: readonly number[] = [],
): Readiness => {
  const counted = records.filter(({ standing }) => standing in readiness)
  const isLacking = types.some((type) => !counted.some((record) => record.type === type)) || counted.length === 0
  return overallReadiness([
    ...counted.flatMap(({ standing }) => readiness[standing] ?? []),
    ...(isLacking ? (['missing'] as const) : []),
  ])
}

/** The states of records that say that something is missing, as those of documents which a line needs. */
export const missingStates = ({ readiness = {} }: LinePlan): string[] =>
  Object.keys(readiness).filter((state) => readiness[state] === 'missing')

/** The kinds that lines carry, in the order of screens. */
export const lineKindAreas = (areas: readonly Area[]): LineKind[] =>
  areas
    .flatMap((area) => {
      const plan = linePlanOf(area)
      return plan && (readinessKinds as readonly string[]).includes(plan.kind) ? [{ area, plan }] : []
    })
    .sort((a, b) => placeOf(a.plan) - placeOf(b.plan))

/** Those of them whose records are allocations. */
export const allocatedKinds = (areas: readonly Area[]): { area: Area; plan: AllocationPlan }[] =>
  lineKindAreas(areas).flatMap(({ area }) => {
    const plan = planOf(area)
    return plan ? [{ area, plan }] : []
  })

const placeOf = ({ kind }: LinePlan) => (readinessKinds as readonly string[]).indexOf(kind)

/** The kinds of requirement that are built: those whose standing the lines carry. */
export const lineKinds = (lines: Area, areas: readonly Area[]): LinePlan[] =>
  areas.flatMap((area) => {
    const plan = linePlanOf(area)
    return plan && readinessField(plan) in lines.fields ? [plan] : []
  })
