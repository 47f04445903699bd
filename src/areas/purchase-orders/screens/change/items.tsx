import Box from '@mui/material/Box'
import { formatDecimal } from '#shared/base/money.ts'
import { dropsLine } from '#shared/trade/order-changes.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format, language } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import type { OpenItem, OpenLine, OpenOrder } from '../open-order'
import { screenText } from '../texts'

/** The changes by line as text: `Size M: 120 → 96`. */
export function ChangeItems({ order, items }: { order: OpenOrder; items: readonly OpenItem[] }) {
  const lines = order.lines.filter(({ id }) => items.some(({ po_line_id }) => po_line_id === id))
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {lines.map((line) => (
        <Box component="li" key={line.id}>
          <Box sx={{ fontSize: 13, fontWeight: 500 }}>{lineName(line)}</Box>
          <Box
            component="ul"
            className="tabular"
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.25, m: 0, p: 0, listStyle: 'none' }}
          >
            {dropsLine(line, items) && <li style={{ fontSize: 13 }}>{screenText('change.dropped')}</li>}
            {items
              .filter(({ po_line_id, field }) => po_line_id === line.id && !(field === 'qty' && dropsLine(line, items)))
              .map((item) => (
                <Box component="li" key={`${item.size_id} ${item.field}`} sx={{ fontSize: 13 }}>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {itemLabel(item, line)}{' '}
                  </Box>
                  {valueText(item, item.old_value)} → <strong>{valueText(item, item.new_value)}</strong>
                </Box>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The line's number, article and colour. */
export const lineName = (line: OpenLine): string =>
  [line.line_no, mentionTitle(line.article), mentionTitle(line.colourway)].filter(Boolean).join(' · ')

/** The label of an item: the size, or the field. */
const itemLabel = (item: OpenItem, line: OpenLine): string => {
  const changes = areaOf(areaOf(purchaseOrders, 'changes'), 'items')
  if (item.size_id === null) return choiceLabel(changes, 'field', item.field)
  const size = item.size ?? line.sizes.find(({ size_id }) => size_id === item.size_id)?.size ?? null
  return screenText('change.size', { size: mentionTitle(size) || String(item.size_id) })
}

/** A value of an item, formatted. */
export const valueText = ({ field }: Pick<OpenItem, 'field'>, value: string | null): string => {
  if (value === null) return '–'
  if (field === 'qty') return format.number(value)
  return field === 'unit_price' ? formatDecimal(value, language(), 2, 4) : format.date(value)
}
