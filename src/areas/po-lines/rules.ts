import type { AnyRecord } from '#shared/kit/area.ts'
import { dateProblems, deliveryDates, repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { breaksInnerPacks, cartonWarnings } from '#shared/trade/cartons.ts'
import { cautionTexts, lineCautions } from '#shared/trade/cautions.ts'
import type { PoLine } from './area'

export const rules: Rules = {
  check: (record) => {
    const line = asLine(record)
    return [
      ...(line.qty < 1 ? [problem(textOf('problems.po-lines.nothing_ordered'), 'qty')] : []),
      ...dateProblems(record, deliveryDates),
      ...(breaksInnerPacks(line) ? [problem(textOf('problems.po-lines.inner_packs'), 'inner_pack_qty')] : []),
      ...repeatProblems(
        line.sizes,
        ({ size_id }) => size_id,
        (index) => problem(textOf('problems.po-lines.size_repeated'), `sizes.${index}.size_id`),
      ),
    ]
  },

  warn: (record) => cartonWarnings(asLine(record)),

  cautions: { approve: (record, { today }) => cautionTexts(lineCautions(asLine(record), today)) },
}

type Line = Omit<PoLine, 'sizes'> & { sizes: { size_id: number; qty: number }[] }
const asLine = (record: AnyRecord) => record as unknown as Line
