import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { requirementField } from '#shared/trade/allocation.ts'
import { settings } from './area'
import { policyEffectRoute } from './server/effect'

export const server = serve(settings, {
  prepare: async (work, changes) => {
    const problems: Problem[][] = []
    for (const change of changes) {
      problems.push([...(await currencyProblems(work, change)), ...policyProblems(work, change)])
      applyPolicies(work, change.after)
    }
    return problems.some(({ length }) => length > 0) ? problems : undefined
  },

  // Applies due policies, including those of days on which the portal did not run.
  daily: async (work) => {
    const due = await work.tx.query<{ id: number }>(
      'select distinct settings_id as id from policy_changes where applied_at is null and effective_from <= $1::date',
      [work.context.today],
      'policies_due',
    )
    for (const { id } of due) await work.kit.repository('settings').edit({ ...work, action: 'edit' }, id, {})
    return null
  },

  routes: policyEffectRoute,
})

/** The base currency is fixed once there is an order, because orders store their value in it at their own rate. */
const currencyProblems = async ({ tx }: Work, { before, after }: Change): Promise<Problem[]> => {
  if (!before || before.base_currency === after.base_currency) return []
  const [order] = await tx.query('select 1 from purchase_orders limit 1')
  return order ? [problem(textOf('messages.settings.currency_in_use'), 'base_currency')] : []
}

const changesOf = (doc: Doc | null) => (doc?.policy_changes ?? []) as Doc[]

/** A new policy must not start in the past. */
const policyProblems = ({ context: { today } }: Work, { before, after }: Change): Problem[] =>
  changesOf(after).flatMap((row, index) =>
    !row.applied_at && String(row.effective_from) < today && !isKnown(before, row)
      ? [problem(textOf('problems.settings.policy_past'), `policy_changes.${index}.effective_from`)]
      : [],
  )

/** Whether the row already existed with this date; overdue rows are left to the daily work. */
const isKnown = (before: Doc | null, row: Doc): boolean =>
  changesOf(before).some((known) => known.id === row.id && known.effective_from === row.effective_from)

/** Applies due policies in the order of their dates. */
const applyPolicies = ({ context: { today }, now }: Work, after: Doc) => {
  const due = changesOf(after)
    .filter(({ applied_at, effective_from }) => !applied_at && String(effective_from) <= today)
    .sort((a, b) => String(a.effective_from).localeCompare(String(b.effective_from)))
  for (const row of due) {
    after[requirementField({ kind: String(row.kind) })] = row.policy
    row.applied_at = now
  }
}
