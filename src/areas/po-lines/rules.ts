import type { AnyRecord } from '../../shared/area'
import { breaksInnerPacks, cartonWarnings } from '../../shared/cartons'
import { cautionTexts, lineCautions } from '../../shared/cautions'
import { dateProblems, deliveryDates, repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'
import type { PoLine } from './area'

export const rules: Rules = {
  check: (record) => {
    const line = asLine(record)
    return [
      ...(line.qty < 1 ? [problem(say('problems.po-lines.nothing_ordered'), 'qty')] : []),
      ...dateProblems(record, deliveryDates),
      ...(breaksInnerPacks(line) ? [problem(say('problems.po-lines.inner_packs'), 'inner_pack_qty')] : []),
      ...repeatProblems(
        line.sizes,
        ({ size_id }) => size_id,
        (index) => problem(say('problems.po-lines.size_repeated'), `sizes.${index}.size_id`),
      ),
    ]
  },

  warn: (record) => cartonWarnings(asLine(record)),

  cautions: { approve: (record, { today }) => cautionTexts(lineCautions(asLine(record), today)) },
}

type Line = Omit<PoLine, 'sizes'> & { sizes: { size_id: number; qty: number }[] }
const asLine = (record: AnyRecord) => record as unknown as Line
