import GridOnRounded from '@mui/icons-material/GridOnRounded'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { onOpenLines } from '#web/kit/allocation/on-open-lines.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import { readListPreferences } from '#web/kit/list/preferences.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { can } from '#web/providers/permission.ts'
import { specAllocations } from '../area'
import { screenText } from './texts'

/** The office starts with the matrix of lines and types, suppliers with the specifications to acknowledge. */
export const List = ({ area }: { area: Area }) =>
  can(area.name, 'create') ? <HouseList area={area} /> : <SupplierList area={area} />

function HouseList({ area }: { area: Area }) {
  const [search] = useSearchParams()
  if (search.size === 0 && !readListPreferences(area.name).opens) return <Navigate to={matrixOf(area)} replace />
  return <Allocations area={area} />
}

function SupplierList({ area }: { area: Area }) {
  const isReady = useInitialFilters(area, waiting)
  return isReady ? <Allocations area={area} /> : null
}

function Allocations({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(specPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        <Button variant="outlined" component={Link} to={matrixOf(area)} startIcon={<GridOnRounded />}>
          {screenText('links.matrix')}
        </Button>
      }
    />
  )
}

const matrixOf = ({ path }: Area) => `${path}/matrix`

const waiting = [fieldIs('status', 'allocated'), onOpenLines]

const specPresets = (): Preset[] => [
  preset('to_acknowledge', ...waiting),
  preset('acknowledged', fieldIs('status', 'acknowledged')),
  preset('outdated', fieldIs('status', 'outdated'), onOpenLines),
  preset('all'),
]

const { preset } = presetsOf(specAllocations)

const markOf = ({ status }: AnyRecord): Tone | null => (status === 'outdated' ? 'warning' : null)
