import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { AllocatedLine, AllocationPlan } from './allocation'
import { closedStates } from './readiness'

/** An allocation, as far as these rules need it. */
export interface Share {
  id: number
  status: string
  po_line_id: number
  replaces_id?: number | null
  [field: string]: unknown
}

/**
 * Problems of an allocation in view of the other allocations of its line: it repeats one, its type is taken, or the
 * units of the line are exceeded.
 */
export const shareProblems = (
  plan: AllocationPlan,
  allocation: Share,
  others: readonly Share[],
  line: Pick<AllocatedLine, 'qty'>,
): Problem[] => {
  const live = others.filter(({ status, id }) => !closedStates.has(status) && id !== allocation.replaces_id)
  const { shared, library, typed, single } = plan
  const isSame = (other: Share) =>
    (library === null || other[library.by] === allocation[library.by]) &&
    (!shared || other[shared.by] === allocation[shared.by])
  if (allocation.replaces_id && !others.some(({ id }) => id === allocation.replaces_id))
    return [problem(textOf('problems.allocations.replaces_other_line'), 'replaces_id')]
  if (live.some(isSame)) return [problem(textOf('problems.allocations.already'), library?.by ?? 'po_line_id')]
  if (typed && ofType(typed, live, allocation[typed.by]).length > 0)
    return [problem(textOf('problems.allocations.type_present'), library?.by ?? typed.by)]
  if (single && live.length > 0)
    return [problem(textOf('problems.allocations.one_present'), library?.by ?? 'po_line_id')]
  if (!shared) return []
  const allocated = agreedAllocations(plan, allocation, others).reduce(
    (sum, share) => sum + Number(share[shared.qty] ?? 0),
    0,
  )
  const remaining = line.qty - allocated
  if (Number(allocation[shared.qty] ?? 0) <= remaining) return []
  return remaining > 0
    ? [problem(textOf('problems.allocations.too_many', { left: remaining, qty: line.qty }), shared.qty)]
    : [problem(textOf('problems.allocations.none_left'), shared.qty)]
}

/** The types of allocation that a line needs (`needed`) or has, without duplicates. */
export const typesOn = (
  { by }: NonNullable<AllocationPlan['typed']>,
  needed: readonly string[],
  allocations: readonly Share[],
) => [
  ...new Set([
    ...needed,
    ...allocations.filter(({ status }) => !closedStates.has(status)).map((allocation) => String(allocation[by])),
  ]),
]

/** The allocations of a type. */
export const ofType = <S extends Share>(
  { by }: NonNullable<AllocationPlan['typed']>,
  allocations: readonly S[],
  type: unknown,
): S[] => allocations.filter((allocation) => allocation[by] === type)

/**
 * The agreed allocations that count against the same units: with the same `shared.by`, except the one to be replaced.
 */
export const agreedAllocations = ({ shared }: AllocationPlan, allocation: Share, others: readonly Share[]): Share[] =>
  others.filter(
    (share) =>
      !closedStates.has(share.status) &&
      share.status !== 'proposed' &&
      share.id !== allocation.replaces_id &&
      (!shared || share[shared.by] === allocation[shared.by]),
  )

/** Divides `qty` in the proportions of `earlier`; the remainder of rounding goes to the largest share. */
export const splitLike = (qty: number, earlier: readonly number[]): number[] => {
  const sum = earlier.reduce((total, share) => total + share, 0)
  if (sum === 0) return earlier.map(() => 0)
  const shares = earlier.map((share) => Math.floor((qty * share) / sum))
  const largest = earlier.indexOf(Math.max(...earlier))
  shares[largest] = (shares[largest] ?? 0) + qty - shares.reduce((total, share) => total + share, 0)
  return shares
}
