import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'

/** The page of an account, with its portfolios if it can have any. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area}>
    {(record) => (
      <>
        <ShowSections area={area} sections={sectionsOf(record)} record={record} />
        <RelatedAreas area={area} id={record.id} />
      </>
    )}
  </RecordPage>
)

const sectionsOf = ({ type, portfolios }: OpenRecord) => [
  {
    name: 'details',
    fields: ['first_name', 'last_name', 'email', 'username', 'phone', 'language'],
  },
  {
    name: 'access',
    fields: ['type', 'supplier_id', 'company', 'is_super_user', 'review_departments', 'last_login_at'],
  },
  ...(type === 'Office' || (Array.isArray(portfolios) && portfolios.length > 0)
    ? [{ name: 'portfolios', fields: ['portfolios'] }]
    : []),
]
