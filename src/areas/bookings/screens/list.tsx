import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { session } from '#web/providers/session.ts'
import { cells, housePresets, markOf, supplierPresets } from './presets'
import { screenText } from './texts'

/** The list of bookings, with presets by what has to be done. */
export function List({ area }: { area: Area }) {
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
        <Button variant="outlined" component={Link} to={`${area.path}/calendar`}>
          {screenText('calendar.open')}
        </Button>
      }
    />
  )
}
