import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { isInternal } from '#shared/kit/area.ts'
import { fieldHint, fieldLabel } from '#web/i18n.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import type { OpenOrder } from './open-order'
import { screenText } from './texts'

/** The agreed terms of the order as a whole, in groups. */
export function OrderTerms({ order }: { order: OpenOrder }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: '1fr 1fr', xl: 'repeat(4, 1fr)' } }}>
      {groups.map(({ name, fields }) => (
        <TermGroup key={name} name={name} fields={fields} order={order} />
      ))}
    </Box>
  )
}

const groups = [
  {
    name: 'commercial',
    fields: [
      'order_type',
      'currency',
      'incoterm',
      'incoterm_place',
      'payment_term_id',
      'deposit_pct',
      'qty_tolerance_over_pct',
      'qty_tolerance_under_pct',
      'fx_rate',
      'total_value_base',
    ],
  },
  {
    name: 'delivery',
    fields: [
      'ship_to_country',
      'ship_to_location_id',
      'transport_mode',
      'port_of_loading_id',
      'port_of_discharge_id',
      'ship_window_start',
      'ship_window_end',
    ],
  },
  {
    name: 'parties',
    fields: [
      'supplier_id',
      'agent_contact_id',
      'buyer_id',
      'house_brand_id',
      'season_id',
      'product_category_id',
      'submitted_by',
      'acknowledged_by',
    ],
  },
  {
    name: 'progress',
    fields: [
      'production_status',
      'shipping_status',
      'receipt_status',
      'invoice_status',
      'issued_at',
      'first_viewed_at',
      'acknowledged_at',
      'hold_reason',
      'hold_reason_shared',
      'held_at',
      'closed_at',
      'cancelled_at',
      'cancel_reason',
    ],
  },
] as const

function TermGroup({ name, fields, order }: { name: string; fields: readonly string[]; order: OpenOrder }) {
  const shown = fields.filter((field) => fieldRights().mayRead(purchaseOrders, field) && isFilled(order[field]))
  if (shown.length === 0) return null
  return (
    <Section title={screenText(`terms.${name}`)}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'minmax(96px, 2fr) 3fr', gap: '6px 16px', m: 0 }}>
        {shown.map((field) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontSize: 13, color: 'text.secondary' }}>
              {fieldLabel(purchaseOrders, field)}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: 13, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Cell area={purchaseOrders} name={field} record={order} currency={null} />
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

/** Shared and internal notes, distinguished by position, label and a lock. */
export function OrderNotes({ order }: { order: OpenOrder }) {
  const notes = (['notes_shared', 'notes_internal'] as const).filter(
    (field) => fieldRights().mayRead(purchaseOrders, field) && order[field],
  )
  if (notes.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: `repeat(${notes.length}, 1fr)` } }}>
      {notes.map((field) => (
        <Section
          key={field}
          title={fieldLabel(purchaseOrders, field)}
          isInternal={isInternal(purchaseOrders, field)}
          actions={field === 'notes_internal' && <Private>{fieldHint(purchaseOrders, field)}</Private>}
        >
          <Box sx={{ whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>{order[field]}</Box>
        </Section>
      ))}
    </Box>
  )
}

function Private({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 12, color: 'text.secondary' }}>
      <LockOutlined aria-hidden sx={{ fontSize: 16 }} />
      {children}
    </Box>
  )
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''
