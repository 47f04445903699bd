import Skeleton from '@mui/material/Skeleton'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { specAllocations } from '../area'
import { screenText } from './texts'

/** The specification of the line, as it stands in the library: its files, its facts and its measurement table. */
export function SpecificationSection({ id, before }: { id: number; before: number | null }) {
  const area = areaOf(specAllocations, 'specification_id')
  const { record, error } = useRecord(area, id)
  // Whoever may not read the version any more still has its name above.
  if (error) return null
  if (!record)
    return (
      <Section title={screenText('specification.title')}>
        <Skeleton variant="rounded" height={160} />
      </Section>
    )
  return (
    <>
      <Attachments area={area} id={id} />
      <ShowSections area={area} record={record} />
    </>
  )
}
