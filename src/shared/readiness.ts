/** How far a line is with one kind of requirement, or with all of them. */
export const readinessStates = ['not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived'] as const
export type Readiness = (typeof readinessStates)[number]

/** What an open requirement means for booking its line: it holds the booking up, it is pointed out, it is not looked at. */
export const requirementPolicies = ['block', 'warn', 'ignore'] as const

/** An allocation as readiness counts it. */
export interface CountedAllocation {
  id: number
  status: string
  /** Units that it covers; null: it stands for the whole line. */
  qty: number | null
}

/** Where a kind stands on a line, from the allocations that count towards it. */
export const readinessOf = (
  { isRequired, qty }: { isRequired: boolean; qty: number },
  allocations: readonly CountedAllocation[],
): Readiness => {
  if (!isRequired) return 'not_required'
  const live = allocations.filter(({ status }) => !deadStates.has(status))
  if (live.length === 0) {
    const newest = allocations.reduce<CountedAllocation | null>(
      (last, one) => (last && last.id > one.id ? last : one),
      null,
    )
    return newest?.status === 'rejected' ? 'rejected' : 'missing'
  }
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
export const deadStates: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'replaced'])

const covers = (live: readonly CountedAllocation[], qty: number, states: readonly string[]) => {
  const counted = live.filter(({ status }) => states.includes(status))
  return counted.some((one) => one.qty === null) || counted.reduce((sum, one) => sum + (one.qty ?? 0), 0) >= qty
    ? counted.length > 0
    : false
}
