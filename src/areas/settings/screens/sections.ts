import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The settings, grouped by subject. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'company',
    fields: [
      'company_name',
      'company_address',
      'company_city',
      'office_country',
      'company_tax_id',
      'base_currency',
      'registration_open',
      'staff_see_prices',
    ],
  },
  {
    name: 'approval',
    fields: [
      'office_approval_limit',
      'approval_needs_factory',
      'price_over_target_pct',
      'price_over_last_pct',
      'change_price_rise_pct',
      'change_qty_rise_pct',
    ],
  },
  { name: 'acknowledgement', fields: ['days_to_acknowledge'] },
  { name: 'tolerances', fields: ['large_order_units', 'qty_tolerance_large_pct', 'qty_tolerance_small_pct'] },
  { name: 'retail', fields: ['rrp_release_days', 'rrp_price_points', 'rrp_min_multiple', 'landed_cost_factor'] },
  {
    name: 'policies',
    fields: [
      'factory_requirement',
      'fibre_requirement',
      'care_requirement',
      'specification_requirement',
      'artwork_requirement',
      'accreditation_requirement',
      'sample_requirement',
      'inspection_requirement',
      'attachments_requirement',
      'licence_requirement',
    ],
  },
  { name: 'policy_changes', fields: ['policy_changes'] },
  {
    name: 'production',
    fields: ['tna_template_id', 'cutting_gate', 'inspection_switching', 'out_of_tolerance_is_major'],
  },
  {
    name: 'shipping',
    fields: ['gs1_company_prefix', 'documents_days_sea', 'documents_days_air', 'presentation_days', 'blind_count'],
  },
  {
    name: 'invoices',
    fields: [
      'invoice_approval_limit',
      'second_approval_above',
      'match_qty_pct',
      'match_price_pct',
      'match_price_amount',
      'auto_approve_invoices',
      'auto_approve_limit',
      'claim_answer_days',
    ],
  },
  {
    name: 'accounts',
    fields: [
      'account_goods',
      'account_charges',
      'account_discounts',
      'account_tax',
      'account_deposits',
      'account_claims',
      'account_payables',
      'account_bank',
    ],
  },
  {
    name: 'scorecard',
    fields: [
      'score_weight_delivery',
      'score_weight_quality',
      'score_weight_samples',
      'score_weight_documents',
      'score_weight_compliance',
      'score_watch_from',
      'score_approved_from',
    ],
  },
]
