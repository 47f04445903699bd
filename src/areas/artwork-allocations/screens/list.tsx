import GridOnRounded from '@mui/icons-material/GridOnRounded'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useLanguage } from '#web/i18n.ts'
import { onOpenLines } from '#web/kit/allocation/on-open-lines.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { session } from '#web/providers/session.ts'
import { artworkAllocations } from '../area'
import { screenText } from './texts'

/** The list of line artwork, with presets by pending answer; initially shows what waits for the user. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const isOffice = isOfficeRole(session()?.role ?? 'user')
  const isReady = useInitialFilters(area, isOffice ? toJudge : toProve)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(() => presetsFor(isOffice), [language, isOffice])
  return isReady ? (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        <Button variant="outlined" component={Link} to={`${area.path}/matrix`} startIcon={<GridOnRounded />}>
          {screenText('links.matrix')}
        </Button>
      }
    />
  ) : null
}

const toProve = [fieldIs('status', 'allocated', 'acknowledged', 'rejected'), onOpenLines]
const toJudge = [fieldIs('status', 'submitted'), onOpenLines]

const presetsFor = (isOffice: boolean): Preset[] => {
  const waiting = [preset('to_prove', ...toProve), preset('to_approve', ...toJudge)]
  return [
    ...(isOffice ? waiting.toReversed() : waiting),
    preset('outdated', fieldIs('status', 'outdated'), onOpenLines),
    preset('approved', fieldIs('status', 'approved')),
    preset('all'),
  ]
}

const { preset } = presetsOf(artworkAllocations)

const markOf = ({ status }: AnyRecord): Tone | null =>
  status === 'rejected' ? 'danger' : status === 'outdated' ? 'warning' : null
