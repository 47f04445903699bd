import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { poLines } from '../area'
import { screenText } from './texts'

const sizesArea = areaOf(poLines, 'sizes')
const movedFields = ['booked_qty', 'shipped_qty', 'received_qty'] as const

/** Whether any units of a line were booked, shipped or received. */
export const hasMoved = (line: AnyRecord): boolean => movedFields.some((name) => Number(line[name] ?? 0) > 0)

/**
 * Units by size from the order to the warehouse: ordered, booked, shipped, received, and still to be booked; packed
 * units as a total.
 */
export function QuantityChain({ line }: { line: AnyRecord }) {
  const sizes = Array.isArray(line.sizes) ? (line.sizes as AnyRecord[]) : []
  const openOf = (record: AnyRecord) => Math.max(Number(record.qty ?? 0) - Number(record.booked_qty ?? 0), 0)
  const number = (value: unknown) => format.number(Number(value ?? 0))
  return (
    <PlainTable label={screenText('chain.title')} className="tabular">
      <thead>
        <tr>
          <th scope="col">{fieldLabel(sizesArea, 'size_id')}</th>
          <th scope="col" className="number">
            {screenText('chain.ordered')}
          </th>
          <th scope="col" className="number">
            {fieldLabel(poLines, 'packed_qty')}
          </th>
          {movedFields.map((name) => (
            <th scope="col" className="number" key={name}>
              {fieldLabel(poLines, name)}
            </th>
          ))}
          <th scope="col" className="number">
            {screenText('chain.open')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sizes.map((size) => (
          <tr key={size.id}>
            <th scope="row">{mentionTitle(mentionOf(size, 'size_id'))}</th>
            <td className="number">{number(size.qty)}</td>
            <td className="number" />
            {movedFields.map((name) => (
              <td className="number" key={name}>
                {number(size[name])}
              </td>
            ))}
            <td className="number">{number(openOf(size))}</td>
          </tr>
        ))}
        <Box component="tr" sx={{ fontWeight: 600 }}>
          <th scope="row">{screenText('chain.all')}</th>
          <td className="number">{number(line.qty)}</td>
          <td className="number">{number(line.packed_qty)}</td>
          {movedFields.map((name) => (
            <td className="number" key={name}>
              {number(line[name])}
            </td>
          ))}
          <td className="number">
            {number(sizes.length > 0 ? sizes.reduce((sum, size) => sum + openOf(size), 0) : openOf(line))}
          </td>
        </Box>
      </tbody>
    </PlainTable>
  )
}
