import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { amountsOf, type Billed } from '#shared/trade/invoice-amounts.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { RowsTable } from '#web/kit/record/rows-table.tsx'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { MatchTable } from './match-table'
import { showSections } from './sections'
import { screenText } from './texts'
import { Totals, useRates } from './totals'

/** The page of an invoice: exceptions, lines next to order and shipment, totals, due date and payments. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['supplier_id', 'total', 'balance', 'due_date']}
      next={nextStep}
      actions={printActions}
    >
      {(record) => (
        <>
          <DisputeNote area={area} record={record} />
          <MatchTable record={record} />
          <Sums area={area} record={record} />
          <ShowSections area={area} record={record} sections={showSections} />
          {((record.payments ?? []) as unknown[]).length > 0 && (
            <Section title={fieldLabel(area, 'payments')}>
              <RowsTable area={area} name="payments" record={record} />
            </Section>
          )}
          <SectionsOn area={area} id={record.id} />
        </>
      )}
    </RecordPage>
  )
}

/** The reason for a dispute or rejection, and the answer of the other side. */
function DisputeNote({ area, record }: { area: Area; record: OpenRecord }) {
  const { status, dispute_reason, dispute_comment, answer, due_date, due_base } = record
  const isDisputed = status === 'disputed'
  const waits = status === 'approved' && !due_date
  if (!isDisputed && !answer && !waits) return null
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {isDisputed && (
        <Alert severity="error">
          <strong>{choiceLabel(area, 'dispute_reason', String(dispute_reason))}</strong>
          <Box sx={{ whiteSpace: 'pre-line' }}>{String(dispute_comment ?? '')}</Box>
        </Alert>
      )}
      {answer ? (
        <Alert severity={status === 'rejected' || status === 'void' ? 'error' : 'info'} sx={{ whiteSpace: 'pre-line' }}>
          {String(answer)}
        </Alert>
      ) : null}
      {waits && <Alert severity="warning">{screenText(`due_waits.${String(due_base)}`)}</Alert>}
    </Box>
  )
}

function Sums({ area, record }: { area: Area; record: OpenRecord }) {
  const { rates } = useRates()
  const currency = String(record.currency)
  const lines = (record.lines ?? []) as Billed['lines']
  const charges = (record.charges ?? []) as Billed['charges']
  return (
    <Section title={screenText('totals')}>
      {charges.length > 0 && (
        <Box sx={{ mb: 1.5 }}>
          <RowsTable area={area} name="charges" record={record} currency={currency} />
        </Box>
      )}
      <Totals sums={{ ...amountsOf({ currency, lines, charges }, rates), ...storedSums(record) }} currency={currency} />
    </Section>
  )
}

/** The stored totals, which are valid even before the tax rates are loaded, or when one of them is archived. */
const storedSums = ({ net, tax, total }: OpenRecord) => ({ net: String(net), tax: String(tax), total: String(total) })

const printActions = ({ id }: OpenRecord) => (
  <Button variant="outlined" component={Link} to={`/pages/invoices/modern?id=${id}`}>
    {screenText('paper.open')}
  </Button>
)

const steps: Record<string, readonly string[]> = {
  draft: ['submit'],
  submitted: ['review'],
  under_review: ['approve', 'approve_first', 'dispute'],
  disputed: ['resubmit'],
  rejected: ['revise'],
}

const nextStep = ({ status = '', moves }: OpenRecord) =>
  (steps[status] ?? []).find((name) => moves?.some((offer) => offer.name === name && offer.allowed)) ?? null
