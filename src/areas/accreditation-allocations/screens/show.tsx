import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { can } from '#web/providers/permission.ts'
import { accreditationAllocations } from '../area'
import { AuditsOfFactory } from './audits'
import { sections } from './sections'
import { screenText } from './texts'

/**
 * The page of one requirement of a line: factory, accepted programmes, and the audits of the factory compared with the
 * ex-factory date.
 */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['factory_id', 'ex_factory_date', 'covered_until']}
      next={nextStep}
      actions={(record) => <SubmitAudit record={record} />}
    >
      {(record) => (
        <>
          <ShowSections
            area={area}
            record={record}
            sections={sections.filter(({ name }) => name !== 'waiver' || record.waived_until)}
          />
          {typeof record.factory_id === 'number' && (
            <AuditsOfFactory factory={record.factory_id} day={record.ex_factory_date as string | null} />
          )}
        </>
      )}
    </RecordPage>
  )
}

const nextStep = ({ status }: OpenRecord) => (status === 'missing' || status === 'expires_before' ? 'remind' : null)

/** A link to submit an audit of the factory, when one is missing. */
export function SubmitAudit({
  record: { factory_id, status },
}: {
  record: Pick<OpenRecord, 'status'> & { factory_id?: unknown }
}) {
  const audits = areaOf(accreditationAllocations, 'factory_accreditation_id')
  if (typeof factory_id !== 'number' || (status !== 'missing' && status !== 'expires_before')) return null
  if (!can(audits.name, 'create')) return null
  return (
    <Button variant="outlined" component={Link} to={`${audits.path}/new?factory_id=${factory_id}`}>
      {screenText('submit')}
    </Button>
  )
}
