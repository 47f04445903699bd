import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, reference, text } from '#shared/kit/fields.ts'
import { changeFields } from '#shared/trade/change-terms.ts'

/** One changed value of a line, or of a size of it. */
export const poChangeItems = defineArea({
  name: 'po-change-items',
  title: 'field',
  fields: {
    po_change_id: reference('po-changes', { required: true, fixed: true }),
    po_line_id: reference('po-lines', { required: true }),
    size_id: reference('sizes'),
    field: choice(changeFields, { required: true }),
    old_value: text({ readOnly: true, max: 40 }),
    new_value: text({ required: true, max: 40 }),
  },
  access: { read: ['admin', 'Office', 'Agent'], create: [], edit: [], delete: [] },
  partOf: { area: 'po-changes', by: 'po_change_id' },
  sort: ['id'],
})
export type PoChangeItem = RecordOf<typeof poChangeItems>
