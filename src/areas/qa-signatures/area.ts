import { defineArea } from '#shared/kit/area.ts'
import { choice, longText, reference, text } from '#shared/kit/fields.ts'
import { signingSides, strokesPattern } from '#shared/trade/signature.ts'

const house = ['admin', 'Office'] as const

/** A signature under an inspection: by the inspector or by the representative of the factory. */
export const qaSignatures = defineArea({
  name: 'qa-signatures',
  title: 'signer',
  fields: {
    qa_activity_id: reference('qa-activities', { required: true, fixed: true }),
    side: choice(signingSides, { required: true }),
    signer: text({ required: true, max: 80 }),
    // Absent when the signer only typed their name.
    strokes: longText({ max: 12_000, pattern: strokesPattern }),
  },
  access: { read: [...house, 'Agent', 'staff'], create: house, edit: house, delete: house },
  partOf: { area: 'qa-activities', by: 'qa_activity_id' },
  key: ['side'],
  sort: ['id'],
})
