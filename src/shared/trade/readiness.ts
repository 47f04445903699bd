/** How far a line is with one kind of requirement, or with all of them. */
export const readinessStates = ['not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived'] as const
export type Readiness = (typeof readinessStates)[number]

/** What an open requirement means for booking its line: it holds the booking up, it is pointed out, it is not looked at. */
export const requirementPolicies = ['block', 'warn', 'ignore'] as const
export type RequirementPolicy = (typeof requirementPolicies)[number]

/** An allocation as readiness counts it. */
export interface CountedAllocation {
  id: number
  status: string
  /** Units that it covers; null: it stands for the whole line. */
  qty: number | null
}

/**
 * Where a kind stands on a line, from the allocations that count towards it. What a supplier has to answer is not done
 * with while the newest is sent back.
 */
export const readinessOf = (
  { isRequired, qty, isAnswered = false }: { isRequired: boolean; qty: number; isAnswered?: boolean },
  allocations: readonly CountedAllocation[],
): Readiness => {
  if (!isRequired) return 'not_required'
  const live = allocations.filter(({ status }) => !closedStates.has(status))
  const standing = allocations.filter(({ status }) => !goneStates.has(status))
  if (live.length === 0) return newestOf(allocations)?.status === 'rejected' ? 'rejected' : 'missing'
  if (isAnswered && newestOf(standing)?.status === 'rejected') return 'rejected'
  if (covers(live, qty, ['approved'])) return 'ok'
  if (covers(live, qty, ['approved', 'waived'])) return 'waived'
  return 'in_progress'
}

/** All kinds together: what is worst says how far the line is; those that are not required say nothing. */
export const overallReadiness = (kinds: readonly Readiness[]): Readiness => {
  const known: ReadonlySet<Readiness> = new Set(kinds)
  return worstFirst.find((state) => known.has(state)) ?? 'not_required'
}

/** Whether a line may go on: nothing required is open. */
export const isReady = (state: unknown): boolean => (readyStates as readonly unknown[]).includes(state)
export const readyStates = ['not_required', 'ok', 'waived'] as const satisfies readonly Readiness[]

const worstFirst: readonly Readiness[] = ['rejected', 'missing', 'in_progress', 'waived', 'ok']

/** States of an allocation in which it no longer speaks for its line. */
export const closedStates: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'replaced'])

const goneStates: ReadonlySet<string> = new Set(['cancelled', 'replaced'])

const newestOf = (allocations: readonly CountedAllocation[]) =>
  allocations.reduce<CountedAllocation | null>(
    (last, allocation) => (last && last.id > allocation.id ? last : allocation),
    null,
  )

/** Whether those in these states are enough: their units make up the line's, or all that stand for the whole line are among them. */
const covers = (live: readonly CountedAllocation[], qty: number, states: readonly string[]) => {
  const counted = live.filter(({ status }) => states.includes(status))
  if (counted.length === 0) return false
  // What is only proposed takes nothing from what stands.
  return counted.some((allocation) => allocation.qty === null)
    ? live.every(({ status }) => states.includes(status) || status === 'proposed')
    : counted.reduce((sum, allocation) => sum + (allocation.qty ?? 0), 0) >= qty
}
