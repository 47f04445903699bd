import { useWatch } from 'react-hook-form'
import { format } from '#web/i18n.ts'
import { type SizeRow, unitsIn } from '../form/line-sizes'
import { screenText } from '../texts'
import type { Column, GridLine } from './columns'

/** Total units of each size over all colourways, and overall. */
export function GridTotals({ lines, columns }: { lines: readonly GridLine[]; columns: readonly Column[] }) {
  const all = useWatch({ name: 'lines', compute: unitsOnly })
  const totals = totalsOf(all, lines, columns)
  return (
    <tfoot>
      <tr aria-rowindex={lines.length + 2}>
        <th scope="row" className="side" aria-colindex={1}>
          {screenText('lines.total')}
        </th>
        {columns.map(({ key, kind }, col) => (
          <td key={key} className={kind} aria-colindex={col + 2}>
            {kind === 'total' || (kind === 'size' && totals[col]) ? format.number(totals[col]) : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** Renders only when a quantity changes. */
const unitsOnly = (lines: readonly FormLine[] | undefined): FormLine[] =>
  (lines ?? []).map(({ sizes, qty }) => ({
    sizes: sizes?.map((size) => ({ size_id: size.size_id, qty: size.qty })),
    qty,
  }))

const totalsOf = (all: readonly FormLine[], lines: readonly GridLine[], columns: readonly Column[]): number[] => {
  const columnOf = new Map(columns.flatMap(({ size }, col) => (size ? [[size.id, col] as const] : [])))
  const totals = columns.map(() => 0)
  const last = columns.findIndex(({ kind }) => kind === 'total')
  for (const { index } of lines) {
    const { sizes = [], qty } = all[index] ?? {}
    for (const size of sizes) {
      const col = columnOf.get(size.size_id)
      if (col !== undefined) totals[col] = (totals[col] ?? 0) + unitsIn([size])
    }
    totals[last] = (totals[last] ?? 0) + (sizes.length > 0 ? unitsIn(sizes) : Number(qty) || 0)
  }
  return totals
}

interface FormLine {
  sizes?: Pick<SizeRow, 'size_id' | 'qty'>[]
  qty?: number | string | null
}
