import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { allocationAreas, planOf } from '#shared/trade/allocation.ts'
import { loadAllAreas } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { can } from '#web/providers/permission.ts'
import { allocateLabel } from './allocate-label'

const AllocateDialog = lazy(async () => {
  const [module] = await Promise.all([import('./allocate-dialog'), loadAllAreas()])
  return { default: module.AllocateDialog }
})

/** For chosen lines: a button for each kind that this person may allocate, or propose, to all of them. */
export function AllocateChosen({ list }: { list: AreaListState }) {
  const [open, setOpen] = useState<Area | null>(null)
  const lines = [...list.selection.rows.keys()]
  // Of a whole list nobody could look at what stands against each line first.
  if (list.selection.all || lines.length === 0 || lines.length > most) return null
  const areas = allocationAreas(register.areas).filter(
    (area) => planOf(area)?.lines === list.area.name && can(area.name, 'create'),
  )
  return (
    <>
      {areas.map((area) => (
        <Button key={area.name} size="small" variant="outlined" onClick={() => setOpen(area)}>
          {allocateLabel(area)}
        </Button>
      ))}
      <Suspense>
        {open && (
          <AllocateDialog
            area={open}
            target={{ lines }}
            count={lines.length}
            onClose={() => {
              setOpen(null)
              list.selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** As many lines as one command takes. */
const most = 200
