import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, longText, moment, reference, text } from '#shared/kit/fields.ts'

/**
 * One round of proofs: what the supplier submitted of which version, and what the office answered. Its files are those of
 * the round; they stay as they were judged.
 */
export const artworkProofs = defineArea({
  name: 'artwork-proofs',
  title: 'proof_title',
  fields: {
    artwork_allocation_id: reference('artwork-allocations', { required: true, fixed: true }),
    proof_title: text({ readOnly: true, max: 255 }),
    round: integer({ readOnly: true, sort: true }),
    artwork_id: reference('artworks', { readOnly: true, openTitle: true }),
    verdict: choice(['waiting', 'approved', 'rejected'], { readOnly: true, default: 'waiting' }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true }),
    comment: longText({ readOnly: true, max: 500 }),
    decided_by: reference('users', { readOnly: true, openTitle: true }),
    decided_at: moment({ readOnly: true }),
    decision_comment: longText({ readOnly: true, max: 500 }),
  },
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: [], edit: [], delete: [] },
  partOf: { area: 'artwork-allocations', by: 'artwork_allocation_id' },
  filesStay: true,
  key: ['round'],
  sort: ['round'],
})
export type ArtworkProof = RecordOf<typeof artworkProofs>
