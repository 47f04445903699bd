import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { dropMoves } from '#shared/trade/change-terms.ts'
import { type ChangedOrder, dropItems, itemProblems } from '#shared/trade/order-changes.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { Allocations } from '#web/kit/allocation/lazy-allocations.tsx'
import { DossierButton } from '#web/kit/dossier/lazy-dossier.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { useBackToList } from '#web/kit/record/back-to-list.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import { History } from '#web/kit/record/history.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { RecordLoading } from '#web/kit/record/record-loading.tsx'
import { RowsTable } from '#web/kit/record/rows-table.tsx'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { useLiveRecord } from '#web/kit/record/use-live-record.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { Attributes } from './attributes'
import { Decision } from './decision'
import { Delivery } from './delivery-section'
import { filledFields } from './filled-fields'
import { articleName } from './list-columns'
import { orderIdOf } from './orders'
import { Picture } from './picture'
import { Production } from './production'
import { hasMoved, QuantityChain } from './quantity-chain'
import { Requirements } from './requirements'
import { screenText } from './texts'

/**
 * The page of a line: goods, delivery and risk, requirements; for approvers also the price with reasons and the
 * decision.
 */
export function Show({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useLiveRecord(area, id)
  const back = useBackToList(area)
  const orders = areaOf(poLines, 'purchase_order_id')
  const { record: order } = useRecord(orders, record && orderIdOf(record))
  if (!record) return <RecordLoading area={poLines} error={error} onRetry={refetch} />
  const showsPrices = fieldRights().mayRead(poLines, 'unit_price')
  const isOut = Boolean(order?.issued_at)
  // A pending line starts with the decision; afterwards the delivery comes first.
  const isFollowed = Boolean(record.delivery_status_id) && record.status !== 'pending'
  return (
    <Page
      title={titleOf(area, record)}
      facts={<Facts line={record} />}
      back={back}
      actions={
        <>
          <Button variant="outlined" component={Link} to={`${orders.path}/${orderIdOf(record)}`}>
            {screenText('show.open_order')}
          </Button>
          {order && mayDrop(record, order) && (
            <Button
              variant="outlined"
              color="error"
              component={Link}
              to={`${orders.path}/${order.id}?${new URLSearchParams({ drop: String(record.id) })}`}
            >
              {screenText('show.drop')}
            </Button>
          )}
          <DossierButton target={{ area: poLines.name, ids: [record.id] }} subject={titleOf(area, record)} />
          <Ending line={record} />
        </>
      }
    >
      {showsPrices && !isFollowed && <Decision line={record} order={order} />}
      <Box sx={twoColumns}>
        <Box sx={column}>
          <Goods line={record} />
          <Delivery line={record} />
          <Sizes line={record} />
          <Attributes line={record} />
        </Box>
        <Box sx={column}>
          <Group name="dates" line={record} />
          <Requirements line={record} />
          {isOut && <Group name="progress" line={record} />}
          {order && <OrderOf order={order} area={orders} />}
        </Box>
      </Box>
      {showsPrices && isFollowed && <Decision line={record} order={order} />}
      {isOut && <Production line={record} />}
      <Allocations order={orderIdOf(record)} line={record.id} />
      <SectionsOn area={poLines} id={record.id} />
      <History area={orders} id={orderIdOf(record)} />
    </Page>
  )
}

/** Whether the office can drop the line: a move allows it and no rule refuses it. */
const mayDrop = ({ id }: OpenRecord, order: OpenRecord): boolean => {
  const moves = (order.moves ?? []).filter(({ allowed }) => allowed).map(({ name }) => name)
  const changed = order as unknown as ChangedOrder
  const line = changed.lines.find((line) => line.id === id)
  return (
    fieldRights().mayRead(poLines, 'approval_reasons') &&
    dropMoves.some((move) => moves.includes(move)) &&
    line !== undefined &&
    itemProblems(changed, dropItems(line)).length === 0
  )
}

/** Buttons that close a line before its order, or reopen it. */
function Ending({ line }: { line: OpenRecord }) {
  const { run, busy, dialog } = useMove(poLines, line)
  const offers = (line.moves ?? []).filter(({ name, allowed }) => allowed && endings.has(name))
  return (
    <>
      {offers.map(({ name }) => (
        <Button
          key={name}
          variant="outlined"
          color={name === 'short_close' ? 'error' : 'primary'}
          disabled={busy}
          onClick={() => run(name)}
        >
          {moveText(poLines, name)}
        </Button>
      ))}
      {dialog}
    </>
  )
}
const endings: ReadonlySet<string> = new Set(['short_close', 'reopen_closed'])

function Facts({ line }: { line: OpenRecord }) {
  const facts = [
    [mentionTitle(mentionOf(line, 'article_id')), articleName(line)].filter(Boolean).join(' '),
    mentionTitle(mentionOf(line, 'colourway_id')),
    screenText('show.units', { count: Number(line.qty), units: format.number(Number(line.qty)) }),
  ]
  return (
    <>
      {line.status && <StatusChip area={poLines} status={line.status} />}
      {ended.has(line.line_status) && (
        <ToneChip tone="neutral">{choiceLabel(poLines, 'line_status', String(line.line_status))}</ToneChip>
      )}
      <span className="tabular">{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** The status of a cancelled or closed line, shown beside its approval status. */
const ended: ReadonlySet<unknown> = new Set(['cancelled', 'short_closed'])

/** The goods: picture, names and packing. */
function Goods({ line }: { line: OpenRecord }) {
  const articles = areaOf(poLines, 'article_id')
  return (
    <Section title={sectionTitle(poLines, 'line')}>
      <Box sx={{ display: 'flex', gap: 2, mb: 2 }}>
        <Picture area={articles} id={Number(line.article_id)} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FactList area={poLines} record={line} fields={filledFields(poLines, groups.goods, line)} />
        </Box>
      </Box>
      <FactList area={poLines} record={line} fields={filledFields(poLines, groups.packing, line)} />
    </Section>
  )
}

/** Units by size; includes booked, shipped and received units once there are any. */
function Sizes({ line }: { line: OpenRecord }) {
  const sizes = Array.isArray(line.sizes) ? (line.sizes as AnyRecord[]) : []
  if (sizes.length === 0 && !hasMoved(line)) return null
  const codes = ['sku', 'gtin'].filter((name) => sizes.some((size) => size[name]))
  return (
    <Section title={fieldLabel(poLines, 'sizes')}>
      {hasMoved(line) && <QuantityChain line={line} />}
      {(codes.length > 0 || !hasMoved(line)) && (
        <Box sx={{ display: { xs: 'none', sm: 'block' }, mt: hasMoved(line) ? 2 : 0 }}>
          <RowsTable area={poLines} name="sizes" record={line} columns={['size_id', ...codes, 'qty']} />
        </Box>
      )}
      {!hasMoved(line) && <Units sizes={sizes} />}
    </Section>
  )
}

/** Units by size on phones. */
function Units({ sizes }: { sizes: readonly AnyRecord[] }) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ display: { xs: 'flex', sm: 'none' }, flexWrap: 'wrap', gap: 0.75, m: 0 }}
    >
      {sizes.map((size) => (
        <Box
          key={size.id}
          sx={{ bgcolor: 'action.hover', borderRadius: 1, px: 1, py: 0.5, minWidth: 48, textAlign: 'center' }}
        >
          <Box component="dt" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
            {mentionTitle(mentionOf(size, 'size_id'))}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 13 }}>
            {format.number(Number(size.qty))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** Fields of a group; empty ones are left out. */
function Group({ name, line }: { name: 'dates' | 'progress'; line: AnyRecord }) {
  const shown = filledFields(poLines, groups[name], line)
  return shown.length === 0 ? null : (
    <Section title={sectionTitle(poLines, name)}>
      <FactList area={poLines} record={line} fields={shown} />
    </Section>
  )
}

/** Values of the order that apply to all lines. */
function OrderOf({ order, area }: { order: OpenRecord; area: Area }) {
  return (
    <Section
      title={screenText('show.order', { title: titleOf(area, order) })}
      actions={order.status && <StatusChip area={area} status={order.status} />}
    >
      <FactList area={area} record={order} fields={filledFields(area, orderFields, order)} />
    </Section>
  )
}

const groups = {
  goods: ['article_id', 'description_en', 'description_zh', 'colourway_id'],
  packing: [
    'supplier_style_ref',
    'qty',
    'uom',
    'hs_code',
    'country_of_origin',
    'pack_type',
    'units_per_carton',
    'inner_pack_qty',
    'packing_method',
  ],
  dates: [
    'ex_factory_date',
    'ship_window_start',
    'ship_window_end',
    'etd',
    'eta',
    'promised_ex_factory_date',
    'forecast_ex_factory_date',
    'actual_ex_factory_date',
  ],
  progress: [
    'line_status',
    'production_status',
    'goods_state',
    'packed_qty',
    'booked_qty',
    'taken_qty',
    'shipped_qty',
    'received_qty',
    'received_on',
    'invoiced_qty',
    'balance_qty',
    'short_close_reason',
  ],
} as const

const twoColumns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const
const column = { display: 'grid', gap: 2, minWidth: 0 } as const

const orderFields = [
  'supplier_id',
  'buyer_id',
  'order_date',
  'order_type',
  'ship_to_country',
  'ship_to_location_id',
  'total_qty',
  'total_value',
  'total_value_base',
  'payment_term_id',
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'submitted_by',
  'notes_shared',
  'notes_internal',
]
