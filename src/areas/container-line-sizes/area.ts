import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** Pieces of one size in a container: expected, counted, and how many of the counted pieces are damaged. */
export const containerLineSizes = defineArea({
  name: 'container-line-sizes',
  title: 'expected_qty',
  fields: {
    container_line_id: reference('container-lines', { required: true, fixed: true }),
    size_id: reference('sizes', { readOnly: true, openTitle: true }),
    expected_qty: integer({ readOnly: true, default: 0 }),
    received_qty: integer({ max: 10_000_000 }),
    damaged_qty: integer({ max: 10_000_000 }),
  },
  access: { read: [...house, 'Agent'], create: house, edit: house, delete: house },
  partOf: { area: 'container-lines', by: 'container_line_id' },
  key: ['size_id'],
  sort: ['id'],
})
export type ContainerLineSize = RecordOf<typeof containerLineSizes>
