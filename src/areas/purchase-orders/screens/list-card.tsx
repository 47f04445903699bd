import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, format, moveLabel } from '#web/i18n.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { can, fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import { daysOverdue, isSupplierSide } from './facts'
import { Slip } from './list-columns'
import { nextLabel, nextStep, type OrderSituation } from './order-steps'
import { screenText } from './texts'

/** An order on phones: goods, dates, answer deadline, and the supplier's next step. */
export function OrderCard({ order }: { order: AnyRecord }) {
  const overdue = daysOverdue(order)
  const slip = Number(order.slip_days ?? 0)
  const step = isSupplierSide() ? nextStep(order as AnyRecord & OrderSituation) : null
  const facts = [isSupplierSide() ? 'house_brand_id' : 'supplier_id', 'total_qty', 'total_value', 'ex_factory_date']
  return (
    <>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0 }}>
        {facts
          .filter((name) => fieldRights().mayRead(purchaseOrders, name))
          .map((name) => (
            <Fact key={name} label={fieldLabel(purchaseOrders, name)}>
              {formatValue(purchaseOrders, name, order) || '–'}{' '}
              {name === 'ex_factory_date' && slip > 0 && <Slip days={slip} />}
            </Fact>
          ))}
        {order.status === 'issued' && (
          <Fact label={fieldLabel(purchaseOrders, 'ack_due_date')}>
            {format.date(order.ack_due_date as string | null)}{' '}
            {overdue > 0 && <ToneChip tone="danger">{screenText('overdue', { days: overdue })}</ToneChip>}
          </Fact>
        )}
      </Box>
      {order.on_hold === true && (
        <Box sx={{ mt: 1 }}>
          <ToneChip tone="warning">{formatValue(purchaseOrders, 'hold_type', order) || screenText('on_hold')}</ToneChip>
        </Box>
      )}
      {step && can(purchaseOrders.name, `move:${step}`) && <Answer order={order} step={step} />}
    </>
  )
}

/** The same next step as on the order's page. Steps that require reading the order link to it. */
function Answer({ order, step }: { order: AnyRecord; step: string }) {
  const { run, busy, dialog } = useMove(purchaseOrders, order)
  const buttonProps = { fullWidth: true, size: 'large', variant: 'outlined', sx: { mt: 1.5 } } as const
  if (step !== 'acknowledge')
    return (
      <Button {...buttonProps} component={Link} to={`${purchaseOrders.path}/${order.id}`}>
        {nextLabel(order as AnyRecord & OrderSituation) ?? screenText('answer.read_change')}
      </Button>
    )
  return (
    <>
      <Button {...buttonProps} disabled={busy} onClick={() => run(step)}>
        {moveLabel(purchaseOrders, step)}
      </Button>
      {dialog}
    </>
  )
}
