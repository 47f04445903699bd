/** Readiness of a line in one kind of requirement, or in all of them. */
export const readinessStates = ['not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived'] as const
export type Readiness = (typeof readinessStates)[number]

/** The kinds of requirement whose readiness is stored with every line, in the order in which screens show them. */
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

/** The side that has to act next: the retailer's office or the supplier. */
export type Side = 'office' | 'supplier'

/** The line's fields with the kinds of requirement in which each side has to act. */
export const turnFields: Readonly<Record<Side, string>> = { office: 'office_turn', supplier: 'supplier_turn' }

/** The effect of an open requirement on a booking: it prevents it, causes a warning, or has no effect. */
export const requirementPolicies = ['block', 'warn', 'ignore'] as const
export type RequirementPolicy = (typeof requirementPolicies)[number]

/** An allocation, as far as `readinessOf` needs it. */
export interface CountedAllocation {
  id: number
  status: string
  /** The units that it covers; null for the whole line. */
  qty: number | null
}

/**
 * The readiness of a line in one kind, from its allocations of that kind. `isAnswered` means that suppliers have to
 * answer them: then a rejected newest allocation makes the whole kind `rejected`.
 */
export const readinessOf = (
  { isRequired, qty, isAnswered = false }: { isRequired: boolean; qty: number; isAnswered?: boolean },
  allocations: readonly CountedAllocation[],
): Readiness => {
  if (!isRequired) return 'not_required'
  const live = allocations.filter(({ status }) => !closedStates.has(status))
  const present = allocations.filter(({ status }) => !goneStates.has(status))
  if (live.length === 0) return newestOf(allocations)?.status === 'rejected' ? 'rejected' : 'missing'
  if (isAnswered && newestOf(present)?.status === 'rejected') return 'rejected'
  if (covers(live, qty, ['approved'])) return 'ok'
  if (covers(live, qty, ['approved', 'waived'])) return 'waived'
  return 'in_progress'
}

/** The readiness over all kinds: the worst state. Kinds that are not required are ignored. */
export const overallReadiness = (kinds: readonly Readiness[]): Readiness => {
  const known: ReadonlySet<Readiness> = new Set(kinds)
  return worstFirst.find((state) => known.has(state)) ?? 'not_required'
}

/** Whether the readiness lets a line proceed: no requirement is open. */
export const isReady = (state: unknown): boolean => (readyStates as readonly unknown[]).includes(state)
export const readyStates = ['not_required', 'ok', 'waived'] as const satisfies readonly Readiness[]

const worstFirst: readonly Readiness[] = ['rejected', 'missing', 'in_progress', 'waived', 'ok']

/** States of an allocation that no longer counts. */
export const closedStates: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'replaced'])

/** States of an allocation that has ended. A rejected one has not: it waits for a new answer. */
export const goneStates: ReadonlySet<string> = new Set(['cancelled', 'replaced'])

const newestOf = (allocations: readonly CountedAllocation[]) =>
  allocations.reduce<CountedAllocation | null>(
    (last, allocation) => (last && last.id > allocation.id ? last : allocation),
    null,
  )

/**
 * Whether the allocations in these states cover the line: their units add up to its quantity, or all allocations of the
 * whole line are among them. A single allocation may exceed the quantity, which can have been reduced since.
 */
const covers = (live: readonly CountedAllocation[], qty: number, states: readonly string[]) => {
  const counted = live.filter(({ status }) => states.includes(status))
  if (counted.length === 0) return false
  // A proposal alone does not replace an existing allocation.
  if (counted.some((allocation) => allocation.qty === null))
    return live.every(({ status }) => states.includes(status) || status === 'proposed')
  const sum = counted.reduce((units, allocation) => units + (allocation.qty ?? 0), 0)
  // If the quantity is reduced, people have to decide which of several allocations is reduced.
  return counted.length === 1 ? sum >= qty : sum === qty
}
