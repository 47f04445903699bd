import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import type { OpenLine, OpenOrder } from '../open-order'

/** Whether the approval of a line is still open or was refused. */
export const isUndecided = ({ status }: OpenLine): boolean =>
  status === 'pending' || status === 'rejected' || status === 'revision_requested'

/** Reasons for an approver to check a line closely; empty after the decision and without the right to read them. */
export const approvalReasons = (line: OpenLine): string[] => (isUndecided(line) ? (line.approval_reasons ?? []) : [])

/** Reasons that all undecided lines share, so that they can be shown once for the order; empty for a single line. */
export const sharedReasons = (lines: readonly OpenLine[]): string[] => {
  const [first, ...others] = lines.filter(isUndecided)
  return first && others.length > 0
    ? approvalReasons(first).filter((reason) => others.every((line) => approvalReasons(line).includes(reason)))
    : []
}

/** The comment with which the order was returned to draft; shown with the lines that are submitted again. */
export const returnComment = ({ status, lines }: OpenOrder): string | null =>
  (status === 'draft' &&
    lines.find((line) => line.status === 'not_submitted' && line.approval_comment)?.approval_comment) ||
  null

export const reasonTexts = (reasons: readonly string[]): string[] =>
  reasons.map((reason) => choiceLabel(areaOf(purchaseOrders, 'lines'), 'approval_reasons', reason))
