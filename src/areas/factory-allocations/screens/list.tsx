import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import { filterParams } from '#web/kit/list/list-address.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { factoryAllocations } from '../area'
import { screenText } from './texts'

/** Allocations of factories by pending answer, with links to lines without one and to capacities. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(allocationPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        <>
          <CanAccess resource={lines.name} action="read">
            <Button variant="outlined" component={Link} to={linesWithout()}>
              {screenText('links.lines')}
            </Button>
          </CanAccess>
          <CanAccess resource={`page:${area.path}/capacity`} action="open">
            <Button variant="outlined" component={Link} to={`${area.path}/capacity`}>
              {screenText('links.capacity')}
            </Button>
          </CanAccess>
        </>
      }
    />
  )
}

const lines = areaOf(factoryAllocations, 'po_line_id')

/** Open lines without a factory for all units, late ones first, where they can be allocated in bulk. */
const linesWithout = (): string =>
  `${lines.path}?${new URLSearchParams([
    ...filterParams({
      filters: [fieldIs('line_status', 'open'), fieldIs('factory_readiness', ...stillOpen)],
    }),
    ['_sort', 'ex_factory_date'],
    ['_order', 'asc'],
    ['_cols', lineColumns.join(',')],
  ])}`

const stillOpen = ['missing', 'in_progress', 'rejected']

const lineColumns = [
  'line_title',
  'factory_readiness',
  'purchase_order_id',
  'article_id',
  'colourway_id',
  'qty',
  'factory_id',
  'ex_factory_date',
]

const allocationPresets = (): Preset[] => [
  preset('all'),
  preset('to_approve', fieldIs('status', 'proposed')),
  preset('approved', fieldIs('status', 'approved')),
  preset('rejected', fieldIs('status', 'rejected')),
  ...(fieldRights().mayRead(factoryAllocations, 'over_capacity')
    ? [preset('over', fieldIs('over_capacity', 'true')), preset('lapsed', fieldIs('licence_lapsed', 'true'))]
    : []),
]

const { preset } = presetsOf(factoryAllocations)

const markOf = ({ over_capacity, licence_lapsed, status }: AnyRecord): Tone | null =>
  over_capacity === true || licence_lapsed === true ? 'danger' : status === 'proposed' ? 'warning' : null
