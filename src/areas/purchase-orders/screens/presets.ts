import { today } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { session } from '#web/providers/session.ts'
import { purchaseOrders } from '../area'
import { isSupplierSide } from './facts'

/** Common filters: pending steps for the office, pending answers for a supplier. */
export const orderPresets = (since = previousVisit()): Preset[] =>
  isSupplierSide()
    ? [
        preset('all'),
        preset('to_acknowledge', fieldIs('status', 'issued')),
        preset('overdue', ...overdue()),
        preset('confirmed', fieldIs('status', 'confirmed')),
        ...changed(since),
      ]
    : [
        preset('all'),
        preset('draft', fieldIs('status', 'draft')),
        preset('to_approve', fieldIs('status', 'pending_approval')),
        preset('to_issue', fieldIs('status', 'approved')),
        preset('awaiting', fieldIs('status', 'issued')),
        preset('overdue', ...overdue()),
        ...changed(since),
        preset('slipping', { field: 'slip_days', op: '_gt', values: ['0'] }),
        preset('on_hold', fieldIs('on_hold', 'true')),
        preset('mine', fieldIs('buyer_id', String(session()?.id))),
      ]

/** The previous visit of the user to the list of orders; undefined on the first visit. */
export const previousVisit = () =>
  (session()?.data.settings[`looked:${purchaseOrders.name}`] as { since: string } | undefined)?.since

const changed = (since: string | undefined): Preset[] =>
  since ? [preset('changed', { field: 'updated_at', op: '_gt', values: [since] })] : []

const { preset } = presetsOf(purchaseOrders)

const overdue = (): Filter[] => [fieldIs('status', 'issued'), { field: 'ack_due_date', op: '_lt', values: [today()] }]
