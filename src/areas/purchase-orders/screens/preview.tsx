import Box from '@mui/material/Box'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { RecordActions } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { MoreRows, PreviewFacts, shownRows } from '#web/kit/record/record-preview.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import { daysOverdue, isSupplierSide } from './facts'
import { LineCard } from './lines/line-card'
import type { LinesView } from './lines/lines-view'
import { asOpenOrder, leavingDateField, type OpenOrder } from './open-order'
import { nextLabel, nextStep, proposalMoves } from './order-steps'
import { sizeGroups } from './size-matrix'
import { screenText, slipText } from './texts'

const ChangeDialog = lazy(() => import('./change/dialog').then(({ ChangeDialog }) => ({ default: ChangeDialog })))

/** An order in the preview next to the list: next step, delays, quantities by size. */
export function Preview({ area, record }: { area: Area; record: OpenRecord }) {
  const [changing, setChanging] = useState<string | null>(null)
  const order = asOpenOrder(record)
  const runMove = (move: string) => {
    const isChange = proposalMoves.has(move)
    if (isChange) setChanging(move)
    return isChange
  }
  const { mayRead } = fieldRights()
  const fields = (isSupplierSide() ? supplierFacts : officeFacts).filter(
    (name) => mayRead(purchaseOrders, name) && formatValue(purchaseOrders, name, order) !== '',
  )
  return (
    <>
      <Late order={order} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
        <RecordActions area={area} record={order} next={nextStep(order)} nextLabel={nextLabel(order)} take={runMove} />
      </Box>
      <PreviewFacts area={purchaseOrders} record={order} fields={fields} />
      <Lines order={order} />
      {changing && (
        <Suspense>
          <ChangeDialog order={order} move={changing} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Delays and problems of the order as chips; empty when there are none. */
function Late({ order }: { order: OpenOrder }) {
  const overdue = daysOverdue(order)
  const slip = Number(order.slip_days ?? 0)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, '&:empty': { display: 'none' } }}>
      {overdue > 0 && <ToneChip tone="danger">{screenText('overdue', { days: overdue })}</ToneChip>}
      {slip > 0 && (
        <ToneChip tone="warning">
          {fieldLabel(purchaseOrders, 'slip_days')} {slipText(slip)}
        </ToneChip>
      )}
      {order.on_hold && (
        <ToneChip tone="warning">
          {order.hold_type ? choiceLabel(purchaseOrders, 'hold_type', order.hold_type) : screenText('on_hold')}
        </ToneChip>
      )}
    </Box>
  )
}

function Lines({ order }: { order: OpenOrder }) {
  const lines = order.lines.slice(0, shownRows)
  const sizes = useSizes(lines.map(({ size_scale_id }) => size_scale_id))
  const groups = sizeGroups(lines, new Map(sizes.map(({ id, sort_order }) => [id, sort_order])))
  const view: LinesView = {
    order,
    shows: {
      price: fieldRights().mayRead(areaOf(purchaseOrders, 'lines'), 'unit_price'),
      forecast: lines.some((line) => line[leavingDateField(order)] !== null),
      approval: false,
    },
    notesOf: () => [],
  }
  return (
    <Box component="section">
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
        {fieldLabel(purchaseOrders, 'lines')}
      </Box>
      <Box
        component="ul"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, m: 0, p: 0, listStyle: 'none' }}
      >
        {groups.flatMap((group) =>
          group.lines.map((line) => <LineCard key={line.id} line={line} group={group} view={view} />),
        )}
      </Box>
      <MoreRows count={order.lines.length - lines.length} />
    </Box>
  )
}

const facts = [
  'house_brand_id',
  'season_id',
  'total_qty',
  'total_value',
  'ex_factory_date',
  'forecast_ex_factory_date',
  'ship_window_end',
  'ack_due_date',
]
const officeFacts = ['supplier_id', 'buyer_id', ...facts]
const supplierFacts = ['order_date', ...facts]
