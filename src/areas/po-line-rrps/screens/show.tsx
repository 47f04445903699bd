import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { Findings } from './list-columns'
import { TicketButton } from './ticket-button'

/** The page of a retail price: ticket, goods, margin and decisions. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['amount', 'article_id', 'colourway_id', 'ex_factory_date']}
      next={nextStep}
      actions={({ id, released_at }) =>
        released_at !== null && <TicketButton query={{ q: '', filters: [fieldIs('id', String(id))] }} />
      }
    >
      {(rrp) => (
        <>
          <Findings rrp={rrp} />
          <ShowSections area={area} record={rrp} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

const nextStep = ({ status }: OpenRecord): string | null =>
  ({ required: 'enter', entered: 'approve', approved: 'release', released: 'confirm_ticketed' })[status ?? ''] ?? null

const sections: readonly SectionPlan[] = [
  {
    name: 'price',
    fields: ['market', 'amount', 'tax_included', 'effective_from', 'previous_amount', 'deviation_reason', 'answer'],
  },
  {
    name: 'goods',
    fields: [
      'po_line_id',
      'purchase_order_id',
      'supplier_id',
      'article_id',
      'colourway_id',
      'season_id',
      'qty',
      'ex_factory_date',
      'due_date',
    ],
  },
  { name: 'margin', fields: ['landed_cost', 'cost_currency', 'imu_pct', 'min_imu_pct'] },
  {
    name: 'course',
    fields: [
      'source',
      'entered_by',
      'entered_at',
      'approved_by',
      'approved_at',
      'released_at',
      'ticketed_by',
      'ticketed_at',
      'ticket_note',
    ],
  },
]
