import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

/**
 * One round of proofs: the artwork version that the supplier submitted, and the answer of the office. Attachments
 * belong to the round and stay unchanged once it is answered.
 */
export const artworkProofs = defineArea({
  name: 'artwork-proofs',
  title: 'proof_title',
  fields: {
    artwork_allocation_id: reference('artwork-allocations', { required: true, fixed: true }),
    proof_title: text({ readOnly: true, max: 255 }),
    round: integer({ readOnly: true, sort: true }),
    artwork_id: reference('artworks', { readOnly: true, openTitle: true }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true }),
    comment: longText({ readOnly: true, max: 500 }),
    decided_by: reference('users', { readOnly: true, openTitle: true }),
    decided_at: moment({ readOnly: true }),
    decision_comment: longText({ readOnly: true, max: 500 }),
  },
  // Answering the allocation also answers its current round.
  lifecycle: lifecycle({
    start: 'waiting',
    states: { waiting: 'warning', approved: 'success', rejected: 'danger' },
    moves: {
      approve: { from: ['waiting'], to: 'approved', by: [], internal: true },
      reject: { from: ['waiting'], to: 'rejected', by: [], internal: true },
    },
  }),
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: [], edit: [], delete: [] },
  partOf: { area: 'artwork-allocations', by: 'artwork_allocation_id' },
  attachedIn: [],
  key: ['round'],
  sort: ['round'],
})
export type ArtworkProof = RecordOf<typeof artworkProofs>
