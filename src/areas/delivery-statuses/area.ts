import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, text } from '#shared/kit/fields.ts'
import { deliveryReporters, deliveryStages } from '#shared/trade/delivery.ts'

/** Statuses of a line's delivery, in the order in which goods pass them. */
export const deliveryStatuses = defineArea({
  name: 'delivery-statuses',
  path: '/apps/sales/delivery_status/codes',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      fixed: true,
      max: 30,
      case: 'lower',
      pattern: /^[a-z][a-z0-9_]{1,29}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 60, search: true, sort: true }),
    name_zh: text({ max: 60, search: true }),
    // Fixed, because lines store the stage of their status.
    stage: choice(deliveryStages, { required: true, fixed: true }),
    sort: integer({ required: true, min: 1, max: 9999, sort: true }),
    set_by: choice(deliveryReporters, { required: true, default: 'office' }),
    tone: choice(['neutral', 'info', 'success', 'warning', 'danger'], { required: true, default: 'neutral' }),
  },
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['code'],
  sort: ['sort'],
  columns: ['name_en', 'name_zh', 'code', 'stage', 'sort', 'set_by', 'tone'],
})
export type DeliveryStatusRecord = RecordOf<typeof deliveryStatuses>
