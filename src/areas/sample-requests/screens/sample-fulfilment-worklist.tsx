import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { sampleFilters } from '#shared/trade/samples.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { chosenLabels } from './label-menu'
import { cells, markOf, supplierPresets } from './presets'
import { parcelPath, screenText } from './texts'

/** Samples that suppliers have to make and send, the next due first. */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, [sampleFilters.to_do]) ? <ToMake area={area} /> : null
}

function ToMake({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(supplierPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      chosen={chosenLabels}
      actions={
        <Button variant="outlined" component={Link} to={parcelPath}>
          {screenText('to_parcel')}
        </Button>
      }
    />
  )
}
