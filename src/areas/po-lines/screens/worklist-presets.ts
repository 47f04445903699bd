import { today, weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs, fieldIsSet } from '#shared/kit/filter.ts'
import { overdueFilters } from '#shared/trade/delivery.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { can, fieldRights } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { poLines } from '../area'
import { screenText } from './texts'

/** Lines whose delivery needs attention, by reason. */
export const deliveryPresets = (day = today()): Preset[] => {
  const { from, to } = weekOf(day)
  return [
    preset('all'),
    preset('at_risk', fieldIs('delivery_risk', 'red')),
    preset('overdue', ...overdueFilters(day)),
    preset(
      'this_week',
      { field: 'ex_factory_date', op: '_gte', values: [from] },
      { field: 'ex_factory_date', op: '_lte', values: [to] },
    ),
    preset('no_forecast', { field: 'forecast_ex_factory_date', op: '_null', values: ['true'] }),
    ...mine(),
  ]
}

/** Lines with a warning about season, brand or category, by reason; suppliers do not classify lines. */
export const sortingPresets = (warning: Warning): Preset[] =>
  fieldRights().mayRead(poLines, warning)
    ? [
        preset('to_sort', toSort(warning)),
        ...(poLines.fields[warning].options.values ?? []).map((reason) => ({
          name: reason,
          label: screenText(`presets.${warning}.${reason}`),
          filters: [fieldIs(warning, reason)],
        })),
        ...mine(),
        preset('all'),
      ]
    : []

/** Lines with any warning. */
export const toSort = (warning: Warning): Filter => fieldIsSet(warning)

export type Warning = 'season_warning' | 'brand_warning' | 'category_warning'

const { preset } = presetsOf(poLines)

/** For buyers, the lines of their own orders. */
const mine = (): Preset[] =>
  can('purchase-orders', 'create') ? [preset('mine', fieldIs('buyer_id', String(session()?.id)))] : []
