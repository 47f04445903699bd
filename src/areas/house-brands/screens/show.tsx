import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { Logo } from './logo'

/** A brand: its logo, what it is, what is ordered under it. */
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
