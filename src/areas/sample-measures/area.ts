import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { decimal, integer, reference } from '#shared/kit/fields.ts'
import { lengthDigits, specifiedLengths } from '#shared/trade/lengths.ts'

const house = ['admin', 'Office'] as const
const suppliers = ['Agent', 'staff'] as const

const measured = (write: readonly ('admin' | 'Office' | 'Agent' | 'staff')[]) =>
  decimal({ digits: lengthDigits, min: '0', max: '5000', write })

/**
 * A point of measure of a sample in one size: the specified length, the supplier's own measurement, and the office's.
 */
export const sampleMeasures = defineArea({
  name: 'sample-measures',
  title: 'pom_id',
  fields: {
    sample_request_id: reference('sample-requests', { required: true, fixed: true }),
    // Ordered by size, then by the order of the specification.
    seq: integer({ readOnly: true, sort: true }),
    pom_id: reference('poms', { readOnly: true, openTitle: true }),
    size_id: reference('sizes', { readOnly: true }),
    ...specifiedLengths(),
    own_mm: measured(suppliers),
    actual_mm: measured(house),
  },
  access: { read: [...house, ...suppliers], create: [], edit: [...house, ...suppliers], delete: [] },
  partOf: { area: 'sample-requests', by: 'sample_request_id' },
  key: ['pom_id', 'size_id'],
  sort: ['seq'],
})
export type SampleMeasure = RecordOf<typeof sampleMeasures>
