import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { format, t } from '#web/i18n.ts'
import { type Grain, ordersOf, pointName, type ShipPoint } from './ship-data'

/** The figures of the chart as a table; each date is linked to its orders. */
export const ShipTable = ({ points, grain, supplier, title, height }: ShipTableProps) => (
  <Box
    // Focusable, because it scrolls and must be reachable by keyboard.
    tabIndex={0}
    role="region"
    aria-label={t('site.dashboard.table_of', { name: title })}
    sx={{
      maxHeight: { xs: 320, lg: height },
      overflow: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      alignSelf: 'start',
    }}
  >
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13, '& th, & td': cell }}>
      <Box component="thead" sx={{ '& th': head }}>
        <tr>
          <th scope="col">{t(`site.dashboard.column_${grain}`)}</th>
          <Box component="th" scope="col" sx={right}>
            {t('site.dashboard.units')}
          </Box>
          <Box component="th" scope="col" sx={right}>
            {t('site.dashboard.orders')}
          </Box>
        </tr>
      </Box>
      <tbody>
        {points.map((point) => (
          <Box component="tr" key={point.ship_date} sx={{ '&:hover': { bgcolor: 'surfaces.hover' } }}>
            <Box component="th" scope="row" sx={{ fontWeight: 400, whiteSpace: 'nowrap' }}>
              <Link component={RouterLink} to={ordersOf(point, grain, supplier)}>
                {grain === 'week' ? format.date(point.ship_date) : pointName(point.ship_date, grain)}
              </Link>
            </Box>
            <Box component="td" className="tabular" sx={right}>
              {format.number(point.stock_ordered_units)}
            </Box>
            <Box component="td" className="tabular" sx={right}>
              {format.number(point.total_po_count)}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  </Box>
)

interface ShipTableProps {
  points: readonly ShipPoint[]
  grain: Grain
  supplier?: number | null | undefined
  title: string
  height: number
}

const cell = {
  px: 1.5,
  height: { xs: 44, sm: 32 },
  textAlign: 'left',
  borderBottom: 1,
  borderColor: 'divider',
} as const
const right = { textAlign: 'right !important' } as const
const head = {
  position: 'sticky',
  top: 0,
  fontSize: 12,
  fontWeight: 600,
  lineHeight: '16px',
  bgcolor: 'background.paper',
} as const
