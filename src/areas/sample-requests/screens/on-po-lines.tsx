import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useLanguage } from '#web/i18n.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { LinkedRecords } from '#web/kit/record/linked-records.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { sampleRequests as area } from '../area'
import { screenText } from './texts'

/** The samples of a line, and those of its article with the same supplier. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  if (!can(area.name, 'read')) return null
  return (
    <PageSection
      title={screenText('of_line')}
      actions={
        mayCreate && (
          <Button
            size="small"
            component={Link}
            to={`${worklistNamed('sample-request-worklist').path}?plan&lines=${id}`}
          >
            {screenText('plan_for_line')}
          </Button>
        )
      }
    >
      <LinkedRecords
        area={area}
        of={{ field: 'for_line', value: id }}
        sort={{ field: 'due_date', order: 'asc' }}
        name="sample_type_id"
        facts={['round', 'due_date', 'dispatch_date', 'received_date']}
        empty={screenText('none_for_line')}
      />
    </PageSection>
  )
}
