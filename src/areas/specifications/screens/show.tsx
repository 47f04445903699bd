import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { format } from '#web/i18n.ts'
import { linesWithout } from '#web/kit/allocation/lines-without.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { PaperButton } from '#web/kit/record/paper-button.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { openVersion } from '#web/kit/versions/use-versions.ts'
import { VersionList } from '#web/kit/versions/version-list.tsx'
import { VersionNotice } from '#web/kit/versions/version-notice.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { specifications } from '../area'
import { Difference } from './difference'
import { MeasureView } from './measures/measure-view'
import { reviewSection, sectionsFor } from './sections'
import { screenText } from './texts'

const allocations = areaNamed('spec-allocations')

/** The page of a version of a specification: requirements, approval, changes and a preview of the printed document. */
export function Show({ area }: { area: Area }) {
  const navigate = useNavigate()
  const [chosenUnit, setUnit] = useState<LengthUnit | null>(null)
  const unitOf = ({ unit }: OpenRecord): LengthUnit => chosenUnit ?? (isLengthUnit(unit) ? unit : 'cm')
  return (
    <RecordPage
      area={area}
      facts={['spec_type', 'effective_from', 'approved_by']}
      next={nextMove}
      actions={(record) => (
        <>
          <PaperButton area={area} record={record} options={{ unit: unitOf(record) }} />
          {record.status === 'active' && (
            <CanAccess resource={allocations.name} action="create">
              <Button variant="outlined" component={Link} to={linesWithout(allocations)}>
                {screenText('allocate')}
              </Button>
            </CanAccess>
          )}
        </>
      )}
      onMoved={(move, record) => {
        if (move === 'revise')
          void openVersion(area, record).then((draft) => draft && navigate(`${area.path}/${draft}/edit`))
      }}
    >
      {(record) => {
        const [head, ...others] = sectionsFor(record.spec_type, record.applies_to)
        const sections = others.filter(({ name }) => name !== 'measurement')
        const unit = unitOf(record)
        return (
          <>
            <VersionNotice area={area} code="spec_id" record={record} />
            <ReviewNote record={record} />
            {head && <ShowSections area={area} sections={[withoutHeading(head, record)]} record={record} />}
            {record.spec_type === 'measurement' && <MeasureView record={record} unit={unit} onUnit={setUnit} />}
            <ShowSections area={area} sections={[...sections, reviewSection]} record={record} />
            <VersionList
              area={area}
              code="spec_id"
              record={record}
              summary={(version) => (
                <Box component="span" sx={{ fontSize: 13, color: 'text.secondary', minWidth: 0 }}>
                  {[
                    version.summary,
                    version.effective_from && screenText('from', { date: format.date(String(version.effective_from)) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
              )}
            >
              {({ id }) => <SinceVersion id={id} after={record} unit={unit} />}
            </VersionList>
          </>
        )
      }}
    </RecordPage>
  )
}

/** The list of versions does not include tables, so the previous version is loaded as a whole. */
function SinceVersion({ id, after, unit }: { id: number; after: OpenRecord; unit: LengthUnit }) {
  const { record } = useRecord(specifications, id)
  if (!record) return <Skeleton variant="rounded" height={120} sx={{ mt: 2.5 }} />
  return <Difference before={record} after={after} unit={unit} />
}

/** Omits fields that the heading shows, and the kind of scope when a reference names it. */
const withoutHeading = ({ name, fields }: SectionPlan, { applies_to, spec_type }: OpenRecord): SectionPlan => ({
  name,
  fields: [
    ...fields.filter((field) => !inHeading.includes(field) && (field !== 'applies_to' || applies_to === 'everything')),
    ...(spec_type === 'measurement' ? tableFacts : []),
  ],
})
/** Size scale and base size are shown above the table; other types have neither. */
const tableFacts = ['size_scale_id', 'base_size_id']
const inHeading = ['spec_id', 'version_no', 'spec_type', 'effective_from']

/** The next move that the user may make. */
const nextMove = ({ status, effective_from }: OpenRecord) => {
  if (status === 'draft') return 'submit'
  if (status === 'under_review')
    return typeof effective_from === 'string' && effective_from > today() ? 'schedule' : 'approve'
  return status === 'active' || status === 'retired' ? 'revise' : null
}

/** Explains to users who could approve the version why it waits, or why another user must approve it. */
function ReviewNote({ record }: { record: OpenRecord }) {
  if (record.status === 'scheduled')
    return <Note>{screenText('note.scheduled', { date: format.date(String(record.effective_from)) })}</Note>
  if (record.status !== 'under_review') return null
  const isMine = record.submitted_by === session()?.id
  if (isMine) return <Note>{screenText('note.own')}</Note>
  return <Note>{screenText(can(specifications.name, 'move:approve') ? 'note.to_approve' : 'note.waiting')}</Note>
}

function Note({ children }: { children: string }) {
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        px: 2.5,
        py: 1.25,
        borderRadius: 1,
        fontSize: 13,
        color: palette.tones.info.text,
        bgcolor: palette.tones.info.tint,
      })}
    >
      {children}
    </Box>
  )
}
