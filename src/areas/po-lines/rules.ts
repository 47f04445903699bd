import type { AnyRecord } from '../../shared/area'
import { breaksInnerPacks, cartonWarnings } from '../../shared/cartons'
import { type DateOrder, dateProblems, repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'
import type { PoLine } from './area'

export const rules: Rules = {
  check: (record) => {
    const line = asLine(record)
    return [
      ...(line.qty < 1 ? [problem(say('problems.po-lines.nothing_ordered'), 'qty')] : []),
      ...dateProblems(record, dateOrders),
      ...(breaksInnerPacks(line) ? [problem(say('problems.po-lines.inner_packs'), 'inner_pack_qty')] : []),
      ...repeatProblems(
        line.sizes,
        ({ size_id }) => size_id,
        (index) => problem(say('problems.po-lines.size_repeated'), `sizes.${index}.size_id`),
      ),
    ]
  },

  warn: (record) => cartonWarnings(asLine(record)),
}

type Line = Omit<PoLine, 'sizes'> & { sizes: { size_id: number; qty: number }[] }
const asLine = (record: AnyRecord) => record as unknown as Line

const dateOrders: readonly DateOrder[] = [
  {
    early: 'ship_window_start',
    late: 'ship_window_end',
    at: 'ship_window_end',
    text: 'problems.dates.window_reversed',
  },
  { early: 'ex_factory_date', late: 'ship_window_end', at: 'ex_factory_date', text: 'problems.dates.after_window' },
  { early: 'ex_factory_date', late: 'etd', at: 'etd', text: 'problems.dates.etd_before_ex_factory' },
  { early: 'etd', late: 'eta', strict: true, at: 'eta', text: 'problems.dates.eta_before_etd' },
]
