import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { LinkedRecords } from '#web/kit/record/linked-records.tsx'
import { can } from '#web/providers/permission.ts'
import { invoices as area } from '../area'
import { screenText } from './texts'

/** The invoices that bill an order or part of it. */
export function Section({ id }: { id: number }) {
  useLanguage()
  if (!can(area.name, 'read')) return null
  return (
    <PageSection title={screenText('of_order')}>
      <LinkedRecords
        area={area}
        of={{ field: 'order', value: id }}
        sort={{ field: 'id', order: 'desc' }}
        name="invoice_no"
        facts={['type', 'total', 'balance', 'due_date']}
        empty={screenText('none_for_order')}
      />
    </PageSection>
  )
}
