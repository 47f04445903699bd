import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { register } from '../../../areas'
import { planOf, readinessField } from '../../../shared/allocation'
import type { AnyRecord, Area } from '../../../shared/area'
import type { Tone } from '../../../shared/lifecycle'
import { fieldLabel, loadMemberTexts, t } from '../../i18n'
import { can } from '../../providers/permission'
import { AreaList } from '../area-list'
import type { AreaColumn } from '../grid-columns'
import type { AreaListState } from '../use-area-list'
import { within } from '../words'
import { ReadinessChip } from './readiness-chip'

const AllocateDialog = lazy(async () => {
  const [module] = await Promise.all([import('./allocate-dialog'), loadMemberTexts()])
  return { default: module.AllocateDialog }
})

/** A worklist of lines that miss what a kind allocates: choose some, allocate to all of them. */
export function LinesWithout({ area, kind }: { area: Area; kind: string }) {
  const allocated = register.areas.find((one) => planOf(one)?.kind === kind)
  if (!allocated) return null
  return (
    <AreaList
      area={area}
      presets={[]}
      rowMark={markOf(kind)}
      cellOverrides={cellsOf(area, kind)}
      chosen={can(allocated.name, 'create') ? (list) => <Allocate area={allocated} list={list} /> : undefined}
    />
  )
}

function Allocate({ area, list }: { area: Area; list: AreaListState }) {
  const [open, setOpen] = useState(false)
  const lines = [...list.selection.rows.keys()]
  // Of a whole list nobody could look at what stands against each line first.
  if (list.selection.all || lines.length === 0 || lines.length > 200) return null
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {t('editing.allocation.allocate_title', { name: within(fieldLabel(area, planOf(area)?.by ?? '')) })}
      </Button>
      <Suspense>
        {open && (
          <AllocateDialog
            area={area}
            target={{ lines }}
            count={lines.length}
            onClose={() => {
              setOpen(false)
              list.selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const cellsOf = (area: Area, kind: string): Record<string, Partial<AreaColumn>> => {
  const name = readinessField({ kind })
  const known = cells.get(kind)
  if (known) return known
  const made: Record<string, Partial<AreaColumn>> = {
    [name]: {
      width: 132,
      display: 'flex',
      renderCell: ({ row }: { row: AnyRecord }) => <ReadinessChip area={area} name={name} value={row[name]} />,
    },
  }
  cells.set(kind, made)
  return made
}
const cells = new Map<string, Record<string, Partial<AreaColumn>>>()

const markOf = (kind: string) => {
  const known = marks.get(kind)
  if (known) return known
  const made = (line: AnyRecord): Tone | null => (line[readinessField({ kind })] === 'rejected' ? 'danger' : null)
  marks.set(kind, made)
  return made
}
const marks = new Map<string, (line: AnyRecord) => Tone | null>()
