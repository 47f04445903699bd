import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { Logo } from './logo'

/** The page of a brand: logo, fields and orders. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area}>
      {(brand) => (
        <>
          <Logo brand={brand} />
          <ShowSections area={area} record={brand} />
          <RelatedAreas area={area} id={brand.id} />
        </>
      )}
    </RecordPage>
  )
}
