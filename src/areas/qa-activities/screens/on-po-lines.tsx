import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { qaActivities as area } from '../area'
import { ActivityRows } from './activity-rows'
import { screenText } from './texts'

/** Inspections, tests and meetings about the goods of a line. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  if (!can(area.name, 'read')) return null
  return (
    <PageSection
      title={screenText('of_line')}
      actions={
        mayCreate && (
          <>
            <Button size="small" component={Link} to={`${area.path}/plan?lines=${id}`}>
              {screenText('plan.open')}
            </Button>
            <Button size="small" component={Link} to={`${area.path}/new?po_line_id=${id}`}>
              {screenText('new_for_line')}
            </Button>
          </>
        )
      }
    >
      <ActivityRows
        area={area}
        of={{ field: 'po_line_id', value: id }}
        empty={<Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('none_for_line')}</Box>}
      />
    </PageSection>
  )
}
