import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { decimal, integer, reference } from '#shared/kit/fields.ts'
import { lengthDigits, specifiedLengths } from '#shared/trade/lengths.ts'

const house = ['admin', 'Office'] as const

const measured = () => decimal({ digits: lengthDigits, min: '0', max: '5000' })

/** A point of measure of an inspection in one size: the specified length and the lengths of up to five pieces. */
export const qaMeasures = defineArea({
  name: 'qa-measures',
  title: 'pom_id',
  fields: {
    qa_activity_id: reference('qa-activities', { required: true, fixed: true }),
    // Ordered by size, then by the order of the specification.
    seq: integer({ readOnly: true, sort: true }),
    pom_id: reference('poms', { readOnly: true, openTitle: true }),
    size_id: reference('sizes', { readOnly: true }),
    ...specifiedLengths(),
    piece_1_mm: measured(),
    piece_2_mm: measured(),
    piece_3_mm: measured(),
    piece_4_mm: measured(),
    piece_5_mm: measured(),
  },
  access: { read: [...house, 'Agent', 'staff'], create: [], edit: house, delete: [] },
  partOf: { area: 'qa-activities', by: 'qa_activity_id' },
  key: ['pom_id', 'size_id'],
  sort: ['seq'],
})
export type QaMeasure = RecordOf<typeof qaMeasures>
