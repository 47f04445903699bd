import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { LinkedRecords } from '#web/kit/record/linked-records.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { bookings as area } from '../area'
import { newPath, screenText } from './texts'

/** The bookings that contain units of a line. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  if (!can(area.name, 'read')) return null
  return (
    <PageSection
      title={screenText('of_line')}
      actions={
        mayCreate && (
          <Button size="small" component={Link} to={newPath}>
            {screenText('new')}
          </Button>
        )
      }
    >
      <LinkedRecords
        area={area}
        of={{ field: 'order_line', value: id }}
        sort={{ field: 'id', order: 'desc' }}
        name="booking_no"
        facts={['vessel', 'etd', 'atd', 'eta']}
        empty={screenText('none_for_line')}
      />
    </PageSection>
  )
}
