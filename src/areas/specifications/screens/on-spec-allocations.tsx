import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { today } from '#shared/base/dates.ts'
import { versionBefore } from '#shared/trade/allocation-receipts.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { format } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import { PaperButton } from '#web/kit/record/paper-button.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { Difference } from './difference'
import { FileOf, filesGrid, useLatestFiles } from './files-side-by-side'
import { MeasureView } from './measures/measure-view'
import { sectionsFor } from './sections'
import { screenText } from './texts'

const area = areaNamed('specifications')
const allocations = areaNamed('spec-allocations')

/**
 * The specification of a line, as its supplier reads it before acknowledging: changes since the acknowledged version,
 * files, measurement table and fields.
 */
export function Section({ id }: { id: number }) {
  const [chosenUnit, setUnit] = useState<LengthUnit | null>(null)
  const { record: allocation } = useRecord(allocations, id)
  const { record, error } = useRecord(area, idOf(allocation?.specification_id))
  const acknowledged = allocation ? versionBefore(allocation, 'specification_id') : null
  const { record: before } = useRecord(area, acknowledged?.record_id)
  // Users who may no longer read the version still see its name on the page.
  if (error) return null
  if (!record)
    return (
      <PageSection title={screenText('on_line.title')}>
        <Skeleton variant="rounded" height={160} />
      </PageSection>
    )
  const unit = chosenUnit ?? (isLengthUnit(record.unit) ? record.unit : 'cm')
  const [head, ...sections] = sectionsFor(record.spec_type, record.applies_to)
  return (
    <>
      {acknowledged && before && (
        <PageSection
          title={screenText('on_line.changed')}
          help={screenText('on_line.acknowledged', {
            version: acknowledged.record_version,
            date: format.date(today(undefined, new Date(acknowledged.acknowledged_at))),
            name: acknowledged.full_name,
          })}
        >
          <Difference before={before} after={record} unit={unit} />
        </PageSection>
      )}
      <Files id={record.id} />
      {record.spec_type === 'measurement' && <MeasureView record={record} unit={unit} onUnit={setUnit} />}
      <ShowSections
        area={area}
        sections={[...sections.filter(({ name }) => name !== 'internal'), ...(head ? [head] : [])]}
        record={record}
      />
      <Box data-screen>
        <PaperButton area={area} record={record} options={{ unit }} />
      </Box>
    </>
  )
}

/** The files of the version as previews. */
function Files({ id }: { id: number }) {
  const files = useLatestFiles(id)
  if (files.length === 0) return null
  return (
    <PageSection title={screenText('on_line.files')}>
      <Box sx={filesGrid}>
        {files.map((file) => (
          <FileOf key={file.id} file={file} />
        ))}
      </Box>
    </PageSection>
  )
}

const idOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
