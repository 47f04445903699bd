import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { addDays, daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { type CapState, expiringDays, type FirmFinding } from '#shared/trade/accreditation.ts'
import { choiceLabel, format, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { factoryAccreditations } from '../area'
import { screenText } from './texts'
import { capTones, firmTones } from './tones'

/** The list of audits and certificates, with presets by pending step and a link to the expiry calendar. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(auditPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      actions={
        <CanAccess resource={`page:${area.path}/calendar`} action="open">
          <Button variant="outlined" component={Link} to={`${area.path}/calendar`}>
            {screenText('calendar.open')}
          </Button>
        </CanAccess>
      }
    />
  )
}

const current = fieldIs('is_current', 'true')
const until = (field: string, day: string): Filter => ({ field, op: '_lte', values: [day] })

const auditPresets = (): Preset[] => [
  preset('all'),
  preset('to_review', { field: 'status', op: '_in', values: ['submitted', 'under_review'] }),
  preset('current', current),
  preset('expiring', fieldIs('status', 'expiring'), current),
  preset('expired', fieldIs('status', 'expired'), current),
  preset('overdue', fieldIs('cap_status', 'overdue')),
  preset('next_audit', until('follow_up_due', addDays(today(), expiringDays)), current),
  preset('firm', { field: 'firm_finding', op: '_nnull', values: ['true'] }),
  statePreset('rejected'),
  statePreset('failed'),
]

const { preset, statePreset } = presetsOf(factoryAccreditations)

/** Tone of a row; expired and failed results stay marked until a later audit replaces them. */
const markOf = ({ status, cap_status, firm_finding }: AnyRecord): Tone | null => {
  if (status === 'expired' || status === 'failed' || status === 'revoked') return 'danger'
  if (cap_status === 'overdue' || firm_finding === 'suspended') return 'danger'
  return status === 'expiring' || status === 'rejected' ? 'warning' : null
}

const cells: Record<string, Partial<AreaColumn>> = {
  audit_title: { width: 240 },
  factory_id: { width: 220 },
  grade_id: { width: 110 },
  valid_to: {
    width: 168,
    valueFormatter: (value: string | null, { status }: AnyRecord) =>
      value && status === 'expiring'
        ? screenText('ends', { date: format.date(value), days: daysBetween(today(), value) })
        : format.date(value),
  },
  cap_status: chip('cap_status', (value) => (value === 'none' ? null : capTones[value as CapState])),
  firm_finding: chip('firm_finding', (value) => firmTones[value as FirmFinding]),
}

/** A choice as a coloured chip; empty for values without a tone. */
function chip(name: string, toneOf: (value: string) => Tone | null): Partial<AreaColumn> {
  return {
    width: name === 'firm_finding' ? 200 : 150,
    display: 'flex',
    renderCell: ({ row }) => {
      const value = row[name]
      const tone = typeof value === 'string' ? toneOf(value) : null
      return tone ? <ToneChip tone={tone}>{choiceLabel(factoryAccreditations, name, String(value))}</ToneChip> : null
    },
  }
}
