import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import { choiceLabel, language } from '#web/i18n.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { ToneChips } from '#web/kit/page/tone-chips.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { poLineRrps } from '../area'
import { dueText, screenText } from './texts'

/** Initial columns: the basis of a price for the office, the content of the ticket for a supplier. */
export const rrpColumns = (): readonly string[] =>
  fieldRights().mayRead(poLineRrps, 'findings') ? houseColumns : supplierColumns

const houseColumns = [
  'rrp_title',
  'status',
  'due_date',
  'article_id',
  'colourway_id',
  'amount',
  'imu_pct',
  'findings',
  'landed_cost',
  'ex_factory_date',
  'supplier_id',
]
const supplierColumns = [
  'rrp_title',
  'status',
  'article_id',
  'colourway_id',
  'qty',
  'amount',
  'previous_amount',
  'tax_included',
  'effective_from',
  'released_at',
  'ex_factory_date',
]

/** Overrides of the standard columns: lateness and findings as text. */
export const rrpCells = (): Record<string, Partial<AreaColumn>> => ({
  rrp_title: { width: 156 },
  status: { width: 116 },
  due_date: { width: language() === 'zh' ? 228 : 204, display: 'flex', renderCell: ({ row }) => <Due rrp={row} /> },
  article_id: { width: 96, flex: 1 },
  colourway_id: { width: 112, flex: 1 },
  amount: { width: 104 },
  imu_pct: { width: language() === 'zh' ? 124 : 76 },
  findings: { width: 200, flex: 2, display: 'flex', renderCell: ({ row }) => <Findings rrp={row} /> },
})

/** The day by which the price must be released, with the days left. */
export function Due({ rrp }: { rrp: AnyRecord }) {
  const due = dueText(rrp)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        minWidth: 0,
      }}
    >
      <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatValue(poLineRrps, 'due_date', rrp) || '–'}
      </span>
      {due && <ToneChip tone={due.tone}>{due.text}</ToneChip>}
    </Box>
  )
}

/** Findings about a price as chips. */
export function Findings({ rrp }: { rrp: AnyRecord }) {
  const texts = (Array.isArray(rrp.findings) ? (rrp.findings as string[]) : []).map((finding) =>
    finding === 'no_rate'
      ? screenText('no_rate', { from: rrp.currency, to: rrp.cost_currency })
      : choiceLabel(poLineRrps, 'findings', finding),
  )
  return texts.length > 0 && <ToneChips tone="warning" texts={texts} />
}
