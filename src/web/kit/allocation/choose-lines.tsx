import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { allocationAreas, maxAllocationLines, planOf } from '#shared/trade/allocation.ts'
import { loadAllAreas } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { can } from '#web/providers/permission.ts'
import { allocateLabel } from './allocate-label'

const AllocateDialog = lazy(async () => {
  const [module] = await Promise.all([import('./allocate-dialog'), loadAllAreas()])
  return { default: module.AllocateDialog }
})

/** For selected lines: a button for each kind of allocation that the person may create. */
export function AllocateChosen({ list }: { list: AreaListState }) {
  const [openArea, setOpenArea] = useState<Area | null>(null)
  const lines = [...list.selection.rows.keys()]
  // Not for all matches of a list, as the results of a trial could not be reviewed.
  if (list.selection.all || lines.length === 0 || lines.length > maxAllocationLines) return null
  const areas = allocationAreas(register.areas).filter(
    (area) => planOf(area)?.lines === list.area.name && can(area.name, 'create'),
  )
  return (
    <>
      {areas.map((area) => (
        <Button key={area.name} size="small" variant="outlined" onClick={() => setOpenArea(area)}>
          {allocateLabel(area)}
        </Button>
      ))}
      <Suspense>
        {openArea && (
          <AllocateDialog
            area={openArea}
            target={{ lines }}
            count={lines.length}
            onClose={() => {
              setOpenArea(null)
              list.selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
