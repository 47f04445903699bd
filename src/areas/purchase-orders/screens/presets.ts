import { today } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { session } from '#web/providers/session.ts'
import { purchaseOrders } from '../area'
import { isSupplierSide } from './facts'
import { screenText } from './words'

/** What people ask of orders every day: the office by the step that waits for it, a supplier by what it has to answer. */
export const orderPresets = (since = previousVisit()): Preset[] =>
  isSupplierSide()
    ? [
        preset('all'),
        preset('to_acknowledge', ...status('issued')),
        preset('overdue', ...overdue()),
        preset('confirmed', ...status('confirmed')),
        ...changed(since),
      ]
    : [
        preset('all'),
        preset('draft', ...status('draft')),
        preset('to_approve', ...status('pending_approval')),
        preset('to_issue', ...status('approved')),
        preset('awaiting', ...status('issued')),
        preset('overdue', ...overdue()),
        ...changed(since),
        preset('slipping', { field: 'slip_days', op: '_gt', values: ['0'] }),
        preset('on_hold', { field: 'on_hold', op: '', values: ['true'] }),
        preset('mine', { field: 'buyer_id', op: '', values: [String(session()?.id)] }),
      ]

/** When the person looked at the orders before this visit; nothing for the first time. */
export const previousVisit = () =>
  (session()?.data.settings[`looked:${purchaseOrders.name}`] as { since: string } | undefined)?.since

const changed = (since: string | undefined): Preset[] =>
  since ? [preset('changed', { field: 'updated_at', op: '_gt', values: [since] })] : []

const preset = (name: string, ...filters: Filter[]): Preset => ({ name, label: screenText(`presets.${name}`), filters })

const status = (state: string): Filter[] => [{ field: 'status', op: '', values: [state] }]

const overdue = (): Filter[] => [...status('issued'), { field: 'ack_due_date', op: '_lt', values: [today()] }]
