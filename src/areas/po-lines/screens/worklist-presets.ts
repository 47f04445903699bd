import { today, weekOf } from '../../../shared/dates'
import { overdueFilters } from '../../../shared/delivery'
import type { Filter } from '../../../shared/list-query'
import type { Preset } from '../../../web/kit/presets'
import { can, fieldRights } from '../../../web/providers/permission'
import { session } from '../../../web/providers/session'
import { poLines } from '../area'
import { word } from './words'

/** Lines whose delivery needs a hand, by what it is. */
export const deliveryPresets = (day = today()): Preset[] => {
  const { from, to } = weekOf(day)
  return [
    preset('all'),
    preset('at_risk', is('delivery_risk', 'red')),
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

/** Lines whose season, brand or category wants a look, by why; a supplier has nothing to sort. */
export const sortingPresets = (warning: Warning): Preset[] =>
  fieldRights().mayRead(poLines, warning)
    ? [
        preset('to_sort', toSort(warning)),
        ...(poLines.fields[warning].options.values ?? []).map((reason) => ({
          name: reason,
          label: word(`presets.${warning}.${reason}`),
          filters: [is(warning, reason)],
        })),
        ...mine(),
        preset('all'),
      ]
    : []

/** What stands against a line at all. */
export const toSort = (warning: Warning): Filter => ({ field: warning, op: '_nnull', values: ['true'] })

export type Warning = 'season_warning' | 'brand_warning' | 'category_warning'

const preset = (name: string, ...filters: Filter[]): Preset => ({ name, label: word(`presets.${name}`), filters })
const is = (field: string, value: string): Filter => ({ field, op: '', values: [value] })

/** Of those who buy, the lines of their own orders. */
const mine = (): Preset[] =>
  can('purchase-orders', 'create') ? [preset('mine', is('buyer_id', String(session()?.id)))] : []
