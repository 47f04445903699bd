import Button from '@mui/material/Button'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { markOf, presets as presetsNow, stillOpen } from './presets'
import { arrivalsPath, docksPath, screenText } from './texts'

/** The list of containers, with links to the boards and the import of events; initially shows open ones. */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, [stillOpen]) ? <Containers area={area} /> : null
}

function Containers({ area }: { area: Area }) {
  const { language } = useLanguage()
  const [isImporting, setImporting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(presetsNow, [language])
  return (
    <>
      <AreaList
        area={area}
        presets={presets}
        rowMark={markOf}
        cellOverrides={cells}
        actions={
          <CanAccess resource={`page:${arrivalsPath}`} action="open">
            <Button variant="outlined" onClick={() => setImporting(true)}>
              {screenText('events.open')}
            </Button>
            <Button variant="outlined" component={Link} to={docksPath}>
              {screenText('open_docks')}
            </Button>
            <Button variant="outlined" component={Link} to={arrivalsPath}>
              {screenText('open_arrivals')}
            </Button>
          </CanAccess>
        }
      />
      <Suspense>{isImporting && <ImportEvents onClose={() => setImporting(false)} />}</Suspense>
    </>
  )
}

const cells = { container_title: { width: 170 }, type: { width: 90 } }

const ImportEvents = lazy(async () => ({ default: (await import('./import-events')).ImportEvents }))
