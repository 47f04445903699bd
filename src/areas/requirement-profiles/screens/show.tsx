import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { can } from '#web/providers/permission.ts'
import { Effect, profileOf } from './effect'

/** The page of a profile; users who may retire or activate it see the effect of doing so. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} facts={['product_category_id', 'house_brand_id', 'label_market_id']}>
      {(record) => (
        <>
          <ShowSections area={area} record={record} />
          {can(area.name, 'edit') &&
            (record.status === 'active' ? (
              <Effect help="help_retire" id={record.id} profile={null} />
            ) : (
              <Effect help="help_activate" id={record.id} profile={profileOf(record)} />
            ))}
          <RelatedAreas area={area} id={record.id} />
        </>
      )}
    </RecordPage>
  )
}
