import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, conditions, date, flag, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { passedStates } from '#shared/trade/accreditation.ts'
import { coverStates, coverTurns } from '#shared/trade/accreditation-cover.ts'
import { answersLines, type LinePlan } from '#shared/trade/line-kinds.ts'

const house = ['admin', 'Office'] as const

/** Fields besides the state that a retest updates. */
export const testedFields = {
  allocation_title: text({ max: 255 }),
  factory_id: reference('factories'),
  programs_text: text({ max: 1000 }),
  ex_factory_date: date(),
  factory_accreditation_id: reference('factory-accreditations'),
  is_chosen: flag(),
  covered_until: date(),
}

/**
 * Whether the factories of an order line are accredited by each group of programmes that the line needs, on its
 * ex-factory date. The portal maintains these records; users choose a certificate, send reminders and waive.
 */
export const accreditationAllocations = defineArea({
  name: 'accreditation-allocations',
  path: '/apps/accreditation/po_allocation',
  title: 'allocation_title',
  fields: {
    // The line and the group: `PO-2027-0012/10 · Social audit`.
    allocation_title: text({ readOnly: true, max: 255, search: true, sort: true }),
    po_line_id: reference('po-lines', { readOnly: true, search: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, sort: true }),
    supplier_id: reference('suppliers', { readOnly: true, openTitle: true }),
    // Absent while no factory is allocated.
    factory_id: reference('factories', { readOnly: true, openTitle: true, search: true, sort: true }),
    requirement_profile_id: reference('requirement-profiles', { readOnly: true, read: house }),
    group_name: text({ readOnly: true, max: 60, sort: true }),
    // The programmes of the group with their minimum grades: `AMFORI_BSCI (C), SMETA`.
    programs_text: text({ readOnly: true, max: 1000 }),
    ex_factory_date: date({ readOnly: true, sort: true }),
    factory_accreditation_id: reference('factory-accreditations', { readOnly: true }),
    is_chosen: flag({ readOnly: true }),
    covered_until: date({ readOnly: true, sort: true }),
    waived_until: date({ readOnly: true, sort: true }),
    waiver_reason: longText({ readOnly: true, max: 500, read: house }),
    waived_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    waived_at: moment({ readOnly: true }),
    reminded_at: moment({ readOnly: true, sort: true }),
  },
  conditions: conditions({ is_line_open: flag() }),
  lifecycle: lifecycle({
    start: 'missing',
    states: {
      missing: 'danger',
      expires_before: 'danger',
      no_factory: 'warning',
      in_review: 'warning',
      covered: 'success',
      waived: 'neutral',
      // The line no longer needs it, or was cancelled.
      not_required: 'neutral',
    },
    moves: {
      choose_audit: {
        from: ['covered'],
        by: house,
        asks: {
          factory_accreditation_id: reference('factory-accreditations', { required: true, states: passedStates }),
        },
      },
      choose_latest: { from: ['covered'], by: house },
      remind: { from: ['missing', 'expires_before'], by: house },
      waive: {
        from: ['missing', 'expires_before', 'no_factory', 'in_review'],
        to: 'waived',
        by: ['admin'],
        internalComment: true,
        asks: { waived_until: date({ required: true }), reason: longText({ required: true, max: 500 }) },
      },
      // Performed by the portal whenever a test has a new result.
      retest: {
        from: coverStates,
        by: [],
        asks: { ...testedFields, result: choice(coverStates, { required: true }) },
      },
      // Leads to the state that the current test result determines.
      end_waiver: { from: ['waived'], by: ['admin'] },
    },
  }),
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: [], edit: [], delete: [] },
  scope: { Agent: 'own_lines', staff: 'own_lines' },
  sort: ['ex_factory_date'],
  columns: [
    'po_line_id',
    'status',
    'group_name',
    'factory_id',
    'ex_factory_date',
    'covered_until',
    'factory_accreditation_id',
    'programs_text',
    'supplier_id',
  ],
})
export type AccreditationAllocation = RecordOf<typeof accreditationAllocations>

export const plan: LinePlan = {
  kind: 'accreditation',
  turns: coverTurns,
  whenRejected: 'supplier',
  whenIdle: 'office',
  whenMissing: null,
  allocate: house,
}
answersLines(accreditationAllocations, plan)
