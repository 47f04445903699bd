import { addDays } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type CheckedFact, compareFacts } from '#shared/trade/document-checks.ts'

export const rules: Rules = {
  check: ({ gross_kg, net_kg, issue_date }, { today }) => [
    ...(gross_kg != null && net_kg != null && Number(net_kg) >= Number(gross_kg)
      ? [problem(textOf('problems.shipping-documents.net_above_gross'), 'net_kg')]
      : []),
    // Tomorrow is accepted, because factories further east are a day ahead.
    ...(typeof issue_date === 'string' && issue_date > addDays(today, 1)
      ? [problem(textOf('problems.shipping-documents.future'), 'issue_date')]
      : []),
  ],
  // Approved documents cannot change; documents under review are corrected by the office only.
  editable:
    ({ status }, { me }) =>
    () =>
      openStates.has(String(status)) || (status === 'under_review' && isOfficeRole(me.role)),
  guards: { submit: needsFile, start_review: needsFile, approve: needsFile },
  // Differences do not block the approval: the office may know the reason.
  cautions: { approve: differenceProblems },
}

const openStates: ReadonlySet<string> = new Set(['missing', 'uploaded', 'rejected'])

function needsFile({ files_qty }: AnyRecord): Problem[] {
  return Number(files_qty ?? 0) > 0 ? [] : [problem(textOf('problems.shipping-documents.file_needed'))]
}

/**
 * One problem for each fact in which the document differs from the booking. States both values if the record includes
 * those of the booking (`shipment`).
 */
export function differenceProblems(record: AnyRecord): Problem[] {
  const label = (fact: CheckedFact) => textOf(`areas.shipping-documents.choices.differences.${fact}`)
  const { shipment } = record as { shipment?: Record<string, unknown> }
  if (shipment)
    return compareFacts(record, shipment).map(({ fact, document, booking }) =>
      problem(textOf('problems.shipping-documents.differs', { fact: label(fact), document, booking })),
    )
  return ((record.differences ?? []) as CheckedFact[]).map((fact) =>
    problem(textOf('problems.shipping-documents.fact_differs', { fact: label(fact) })),
  )
}
