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
import { can } from '#web/providers/permission.ts'
import { careAllocations } from '../area'
import { screenText } from './texts'

/**
 * The list of line care instructions, with presets by pending answer and a link to lines without one, where they can be
 * chosen.
 */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(carePresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        can(lines.name, 'read') && (
          <Button variant="outlined" component={Link} to={linesWithout(area, ['missing'], ['fibre_readiness'])}>
            {screenText('links.lines')}
          </Button>
        )
      }
    />
  )
}

const lines = areaOf(careAllocations, 'po_line_id')

const carePresets = (): Preset[] => [
  preset('all'),
  preset('to_prove', fieldIs('status', 'allocated', 'acknowledged', 'rejected'), onOpenLines),
  preset('to_approve', fieldIs('status', 'submitted'), onOpenLines),
  preset('outdated', fieldIs('status', 'outdated'), onOpenLines),
  preset('approved', fieldIs('status', 'approved')),
  preset('conflicts', fieldIs('conflicts', 'true')),
]

const { preset } = presetsOf(careAllocations)

const markOf = ({ status, conflicts }: AnyRecord): Tone | null =>
  status === 'rejected' ? 'danger' : status === 'outdated' || conflicts === true ? 'warning' : null
