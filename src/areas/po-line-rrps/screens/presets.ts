import { today } from '#shared/base/dates.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { poLineRrps } from '../area'
import { screenText, unreleased } from './words'

/** Whether the person is of those who set prices, not of those who put them on tickets. */
export const setsPrices = () => can(poLineRrps.name, 'edit')

/** What people ask of prices every day: the house by the step that waits for it, a supplier by what is not ticketed yet. */
export const rrpPresets = (): Preset[] =>
  setsPrices()
    ? [
        preset('missing', ...missing),
        preset('late', ...among(unreleased), { field: 'due_date', op: '_lt', values: [today()] }, open),
        preset('to_approve', status('entered'), open),
        preset('to_release', status('approved'), open),
        preset(
          'look',
          ...among(['entered', 'approved']),
          { field: 'findings', op: '_in', values: [...findings] },
          open,
        ),
        preset('mine', ...among(unreleased), { field: 'buyer_id', op: '', values: [String(session()?.id)] }, open),
        preset('to_ticket', status('released')),
        preset('ticketed', status('ticketed')),
        preset('all'),
      ]
    : [preset('to_ticket', status('released')), preset('ticketed', status('ticketed')), preset('all')]

const preset = (name: string, ...filters: Filter[]): Preset => ({ name, label: screenText(`presets.${name}`), filters })

const status = (state: string): Filter => ({ field: 'status', op: '', values: [state] })
const among = (states: readonly string[]): Filter[] => [{ field: 'status', op: '_in', values: [...states] }]
const open: Filter = { field: 'is_open', op: '', values: ['true'] }
const findings = poLineRrps.fields.findings.options.values ?? []

/** What the house begins with. */
export const missing: readonly Filter[] = [status('required'), open]
