import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { bookings } from '../area'
import { screenText } from './texts'

const bookingLines = areaOf(bookings, 'lines')

interface SizeRow {
  id: number
  size?: { title: string } | null
  qty: number
  received_qty: number | null
}

/** The order lines of a booking with their units by size. */
export function BookedGoods({ record }: { record: AnyRecord }) {
  const lines = (record.lines ?? []) as (AnyRecord & { sizes?: SizeRow[] })[]
  return (
    <Section title={fieldLabel(bookings, 'lines')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line) => (
          <Box
            component="li"
            key={line.id}
            sx={{ py: 1, fontSize: 13, '& + &': { borderTop: 1, borderColor: 'divider' } }}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
              <Link
                component={RouterLink}
                to={`${areaOf(bookingLines, 'po_line_id').path}/${line.po_line_id}`}
                sx={{ fontWeight: 500, color: 'text.primary', minHeight: { xs: 44, sm: 0 } }}
              >
                {String(line.line_title)}
              </Link>
              <span>
                {[formatValue(bookingLines, 'article_id', line), formatValue(bookingLines, 'colourway_id', line)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
                {screenText('goods.sums', {
                  units: format.number(Number(line.qty)),
                  count: Number(line.cartons_qty ?? 0),
                  volume: format.number(String(line.volume_m3 ?? 0)),
                  gross: format.number(String(line.gross_kg ?? 0)),
                })}
              </Box>
              {Number(line.received_qty) > 0 && (
                <Box component="span" className="tabular">
                  {screenText('goods.received', {
                    units: format.number(Number(line.received_qty)),
                    date: format.date(String(line.received_on ?? '')),
                  })}
                </Box>
              )}
            </Box>
            <Box className="tabular" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}>
              {(line.sizes ?? [])
                .filter(({ qty }) => qty > 0)
                .map(({ id, size, qty }) => (
                  <span key={id}>
                    {size?.title ?? screenText('wizard.all_sizes')} × {format.number(qty)}
                  </span>
                ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
