import type { Area } from '#shared/kit/area.ts'
import { type AllocationPlan, planOf, sideOf } from '#shared/trade/allocation.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { session } from '#web/providers/session.ts'

/** What a button that opens the dialog says: whoever may not allocate proposes. */
export const allocateLabel = (area: Area): string => {
  const plan = planOf(area) as AllocationPlan
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  return t(`editing.allocation.${isProposal ? 'propose_title' : 'allocate_title'}`, {
    name: inSentence(fieldLabel(area, plan.by)),
  })
}
