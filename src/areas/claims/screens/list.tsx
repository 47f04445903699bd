import Button from '@mui/material/Button'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { cells, housePresets, markOf, supplierPresets } from './presets'
import { screenText } from './texts'

/** The list of claims, with presets by what has to be done. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const [isProposing, setProposing] = useState(false)
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(isHouse ? housePresets : supplierPresets, [language, isHouse])
  return (
    <>
      <AreaList
        area={area}
        presets={presets}
        rowMark={markOf}
        cellOverrides={cells}
        actions={
          <CanAccess resource={area.name} action="create">
            <Button variant="outlined" onClick={() => setProposing(true)}>
              {screenText('proposals.open')}
            </Button>
          </CanAccess>
        }
      />
      <Suspense>{isProposing && <Proposals onClose={() => setProposing(false)} />}</Suspense>
    </>
  )
}

const Proposals = lazy(async () => ({ default: (await import('./proposals')).Proposals }))
