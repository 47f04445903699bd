/** States of a line regarding one kind of requirement, or all of them. */
export const readinessStates = ['not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived'] as const
export type Readiness = (typeof readinessStates)[number]

/** The kinds of requirement whose standing every line carries, in the order in which screens show them. */
export const readinessKinds = [
  'factory',
  'fibre',
  'care',
  'specification',
  'artwork',
  'accreditation',
  'sample',
  'inspection',
  'attachments',
] as const
export type ReadinessKind = (typeof readinessKinds)[number]

/** Who has to do something next: the retailer, or the supplier. */
export type Side = 'office' | 'supplier'

/** The line's fields with the kinds that wait for each side. */
export const turnFields: Readonly<Record<Side, string>> = { office: 'office_turn', supplier: 'supplier_turn' }

/** The effect of an open requirement on a booking: it blocks, it warns, or it is ignored. */
export const requirementPolicies = ['block', 'warn', 'ignore'] as const
export type RequirementPolicy = (typeof requirementPolicies)[number]

/** An allocation as readiness counts it. */
export interface CountedAllocation {
  id: number
  status: string
  /** Units that it covers; null: the whole line. */
  qty: number | null
}

/**
 * The state of a kind on a line, from its relevant allocations. While the newest one that a supplier must answer is
 * rejected, the kind is not complete.
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

/** All kinds together: the worst state counts; kinds that are not required are ignored. */
export const overallReadiness = (kinds: readonly Readiness[]): Readiness => {
  const known: ReadonlySet<Readiness> = new Set(kinds)
  return worstFirst.find((state) => known.has(state)) ?? 'not_required'
}

/** Whether a line may proceed: no required kind is open. */
export const isReady = (state: unknown): boolean => (readyStates as readonly unknown[]).includes(state)
export const readyStates = ['not_required', 'ok', 'waived'] as const satisfies readonly Readiness[]

const worstFirst: readonly Readiness[] = ['rejected', 'missing', 'in_progress', 'waived', 'ok']

/** States of an allocation that does not count any more. */
export const closedStates: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'replaced'])

/** States of an allocation that is not there any more; a rejected one is, until it is answered anew. */
export const goneStates: ReadonlySet<string> = new Set(['cancelled', 'replaced'])

const newestOf = (allocations: readonly CountedAllocation[]) =>
  allocations.reduce<CountedAllocation | null>(
    (last, allocation) => (last && last.id > allocation.id ? last : allocation),
    null,
  )

/**
 * Whether allocations in these states suffice: their units add up to the line's, or all of those for the whole line are
 * among them. One alone makes what the line needs, also when that has become less.
 */
const covers = (live: readonly CountedAllocation[], qty: number, states: readonly string[]) => {
  const counted = live.filter(({ status }) => states.includes(status))
  if (counted.length === 0) return false
  // A proposal alone does not replace an existing allocation.
  if (counted.some((allocation) => allocation.qty === null))
    return live.every(({ status }) => states.includes(status) || status === 'proposed')
  const sum = counted.reduce((units, allocation) => units + (allocation.qty ?? 0), 0)
  // Once a line needs less, somebody says which of several makes less.
  return counted.length === 1 ? sum >= qty : sum === qty
}
