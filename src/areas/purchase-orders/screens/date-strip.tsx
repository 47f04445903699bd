import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { today } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { purchaseOrders } from '../area'
import { daysOverdue } from './facts'
import { Slip } from './list-columns'
import type { OpenOrder } from './open-order'
import { screenText } from './texts'

/**
 * The milestones of an order from its date to the warehouse, with delays; horizontal from `sm` up, a list on phones.
 */
export function DateStrip({ order }: { order: OpenOrder }) {
  return (
    <Box
      component="ol"
      aria-label={screenText('dates.title')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(4, 1fr)', lg: 'repeat(8, 1fr)' },
        rowGap: { xs: 0, sm: 2 },
        m: 0,
        p: { xs: 1.5, md: 2.5 },
        listStyle: 'none',
        bgcolor: 'background.paper',
        borderRadius: 1,
      }}
    >
      {milestones(order).map((milestone) => (
        <Step key={milestone.field} {...milestone} />
      ))}
    </Box>
  )
}

interface Milestone {
  field: string
  label: string
  date: string | null
  tone: Tone
  note?: ReactNode
}

const milestones = (order: OpenOrder): Milestone[] => {
  const overdue = daysOverdue(order)
  const slip = order.slip_days ?? 0
  const planned = (field: (typeof plannedDates)[number]): Milestone => ({
    field,
    label: fieldLabel(purchaseOrders, field),
    date: order[field],
    tone: toneOf(order[field]),
  })
  const answerStep: Milestone = order.acknowledged_at
    ? {
        field: 'acknowledged_at',
        label: screenText('dates.acknowledged'),
        date: today(undefined, new Date(order.acknowledged_at)),
        tone: 'success',
      }
    : {
        field: 'ack_due_date',
        label: fieldLabel(purchaseOrders, 'ack_due_date'),
        date: order.ack_due_date,
        tone: overdue > 0 ? 'danger' : 'neutral',
        note: overdue > 0 && <ToneChip tone="danger">{screenText('overdue', { days: overdue })}</ToneChip>,
      }
  return [
    planned('order_date'),
    answerStep,
    planned('ex_factory_date'),
    {
      field: 'forecast_ex_factory_date',
      label: screenText('dates.forecast'),
      date: order.forecast_ex_factory_date,
      tone: slip > 0 ? 'danger' : toneOf(order.forecast_ex_factory_date),
      note: order.slip_days !== null && slip !== 0 && <Slip days={slip} />,
    },
    planned('etd'),
    planned('eta'),
    planned('in_dc_date'),
    planned('in_store_date'),
  ]
}

const plannedDates = ['order_date', 'ex_factory_date', 'etd', 'eta', 'in_dc_date', 'in_store_date'] as const

const toneOf = (date: string | null): Tone => (date && date <= today() ? 'success' : 'neutral')

function Step({ label, date, tone, note }: Milestone) {
  const isPast = tone !== 'neutral'
  return (
    <Box
      component="li"
      sx={({ palette }) => ({
        position: 'relative',
        display: { xs: 'grid', sm: 'block' },
        gridTemplateColumns: '24px 1fr auto',
        alignItems: 'center',
        minHeight: { xs: 36, sm: 0 },
        pr: { sm: 1 },
        // The connecting line to the next step, behind the dots.
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          backgroundColor: palette.divider,
          left: { xs: 4, sm: 14 },
          top: { xs: 24, sm: 4 },
          right: { sm: 4 },
          width: { xs: 2, sm: 'auto' },
          height: { xs: 24, sm: 2 },
        },
      })}
    >
      <Box
        aria-hidden
        data-mark={isPast ? 'point' : 'track'}
        sx={({ palette }) => ({
          width: 10,
          height: 10,
          borderRadius: '50%',
          border: `2px solid ${palette.tones[tone].line}`,
          backgroundColor: isPast ? palette.tones[tone].line : palette.background.paper,
        })}
      />
      <Box sx={{ mt: { sm: 1 }, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{label}</Box>
      <Box
        sx={{
          display: { xs: 'flex', sm: 'block' },
          alignItems: 'center',
          gap: 1,
          textAlign: { xs: 'right', sm: 'left' },
        }}
      >
        <Box
          component="time"
          dateTime={date ?? undefined}
          sx={{
            display: 'block',
            fontSize: 13,
            fontWeight: date ? 500 : 400,
            color: date ? undefined : 'text.disabled',
          }}
        >
          {format.date(date) || '–'}
        </Box>
        {note && <Box sx={{ fontSize: 13, mt: { sm: 0.25 } }}>{note}</Box>}
      </Box>
    </Box>
  )
}
