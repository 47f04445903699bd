import { requirementField } from '#shared/trade/allocation.ts'
import { policyKinds } from '#shared/trade/policy-effect.ts'

/** A policy that the form changes, at once or from a given day. */
export interface PolicyChange {
  kind: string
  /** The current value. */
  before: string
  after: string
  /** Null: at once. */
  from_day: string | null
}

type Values = Readonly<Record<string, unknown>>

/** The changes of stored policies by the values of a form, ordered by kind and day; incomplete rows are ignored. */
export const changedPolicies = (stored: Values, values: Values): PolicyChange[] => {
  const storedRows = rowsIn(stored.policy_changes)
  const planned = rowsIn(values.policy_changes).filter(
    (row) => !row.applied_at && !storedRows.some((old) => old.id === row.id && keyOf(old) === keyOf(row)),
  )
  return policyKinds.flatMap((kind) => {
    const field = requirementField({ kind })
    const before = String(stored[field] ?? '')
    const chosen = values[field]
    const change = (after: unknown, from_day: string | null): PolicyChange => ({
      kind,
      before,
      after: String(after),
      from_day,
    })
    return [
      ...(chosen && chosen !== before ? [change(chosen, null)] : []),
      ...planned
        .filter((row) => row.kind === kind && row.policy && row.effective_from)
        .map((row) => change(row.policy, String(row.effective_from)))
        .sort((a, b) => String(a.from_day).localeCompare(String(b.from_day))),
    ]
  })
}

const keyOf = ({ kind, policy, effective_from }: Values) => [kind, policy, effective_from].join()
const rowsIn = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : [])
