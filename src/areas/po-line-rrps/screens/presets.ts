import { today } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { poLineRrps } from '../area'
import { unreleased } from './texts'

/** Whether the user sets prices, as opposed to printing them on tickets. */
export const setsPrices = () => can(poLineRrps.name, 'edit')

/** Common filters: pending steps for the office, prices that are not ticketed yet for a supplier. */
export const rrpPresets = (): Preset[] =>
  setsPrices()
    ? [
        preset('missing', ...missing),
        preset('late', fieldIs('status', ...unreleased), { field: 'due_date', op: '_lt', values: [today()] }, open),
        preset('to_approve', fieldIs('status', 'entered'), open),
        preset('to_release', fieldIs('status', 'approved'), open),
        preset('look', fieldIs('status', 'entered', 'approved'), fieldIs('findings', ...findings), open),
        preset('mine', fieldIs('status', ...unreleased), fieldIs('buyer_id', String(session()?.id)), open),
        preset('to_ticket', fieldIs('status', 'released')),
        preset('ticketed', fieldIs('status', 'ticketed')),
        preset('all'),
      ]
    : [
        preset('to_ticket', fieldIs('status', 'released')),
        preset('ticketed', fieldIs('status', 'ticketed')),
        preset('all'),
      ]

const { preset } = presetsOf(poLineRrps)

const open = fieldIs('is_open', 'true')
const findings = poLineRrps.fields.findings.options.values ?? []

/** The initial filters of the office. */
export const missing: readonly Filter[] = [fieldIs('status', 'required'), open]
