import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { EntryOfLine } from './entry/page'
import { PickLine } from './pick-line'

// Loaded on demand, because only desktop users enter many lines at once.
const Sheet = lazy(() => import('./sheet/page').then((module) => ({ default: module.Sheet })))

/** Reports on one line (chosen first), on many lines at once, or corrects an existing report. */
export function Form({ area }: { area: Area }) {
  const { id } = useParams()
  const [search] = useSearchParams()
  if (id !== undefined) return <AreaForm area={area} sections={sections} />
  if (search.has('many'))
    return (
      <Suspense>
        <Sheet area={area} />
      </Suspense>
    )
  const line = Number(search.get('line'))
  return Number.isSafeInteger(line) && line > 0 ? (
    <EntryOfLine key={line} area={area} line={line} />
  ) : (
    <PickLine area={area} />
  )
}

const sections = [
  {
    name: 'details',
    fields: ['po_line_id', 'report_date', 'stage', 'factory_id', 'cumulative_qty', 'correction_reason'],
  },
  { name: 'notes', fields: ['remark'] },
]
