import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { sampleFilters } from '#shared/trade/samples.ts'
import { areaName, t, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { chosenLabels } from './label-menu'
import { cells, housePresets, markOf } from './presets'
import { requestPath, scanPath, screenText } from './texts'

/** The office's sample requests, the next due first; initially shows open ones. */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, [sampleFilters.open]) ? <Requests area={area} /> : null
}

function Requests({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(housePresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      chosen={chosenLabels}
      actions={
        <>
          <Button variant="outlined" component={Link} to={scanPath}>
            {screenText('scan.title')}
          </Button>
          <Button variant="outlined" component={Link} to={`${requestPath}?plan=1`}>
            {screenText('new_plan')}
          </Button>
          <Button variant="contained" component={Link} to={requestPath} startIcon={<AddRounded />}>
            {t('kit.list.new', { name: inSentence(areaName(area, true)) })}
          </Button>
        </>
      }
    />
  )
}
