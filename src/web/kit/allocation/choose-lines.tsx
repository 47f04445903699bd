import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { register } from '../../../areas'
import { allocationAreas, planOf } from '../../../shared/allocation'
import type { Area } from '../../../shared/area'
import { loadMemberTexts } from '../../i18n'
import { can } from '../../providers/permission'
import type { AreaListState } from '../use-area-list'
import { allocateLabel } from './words'

const AllocateDialog = lazy(async () => {
  const [module] = await Promise.all([import('./allocate-dialog'), loadMemberTexts()])
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
