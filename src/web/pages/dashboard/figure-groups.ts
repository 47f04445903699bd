/**
 * The figures of the dashboard that are a number alone, by topic, in the order in which they are shown. Figures with
 * details (`detailedFigures`) have cards of their own.
 */
export const figureGroups = {
  orders: ['awaiting', 'overdue', 'changes', 'approval', 'on_hold', 'past'],
  quality: [
    'samples_new',
    'samples_due',
    'samples_late',
    'samples_rejected',
    'samples_to_evaluate',
    'comments_late',
    'inspections_week',
    'inspections_to_decide',
    'plans_to_review',
    'plans_to_answer',
  ],
  product: [
    'to_declare',
    'to_verify',
    'care_to_prove',
    'care_to_approve',
    'artwork_to_review',
    'artwork_changes',
    'artwork_to_acknowledge',
    'proofs_to_judge',
    'proofs_rejected',
    'artwork_outdated',
    'specs_to_review',
    'specs_to_acknowledge',
    'specs_missing',
    'specs_outdated',
  ],
  compliance: ['audits_to_review', 'audits_rejected', 'accreditations_expiring', 'actions_overdue', 'licences'],
  shipping: ['bookings_to_approve', 'bookings_to_confirm', 'instructions_to_give', 'sailing_week', 'documents_late'],
  finance: [
    'invoices_to_review',
    'invoices_disputed',
    'invoices_to_answer',
    'invoices_overdue',
    'claims_to_share',
    'claims_contested',
    'claims_to_answer',
  ],
}

export type FigureGroup = keyof typeof figureGroups

/** Figures with facts, sums or parts, with the usual height of their card. */
export const detailedFigures = [
  { name: 'acknowledged', height: { xs: 200, md: 208 } },
  { name: 'failed_first', height: { xs: 112, md: 208 } },
  { name: 'left_late', height: { xs: 112, md: 208 } },
  { name: 'otif_missed', height: { xs: 112, md: 208 } },
  { name: 'accreditation_coverage', height: { xs: 112, md: 208 } },
  { name: 'payable_week', height: { xs: 112, md: 208 } },
  { name: 'invoices_unpaid', height: { xs: 112, md: 208 } },
  { name: 'open', height: { xs: 112, md: 208 } },
  { name: 'slipping', height: { xs: 316, md: 208 } },
]

/** Figures that should be zero: above it they have a warning colour, and their title names the fault. */
export const unwantedFigures = new Set([
  ...['overdue', 'past', 'licences', 'actions_overdue', 'samples_late', 'comments_late', 'documents_late'],
  ...['claims_contested', 'invoices_overdue'],
])

/** Whether a figure is counted for the office, or for a supplier; most are for both. */
export const isCountedFor = (name: string, isOffice: boolean) => !(isOffice ? ofSuppliers : ofOffice).has(name)

const ofOffice = new Set([
  ...['approval', 'to_verify', 'care_to_approve', 'specs_to_review', 'artwork_to_review', 'artwork_changes'],
  ...['proofs_to_judge', 'artwork_outdated', 'specs_missing', 'specs_outdated', 'audits_to_review'],
  ...['samples_to_evaluate', 'comments_late', 'inspections_to_decide', 'plans_to_review'],
  ...['bookings_to_approve', 'bookings_to_confirm', 'claims_to_share', 'claims_contested'],
  ...['invoices_to_review', 'invoices_disputed', 'invoices_overdue', 'payable_week'],
])

const ofSuppliers = new Set([
  ...['to_declare', 'care_to_prove', 'artwork_to_acknowledge', 'proofs_rejected', 'specs_to_acknowledge'],
  ...['audits_rejected', 'samples_new', 'samples_due', 'samples_rejected', 'plans_to_answer'],
  ...['instructions_to_give', 'claims_to_answer', 'invoices_to_answer', 'invoices_unpaid'],
])
