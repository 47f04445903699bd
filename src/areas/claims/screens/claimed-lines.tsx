import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { compare } from '#shared/base/money.ts'
import { startedWeeks } from '#shared/trade/claim-amount.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { areaNamed, areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { can } from '#web/providers/permission.ts'
import { claims } from '../area'
import { screenText } from './texts'

const lineArea = areaOf(claims, 'lines')
const orderLines = areaNamed('po-lines')

interface ClaimLine extends Record<string, unknown> {
  id: number
  po_line_id: number
  line_title: string | null
  units: number
  days_late: number | null
  computed_amount: string | null
  claimed_amount: string | null
  reason: string | null
}

interface ClaimedLinesProps {
  claim: Readonly<Record<string, unknown>>
}

/** The claim line by line, next to the facts that it was computed from; stacked on phones. */
export function ClaimedLines({ claim }: ClaimedLinesProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const lines = (Array.isArray(claim.lines) ? claim.lines : []) as ClaimLine[]
  const facts = factsOf(String(claim.type))
  const currency = String(claim.currency ?? '')
  const formatField = (name: string, line: ClaimLine) => formatValue(lineArea, name, line, currency) || '–'
  const fee = typeof claim.fee === 'string' && compare(claim.fee, '0') > 0
  if (isPhone)
    return (
      <>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map((line) => (
            <Box
              component="li"
              key={line.id}
              sx={{ py: 1, fontSize: 13, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
                <LineLink line={line} size={formatField('size_id', line)} />
                <Box component="span" className="tabular" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                  {formatField('claimed_amount', line)}
                </Box>
              </Box>
              <Box component="dl" sx={pairs}>
                {facts.map((name) => (
                  <Box key={name} sx={{ minWidth: 0 }}>
                    <dt>{fieldLabel(lineArea, name)}</dt>
                    <dd className="tabular">{formatField(name, line)}</dd>
                  </Box>
                ))}
              </Box>
              <Basis claim={claim} line={line} />
              <Reduction line={line} write={formatField} />
            </Box>
          ))}
        </Box>
        <Total claim={claim} hasFee={fee} />
      </>
    )
  return (
    <>
      <PlainTable label={screenText('lines')}>
        <thead>
          <tr>
            <th scope="col">{fieldLabel(lineArea, 'po_line_id')}</th>
            {facts.map((name) => (
              <th key={name} scope="col" className="number">
                {fieldLabel(lineArea, name)}
              </th>
            ))}
            <th scope="col">{screenText('basis')}</th>
            <th scope="col" className="number">
              {fieldLabel(lineArea, 'computed_amount')}
            </th>
            <th scope="col" className="number">
              {fieldLabel(lineArea, 'claimed_amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" style={{ fontWeight: 500 }}>
                <LineLink line={line} size={formatField('size_id', line)} />
              </th>
              {facts.map((name) => (
                <td key={name} className="number tabular">
                  {formatField(name, line)}
                </td>
              ))}
              <td>
                <Basis claim={claim} line={line} />
                <Reduction line={line} write={formatField} />
              </td>
              <td className="number tabular">{formatField('computed_amount', line)}</td>
              <Box component="td" className="number tabular" sx={{ fontWeight: 600 }}>
                {formatField('claimed_amount', line)}
              </Box>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Total claim={claim} hasFee={fee} />
    </>
  )
}

/** The facts on which a type of claim is based. */
const factsOf = (type: string): readonly string[] =>
  type === 'late'
    ? ['agreed_date', 'actual_date', 'days_late', 'line_value']
    : type === 'short'
      ? ['ordered_qty', 'shipped_qty', 'received_qty', 'units', 'unit_price']
      : type === 'damage'
        ? ['shipped_qty', 'received_qty', 'damaged_qty', 'units', 'unit_price']
        : ['ordered_qty', 'units', 'unit_price']

function LineLink({ line, size }: { line: ClaimLine; size: string }) {
  const text = [line.line_title, size === '–' ? '' : size].filter(Boolean).join(' · ')
  return can(orderLines.name, 'read') ? (
    <TextLink
      component={Link}
      to={`${orderLines.path}/${line.po_line_id}`}
      sx={{ color: 'text.primary', display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 } }}
    >
      {text}
    </TextLink>
  ) : (
    text
  )
}

/** How the amount was computed: `2 % × 3 weeks`. */
function Basis({ claim, line }: { claim: Readonly<Record<string, unknown>>; line: ClaimLine }) {
  const { basis, rate, grace_days, cap_pct } = claim
  if (typeof basis !== 'string' || typeof rate !== 'string') return null
  const rateText = format.number(rate)
  const text =
    basis === 'percent_per_week'
      ? screenText('computed.percent_per_week', {
          rate: rateText,
          count: startedWeeks(line.days_late, Number(grace_days ?? 0)),
        })
      : screenText(`computed.${basis}`, { rate: rateText, count: line.units })
  return (
    <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
      {[text, typeof cap_pct === 'string' && screenText('computed.cap', { rate: format.number(cap_pct) })]
        .filter(Boolean)
        .join(' · ')}
    </Box>
  )
}

/** The reduced amount and its reason. */
function Reduction({ line, write }: { line: ClaimLine; write: (name: string, line: ClaimLine) => string }) {
  const { computed_amount, claimed_amount, reason } = line
  if (!computed_amount || !claimed_amount || compare(computed_amount, claimed_amount) === 0) return null
  return (
    <Box sx={{ fontSize: 12 }}>
      {[screenText('lowered', { computed: write('computed_amount', line) }), reason].filter(Boolean).join(' · ')}
    </Box>
  )
}

function Total({ claim, hasFee }: { claim: Readonly<Record<string, unknown>>; hasFee: boolean }) {
  return (
    <Box
      sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', columnGap: 2, pt: 1, px: 1, fontSize: 13 }}
    >
      {hasFee && (
        <span className="tabular">
          {fieldLabel(claims, 'fee')} {formatValue(claims, 'fee', claim)}
        </span>
      )}
      <Box component="span" className="tabular" sx={{ fontWeight: 600 }}>
        {fieldLabel(claims, 'amount')} {formatValue(claims, 'amount', claim)}
      </Box>
    </Box>
  )
}

const pairs = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  my: 0.5,
  '& dt': { fontSize: 12, color: 'text.secondary' },
  '& dd': { m: 0 },
} as const
