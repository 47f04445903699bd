import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment } from 'react'
import { sum } from '#shared/base/money.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import { isCancelled } from '../../rules'
import { FindingChips, type Findings, lineFindings } from '../findings'
import { leavingDateField, mayEditInLines, type OpenLine, type OpenOrder } from '../open-order'
import { type SizeGroup, sizeGroups, unitsOf } from '../size-matrix'
import { screenText } from '../texts'
import { approvalReasons, isUndecided, reasonTexts, returnComment, sharedReasons } from './approval-reasons'
import { LineCard } from './line-card'
import { LineDecision, useLineVerdict } from './line-decision'
import {
  Colourway,
  Forecast,
  LineAnswer,
  LineMenu,
  LineNotes,
  LineNumber,
  LineTitle,
  Price,
  whenLabel,
} from './line-parts'
import type { LinesView } from './lines-view'

/** The lines of an order: articles, sizes, prices and dates; cards on phones. */
export function OrderLines({ order, findings, onAnswer, onDrop }: Props) {
  const isTable = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const sizes = useSizes(order.lines.map(({ size_scale_id }) => size_scale_id))
  const groups = sizeGroups(order.lines, new Map(sizes.map(({ id, sort_order }) => [id, sort_order])))
  const verdict = useLineVerdict(order)
  const shared = sharedReasons(order.lines)
  const returned = returnComment(order)
  const view: LinesView = {
    order,
    onAnswer,
    onDrop,
    shows: shownParts(order),
    notesOf: (line) => [
      ...lineFindings(findings, order.lines.indexOf(line)),
      ...reasonTexts(approvalReasons(line).filter((reason) => !shared.includes(reason))),
    ],
  }
  return (
    <Section
      title={fieldLabel(purchaseOrders, 'lines')}
      help={verdict && !verdict.allowed ? (verdict.reason ?? undefined) : undefined}
      actions={shared.length > 0 && <FindingChips texts={reasonTexts(shared)} />}
    >
      {returned && (
        <Alert severity="warning" variant="outlined" sx={{ mb: 2, whiteSpace: 'pre-wrap' }}>
          {screenText('lines.returned', { comment: returned })}
        </Alert>
      )}
      {isTable ? (
        <LinesTable view={view} groups={groups} />
      ) : (
        <Box component="ul" sx={cardsStyle}>
          {groups.flatMap((group) =>
            group.lines.map((line) => <LineCard key={line.id} line={line} group={group} view={view} />),
          )}
        </Box>
      )}
    </Section>
  )
}

interface Props {
  order: OpenOrder
  findings: Findings
  onAnswer?: LinesView['onAnswer']
  onDrop?: LinesView['onDrop']
}

const shownParts = (order: OpenOrder): LinesView['shows'] => {
  const area = areaOf(purchaseOrders, 'lines')
  const { mayRead } = fieldRights()
  return {
    price: mayRead(area, 'unit_price'),
    forecast:
      mayEditInLines(order, leavingDateField(order)) ||
      order.lines.some((line) => line[leavingDateField(order)] !== null),
    approval: mayRead(area, 'approval_reasons') && order.lines.some(isUndecided),
  }
}

function LinesTable({ view, groups }: { view: LinesView; groups: readonly SizeGroup[] }) {
  const { order, shows } = view
  const area = areaOf(purchaseOrders, 'lines')
  const width = Math.max(1, ...groups.map(({ sizes }) => sizes.length))
  const single = groups.length === 1 ? groups[0] : undefined
  const last = 1 + (shows.forecast ? 1 : 0) + (shows.approval ? 1 : 0) + (view.onDrop ? 1 : 0)
  const columns = 4 + width + (shows.price ? 2 : 0) + last
  const activeLines = order.lines.filter((line) => !isCancelled(line))
  return (
    <Box
      role="group"
      aria-label={fieldLabel(purchaseOrders, 'lines')}
      tabIndex={0}
      sx={{ overflowX: 'auto', mx: { md: -1 } }}
    >
      <PlainTable sx={tableStyle}>
        <thead>
          <tr>
            <Box component="th" scope="col" className="number">
              {screenText('lines.no')}
            </Box>
            <th scope="col">{fieldLabel(area, 'article_id')}</th>
            <th scope="col">{fieldLabel(area, 'colourway_id')}</th>
            {single ? (
              single.sizes.map(({ id, label }) => (
                <th scope="col" className="size" key={id}>
                  {label}
                </th>
              ))
            ) : (
              <th scope="colgroup" colSpan={width} className="size">
                {fieldLabel(area, 'sizes')}
              </th>
            )}
            {single?.sizes.length === 0 && <td />}
            <th scope="col" className="number">
              {screenText('columns.total_qty')}
            </th>
            {shows.price && (
              <>
                <th scope="col" className="number">
                  {screenText('lines.price')}
                </th>
                <th scope="col" className="number">
                  {screenText('lines.value', { currency: order.currency ?? '' })}
                </th>
              </>
            )}
            <th scope="col">{screenText('columns.ex_factory_date')}</th>
            {shows.forecast && <th scope="col">{whenLabel(order)}</th>}
            {shows.approval && <th scope="col">{screenText('lines.approval')}</th>}
            {view.onDrop && <td />}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.scale}>
            {!single && (
              <tr className="sizes">
                <th scope="rowgroup" colSpan={3}>
                  {group.scale}
                </th>
                {group.sizes.map(({ id, label }) => (
                  <th scope="col" className="size" key={id}>
                    {label}
                  </th>
                ))}
                <td colSpan={columns - 3 - group.sizes.length} />
              </tr>
            )}
            {group.lines.map((line) => (
              <LineRows key={line.id} line={line} group={group} view={view} width={width} columns={columns} />
            ))}
            {!single && group.lines.length > 1 && <GroupTotals group={group} width={width} columns={columns} />}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {screenText('lines.total')}
            </th>
            {single ? (
              <>
                {single.sizes.map(({ id }) => (
                  <td key={id} className="size">
                    {format.number(activeLines.reduce((units, line) => units + (unitsOf(line, id) ?? 0), 0))}
                  </td>
                ))}
                {single.sizes.length === 0 && <td />}
              </>
            ) : (
              <td colSpan={width} />
            )}
            <td className="number">{format.number(activeLines.reduce((units, { qty }) => units + qty, 0))}</td>
            {shows.price && (
              <>
                <td />
                <td className="number">
                  {format.money(sum(activeLines.map(({ line_value }) => line_value ?? '0')), order.currency)}
                </td>
              </>
            )}
            <td colSpan={last} />
          </tr>
        </tfoot>
      </PlainTable>
    </Box>
  )
}

/** Totals by size of one scale, for orders with several scales. */
function GroupTotals({ group, width, columns }: Pick<LineRowsProps, 'group' | 'width' | 'columns'>) {
  const activeLines = group.lines.filter((line) => !isCancelled(line))
  return (
    <tr className="sums">
      <th scope="row" colSpan={3}>
        {screenText('lines.total')}
      </th>
      {group.sizes.map(({ id }) => (
        <td key={id} className="size">
          {format.number(activeLines.reduce((units, line) => units + (unitsOf(line, id) ?? 0), 0))}
        </td>
      ))}
      {group.sizes.length < width && <td colSpan={width - group.sizes.length} />}
      <td className="number strong">{format.number(activeLines.reduce((units, { qty }) => units + qty, 0))}</td>
      <td colSpan={columns - 4 - width} />
    </tr>
  )
}

function LineRows({ line, group, view, width, columns }: LineRowsProps) {
  const { order, shows, notesOf, onAnswer, onDrop } = view
  const notes = notesOf(line)
  const cancelled = isCancelled(line)
  return (
    <Fragment>
      <tr className={cancelled ? 'line cancelled' : 'line'}>
        <td className="number">
          <LineNumber line={line} />
        </td>
        <td>
          <LineTitle line={line} order={order} />
        </td>
        <td className="name">
          <Colourway line={line} />
        </td>
        {group.sizes.map(({ id }) => (
          <td key={id} className="size">
            {format.number(unitsOf(line, id))}
          </td>
        ))}
        {group.sizes.length < width && <td colSpan={width - group.sizes.length} />}
        <td className="number strong">{format.number(line.qty)}</td>
        {shows.price && (
          <>
            <td className="number">
              <Price line={line} />
            </td>
            <td className="number">{format.money(line.line_value, order.currency)}</td>
          </>
        )}
        <td className="date">{format.date(line.ex_factory_date)}</td>
        {shows.forecast && (
          <td>
            <Forecast line={line} order={order} />
            {onAnswer && <LineAnswer line={line} onAnswer={onAnswer} />}
          </td>
        )}
        {shows.approval && (
          <td>
            <LineDecision line={line} order={order} />
          </td>
        )}
        {onDrop && (
          <td className="number">
            <LineMenu line={line} order={order} onDrop={onDrop} />
          </td>
        )}
      </tr>
      <LineNotes line={line} notes={notes}>
        {(content) => (
          <tr className="notes">
            <td />
            <td colSpan={columns - 1}>{content}</td>
          </tr>
        )}
      </LineNotes>
    </Fragment>
  )
}

interface LineRowsProps {
  line: OpenLine
  group: SizeGroup
  view: LinesView
  width: number
  columns: number
}

/** Cards are as wide as their section; sizes scroll inside. */
const cardsStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const

const tableStyle = {
  '& th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', textAlign: 'left', whiteSpace: 'nowrap' },
  '& th, & td': { px: 1, height: 36, py: 0.5 },
  '& .number, & .size': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .size': { px: 0.75, minWidth: 40 },
  '& th.size': { textAlign: 'right' },
  // Chinese text may break after any character, which would collapse a column to one character.
  '& .date, & .name': { whiteSpace: 'nowrap' },
  '& .quiet': { color: 'text.secondary' },
  '& .strong': { fontWeight: 600 },
  '& .cancelled': { color: 'text.secondary', textDecoration: 'line-through' },
  '& .sums td': { fontWeight: 600 },
  '& tbody tr': {},
  '& .line, & tr.sizes, & tr.sums': { borderTop: '1px solid', borderColor: 'divider' },
  '& .notes td': { pt: 0, pb: 1, height: 'auto' },
  '& tfoot tr': { borderTop: '2px solid', borderColor: 'divider' },
  '& tfoot td': { fontWeight: 600 },
} as const
