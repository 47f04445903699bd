import { compare } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { repeatProblems } from '#shared/kit/checks.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { approvalProblems, firstApprovalProblems } from '#shared/trade/invoice-approval.ts'
import { numberKey } from '#shared/trade/invoice-terms.ts'

export const rules: Rules = {
  check: (invoice) => [
    ...numberProblems(invoice),
    ...sourceProblems(invoice),
    ...repeatProblems(
      rowsOf(invoice, 'lines'),
      ({ po_line_id, size_id }) => (po_line_id ? `${po_line_id} ${size_id ?? ''}` : null),
      (index) => problem(textOf('problems.invoices.line_repeated'), `lines.${index}.po_line_id`),
    ),
    ...lineProblems(invoice),
    ...(typeof invoice.total === 'string' && invoice.total.startsWith('-')
      ? [problem(textOf('problems.invoices.below_zero'))]
      : []),
  ],
  editable: ({ status, type }, { me }) => {
    if (isRetailersNote(type, me)) return () => false
    if (status === 'draft' || status === 'disputed') return (path) => path !== 'notes_internal' || isOfficeRole(me.role)
    return (path) => path === 'notes_internal' && isOfficeRole(me.role)
  },
  guards: {
    submit: submitProblems,
    resubmit: submitProblems,
    withdraw: debitNoteProblems,
    revise: debitNoteProblems,
    approve_first: firstApprovalProblems,
    approve: approvalProblems,
    // A payment that was reversed does not count as paid.
    void: ({ amount_paid }) =>
      typeof amount_paid === 'string' && compare(amount_paid, '0') !== 0
        ? [problem(textOf('problems.invoices.is_paid'))]
        : [],
    // The approver of an invoice must not record its payment.
    record_payment: (invoice, { me }) =>
      invoice.type === 'proforma'
        ? [problem(textOf('problems.invoices.not_payable'))]
        : me.id !== 0 && invoice.approved_by === me.id
          ? [problem(textOf('problems.invoices.four_eyes'))]
          : [],
  },
  cautions: {
    submit: exceptionProblems,
    resubmit: exceptionProblems,
    approve: exceptionProblems,
  },
}

const rowsOf = (invoice: AnyRecord, field: string) => (invoice[field] ?? []) as Record<string, unknown>[]

const numberProblems = ({ invoice_no }: AnyRecord): Problem[] =>
  typeof invoice_no === 'string' && invoice_no !== '' && numberKey(invoice_no) === ''
    ? [problem(textOf('problems.invoices.number_empty'), 'invoice_no')]
    : []

/** Problems of a missing source: the booking, order or other invoice that each type needs. */
const sourceProblems = ({ type, booking_id, purchase_order_id, corrects_id }: AnyRecord): Problem[] => {
  if (type === 'commercial' && !booking_id) return [problem(textOf('problems.invoices.needs_booking'), 'booking_id')]
  if ((type === 'deposit' || type === 'proforma') && !purchase_order_id)
    return [problem(textOf('problems.invoices.needs_order'), 'purchase_order_id')]
  if ((type === 'credit_note' || type === 'debit_note') && !purchase_order_id && !corrects_id && !booking_id)
    return [problem(textOf('problems.invoices.needs_source'), 'corrects_id')]
  return []
}

const lineProblems = (invoice: AnyRecord): Problem[] =>
  rowsOf(invoice, 'lines').flatMap(({ po_line_id, description }, index) =>
    po_line_id
      ? []
      : invoice.type === 'commercial'
        ? [problem(textOf('validation.required'), `lines.${index}.po_line_id`)]
        : description
          ? []
          : [problem(textOf('validation.required'), `lines.${index}.description`)],
  )

/** A submitted invoice needs an amount to pay, and a bank account for it. */
function submitProblems(invoice: AnyRecord, context: RuleContext): Problem[] {
  const { type, total, bank_account_id } = invoice
  const refusals = debitNoteProblems(invoice, context)
  if (refusals.length > 0) return refusals
  if (typeof total === 'string' && !/[1-9]/.test(total))
    return isPrepaid(invoice) ? [] : [problem(textOf('problems.invoices.nothing_to_pay'))]
  return (type === 'commercial' || type === 'deposit') && !bank_account_id
    ? [problem(textOf('problems.invoices.needs_account'))]
    : []
}

/** Whether deposits may cover the invoice in full; it is still submitted, so that its units count. */
const isPrepaid = (invoice: AnyRecord) => rowsOf(invoice, 'charges').some(({ kind }) => kind === 'deposit_deduction')

/** Whether a supplier user faces a debit note, which only the office changes; suppliers answer the claim instead. */
const isRetailersNote = (type: unknown, me: RuleContext['me']) =>
  type === 'debit_note' && me.id !== 0 && !isOfficeRole(me.role)

function debitNoteProblems({ type }: AnyRecord, { me }: RuleContext): Problem[] {
  return isRetailersNote(type, me) ? [problem(textOf('problems.invoices.debit_by_office'))] : []
}

function exceptionProblems({ exceptions }: AnyRecord): Problem[] {
  return ((exceptions ?? []) as string[]).map((code) => problem(textOf(`areas.invoices.choices.exceptions.${code}`)))
}
