import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  choice,
  country,
  currency,
  decimal,
  flag,
  integer,
  longText,
  percent,
  price,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { switchingPolicies } from '#shared/trade/inspection-switching.ts'
import { requirementPolicies } from '#shared/trade/readiness.ts'

export const settings = defineArea({
  name: 'settings',
  path: '/apps/settings',
  title: 'company_name',
  fields: {
    company_name: text({ required: true, max: 160 }),
    // The buyer's details on invoices and other documents.
    company_address: longText({ max: 500 }),
    company_city: text({ max: 80 }),
    company_tax_id: text({ max: 40 }),
    base_currency: currency({ required: true, default: 'GBP' }),
    office_country: country({ required: true, default: 'GB' }),
    office_approval_limit: amount({ required: true, min: '0', default: '25000' }),
    price_over_target_pct: percent({ required: true, default: '0' }),
    price_over_last_pct: percent({ required: true, default: '3' }),
    change_price_rise_pct: percent({ required: true, default: '0' }),
    change_qty_rise_pct: percent({ required: true, default: '10' }),
    days_to_acknowledge: integer({ required: true, min: 1, max: 60, default: 3 }),
    large_order_units: integer({ required: true, min: 1, default: 1000 }),
    qty_tolerance_large_pct: percent({ required: true, default: '5' }),
    qty_tolerance_small_pct: percent({ required: true, default: '10' }),
    rrp_release_days: integer({ required: true, max: 365, default: 45 }),
    rrp_price_points: text({ max: 100, pattern: /^\.\d{2}( \.\d{2})*$/, default: '.00 .50 .90 .95 .99' }),
    rrp_min_multiple: decimal({ required: true, digits: 2, min: '0', max: '100', default: '2.5' }),
    landed_cost_factor: decimal({ required: true, digits: 3, min: '1', max: '10', default: '1.25' }),
    approval_needs_factory: flag(),
    // Policies for bookings, by kind of requirement (`requirementField`): whether a missing one blocks, warns or is
    // ignored.
    factory_requirement: choice(requirementPolicies, { required: true, default: 'block' }),
    fibre_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    care_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    specification_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    artwork_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    accreditation_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    sample_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    inspection_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    attachments_requirement: choice(requirementPolicies, { required: true, default: 'warn' }),
    // Policy for allocating a factory without a valid licence.
    licence_requirement: choice(requirementPolicies, { required: true, default: 'block' }),
    // Policy for reports of cut pieces before the samples are approved that cutting or bulk production waits for.
    cutting_gate: choice(requirementPolicies, { required: true, default: 'warn' }),
    // Whether final inspections switch to tightened after rejected lots and to reduced after accepted ones.
    inspection_switching: choice(switchingPolicies, { required: true, default: 'normal_only' }),
    // Whether a measured piece that is out of tolerance counts as a major defect.
    out_of_tolerance_is_major: flag(),
    // Prefix of the serial shipping container codes on carton labels.
    gs1_company_prefix: text({ max: 10, pattern: /^\d{7,10}$/ }),
    // Days from departure until shipping documents are due, by transport, and until they are presented under a letter
    // of credit.
    documents_days_sea: integer({ required: true, max: 90, default: 3 }),
    documents_days_air: integer({ required: true, max: 90, default: 0 }),
    presentation_days: integer({ required: true, min: 1, max: 180, default: 21 }),
    // Hides the expected quantities from users who count a container.
    blind_count: flag(),
    // In the base currency. Above the first limit an administrator approves an invoice; above the second, two people
    // do.
    invoice_approval_limit: amount({ required: true, min: '0', default: '25000' }),
    second_approval_above: amount({ required: true, min: '0', default: '50000' }),
    // Tolerances of the three-way match of invoices; of the two price tolerances the larger applies.
    match_qty_pct: percent({ required: true, default: '0' }),
    match_price_pct: percent({ required: true, default: '0' }),
    match_price_amount: price({ required: true, default: '0' }),
    auto_approve_invoices: flag(),
    auto_approve_limit: amount({ required: true, min: '0', default: '5000' }),
    // Days after which an uncontested claim counts as accepted.
    claim_answer_days: integer({ required: true, min: 1, max: 180, default: 14 }),
    // Journal accounts for the bookkeeping.
    account_goods: text({ required: true, max: 20, default: '5000' }),
    account_charges: text({ required: true, max: 20, default: '5100' }),
    account_discounts: text({ required: true, max: 20, default: '5200' }),
    account_tax: text({ required: true, max: 20, default: '2200' }),
    account_deposits: text({ required: true, max: 20, default: '1300' }),
    account_claims: text({ required: true, max: 20, default: '5300' }),
    account_payables: text({ required: true, max: 20, default: '2100' }),
    account_bank: text({ required: true, max: 20, default: '1200' }),
    // Policies that take effect on a given day; the daily work applies them.
    policy_changes: rows('policy-changes', { by: 'settings_id', max: 100 }),
    // Weights of the scorecard's figures, and the minimum score of each standing.
    score_weight_delivery: integer({ required: true, max: 100, default: 40 }),
    score_weight_quality: integer({ required: true, max: 100, default: 30 }),
    score_weight_samples: integer({ required: true, max: 100, default: 10 }),
    score_weight_documents: integer({ required: true, max: 100, default: 10 }),
    score_weight_compliance: integer({ required: true, max: 100, default: 10 }),
    score_watch_from: integer({ required: true, max: 100, default: 50 }),
    score_approved_from: integer({ required: true, max: 100, default: 75 }),
    tna_template_id: reference('tna-templates'),
    registration_open: flag(),
    staff_see_prices: flag(),
  },
  access: { read: ['admin', 'Office'], create: [], edit: ['admin'], delete: [] },
  sort: ['id'],
  single: true,
  columns: ['company_name', 'base_currency', 'office_country', 'office_approval_limit'],
})
export type Settings = RecordOf<typeof settings>
