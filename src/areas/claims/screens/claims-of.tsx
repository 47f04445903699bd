import Button from '@mui/material/Button'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { areaName, useLanguage } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { LinkedRecords } from '#web/kit/record/linked-records.tsx'
import { can } from '#web/providers/permission.ts'
import { claims as area } from '../area'
import { screenText } from './texts'

/** The claims that belong to the record of a page; hidden when there are none. */
export function ClaimsOf({ of }: { of: { field: string; value: number } }) {
  useLanguage()
  const mayRead = can(area.name, 'read')
  const { result } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 1, mode: 'server' },
    filters: [{ field: of.field, operator: 'eq', value: of.value }],
    errorNotification: false,
    queryOptions: { enabled: mayRead },
  })
  if (!mayRead || !result.total) return null
  return (
    <Section
      title={`${areaName(area)} (${result.total})`}
      actions={
        <Button size="small" component={Link} to={`${area.path}?${of.field}=${of.value}`}>
          {screenText('open_list')}
        </Button>
      }
    >
      <LinkedRecords
        area={area}
        of={of}
        sort={{ field: 'id', order: 'desc' }}
        name="claim_no"
        facts={['type', 'amount', 'answer_due']}
        empty=""
      />
    </Section>
  )
}
