import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  conditions,
  date,
  flag,
  integer,
  longText,
  moment,
  percent,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { announcements, auditTypes, capStates, establishedStates, firmFindings } from '#shared/trade/accreditation.ts'

const house = ['admin', 'Office'] as const
const writers = ['admin', 'Office', 'Agent'] as const
const comment = { comment: longText({ max: 500 }) }
const reason = { reason: longText({ required: true, max: 500 }) }
const internal = { read: house, write: house } as const

/** Audits and certificates of factories: the result, its validity and the corrective actions. */
export const factoryAccreditations = defineArea({
  name: 'factory-accreditations',
  path: '/apps/accreditation/factory_accreditation_management_database',
  title: 'audit_title',
  fields: {
    // The audit number and the code of the programme: `AU-2027-000012 AMFORI_BSCI`.
    audit_title: text({ readOnly: true, max: 60 }),
    audit_no: text({
      unique: true,
      fixed: true,
      max: 20,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9-]*$/,
      search: 'code',
      sort: true,
      write: house,
    }),
    factory_id: reference('factories', {
      required: true,
      states: ['proposed', 'under_evaluation', 'approved', 'conditional', 'suspended'],
      search: true,
      sort: true,
    }),
    standard_program_id: reference('standard-programs', {
      required: true,
      states: ['active'],
      search: true,
      sort: true,
    }),
    // Suspended firms are accepted, because their earlier audits remain valid.
    auditing_firm_id: reference('auditing-firms', { states: ['active', 'suspended'], search: true, sort: true }),
    audit_type: choice(auditTypes, { required: true, sort: true }),
    audit_date: date({ required: true, sort: true }),
    announced: choice(announcements),
    follow_up_of_id: reference('factory-accreditations', {
      states: establishedStates,
      within: { field: 'factory_id', of: 'factory_id' },
    }),
    score: percent(),
    grade_id: reference('standard-grades', {
      within: { field: 'standard_program_id', of: 'standard_program_id' },
      sort: true,
    }),
    certificate_no: text({ max: 80, case: 'upper', search: 'code' }),
    // A surveillance or renewal audit keeps the certificate number of the previous audit; that is not a duplicate.
    same_certificate: flag({ readOnly: true }),
    valid_from: date({ sort: true }),
    valid_to: date({ sort: true }),
    follow_up_due: date({ readOnly: true, sort: true }),
    scope_text: longText({ max: 1000 }),
    products: longText({ max: 500 }),
    nc_zero_tolerance: integer({ readOnly: true, default: 0 }),
    nc_critical: integer({ readOnly: true, default: 0 }),
    nc_major: integer({ readOnly: true, default: 0 }),
    nc_minor: integer({ readOnly: true, default: 0 }),
    cap_status: choice(capStates, { readOnly: true, default: 'none', sort: true }),
    cap_due_date: date({ readOnly: true, sort: true }),
    firm_finding: choice(firmFindings, { readOnly: true, sort: true }),
    findings: rows('accreditation-findings', { by: 'factory_accreditation_id', max: 200 }),
    responsible_id: reference('users', {
      ...internal,
      states: ['active', 'invited'],
      openTitle: true,
      sort: true,
    }),
    notes_internal: longText({ max: 2000, ...internal }),
    // The supplier that submitted the audit; empty when the office did.
    supplier_id: reference('suppliers', { readOnly: true, read: house }),
    // Suppliers see the names of their own users only, so that they do not learn which other supplier submitted it.
    submitted_by: reference('users', { readOnly: true }),
    submitted_at: moment({ readOnly: true, sort: true }),
    reviewed_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    reviewed_at: moment({ readOnly: true }),
    decision_comment: longText({ readOnly: true, max: 500 }),
    // Days before the expiry at which the last notice was sent.
    notified_days: integer({ readOnly: true, read: house }),
  },
  conditions: conditions({
    // No later result of the same factory and programme has replaced it.
    is_current: flag(),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      submitted: 'info',
      under_review: 'info',
      valid: 'success',
      expiring: 'warning',
      expired: 'danger',
      failed: 'danger',
      rejected: 'warning',
      revoked: 'danger',
    },
    moves: {
      submit: { from: ['draft', 'rejected'], to: 'submitted', by: writers, asks: comment },
      withdraw: { from: ['submitted'], to: 'draft', by: writers },
      start_review: { from: ['submitted'], to: 'under_review', by: house },
      confirm: { from: ['under_review'], to: 'valid', by: house, asks: comment },
      // A failed result is a valid document: it counts, and it replaces the previous result.
      record_failure: { from: ['under_review'], to: 'failed', by: house, asks: comment, danger: true },
      reject: { from: ['submitted', 'under_review'], to: 'rejected', by: house, asks: reason, danger: true },
      expire_soon: { from: ['valid'], to: 'expiring', by: [] },
      expire: { from: ['valid', 'expiring'], to: 'expired', by: [] },
      revoke: { from: ['valid', 'expiring', 'expired'], to: 'revoked', by: ['admin'], asks: reason, danger: true },
    },
  }),
  access: { read: writers, create: writers, edit: writers, delete: house },
  // Agents see results that count of the factories that work for their supplier; of other audits only those they
  // submitted.
  scope: { Agent: 'linked' },
  portfolio: 'linked_within',
  // Attachments cannot change during the review.
  attachedIn: ['draft', 'rejected', 'valid', 'expiring', 'expired', 'failed', 'revoked'],
  // Attachments that a decision was based on cannot be deleted; evidence of the plan can be added.
  keptIn: ['valid', 'expiring', 'expired', 'failed', 'revoked'],
  deletedIn: ['draft', 'rejected'],
  archivedIn: ['rejected', 'expired', 'failed', 'revoked'],
  key: ['audit_no'],
  sort: ['-audit_date', '-id'],
  // The title has the programme's code.
  columns: [
    'audit_title',
    'status',
    'factory_id',
    'grade_id',
    'valid_to',
    'cap_status',
    'cap_due_date',
    'firm_finding',
    'standard_program_id',
    'audit_date',
    'auditing_firm_id',
  ],
})
export type FactoryAccreditation = RecordOf<typeof factoryAccreditations>
