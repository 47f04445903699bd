import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { percentOver } from '#shared/trade/approval.ts'
import { dropItems, itemProblems } from '#shared/trade/order-changes.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format, language, renderText, t } from '#web/i18n.ts'
import { InlineField } from '#web/kit/inline/inline-field.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { can } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import { linesPromisedLater } from '../../rules'
import { isSupplierSide } from '../facts'
import { FindingChips } from '../findings'
import { Slip } from '../list-columns'
import { leavingDateField, mayEditInLines, type OpenLine, type OpenOrder } from '../open-order'
import { screenText } from '../texts'
import { isUndecided } from './approval-reasons'

/** The line's number, linked to its page. */
export function LineNumber({ line }: { line: OpenLine }) {
  const lines = areaOf(purchaseOrders, 'lines')
  return line.id === undefined ? (
    line.line_no
  ) : (
    <Link
      component={RouterLink}
      to={`${lines.path}/${line.id}`}
      aria-label={line.line_title ?? undefined}
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: { xs: 44, sm: 24 },
        minHeight: { xs: 44, sm: 24 },
        color: 'text.secondary',
      }}
    >
      {line.line_no}
    </Link>
  )
}

/** The article number, the description in the user's language, and the supplier's own number. */
export function LineTitle({ line, order }: { line: OpenLine; order: OpenOrder }) {
  const articles = areaOf(areaOf(purchaseOrders, 'lines'), 'article_id')
  const name = (language() === 'zh' && line.description_zh) || line.description_en || line.description_zh
  const number = mentionTitle(line.article)
  return (
    <Box sx={{ minWidth: 160 }}>
      {can(articles.name, 'read') && line.article ? (
        <Link
          component={RouterLink}
          to={`${articles.path}/${line.article_id}`}
          sx={{ fontWeight: 500, color: 'inherit' }}
        >
          {number}
        </Link>
      ) : (
        <Box component="span" sx={{ fontWeight: 500 }}>
          {number}
        </Box>
      )}
      {name && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{name}</Box>}
      <SupplierRef line={line} order={order} />
    </Box>
  )
}

/** The supplier's own number for the article: editable for the supplier, text for others. */
function SupplierRef({ line, order }: { line: OpenLine; order: OpenOrder }) {
  const mayEdit = isSupplierSide() && mayEditInLines(order, 'supplier_style_ref')
  const reference = line.supplier_style_ref
    ? screenText('lines.supplier_ref', { reference: line.supplier_style_ref })
    : mayEdit && screenText('lines.no_supplier_ref')
  if (!reference) return null
  const text = (
    <Box component="span" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
      {reference}
    </Box>
  )
  return mayEdit ? (
    <InlineField area={areaOf(purchaseOrders, 'lines')} name="supplier_style_ref" record={line}>
      {text}
    </InlineField>
  ) : (
    text
  )
}

export function Colourway({ line }: { line: OpenLine }) {
  return (
    mentionTitle(line.colourway) || (
      <Box component="span" sx={{ color: 'text.disabled' }}>
        –
      </Box>
    )
  )
}

/** The price and, for those who may read them, its difference from target and last price. */
export function Price({ line }: { line: OpenLine }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const compared = (['target_price', 'last_price'] as const).filter((name) => line[name])
  return (
    <>
      {formatValue(lines, 'unit_price', line, null) || '–'}
      {compared.map((name) => {
        const percentAbove = percentOver(line.unit_price, line[name])
        return (
          <Box key={name} sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', whiteSpace: 'normal' }}>
            <Box component="span" sx={unbroken}>
              {screenText(`lines.${name}`, { price: formatValue(lines, name, line, null) })}
            </Box>{' '}
            {percentAbove && percentAbove !== '0.0' && (
              <Box
                component="span"
                sx={({ palette }) => ({
                  ...unbroken,
                  color: percentAbove.startsWith('-') ? undefined : palette.tones.danger.text,
                })}
              >
                {signedPercent(percentAbove)}
              </Box>
            )}
          </Box>
        )
      })}
    </>
  )
}

/**
 * Inline, so that the strike-through of a cancelled line covers it as a whole; striking only the gap would look like a
 * dash.
 */
const unbroken = { whiteSpace: 'nowrap' } as const

/**
 * The expected date of a line: the supplier's promised date before acknowledgement, the forecast afterwards. Editable
 * in place with the right to do so.
 */
export function Forecast({ line, order }: { line: OpenLine; order: OpenOrder }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const name = leavingDateField(order)
  const slip = name === 'forecast_ex_factory_date' ? (line.slip_days ?? 0) : 0
  const dateText = (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {format.date(line[name]) || '–'} {slip !== 0 && <Slip days={slip} />}
    </Box>
  )
  const mayEdit = line.line_status === 'open' && mayEditInLines(order, name)
  return mayEdit ? (
    <InlineField area={lines} name={name} record={line}>
      {dateText}
    </InlineField>
  ) : (
    dateText
  )
}

/** The supplier's current answer to a line, and a button to propose another date or quantity. */
export function LineAnswer({ line, onAnswer }: { line: OpenLine; onAnswer: (line: OpenLine) => void }) {
  if (line.line_status !== 'open') return null
  const isPromisedLater = linesPromisedLater({ lines: [line] }).length > 0
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <ToneChip tone={isPromisedLater ? 'warning' : 'neutral'}>
        {screenText(isPromisedLater ? 'answer.later' : 'answer.as_ordered')}
      </ToneChip>
      <Button
        size="small"
        aria-label={screenText('answer.change_line', { line: line.line_no })}
        onClick={() => onAnswer(line)}
      >
        {screenText('answer.change')}
      </Button>
    </Box>
  )
}

/** The menu of a line of an issued order: drops the line, or explains why it cannot be dropped. */
export function LineMenu({
  line,
  order,
  onDrop,
}: {
  line: OpenLine
  order: OpenOrder
  onDrop: (line: OpenLine) => void
}) {
  if (line.line_status !== 'open') return null
  const refusal = itemProblems(order, dropItems(line)).at(-1)
  return (
    <MoreMenu
      label={screenText('drop.menu', { line: line.line_no })}
      groups={[
        [
          {
            label: screenText('drop.name'),
            danger: true,
            reason: refusal && renderText(refusal.text),
            onSelect: () => onDrop(line),
          },
        ],
      ]}
    />
  )
}

/** The label of the expected date as a column heading. */
export const whenLabel = (order: OpenOrder) =>
  leavingDateField(order) === 'promised_ex_factory_date'
    ? fieldLabel(areaOf(purchaseOrders, 'lines'), 'promised_ex_factory_date')
    : screenText('columns.forecast_ex_factory_date')

/** Notes below a line: closing, problems, reasons to check, the approver's comment. */
export function LineNotes({ line, notes, children }: LineNotesProps) {
  const lines = areaOf(purchaseOrders, 'lines')
  const comment = isUndecided(line) && !isSupplierSide() ? line.approval_comment : null
  const closed = line.line_status !== 'open' && line.line_status !== 'closed'
  if (notes.length === 0 && !comment && !closed) return null
  return children(
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
      {closed && (
        <ToneChip tone="neutral">
          {[choiceLabel(lines, 'line_status', line.line_status), line.short_close_reason]
            .filter(Boolean)
            .join(t('kit.colon'))}
        </ToneChip>
      )}
      <FindingChips texts={notes} />
      {comment && <Box sx={{ fontSize: 13 }}>“{comment}”</Box>}
    </Box>,
  )
}

interface LineNotesProps {
  line: OpenLine
  notes: readonly string[]
  children: (content: ReactNode) => ReactNode
}

const signedPercent = (value: string) =>
  `${value.startsWith('-') ? '−' : '+'}${format.number(value.replace('-', ''), 1)}%`
