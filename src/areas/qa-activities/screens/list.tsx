import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { activityFilters } from '#shared/trade/qa.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { cells, housePresets, markOf, supplierPresets } from './presets'
import { screenText } from './texts'

/** Inspections, tests and meetings about quality. For the house, the list initially shows open ones. */
export function List({ area }: { area: Area }) {
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  return useInitialFilters(area, isHouse ? [activityFilters.open] : []) ? <Activities area={area} /> : null
}

function Activities({ area }: { area: Area }) {
  const { language } = useLanguage()
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(isHouse ? housePresets : supplierPresets, [language, isHouse])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      actions={
        <CanAccess resource={`page:${area.path}/defects`} action="open">
          <Button variant="outlined" component={Link} to={`${area.path}/plan`}>
            {screenText('plan.open')}
          </Button>
          <Button variant="outlined" component={Link} to={`${area.path}/calendar`}>
            {screenText('calendar.open')}
          </Button>
          <Button variant="outlined" component={Link} to={`${area.path}/defects`}>
            {screenText('charts.open')}
          </Button>
        </CanAccess>
      }
    />
  )
}
