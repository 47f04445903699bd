import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { linesWithout } from '#web/kit/allocation/lines-without.ts'
import { onOpenLines } from '#web/kit/allocation/on-open-lines.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { factoryAllocations } from '../area'
import { screenText } from './texts'

/** The list of factory allocations, with presets by pending answer and links to lines without one and to capacities. */
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
            <Button variant="outlined" component={Link} to={linesWithout(area, stillOpen, ['factory_id'])}>
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

const stillOpen = ['missing', 'in_progress', 'rejected']

const allocationPresets = (): Preset[] => [
  preset('all'),
  preset('to_approve', fieldIs('status', 'proposed'), onOpenLines),
  preset('approved', fieldIs('status', 'approved')),
  preset('rejected', fieldIs('status', 'rejected')),
  preset('over', fieldIs('over_capacity', 'true')),
  preset('lapsed', fieldIs('licence_lapsed', 'true')),
]

const { preset } = presetsOf(factoryAllocations)

const markOf = ({ over_capacity, licence_lapsed, status }: AnyRecord): Tone | null =>
  over_capacity === true || licence_lapsed === true ? 'danger' : status === 'proposed' ? 'warning' : null
