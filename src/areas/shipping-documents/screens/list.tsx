import { useMemo, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { AddFilesButton } from './add-files-button'
import { AddFiles } from './lazy-add-files'
import { cells, markOf, presets, stillOpen } from './presets'

/** The documents of all bookings; initially those that are missing or not reviewed. */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, [stillOpen]) ? <Documents area={area} /> : null
}

function Documents({ area }: { area: Area }) {
  const { language } = useLanguage()
  const [files, setFiles] = useState<readonly File[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presetList = useMemo(presets, [language])
  return (
    <>
      <AreaList
        area={area}
        presets={presetList}
        rowMark={markOf}
        cellOverrides={cells}
        actions={<AddFilesButton onFiles={setFiles} />}
      />
      {files && <AddFiles booking={null} files={files} onClose={() => setFiles(null)} />}
    </>
  )
}
