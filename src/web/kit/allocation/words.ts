import { type AllocationPlan, planOf, sideOf } from '../../../shared/allocation'
import type { Area } from '../../../shared/area'
import { fieldLabel, t } from '../../i18n'
import { session } from '../../providers/session'
import { within } from '../words'

/** What a button that opens the dialog says: whoever may not allocate proposes. */
export const allocateLabel = (area: Area): string => {
  const plan = planOf(area) as AllocationPlan
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  return t(`editing.allocation.${isProposal ? 'propose_title' : 'allocate_title'}`, {
    name: within(fieldLabel(area, plan.by)),
  })
}
