import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, decimal, integer, longText, moment, reference } from '#shared/kit/fields.ts'

const standing = choice(['new', 'approved', 'watch', 'blocked'], { readOnly: true })

/** A proposed or effective standing of a supplier: proposer, reason and outcome. */
export const supplierStandings = defineArea({
  name: 'supplier-standings',
  title: 'seq',
  fields: {
    supplier_id: reference('suppliers', { required: true, fixed: true }),
    seq: integer({ readOnly: true }),
    from_standing: standing,
    to_standing: standing,
    outcome: choice(['proposed', 'applied', 'refused', 'withdrawn'], { readOnly: true, sort: true }),
    // Proposed by a person, or by the scorecard together with its score.
    basis: choice(['person', 'scorecard'], { readOnly: true }),
    score: decimal({ readOnly: true, digits: 1, min: '0', max: '100' }),
    reason: longText({ readOnly: true, max: 500 }),
    proposed_by: reference('users', { readOnly: true, openTitle: true }),
    proposed_at: moment({ readOnly: true }),
    answered_by: reference('users', { readOnly: true, openTitle: true }),
    answered_at: moment({ readOnly: true }),
    answer: longText({ readOnly: true, max: 500 }),
  },
  access: { read: ['admin', 'Office'], create: [], edit: [], delete: [] },
  partOf: { area: 'suppliers', by: 'supplier_id' },
  sort: ['-id'],
})
export type SupplierStanding = RecordOf<typeof supplierStandings>
