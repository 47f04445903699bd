import { useParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { versionBefore } from '#shared/trade/allocation-receipts.ts'
import { AllocationPage } from '#web/kit/allocation/allocation-page.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { specAllocations } from '../area'
import { screenText } from './texts'

/**
 * The page of a line's specification for its supplier: changes of the version, the specification itself, and the
 * receipts.
 */
export function Show({ area }: { area: Area }) {
  const isCompared = useIsCompared(area)
  return (
    <AllocationPage
      area={area}
      facts={['spec_type', 'round', 'due_date']}
      next={nextOf}
      held={{ acknowledge: isCompared ? undefined : screenText('compare_first') }}
    >
      {(record) => (
        <>
          <SectionsOn area={area} id={record.id} />
          <ShowSections area={area} record={record} />
        </>
      )}
    </AllocationPage>
  )
}

/** Whether the page shows the changes since an acknowledged version. */
const useIsCompared = (area: Area): boolean => {
  const { id } = useParams()
  const library = areaOf(specAllocations, 'specification_id')
  const { record } = useRecord(area, id)
  const before = record ? versionBefore(record, 'specification_id') : null
  const earlier = useRecord(library, before?.record_id)
  const current = useRecord(library, before ? Number(record?.specification_id) : undefined)
  if (!record) return false
  if (!before) return true
  return [earlier, current].every(({ record, error }) => record !== undefined || error !== null)
}

const nextOf = ({ status }: OpenRecord): string | null =>
  status === 'allocated' ? 'acknowledge' : status === 'outdated' ? 'reallocate' : null
