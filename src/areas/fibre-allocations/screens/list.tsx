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
import { fibreAllocations } from '../area'
import { screenText } from './texts'

/**
 * The list of compositions, with presets by pending answer and a link to lines without one, where they can be
 * requested.
 */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(compositionPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        <>
          {can(lines.name, 'read') && (
            <Button variant="outlined" component={Link} to={linesWithout(area)}>
              {screenText('links.lines')}
            </Button>
          )}
          <Button variant="outlined" component={Link} to={`${area.path}/parts`}>
            {screenText('links.by_part')}
          </Button>
        </>
      }
    />
  )
}

const lines = areaOf(fibreAllocations, 'po_line_id')

const compositionPresets = (): Preset[] => [
  preset('all'),
  preset('to_declare', fieldIs('status', 'allocated', 'acknowledged', 'rejected', 'outdated'), onOpenLines),
  preset('to_verify', fieldIs('status', 'submitted'), onOpenLines),
  preset('rejected', fieldIs('status', 'rejected')),
  preset('outdated', fieldIs('status', 'outdated'), onOpenLines),
  preset('verified', fieldIs('status', 'approved')),
  preset('differs', fieldIs('differs_from_article', 'true')),
]

const { preset } = presetsOf(fibreAllocations)

const markOf = ({ status, differs_from_article }: AnyRecord): Tone | null =>
  status === 'rejected' ? 'danger' : status === 'outdated' || differs_from_article === true ? 'warning' : null
