import type { Area } from '#shared/kit/area.ts'
import { type AllocationPlan, planOf, sideOf } from '#shared/trade/allocation.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { session } from '#web/providers/session.ts'

/**
 * What the dialog does: the retailer allocates a record or requests content, the supplier proposes a record or declares
 * content.
 */
export type AllocateMode = 'allocate' | 'propose' | 'request' | 'declare'

export const allocateMode = (plan: AllocationPlan): AllocateMode => {
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  if (plan.content.length > 0) return isProposal ? 'declare' : 'request'
  return isProposal ? 'propose' : 'allocate'
}

/** The title of the dialog, and the label of the button that opens it. */
export const allocateLabel = (area: Area): string => {
  const plan = planOf(area) as AllocationPlan
  const name = inSentence(plan.library ? fieldLabel(area, plan.library.by) : areaName(area, true))
  switch (allocateMode(plan)) {
    case 'allocate':
      return t('editing.allocation.allocate_title', { name })
    case 'propose':
      return t('editing.allocation.propose_title', { name })
    case 'request':
      return t('editing.allocation.request_title', { name })
    case 'declare':
      return t('editing.allocation.declare_title', { name })
  }
}

export const allocateHelp = (plan: AllocationPlan, count: number): string => {
  switch (allocateMode(plan)) {
    case 'allocate':
      return plan.shared
        ? t('editing.allocation.allocate_help_shared', { count })
        : t('editing.allocation.allocate_help', { count })
    case 'propose':
      return t('editing.allocation.propose_help', { count })
    case 'request':
      return t('editing.allocation.request_help', { count })
    case 'declare':
      return t('editing.allocation.declare_help', { count })
  }
}

export const allocateAction = (plan: AllocationPlan, count: number): string => {
  switch (allocateMode(plan)) {
    case 'allocate':
      return t('editing.allocation.allocate', { count })
    case 'propose':
      return t('editing.allocation.propose', { count })
    case 'request':
      return t('editing.allocation.request', { count })
    case 'declare':
      return t('editing.allocation.declare', { count })
  }
}
